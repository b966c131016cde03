import type { SessionParts } from './session-parts.ts';

/** Reads the SOL balance of the connected address; a failure is logged and shown as 0. */
export async function refreshBalance({ store, world }: SessionParts): Promise<void> {
  const { publicKey: address } = store.state;
  if (address === null) return;
  let solBalance = 0;
  try {
    const { solanaRpcUrl } = await world.loadConfig();
    solBalance = await world.readSolBalance({ address, rpcUrl: solanaRpcUrl });
  } catch (error) {
    world.log('The SOL balance could not be read', error);
  }
  if (store.state.publicKey === address && store.state.chain === 'Solana') store.set({ solBalance });
}
