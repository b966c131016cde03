import { type Hex, keccakOfText, toHex } from './abi-words.ts';

/** A proposed end of a market, as the audit stores it. */
export interface ProposedEvidence {
  readonly resolutionId: number;
  readonly marketId: string;
  /** Null: void. */
  readonly outcomeId: string | null;
  /** A link or a note. */
  readonly evidence: string;
  /** The hash of the approved rehearsal, hex. */
  readonly rehearsalHash: string;
}

/**
 * The hash of the evidence that goes to the contract with a result: Keccak-256 of a JSON array of the five fields in
 * this order. It is unique per proposal, so a proposal on the chain identifies ours.
 *
 * @returns 32 bytes
 */
export function evidenceHash(proposed: ProposedEvidence): Hex {
  const { resolutionId, marketId, outcomeId, evidence, rehearsalHash } = proposed;
  return toHex(keccakOfText(JSON.stringify([resolutionId, marketId, outcomeId, evidence, rehearsalHash])));
}

/** A guardian's reason against a result as it goes on the chain: 32 bytes. */
export function reasonHash(reason: string): Hex {
  return toHex(keccakOfText(reason));
}
