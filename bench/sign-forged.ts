import { createHash } from 'node:crypto';
import type { AcknowledgedBet } from './house-market.ts';

/**
 * A bettor's signature, and the hash by which the books know a signed text.
 *
 * @param as what is signed in truth: another text makes the signature wrong
 * @returns both hex
 */
export function signForged({ wallet }: AcknowledgedBet['bettor'], text: string, as = text) {
  const signature = wallet.sign(as).slice(2);
  const signedHash = createHash('sha256')
    .update(JSON.stringify([text, signature.slice(0, 128)]))
    .digest('hex');
  return { signature, signedHash };
}
