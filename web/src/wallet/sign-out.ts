import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import { signedOut } from './signed-out.ts';

/**
 * Signs the page out on purpose. The wallet stays connected. What ends the session may come before the answer, by the stream
 * or in another tab, so the purpose is written down first.
 *
 * @param end asks the server to end the session; where it rejects, this does too
 */
export async function signOut(end: () => Promise<unknown>): Promise<void> {
  signedOut.set();
  try {
    await end();
  } catch (error) {
    // Refused, and the session goes on. Without an answer it may have ended.
    if (error instanceof ApiError && storedSession.read().token !== null) signedOut.clear();
    throw error;
  }
  storedSession.clear();
}
