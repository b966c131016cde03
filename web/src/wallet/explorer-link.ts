import type { ChainName } from '@tallystone/core/http-api/identity';

const explorers: Record<ChainName, { name: string; url: string }> = {
  Ethereum: { name: 'Etherscan', url: 'https://etherscan.io' },
  BSC: { name: 'BscScan', url: 'https://bscscan.com' },
  Polygon: { name: 'PolygonScan', url: 'https://polygonscan.com' },
  Solana: { name: 'Solana Explorer', url: 'https://explorer.solana.com' },
};

/** The page of an address on its chain's block explorer. */
export function explorerLink({ address, chain }: { address: string; chain: ChainName }) {
  const { name, url } = explorers[chain];
  return { name, href: `${url}/address/${encodeURIComponent(address)}` };
}
