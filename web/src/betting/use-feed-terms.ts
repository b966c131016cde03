import { useRef } from 'react';
import { shownNumber } from '../format/shown-number.ts';
import type { BetSlip } from './bet-slip-context.tsx';
import { type KnownLimit, shownOdds } from './slip-odds.ts';
import type { SlipOddsView } from './use-slip-odds.ts';

/**
 * The margin (percent) and the maximum stake (USDC) that a feed market's receipt shows beside its odds. Both must
 * belong to the odds on the receipt: figures for newer odds wait until the bettor accepts those.
 *
 * @param slip.market the market as currently listed
 */
export function useFeedTerms(
  { market, outcome }: BetSlip,
  { odds, limit }: Pick<SlipOddsView, 'odds' | 'limit'>,
) {
  const shown = shownOdds(odds);
  const listed = useRef<{ odds: number; margin: number | null; maxStake: number | null } | null>(null);
  const limited = useRef<KnownLimit | null>(null);
  const current = market.outcomes.find(({ id }) => id === outcome.id) ?? outcome;
  if (current.odds === shown) {
    listed.current = {
      odds: shown,
      margin: shownNumber(market.margin),
      maxStake: shownNumber(current.maxAtOdds),
    };
  }
  if (limit?.odds === shown) limited.current = limit;
  const ofList = listed.current?.odds === shown ? listed.current : null;
  const ofQuote = limited.current?.odds === shown ? limited.current : null;
  return { margin: ofList?.margin ?? null, maxStake: ofQuote?.maxStake ?? ofList?.maxStake ?? null };
}
