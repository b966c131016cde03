import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { shownNumber } from '../format/shown-number.ts';
import { parseAmount } from './parse-amount.ts';

const OUTCOME = 'outcome';
const STAKE = 'stake';

/** A bet that an address fills into the form of its market. */
export interface LinkedBet {
  outcome: WireOutcome;
  /** USDC as the field shows it, if the address has a stake. */
  amount?: string;
}

/** The bet in an address's search parameters; null without an outcome of the market that has odds. */
export function parseBetLink(search: URLSearchParams, market: WireListedMarket): LinkedBet | null {
  const outcome = market.outcomes.find(({ id }) => id === search.get(OUTCOME));
  if (outcome === undefined || !hasOdds(outcome)) return null;
  const stake = parseAmount(search.get(STAKE) ?? '');
  return stake.kind === 'amount' ? { outcome, amount: stake.text } : { outcome };
}

/** The address of a market, with a bet filled in. */
export function betLink(
  marketId: string,
  { outcomeId, amount }: { outcomeId: string; amount: string },
): string {
  const search = new URLSearchParams({ [OUTCOME]: outcomeId });
  const stake = parseAmount(amount);
  if (stake.kind === 'amount') search.set(STAKE, stake.text);
  return `/market/${marketId}?${search}`;
}

/** The parameters without the bet. */
export function withoutBet(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete(OUTCOME);
  after.delete(STAKE);
  return after;
}

export function hasOdds({ odds }: WireOutcome): boolean {
  return (shownNumber(odds) ?? 0) > 1;
}
