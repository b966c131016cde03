import type { ChainName } from '@tallystone/core/http-api/identity';

export type EvmChainName = Exclude<ChainName, 'Solana'>;

/** Parameters of `wallet_addEthereumChain` (EIP-3085), field names included. */
export interface EvmChain {
  chainId: string;
  chainName: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: string[];
  blockExplorerUrls: string[];
}

export const evmChains: Record<EvmChainName, EvmChain> = {
  Ethereum: {
    chainId: '0x1',
    chainName: 'Ethereum Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://ethereum-rpc.publicnode.com'],
    blockExplorerUrls: ['https://etherscan.io'],
  },
  BSC: {
    chainId: '0x38',
    chainName: 'BNB Smart Chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
    blockExplorerUrls: ['https://bscscan.com'],
  },
  Polygon: {
    chainId: '0x89',
    chainName: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    rpcUrls: ['https://polygon-bor-rpc.publicnode.com'],
    blockExplorerUrls: ['https://polygonscan.com'],
  },
};

// The keys of the record above are exactly the EVM chain names.
export const evmChainNames = Object.keys(evmChains) as EvmChainName[];

/** The chain of a hex or decimal chain id; null for an unsupported one. */
export function evmChainOf(chainId: string): EvmChainName | null {
  return evmChainNames.find((name) => Number(evmChains[name].chainId) === Number(chainId)) ?? null;
}
