import { randomBytes } from 'node:crypto';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { signDigest, signNatively, signWithNoble } from './sign-digest.ts';

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

test('the signature leads back to the key, in native code and without it', async () => {
  expect(signNatively).not.toBeNull();
  for (let i = 0; i < 20; i++) {
    const key = randomBytes(32);
    const digest = hexOf(randomBytes(32));
    const signature = signDigest(digest, key);
    expect(signature).toBe(signDigest(digest, key, signWithNoble));
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
    expect(await recoverAddress({ hash: digest, signature })).toBe(privateKeyToAccount(hexOf(key)).address);
  }
});
