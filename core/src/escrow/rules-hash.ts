import { type Hex, keccakOfText, toHex } from './abi-words.ts';

/** What people bet on, as of the market's opening on the chain. */
export interface MarketRules {
  readonly title: string;
  readonly description: string;
  /** Names in order: the contract identifies outcomes by index. */
  readonly outcomes: readonly string[];
  /** Seconds since 1970. */
  readonly closesAt: number;
  /** The feed's condition that decides the result; null when people decide. */
  readonly azuroConditionId: string | null;
}

/**
 * The hash of a market's rules. The contract stores it, so the question can't be changed later: Keccak-256 of a JSON
 * array of the five fields in this order.
 *
 * @returns 32 bytes
 */
export function rulesHash({ title, description, outcomes, closesAt, azuroConditionId }: MarketRules): Hex {
  return toHex(keccakOfText(JSON.stringify([title, description, outcomes, closesAt, azuroConditionId])));
}
