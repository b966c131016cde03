import type { SessionParts } from './session-parts.ts';
import { toWalletError } from './wallet-error.ts';
import type { WalletStep } from './wallet-state.ts';

/** After a chain mismatch: switches the wallet back to the chain that signed in. Never rejects. */
export async function switchBack({ store, attempts, link, world }: SessionParts): Promise<void> {
  const { chain } = store.state;
  if (attempts.running || chain === null) return;
  const attempt = attempts.begin({ step: 'switch-chain' });
  try {
    const connector = await link.require();
    const onStep = (step: WalletStep) => !attempt.cancelled && store.set({ step });
    await Promise.race([connector.switchChain({ chain, onStep }), attempt.whenCancelled]);
  } catch (error) {
    store.set({ notice: toWalletError(error).message });
    world.log('The wallet did not change its chain', error);
  } finally {
    attempts.end(attempt);
  }
}
