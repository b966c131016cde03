import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import { anEvmWallet, aSolanaWallet, shortFormOf } from '@tallystone/testkit/wallets/wallets.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recoverNatively, recoverWithNoble } from './recover-signer.ts';
import { verifySignature } from './verify-signature.ts';

const N = secp256k1.Point.Fn.ORDER;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const be = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

describe('signatures of EVM wallets', () => {
  const alice = anEvmWallet();
  const text = 'Place bet: 25 on o_aaaaaaaaaaaaaaaaaaaa at 2.1 odds';
  const good = alice.sign(text);
  const checks = (signature: Uint8Array, wallet: WalletAddress = alice.wallet, of = text) =>
    verifySignature({ wallet, text: of, signature });

  test('only the wallet that signed is accepted', () => {
    expect(checks(good)).toBe(true);
    expect(checks(good, anEvmWallet().wallet)).toBe(false);
    expect(checks(good, alice.wallet, `${text} `)).toBe(false);
  });

  test('text outside ASCII is counted in bytes', () => {
    const odd = 'Zürich – 北京 🎲';
    expect(checks(alice.sign(odd), alice.wallet, odd)).toBe(true);
  });

  test('v may only be 0, 1, 27 or 28', () => {
    const accepted = Array.from({ length: 256 }, (_, v) => v).filter((v) =>
      checks(Uint8Array.from([...good.subarray(0, 64), v])),
    );
    const parity = ((good[64] ?? 0) - 27) & 1;
    expect(accepted).toEqual([parity, parity + 27]);
  });

  test('the high-s twin of a signature is refused', () => {
    const s = BigInt(`0x${Buffer.from(good.subarray(32, 64)).toString('hex')}`);
    const twin = Buffer.concat([good.subarray(0, 32), be(N - s), Buffer.from([((good[64] ?? 0) - 27) ^ 1])]);
    const hash = keccak_256(Buffer.from(`\x19Ethereum Signed Message:\n${text.length}${text}`));
    const recovered = recoverWithNoble({
      signature: twin.subarray(0, 64),
      recovery: twin[64] === 1 ? 1 : 0,
      hash,
    });
    expect(Buffer.from(keccak_256((recovered ?? new Uint8Array(65)).subarray(1)).subarray(12))).toEqual(
      Buffer.from(alice.wallet.bytes),
    );
    expect(checks(twin)).toBe(false);
  });

  test('the short form is accepted wherever its whole form is, and its high-s twin is refused', () => {
    const shortOf = (whole: Uint8Array) => Buffer.from(shortFormOf(whole)).toString('hex');
    const checksText = (signature: string, of: string) => {
      const parsed = parseSignature('evm', signature);
      return parsed !== null && checks(parsed, alice.wallet, of);
    };
    const seen = new Set<number | undefined>();
    for (let round = 0; round < 40; round++) {
      const said = `${text} ${round}`;
      const whole = alice.sign(said);
      seen.add(whole[64]);
      expect(parseSignature('evm', shortOf(whole))).toEqual(whole);
      expect(checksText(shortOf(whole), said)).toBe(true);
      expect(checksText(shortOf(whole), `${said}.`)).toBe(false);
      const s = BigInt(`0x${Buffer.from(whole.subarray(32, 64)).toString('hex')}`);
      for (const v of [27, 28]) {
        const twin = shortOf(Buffer.concat([whole.subarray(0, 32), be(N - s), Buffer.from([v])]));
        expect(checksText(twin, said)).toBe(false);
      }
    }
    expect([...seen].sort()).toEqual([27, 28]);
  });

  test.each([
    ['r of zero', 0n, 5n],
    ['s of zero', 5n, 0n],
    ['r of the order', N, 5n],
    ['s of the order', 5n, N],
    ['r beyond the order', N + 1n, 5n],
    ['both at their largest', 2n ** 256n - 1n, 2n ** 256n - 1n],
  ])('%s is refused', (_name, r, s) => {
    for (const v of [0, 1, 27, 28])
      expect(checks(Buffer.concat([be(r), be(s), Buffer.from([v])]))).toBe(false);
  });

  test('the native module is in use and agrees with noble on valid, changed and random signatures', () => {
    expect(recoverNatively).not.toBeNull();
    const agrees = (wallet: WalletAddress, message: string, signature: Uint8Array) => {
      const input = { wallet, text: message, signature };
      const native = verifySignature(input, recoverNatively ?? recoverWithNoble);
      expect(verifySignature(input, recoverWithNoble)).toBe(native);
      return native;
    };
    fc.assert(
      fc.property(
        bytesOf(32).filter((bytes) => secp256k1.utils.isValidSecretKey(bytes)),
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.nat(65 * 8 - 1),
        bytesOf(65),
        (secret, message, bit, random) => {
          const { wallet, sign } = anEvmWallet(secret);
          const signature = sign(message);
          const bent = signature.with(bit >> 3, (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
          expect(agrees(wallet, message, signature)).toBe(true);
          expect(agrees(wallet, message, bent)).toBe(false);
          expect(agrees(wallet, message, random)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('signatures of Solana wallets', () => {
  const alice = aSolanaWallet();
  const text = 'Place bet: 25 on o_aaaaaaaaaaaaaaaaaaaa at 2.1 odds';
  const good = alice.sign(text);
  const checks = (signature: Uint8Array, wallet: WalletAddress = alice.wallet, of = text) =>
    verifySignature({ wallet, text: of, signature });

  test('only the wallet that signed is accepted', () => {
    expect(checks(good)).toBe(true);
    expect(checks(good, aSolanaWallet().wallet)).toBe(false);
    expect(checks(good, alice.wallet, `${text}\n`)).toBe(false);
  });

  test('S raised by the group order is refused', () => {
    const s = BigInt(`0x${Buffer.from(good.subarray(32)).reverse().toString('hex')}`);
    const raised = Buffer.concat([good.subarray(0, 32), be(s + L).reverse()]);
    expect(checks(raised)).toBe(false);
  });

  test('keys of small order are refused whatever is signed', () => {
    const identity = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0));
    const wallet: WalletAddress = { family: 'solana', bytes: identity, text: 'identity' };
    // R = identity, S = 0 satisfies the equation for this key and every message.
    const forged = Buffer.concat([identity, Buffer.alloc(32)]);
    for (let round = 0; round < 1000; round++) expect(checks(forged, wallet, `message ${round}`)).toBe(false);
    expect(parseWalletAddress('11111111111111111111111111111111')).toBeNull();
  });

  test('bytes that are not a point on the curve are refused without an error', () => {
    fc.assert(
      fc.property(bytesOf(32), bytesOf(64), (bytes, signature) => {
        expect(checks(signature, { family: 'solana', bytes, text: 'random' })).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('signatures of OpenSSL are accepted, and a Buffer is not changed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    const wallet: WalletAddress = { family: 'solana', bytes, text: 'key' };
    const signature = sign(null, Buffer.from(text), privateKey);
    expect([checks(signature, wallet), checks(signature, wallet)]).toEqual([true, true]);
  });
});
