import { localStore } from '../data/local-store.ts';

const signedOutKey = 'tallystone.signedOut';

/**
 * The wallet of this browser was signed out on purpose: until it is signed in again, no page signs it in unasked. Every tab
 * and every later visit reads it.
 */
export const signedOut = {
  read: (): boolean => localStore.read(signedOutKey) !== null,
  set: (): void => localStore.write(signedOutKey, '1'),
  clear: (): void => localStore.remove(signedOutKey),
};
