import type { ChainName } from '@tallystone/core/http-api/identity';

const explorers: Record<ChainName, { name: string; address: (address: string) => string }> = {
  Ethereum: { name: 'Etherscan', address: (address) => `https://etherscan.io/address/${address}` },
  BSC: { name: 'BscScan', address: (address) => `https://bscscan.com/address/${address}` },
  Polygon: { name: 'PolygonScan', address: (address) => `https://polygonscan.com/address/${address}` },
  Solana: { name: 'Solana Explorer', address: (address) => `https://explorer.solana.com/address/${address}` },
};

/** Where anyone can look an address up. */
export function explorerLink({ address, chain }: { address: string; chain: ChainName }) {
  const { name, address: href } = explorers[chain];
  return { name, href: href(encodeURIComponent(address)) };
}
