import { type Hex, keccakOfText, toHex } from './abi-words.ts';

/** What people bet on, as it was when the market was opened on the chain. */
export interface MarketRules {
  readonly title: string;
  readonly description: string;
  /** Names, in their order: the contract counts outcomes by their place in it. */
  readonly outcomes: readonly string[];
  /** Seconds since 1970. */
  readonly closesAt: number;
  /** Of the feed whose result decides; null where people decide. */
  readonly azuroConditionId: string | null;
}

/**
 * The hash of a market's rules that the contract keeps, so that nobody can say later that another question was asked:
 * Keccak-256 of a JSON array of the five, in this order.
 *
 * @returns 32 bytes
 */
export function rulesHash({ title, description, outcomes, closesAt, azuroConditionId }: MarketRules): Hex {
  return toHex(keccakOfText(JSON.stringify([title, description, outcomes, closesAt, azuroConditionId])));
}
