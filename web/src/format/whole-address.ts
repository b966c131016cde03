import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';

/** An address in full, as wallets and explorers write it: of EVM chains in the mixed case that shows a wrong digit. */
export const wholeAddress = (address: string): string => parseWalletAddress(address)?.text ?? address;
