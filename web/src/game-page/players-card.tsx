import type { WireGameMarket } from '@tallystone/core/http-api/markets';
import { ChevronLeft } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Highlighted } from '../finding/highlighted.tsx';
import { shownNumber } from '../format/shown-number.ts';
import { keepOrder } from '../markets/keep-order.ts';
import { OutcomeButton } from '../markets/outcome-button.tsx';
import { t } from '../texts/t-game-page.ts';
import { Badge } from '../ui/badge.tsx';
import { PLAYERS_SHOWN } from './arrange-markets.ts';
import type { CardProps } from './question-card.tsx';

/**
 * A market of each player, with a button for the only outcome that has odds; the likeliest first. Players with a result have that
 * instead.
 */
export function PlayersCard({ markets, ...rest }: CardProps & { markets: readonly WireGameMarket[] }) {
  const { reasons, common } = rest;
  const headingId = useId();
  const sorted = useSorted(markets);
  const [all, setAll] = useState(false);
  const running = markets.filter((market) => resultOf(market) === null);
  const reasonsHere = running.map(({ id }) => reasons.get(id) ?? null);
  const shared = reasonsHere.every((reason) => reason === reasonsHere[0]) ? (reasonsHere[0] ?? null) : null;
  return (
    <article aria-labelledby={headingId} className="card game-question">
      <h3 id={headingId} className="text-body font-bold">
        <Highlighted text={markets[0]?.name ?? ''} />
      </h3>
      <ul aria-labelledby={headingId} className="player-list">
        {sorted.slice(0, all ? undefined : PLAYERS_SHOWN).map((market) => (
          <Player key={market.id} market={market} shared={shared} {...rest} />
        ))}
      </ul>
      {sorted.length > PLAYERS_SHOWN && (
        <button type="button" aria-expanded={all} className="more-outcomes" onClick={() => setAll(!all)}>
          {all ? t('card.showFewer') : t('gamePage.showPlayers', { count: sorted.length })}
          <span className="sr-only"> {t('card.outcomesOf', { market: markets[0]?.name ?? '' })}</span>
        </button>
      )}
      {shared !== null && shared !== common && <p className="mt-2 text-meta text-warning">{shared}</p>}
    </article>
  );
}

/** In the order of the first look, so that no player changes places under a finger when odds change. */
function useSorted(markets: readonly WireGameMarket[]): WireGameMarket[] {
  const sorted = markets.toSorted((a, b) => rankOf(b) - rankOf(a));
  const [shownIds] = useState(() => sorted.map(({ id }) => id));
  return keepOrder({ shownIds, all: markets, sorted });
}

/** Those who have won are above all that may. */
const rankOf = (market: WireGameMarket): number =>
  resultOf(market) === 'won' ? 101 : (shownNumber(market.outcomes[0]?.probability) ?? 0);

function Player({
  market,
  shared,
  reasons,
  common,
  chosen,
  onPick,
}: CardProps & { market: WireGameMarket; shared: string | null }) {
  const [outcome] = market.outcomes;
  if (outcome === undefined) return null;
  const reason = reasons.get(market.id) ?? null;
  const result = resultOf(market);
  return (
    <li>
      <div className="player">
        {result === null ? (
          <OutcomeButton
            outcome={outcome}
            index={0}
            marketTitle={market.title}
            pressed={chosen === null ? undefined : chosen.get(market.id) === outcome.id}
            disabled={reason !== null}
            onPick={(trigger) => onPick({ market, outcome, trigger })}
          />
        ) : (
          <p className="player-result">
            <span className="min-w-0 wrap-anywhere">
              <Highlighted text={outcome.name} />
            </span>{' '}
            <Badge variant="outline" className={COLOURS[result]}>
              {t(`gamePage.${result}`)}
            </Badge>
          </p>
        )}
        <Link href={`/market/${market.id}`} className="player-link">
          <ChevronLeft aria-hidden="true" className="size-4 rotate-180" />
          <span className="sr-only">{t('gamePage.marketOf', { outcome: outcome.name })}</span>
        </Link>
      </div>
      {result === null && reason !== null && reason !== shared && reason !== common && (
        <p className="mt-1 text-meta text-warning">{reason}</p>
      )}
    </li>
  );
}

type PlayerResult = 'won' | 'lost' | 'refunded';

const COLOURS: Readonly<Record<PlayerResult, string>> = {
  won: 'bg-positive-soft text-positive border-positive',
  lost: 'bg-negative-soft text-negative border-negative',
  refunded: 'bg-surface border-line-strong',
};

/** How a bet on the player ended; null while it isn't known. */
function resultOf({ state, wonOutcomeId, outcomes }: WireGameMarket): PlayerResult | null {
  if (state === 'void') return 'refunded';
  if (state !== 'settled' || wonOutcomeId === undefined) return null;
  return wonOutcomeId === outcomes[0]?.id ? 'won' : 'lost';
}
