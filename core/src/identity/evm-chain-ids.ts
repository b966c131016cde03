import type { ChainName } from '../http-api/identity.ts';

/**
 * The chain ids of the EVM chains that wallets sign in on.
 *
 * @see EIP-155
 */
export const EVM_CHAIN_IDS = { Ethereum: 1, BSC: 56, Polygon: 137 } as const satisfies Record<
  Exclude<ChainName, 'Solana'>,
  number
>;
