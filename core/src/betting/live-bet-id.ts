import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeId } from '../ids.ts';

/**
 * The id of the live bet that a quote can become. The bettor signs it with the stake's authorization before the bet
 * exists. It is derived from the quote's random id, so unused quotes need no storage.
 *
 * @param quoteId the quote's id, `q_...`
 */
export function liveBetIdOf(quoteId: string): string {
  return encodeId('b_', sha256(utf8ToBytes(`live bet of ${quoteId}`)).subarray(0, 13));
}
