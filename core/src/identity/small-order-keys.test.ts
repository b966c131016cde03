import { ed25519 } from '@noble/curves/ed25519.js';
import { hex } from '@scure/base';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnsafeSolanaKey } from './small-order-keys.ts';

const { Point } = ed25519;
const P = Point.Fp.ORDER;

/** 32 bytes: y little-endian, the sign of x in the highest bit. Any y is allowed, even one not below the prime. */
function encoded(y: bigint, sign: 0n | 1n): Uint8Array {
  const digits = (y | (sign << 255n)).toString(16).padStart(64, '0');
  return hex.decode(digits).reverse();
}

/** The small-order points, found by removing the large prime factor from arbitrary points. */
function findSmallOrderPoints(): Set<string> {
  const found = new Set<string>();
  for (let y = 2n; found.size < 8 && y < 1_000n; y += 1n) {
    try {
      const point = Point.fromBytes(encoded(y, 0n));
      // Times the group's prime order: what is left has an order of 1, 2, 4 or 8.
      const left = point.multiplyUnsafe(Point.Fn.ORDER - 1n).add(point);
      for (let i = 0, sum = left; i < 8; i += 1, sum = sum.add(left)) found.add(sum.toHex());
    } catch {
      // About half of all y have no point; try the next one.
    }
  }
  return found;
}

/** Whether a lenient parser, as in common verifiers, accepts the bytes as a small-order point. */
function isSmallOrderWhenRead(bytes: Uint8Array): boolean {
  try {
    return Point.fromBytes(bytes, true).isSmallOrder();
  } catch {
    // No point at all: no verifier accepts it either.
    return false;
  }
}

describe('isUnsafeSolanaKey', () => {
  test('knows all eight points of small order', () => {
    const points = findSmallOrderPoints();
    expect(points.size).toBe(8);
    for (const point of points) expect(isUnsafeSolanaKey(hex.decode(point))).toBe(true);
  });

  test('knows them with the other sign bit too, which some readers let pass', () => {
    for (const point of findSmallOrderPoints()) {
      const bytes = hex.decode(point);
      bytes[31] = (bytes[31] ?? 0) ^ 0x80;
      expect(isUnsafeSolanaKey(bytes)).toBe(true);
    }
  });

  test('refuses every y that is not below the prime, with either sign', () => {
    for (let y = P; y < 2n ** 255n; y += 1n) {
      expect(isUnsafeSolanaKey(encoded(y, 0n))).toBe(true);
      expect(isUnsafeSolanaKey(encoded(y, 1n))).toBe(true);
    }
  });

  test.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
  ])('refuses %s, for which a signature needs no secret', (key) => {
    const publicKey = hex.decode(key);
    // R = sB and no key in the equation: with S = 1 and R = B it holds whenever the key's share vanishes.
    const forged = new Uint8Array([...Point.BASE.toBytes(), 1, ...new Uint8Array(31)]);
    const messages = Array.from({ length: 64 }, (_, i) => Uint8Array.of(i));
    expect(messages.some((message) => ed25519.verify(forged, message, publicKey, { zip215: true }))).toBe(
      true,
    );
    expect(isUnsafeSolanaKey(publicKey)).toBe(true);
  });

  test('lets every real key pass', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
        expect(isUnsafeSolanaKey(ed25519.getPublicKey(secret))).toBe(false);
      }),
      runs(100),
    );
  });

  test('agrees with the curve on bytes around the edges of the field', () => {
    const edges = fc.oneof(
      fc.bigInt({ min: 0n, max: 40n }),
      fc.bigInt({ min: P - 40n, max: P - 1n }),
      fc.bigInt({ min: 0n, max: P - 1n }),
    );
    fc.assert(
      fc.property(edges, fc.constantFrom(0n, 1n), (y, sign) => {
        const bytes = encoded(y, sign);
        expect(isUnsafeSolanaKey(bytes)).toBe(isSmallOrderWhenRead(bytes));
      }),
      runs(300),
    );
  });
});
