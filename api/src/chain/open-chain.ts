import { silentSeconds } from './agree.ts';
import type { ChainSettings } from './chain-settings.ts';
import { checkEscrow } from './check-escrow.ts';
import { connectEscrow } from './connect-escrow.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { type HouseKeys, loadKeys } from './keys.ts';
import { openEndpoint } from './rpc.ts';

/**
 * Reads the keys and checks the chain, the token, the contract, its roles and its objection window against the settings.
 *
 * @throws ChainSetupError naming the first difference
 * @throws ChainUnreachable unless two nodes answer
 */
export async function openChain(settings: ChainSettings): Promise<
  HouseKeys & {
    chain: EscrowChain;
    /** How long ago each node last answered, in the order of the settings. */
    nodesSilentSeconds(): number[];
  }
> {
  const houseKeys = loadKeys(settings.keysDir);
  const [one, other, ...more] = settings.rpcUrls;
  const endpoints = [
    openEndpoint(one),
    openEndpoint(other),
    ...more.map((url) => openEndpoint(url)),
  ] as const;
  const token = await checkEscrow(endpoints, { ...settings, holders: houseKeys.holders });
  const { chainId, escrow, escrowBlock } = settings;
  return {
    ...houseKeys,
    chain: connectEscrow({ endpoints, place: { chainId, escrow }, token, escrowBlock }),
    nodesSilentSeconds: () => endpoints.map(silentSeconds),
  };
}
