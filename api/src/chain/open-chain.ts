import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { ChainSettings } from './chain-settings.ts';
import { checkEscrow } from './check-escrow.ts';
import { connectEscrow } from './connect-escrow.ts';
import type { ChainKeys, EscrowChain } from './escrow-chain.ts';
import type { RoleHolders } from './follow-chain.ts';
import { loadKeys } from './keys.ts';
import { openEndpoint } from './rpc.ts';

/** What the server needs to deal with the chain, compared with what the chain says of itself. */
export interface OpenedChain {
  readonly chain: EscrowChain;
  readonly keys: ChainKeys;
  readonly acceptance: (digest: Hex) => Hex;
  /** Who holds which role of the contract, by the keys that are here. */
  readonly holders: RoleHolders;
}

/**
 * Reads the keys, asks the nodes, and compares chain, token, contract, roles and windows with the settings.
 *
 * @throws ChainSetupError naming the first difference
 * @throws ChainUnreachable unless two nodes answer
 */
export async function openChain(settings: ChainSettings): Promise<OpenedChain> {
  const { keys, acceptance, holders } = loadKeys(settings.keysDir);
  const [one, other, ...more] = settings.rpcUrls;
  const endpoints = [
    openEndpoint(one),
    openEndpoint(other),
    ...more.map((url) => openEndpoint(url)),
  ] as const;
  const token = await checkEscrow(endpoints, { ...settings, holders });
  const { chainId, escrow, escrowBlock } = settings;
  const chain = connectEscrow({ endpoints, place: { chainId, escrow }, token, escrowBlock });
  return { chain, keys, acceptance, holders };
}
