import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';

export const NONCE_LIFE_MS = 300_000;
/** Clocks of two processes may differ by so much. */
const CLOCK_SKEW_MS = 30_000;

const TIME_BYTES = 6;
const CHAIN_BYTES = 5;
const RANDOM_BYTES = 12;
const MAC_BYTES = 16;
const NONCE_FORM = new RegExp(`^[0-9a-f]{${2 * (TIME_BYTES + CHAIN_BYTES + RANDOM_BYTES + MAC_BYTES)}}$`);

/** For whom and where a nonce is good. */
export interface NonceTerms {
  wallet: WalletAddress;
  domain: string;
}

/** What a nonce says, so that the message it was issued with can be made again. */
export interface NonceFacts {
  issuedAt: Date;
  /** Of the chain that the message names; 0 for wallets of other families. */
  chainId: number;
}

/**
 * Makes a nonce: when it was issued and for which chain, chance, and a MAC over all of it with the wallet and the domain. Nothing is
 * stored, so asking for nonces by the million fills nothing up; only used ones are kept.
 */
export function issueNonce(key: Uint8Array, terms: NonceTerms, { issuedAt, chainId }: NonceFacts): string {
  const head = Buffer.alloc(TIME_BYTES + CHAIN_BYTES + RANDOM_BYTES);
  head.writeUIntBE(issuedAt.getTime(), 0, TIME_BYTES);
  head.writeUIntBE(chainId, TIME_BYTES, CHAIN_BYTES);
  randomBytes(RANDOM_BYTES).copy(head, TIME_BYTES + CHAIN_BYTES);
  return Buffer.concat([head, macOf(key, head, terms)]).toString('hex');
}

/** What a nonce says; null when it is not ours, is for other terms, has expired or is not valid yet. */
export function readNonce(key: Uint8Array, terms: NonceTerms, nonce: string, now: Date): NonceFacts | null {
  if (!NONCE_FORM.test(nonce)) return null;
  const bytes = Buffer.from(nonce, 'hex');
  const head = bytes.subarray(0, TIME_BYTES + CHAIN_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), macOf(key, head, terms))) return null;
  const issuedMs = head.readUIntBE(0, TIME_BYTES);
  const ageMs = now.getTime() - issuedMs;
  if (ageMs < -CLOCK_SKEW_MS || ageMs > NONCE_LIFE_MS) return null;
  return { issuedAt: new Date(issuedMs), chainId: head.readUIntBE(TIME_BYTES, CHAIN_BYTES) };
}

function macOf(key: Uint8Array, head: Uint8Array, { wallet, domain }: NonceTerms): Buffer {
  return createHmac('sha256', key)
    .update(head)
    .update(`${wallet.family}:`)
    .update(wallet.bytes)
    .update(domain)
    .digest()
    .subarray(0, MAC_BYTES);
}
