import { expect, test } from 'vitest';
import { type AccountRef, accountKey } from './account.ts';

test.each<[AccountRef, string]>([
  [{ kind: 'user', userId: 'u1' }, 'user:u1'],
  [{ kind: 'escrow', marketId: 'm1' }, 'escrow:m1'],
  [{ kind: 'combos' }, 'combos'],
  [{ kind: 'pool' }, 'pool'],
  [{ kind: 'fees' }, 'fees'],
  [{ kind: 'faucet' }, 'faucet'],
  [{ kind: 'outside' }, 'outside'],
])('%j is named %s', (account, key) => {
  expect(accountKey(account)).toBe(key);
});
