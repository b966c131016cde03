import type { ChainName, WalletType } from '../http-api/identity.ts';

/** The kind of key behind a wallet: secp256k1 with a 20-byte address, or a 32-byte ed25519 key. */
export type WalletFamily = 'evm' | 'solana';

/**
 * A wallet's family, from its declared type and never guessed from the address.
 *
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function familyOfWalletType(walletType: WalletType): WalletFamily {
  switch (walletType) {
    case 'phantom':
    case 'backpack':
      return 'solana';
    case 'metamask':
    case 'evm':
      return 'evm';
  }
}

/** The family of a chain's wallets. */
export function familyOfChain(chain: ChainName): WalletFamily {
  switch (chain) {
    case 'Solana':
      return 'solana';
    case 'Ethereum':
    case 'BSC':
    case 'Polygon':
      return 'evm';
  }
}
