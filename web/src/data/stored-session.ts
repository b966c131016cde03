import type { WireUser } from '@tallystone/core/http-api/identity';
import { signal } from '../signals/signal.ts';
import { localStore } from './local-store.ts';

const tokenKey = 'authToken';
const userKey = 'user';
const { emit, subscribe } = signal();

/**
 * The token and user that a sign-in stores, shared by the API client (which sends the token) and the wallet (which shows
 * the user). They count only if both are present.
 */
export const storedSession = {
  read: () => ({ token: localStore.read(tokenKey), user: parseUser(localStore.read(userKey)) }),

  save({ token, user }: { token: string; user: WireUser }): void {
    localStore.write(tokenKey, token);
    localStore.write(userKey, JSON.stringify(user));
    emit();
  },

  clear(): void {
    localStore.remove(tokenKey);
    localStore.remove(userKey);
    emit();
  },

  /** Calls back after every change in this tab. Other tabs get a `storage` event. */
  subscribe,
};

function parseUser(text: string | null): WireUser | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    if (!('publicKey' in value) || typeof value.publicKey !== 'string') return null;
    if (!('kycLevel' in value) || typeof value.kycLevel !== 'number') return null;
    // The two fields that decide what is shown are checked; the server decides what is allowed.
    return value as WireUser;
  } catch {
    return null;
  }
}
