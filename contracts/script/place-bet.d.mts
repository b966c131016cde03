/** Behind `0x`. */
type Hex = `0x${string}`;

export interface PlacingTerms {
  rpcUrl: string;
  /** The bet as `/api/user/bets` has it while it is pending, or its `chain.signed` alone. */
  bet: unknown;
  /** Of whoever pays the gas. */
  payerKey: Hex;
}

/**
 * Sends one accepted bet to the contract, without a server of ours.
 *
 * @returns where it was placed
 * @throws Error when it cannot be placed; the stake is then where it was
 */
export function placeBet(terms: PlacingTerms): Promise<{ hash: Hex; block: bigint }>;
