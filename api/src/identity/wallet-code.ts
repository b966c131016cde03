import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { type Message, say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { personalDigest } from './verify-signature.ts';

/** The kind of an account on the live chain: a key, a key that delegates to code (EIP-7702), or a contract without a key. */
export type WalletKind = 'key' | 'delegated' | 'contract';

/**
 * Checks accounts as USDC does when they authorize a stake: since version 2.2 it asks an account's code by EIP-1271 if there is
 * any, and otherwise checks the key's signature. If the endpoints differ there is no answer, so one endpoint alone can't
 * refuse a wallet.
 */
export interface WalletCode {
  kindOf(account: Hex): Promise<WalletKind>;
  /** Whether the account has no code, or its code accepts its key's signature. */
  isApproved(account: Hex, digest: Hex, signature: Hex): Promise<boolean>;
}

/**
 * Refuses contracts before they are asked to sign, because the escrow only takes signatures of keys.
 *
 * @throws HttpError `wallet-unsupported`
 */
export async function requireKey(code: WalletCode, wallet: WalletAddress): Promise<void> {
  const kind = await code.kindOf(hexOf(wallet.bytes)).catch(unknown);
  if (kind !== 'contract') return;
  throw new HttpError('wallet-unsupported', say('wallet-is-contract'));
}

/** A notice for a wallet whose code refuses its key's signature, because none of its stakes could be taken. */
export async function noticeOfCode(
  code: WalletCode,
  { wallet, text, signature }: { wallet: WalletAddress; text: string; signature: Uint8Array },
): Promise<Message | null> {
  const [account, digest] = [hexOf(wallet.bytes), hexOf(personalDigest(text))];
  const isApproved = await code.isApproved(account, digest, withPlainV(signature)).catch(unknown);
  return isApproved === false ? say('wallet-code-refuses') : null;
}

/** The signature with v as 27 or 28, because the token doesn't accept 0 and 1. */
export function withPlainV(signature: Uint8Array): Hex {
  const v = signature[64] ?? 0;
  return hexOf(Uint8Array.of(...signature.subarray(0, 64), v < 27 ? v + 27 : v));
}

/** If the chain can't be read or its nodes differ, every wallet may sign in: each stake is checked again. */
const unknown = (): null => null;

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
