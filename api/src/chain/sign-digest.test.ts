import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import fc from 'fast-check';
import { recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { signDigest, signNatively, signWithNoble } from './sign-digest.ts';

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
const word = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('the signature recovers to the key, in native code and without it', async () => {
  expect(signNatively).not.toBeNull();
  await fc.assert(
    fc.asyncProperty(
      word.filter((bytes) => secp256k1.utils.isValidSecretKey(bytes)),
      word.map(hexOf),
      async (key, digest) => {
        const signature = signDigest(digest, key);
        expect(signature).toBe(signDigest(digest, key, signWithNoble));
        expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
        expect(await recoverAddress({ hash: digest, signature })).toBe(
          privateKeyToAccount(hexOf(key)).address,
        );
      },
    ),
    { numRuns: 20 },
  );
});
