import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { classNames } from '../ui/class-names.ts';

/** Why a market takes no bets, on its page. In play, betting pauses for seconds at a time, so the line keeps its room. */
export function ClosedLine({ market, why }: { market: WireListedMarket; why: string | null }) {
  if (!why && !market.inPlay) return null;
  return <p className={classNames('mt-3 text-meta text-warning', market.inPlay && 'min-h-10')}>{why}</p>;
}
