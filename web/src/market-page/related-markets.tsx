import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Link } from 'wouter';
import { marketsQuery } from '../data/queries.ts';
import { shownNumber } from '../format/shown-number.ts';
import { MarketBadges } from '../markets/market-badges.tsx';
import { MarketTimes } from '../markets/market-times.tsx';
import { t } from '../texts/t-market-page.ts';
import { Card } from '../ui/card.tsx';
import { findRelated } from './find-related.ts';
import { pointValue } from './point-words.ts';

const SHOWN = 3;
const NONE: readonly WireListedMarket[] = [];

/** Links to a few related markets; nothing if there are none. The choice stays the same while the page is open. */
export function RelatedMarkets({ market, now }: { market: WireListedMarket; now: Date }) {
  const headingId = useId();
  const { data: markets = NONE } = useQuery(marketsQuery);
  // Chosen once, so that changing prices and times don't swap links under a finger.
  const chosen = useRef<readonly string[]>([]);
  if (chosen.current.length === 0) {
    chosen.current = findRelated({ market, markets, now, most: SHOWN }).map(({ id }) => id);
  }
  const shown = chosen.current.flatMap((id) => markets.find((other) => other.id === id) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="text-h3">
        {t('marketPage.related')}
      </h2>
      <ul className="grid grid-cols-1 gap-4 mt-4 sm:grid-cols-3">
        {shown.map((other) => (
          <li key={other.id}>
            <Card className="flex h-full flex-col p-4">
              <div className="flex flex-wrap gap-2">
                <MarketBadges market={other} now={now} />
              </div>
              <h3 className="mt-2 text-body font-bold">
                <Link href={`/market/${other.id}`} className="market-title-link">
                  {other.title}
                </Link>
              </h3>
              <p className="mt-1 text-meta text-muted">{leaderOf(other)}</p>
              <div className="mt-auto flex flex-wrap justify-between gap-x-4 gap-y-1 pt-3 text-meta text-muted">
                <MarketTimes market={other} now={now} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The likeliest outcome with its probability. */
function leaderOf({ outcomes }: WireListedMarket): string {
  const [leader] = outcomes
    .map(({ name, probability }) => ({ name, chance: shownNumber(probability) ?? 0 }))
    .sort((a, b) => b.chance - a.chance);
  if (leader === undefined || leader.chance === 0) return '';
  return t('marketPage.leads', { outcome: leader.name, chance: pointValue(leader.chance) });
}
