import { authenticate } from './authenticate.ts';
import type { SessionParts } from './session-parts.ts';
import { toWalletError } from './wallet-failures.ts';

/** Signs the connected wallet in. Never rejects. */
export async function signInAgain(parts: SessionParts): Promise<void> {
  const { attempts, store, link, world } = parts;
  const { publicKey: address, chain, walletType } = store.state;
  if (attempts.running || address === null || chain === null || walletType === null) return;
  const attempt = attempts.begin({ step: 'sign-in' });
  try {
    const connector = await link.require();
    await Promise.race([
      authenticate(parts, { attempt, address, chain, walletType, connector }),
      attempt.whenCancelled,
    ]);
  } catch (error) {
    world.log('Sign-in failed', error);
    store.set({ notice: toWalletError(error).message });
  } finally {
    attempts.end(attempt);
  }
}
