import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';

/** A full address as wallets and explorers write it; EVM addresses in mixed case, which is a checksum. */
export const wholeAddress = (address: string): string => parseWalletAddress(address)?.text ?? address;
