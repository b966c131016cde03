import type { WireMarket } from '@tallystone/core/http-api/markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { t } from '../texts/t.ts';
import { endWords } from './market-end.ts';
import { whyNoBets } from './why-no-bets.ts';

/** Why the outcomes of a market cannot be pressed now, one or two sentences; null while they can. */
export function reasonNotToBet({
  market,
  now,
  online,
  held = null,
}: {
  market: WireMarket;
  now: Date;
  online: boolean;
  /** Why nothing is bet on the prices themselves; null while they are as of now. */
  held?: string | null;
}): string | null {
  const ended =
    endWords(market.state) === undefined && timeStatus({ endsAt: market.endsAt, now }) === 'ended';
  if (ended) return t('card.closed');
  const closed = whyNoBets(market, now);
  if (closed !== null) return closed;
  return online ? held : t('card.offline');
}
