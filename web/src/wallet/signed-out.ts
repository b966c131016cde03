import { localStore } from '../data/local-store.ts';

const signedOutKey = 'tallystone.signedOut';

/**
 * Records that the person signed this browser's wallet out on purpose. Until they sign in again, no page signs it in
 * automatically, in any tab or later visit.
 */
export const signedOut = {
  read: (): boolean => localStore.read(signedOutKey) !== null,
  set: (): void => localStore.write(signedOutKey, '1'),
  clear: (): void => localStore.remove(signedOutKey),
};
