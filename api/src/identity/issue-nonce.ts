import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import type { Tx } from '../db/db.ts';
import { usedNonces } from '../db/schema/users.ts';

export const NONCE_LIFE_MS = 300_000;
/** How much the clocks of two processes may differ. */
const CLOCK_SKEW_MS = 30_000;

const TIME_BYTES = 6;
const CHAIN_BYTES = 5;
const RANDOM_BYTES = 12;
const MAC_BYTES = 16;
const NONCE_FORM = new RegExp(`^[0-9a-f]{${2 * (TIME_BYTES + CHAIN_BYTES + RANDOM_BYTES + MAC_BYTES)}}$`);

/** The wallet and site for which a nonce is valid. */
export interface NonceTerms {
  wallet: WalletAddress;
  domain: string;
}

/** The facts inside a nonce, from which its message can be made again. */
export interface NonceFacts {
  issuedAt: Date;
  /** Id of the chain that the message names; 0 for wallets of other families. */
  chainId: number;
}

/**
 * Makes a nonce from its time, its chain, random bytes, and a MAC over all of these with the wallet and the domain. Issued
 * nonces aren't stored, so requesting millions of them fills nothing up. Only used ones are stored.
 */
export function issueNonce(key: Uint8Array, terms: NonceTerms, { issuedAt, chainId }: NonceFacts): string {
  const head = Buffer.alloc(TIME_BYTES + CHAIN_BYTES + RANDOM_BYTES);
  head.writeUIntBE(issuedAt.getTime(), 0, TIME_BYTES);
  head.writeUIntBE(chainId, TIME_BYTES, CHAIN_BYTES);
  randomBytes(RANDOM_BYTES).copy(head, TIME_BYTES + CHAIN_BYTES);
  return Buffer.concat([head, macOf(key, head, terms)]).toString('hex');
}

/** The facts of a nonce. Null if it isn't ours, is for another wallet or site, has expired or isn't valid yet. */
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

/** Spends a nonce in the transaction that uses it. Returns false if it was spent already. */
export async function spendNonce(tx: Tx, nonce: string, now: Date): Promise<boolean> {
  const spent = await tx
    .insert(usedNonces)
    .values({ nonceHash: createHash('sha256').update(nonce).digest(), usedAt: now })
    .onConflictDoNothing()
    .returning({ usedAt: usedNonces.usedAt });
  return spent.length > 0;
}
