import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { evmKey, makeEvmSecret } from '@tallystone/core/identity/evm-key';

/** What signs for an account. */
export interface Wallet {
  /** EVM: with the EIP-55 checksum. Solana: base58. */
  readonly address: string;
  /** The wallet's network. */
  readonly chain: ChainName;
  /**
   * Signs a text: `personal_sign` for EVM wallets, the UTF-8 bytes with ed25519 for Solana wallets. Returns hex; for
   * Solana wallets also base58 or base64.
   */
  signMessage(text: string): string | Promise<string>;
}

/**
 * A wallet of a secret EVM key, which it keeps in memory.
 *
 * @param secret 32 bytes as hex, with or without `0x`. Default: a fresh key, which is lost with the process
 * @throws Error if the text isn't a secret key
 */
export function privateKeyWallet(
  secret: string = makeEvmSecret(),
  { chain = 'Polygon' }: { chain?: Exclude<ChainName, 'Solana'> } = {},
): Wallet {
  const key = evmKey(secret);
  return { address: key.address, chain, signMessage: (text) => key.personalSign(utf8ToBytes(text)) };
}
