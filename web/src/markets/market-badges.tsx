import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { Highlighted } from '../finding/highlighted.tsx';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { LaterInPlay } from './later-in-play.tsx';
import { END_WORDS } from './market-end.ts';

/** Badges for a market's state and for practice markets. */
export function MarketBadges({ market, now }: { market: WireListedMarket; now: Date }) {
  // A market with a final state is never shown as live or upcoming, whatever the clock says.
  const end = END_WORDS[market.state];
  const status = end || market.inPlay ? null : timeStatus({ endsAt: market.endsAt, now });
  return (
    <>
      {!end && market.inPlay && <LaterInPlay market={market} at="badge" />}
      {status === 'live' && <Badge variant="live">{t('card.live')}</Badge>}
      {status === 'upcoming' && <Badge variant="upcoming">{t('card.upcoming')}</Badge>}
      {status === 'ended' && <Badge variant="secondary">{t('card.ended')}</Badge>}
      {end && <Badge variant="secondary">{t(end.badge)}</Badge>}
      {market.source === 'practice' && <Badge variant="practice">{t('controls.practice')}</Badge>}
    </>
  );
}

/** The tags of a market, with the search words in them marked. */
export function MarketTags({ market: { title, tags } }: { market: WireListedMarket }) {
  if (!tags?.length) return null;
  return (
    <ul
      aria-label={t('card.tagsOf', { market: title })}
      className="flex flex-wrap gap-x-1.5 gap-y-1 mt-3 text-small text-muted"
    >
      {tags.map((tag) => (
        <li key={tag} className="min-w-0 px-1.5 py-0.25 border border-line rounded-badge wrap-anywhere">
          <Highlighted text={tag} />
        </li>
      ))}
    </ul>
  );
}
