import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * How a practice market's result is drawn: from a secret seed whose SHA-256 is published from the first day, and
 * which is published with the result. The result can't be picked later, and anyone can repeat the draw.
 */

/** 2^53: a double represents all integers below it exactly. */
const NUMBERS = 2 ** 53;

/** The seed's SHA-256 in hex, published before the draw. */
export function drawCommitment(seed: Uint8Array): string {
  return bytesToHex(sha256(seed));
}

/**
 * The number that a seed draws for a market: the first 53 bits of SHA-256(seed || the market's id), over 2^53.
 *
 * @returns a number from 0 to under 1
 */
export function drawNumber(seed: Uint8Array, marketId: string): number {
  const bits = bytesToHex(sha256(concatBytes(seed, utf8ToBytes(marketId))).subarray(0, 7));
  return Number(BigInt(`0x${bits}`) >> 3n) / NUMBERS;
}

/**
 * The outcome that a number draws: each outcome owns a share of [0, 1) equal to its starting probability, in order.
 *
 * @param number from 0 to under 1
 * @param initialProbabilities sum to 1 except for rounding, which the last outcome absorbs
 * @returns the index of the outcome
 * @throws RangeError without outcomes, or when the number is out of range
 */
export function drawnOutcome({
  number,
  initialProbabilities,
}: {
  number: number;
  initialProbabilities: readonly number[];
}): number {
  if (!(number >= 0 && number < 1))
    throw new RangeError(`expected a number from 0 to under 1, got ${number}`);
  const last = initialProbabilities.length - 1;
  if (last < 0) throw new RangeError('expected outcomes to draw from, got none');
  let upTo = 0;
  const drawn = initialProbabilities.findIndex((probability) => {
    upTo += probability;
    return number < upTo;
  });
  return drawn < 0 ? last : drawn;
}

/** The text published with a draw's result, so anyone can repeat the draw. */
export function practiceEvidence(draw: {
  seed: Uint8Array;
  marketId: string;
  initialProbabilities: readonly number[];
  outcomeNames: readonly string[];
}): string {
  const { seed, marketId, initialProbabilities, outcomeNames } = draw;
  const number = drawNumber(seed, marketId);
  const outcome = drawnOutcome({ number, initialProbabilities });
  return [
    `Practice draw: the seed ${bytesToHex(seed)}, whose SHA-256 ${drawCommitment(seed)} was shown from the start,`,
    `gives for ${marketId} the number ${number} (the first 53 bits of SHA-256(seed || market id), over 2^53).`,
    `With the starting probabilities ${initialProbabilities.join(', ')} that is outcome ${outcome + 1},`,
    `"${outcomeNames[outcome]}".`,
  ].join(' ');
}
