import { type Hex, keccakOfText, toHex } from './abi-words.ts';

/** A proposed end of a market, as the audit keeps it. */
export interface ProposedEvidence {
  readonly resolutionId: number;
  readonly marketId: string;
  /** Null: void. */
  readonly outcomeId: string | null;
  /** A link or a note. */
  readonly evidence: string;
  /** Of what was approved, hex. */
  readonly rehearsalHash: string;
}

/**
 * The hash of the evidence that goes to the contract with a result: Keccak-256 of a JSON array of the five, in this
 * order. No two proposals have the same, so that a proposal on the chain names the one of ours that it was made from.
 *
 * @returns 32 bytes
 */
export function evidenceHash(proposed: ProposedEvidence): Hex {
  const { resolutionId, marketId, outcomeId, evidence, rehearsalHash } = proposed;
  return toHex(keccakOfText(JSON.stringify([resolutionId, marketId, outcomeId, evidence, rehearsalHash])));
}

/** What a guardian's reason against a result is on the chain: 32 bytes. */
export function reasonHash(reason: string): Hex {
  return toHex(keccakOfText(reason));
}
