import type { NodeQuestion } from './chain-node.ts';
import type { SessionParts } from './session-parts.ts';
import { noNode } from './wallet-failures.ts';

/**
 * Asks the node of the connected wallet about a chain. Never opens the wallet.
 *
 * @param chainId rejects if the wallet is on another chain, because its node would answer for that one
 */
export async function askWalletNode(
  { store, link }: SessionParts,
  { chainId, question }: { chainId: number; question: NodeQuestion },
): Promise<unknown> {
  const connector = store.state.connected ? (link.connector ?? (await link.reattach())) : null;
  if (connector === null || connector.family !== 'evm') throw noNode();
  const { chainId: shown } = await connector.look();
  if (shown === null || Number(shown) !== chainId) throw noNode();
  return connector.askNode(question);
}
