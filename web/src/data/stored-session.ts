import type { WireUser } from '@tallystone/core/http-api/identity';
import { signal } from '../signals/signal.ts';
import { localStore } from './local-store.ts';

/** What a sign-in leaves in the browser. Both are present or neither counts. */
export interface StoredSession {
  token: string | null;
  user: WireUser | null;
}

const tokenKey = 'authToken';
const userKey = 'user';
const { tell, subscribe } = signal();

/** The stored token and user, shared by the API client (which sends the token) and the wallet (which shows the user). */
export const storedSession = {
  read(): StoredSession {
    return { token: localStore.read(tokenKey), user: parseUser(localStore.read(userKey)) };
  },

  save({ token, user }: { token: string; user: WireUser }): void {
    localStore.write(tokenKey, token);
    localStore.write(userKey, JSON.stringify(user));
    tell();
  },

  clear(): void {
    localStore.remove(tokenKey);
    localStore.remove(userKey);
    tell();
  },

  /** Called after every change made in this tab. Other tabs hear of it through the `storage` event. */
  subscribe,
};

function parseUser(text: string | null): WireUser | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    if (!('publicKey' in value) || typeof value.publicKey !== 'string') return null;
    if (!('kycLevel' in value) || typeof value.kycLevel !== 'number') return null;
    // The two fields that decide what is shown were checked; what may be done is decided by the server.
    return value as WireUser;
  } catch {
    return null;
  }
}
