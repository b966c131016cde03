import { ApiError } from '../data/api-error.ts';
import { storedSession } from '../data/stored-session.ts';
import { signedOut } from './signed-out.ts';

/**
 * Signs the page out on purpose. The wallet stays connected. The stream or another tab may report the end of the session
 * before the server answers, so the purpose is stored first.
 *
 * @param end asks the server to end the session; if it rejects, this rejects too
 */
export async function signOut(end: () => Promise<unknown>): Promise<void> {
  signedOut.set();
  try {
    await end();
  } catch (error) {
    // If the server refused, the session continues. Without an answer it may have ended.
    if (error instanceof ApiError && storedSession.read().token !== null) signedOut.clear();
    throw error;
  }
  storedSession.clear();
}
