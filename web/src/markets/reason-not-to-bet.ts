import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { t } from '../texts/t.ts';
import { END_WORDS } from './market-end.ts';
import { whyNoBets } from './why-no-bets.ts';

/** Why the outcomes of a market are disabled, in one or two sentences; null if they aren't. */
export function reasonNotToBet({
  market,
  now,
  online,
  pricesPaused = null,
}: {
  market: WireListedMarket;
  now: Date;
  online: boolean;
  /** Why betting is paused because the prices are too old; null while they are current. */
  pricesPaused?: string | null;
}): string | null {
  const ended =
    END_WORDS[market.state] === undefined && timeStatus({ endsAt: market.endsAt, now }) === 'ended';
  if (ended) return t('card.closedStand');
  const closed = whyNoBets(market, now);
  if (closed !== null) return closed;
  return online ? pricesPaused : t('card.offline');
}
