import { keccak_256 } from '@noble/hashes/sha3.js';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { type Message, say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';

type Hex = `0x${string}`;

/**
 * What an account on the chain of live stakes is: a key alone, a key that has delegated to code (EIP-7702), or a contract,
 * which has no key.
 */
export type WalletKind = 'key' | 'delegated' | 'contract';

/**
 * What USDC asks of an account that authorizes a stake: since its version 2.2 the code of one that has any, by EIP-1271, and
 * the key of no other. Endpoints that differ give no answer: one of them alone can refuse no wallet.
 */
export interface WalletCode {
  kindOf(account: Hex): Promise<WalletKind>;
  /** Whether the code of an account, if it has any, takes a signature of its key as its own. */
  isApproved(account: Hex, digest: Hex, signature: Hex): Promise<boolean>;
}

/**
 * Refuses a contract before it is asked to sign what no key of it could: the escrow takes signatures of keys.
 *
 * @throws HttpError `wallet-unsupported`
 */
export async function requireKey(code: WalletCode, wallet: WalletAddress): Promise<void> {
  const kind = await code.kindOf(hexOf(wallet.bytes)).catch(unknown);
  if (kind !== 'contract') return;
  throw new HttpError('wallet-unsupported', say('wallet-is-contract'));
}

/** What to tell a wallet whose code refuses what its key has just signed: no stake of it could be taken. */
export async function noticeOfCode(
  code: WalletCode,
  { wallet, text, signature }: { wallet: WalletAddress; text: string; signature: Uint8Array },
): Promise<Message | null> {
  const account = hexOf(wallet.bytes);
  const message = Buffer.from(text, 'utf8');
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`, 'utf8');
  const digest = hexOf(keccak_256(Buffer.concat([prefix, message])));
  const isApproved = await code.isApproved(account, digest, withPlainV(signature)).catch(unknown);
  return isApproved === false ? say('wallet-code-refuses') : null;
}

/** The same where v is written as 0 or 1: the token takes 27 and 28 alone. */
export function withPlainV(signature: Uint8Array): Hex {
  const v = signature[64] ?? 0;
  return hexOf(Uint8Array.of(...signature.subarray(0, 64), v < 27 ? v + 27 : v));
}

/** Every wallet may sign in while the chain cannot be asked, or its nodes differ: each stake is asked about again. */
const unknown = (): null => null;

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
