import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import { t } from '../texts/t.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * Opens a guest account in the demo after a declined signature. It shows the wallet, has its own practice money, and ends
 * with its session. Never rejects.
 */
export async function goOnAsGuest({ attempts, store, world }: SessionParts): Promise<void> {
  const { publicKey: address, chain } = store.state;
  if (attempts.running || address === null || chain === null) return;
  const attempt = attempts.begin({ step: 'sign-in' });
  try {
    const session = await callApi('demoSignIn', { body: { wallet: address, chain } });
    if (!attempt.cancelled) storedSession.save(session);
  } catch (error) {
    world.log('The guest account was not opened', error);
    if (!attempt.cancelled) {
      const notice = error instanceof ApiError ? error.sentence : t('markets.noServer');
      store.set({ notice, guestOffered: true });
    }
  } finally {
    attempts.end(attempt);
  }
}
