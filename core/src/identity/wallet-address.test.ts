import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, hex } from '@scure/base';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnsafeSolanaKey } from './small-order-keys.ts';
import { formatWalletAddress, parseWalletAddress } from './wallet-address.ts';

/** The test addresses of EIP-55, and some other public ones. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

/** Public mainnet programs and wallets. */
const SOLANA = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
];

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('parseWalletAddress of an EVM address', () => {
  test.each(EIP_55)('%s is canonical', (text) => {
    expect(parseWalletAddress(text)).toEqual({
      family: 'evm',
      bytes: hex.decode(text.slice(2).toLowerCase()),
      text,
    });
  });

  test.each([MIXED, MIXED.toLowerCase(), `0x${MIXED.slice(2).toUpperCase()}`])(
    '%s is the same wallet',
    (text) => {
      expect(parseWalletAddress(text)).toEqual(parseWalletAddress(MIXED));
      expect(parseWalletAddress(text)?.text).toBe(MIXED);
    },
  );

  test('is refused with any letter’s case flipped', () => {
    const digits = MIXED.slice(2).split('');
    const flipped = digits.map((digit, at) => {
      const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
      return `0x${digits.with(at, other).join('')}`;
    });
    for (const text of flipped.filter((each) => each !== MIXED)) expect(parseWalletAddress(text)).toBeNull();
  });

  test.each([
    '',
    '0x',
    MIXED.slice(2),
    MIXED.slice(0, -1),
    `${MIXED}0`,
    `0X${MIXED.slice(2)}`,
    ` ${MIXED}`,
    `${MIXED} `,
    `${MIXED}\n`,
    `0x${'g'.repeat(40)}`,
    `0x${'٣'.repeat(40)}`,
    `0x${'0'.repeat(64)}`,
    `0x${'0'.repeat(10_000)}`,
    `ethereum:${MIXED}`,
  ])('refuses %j', (text) => {
    expect(parseWalletAddress(text)).toBeNull();
  });

  test('reads every address back in four spellings', () => {
    fc.assert(
      fc.property(bytesOf(20), (bytes) => {
        const text = formatWalletAddress('evm', bytes);
        const digits = text.slice(2);
        for (const spelling of [digits, digits.toLowerCase(), digits.toUpperCase()]) {
          expect(parseWalletAddress(`0x${spelling}`)).toEqual({ family: 'evm', bytes, text });
        }
      }),
      runs(200),
    );
  });
});

describe('parseWalletAddress of a Solana address', () => {
  test.each(SOLANA)('%s is canonical', (text) => {
    expect(parseWalletAddress(text)).toEqual({ family: 'solana', bytes: base58.decode(text), text });
  });

  test('reads the address of every real key back', () => {
    fc.assert(
      fc.property(bytesOf(32), (secret) => {
        const bytes = ed25519.getPublicKey(secret);
        const text = formatWalletAddress('solana', bytes);
        expect(parseWalletAddress(text)).toEqual({ family: 'solana', bytes, text });
      }),
      runs(50),
    );
  });

  test('accepts exactly the 32 bytes that can be a safe key', () => {
    fc.assert(
      fc.property(bytesOf(32), fc.nat(4), (random, zeros) => {
        const bytes = random.fill(0, 0, zeros);
        const text = base58.encode(bytes);
        expect(parseWalletAddress(text)?.bytes).toEqual(isUnsafeSolanaKey(bytes) ? undefined : bytes);
      }),
      runs(300),
    );
  });

  test('refuses text that decodes to another length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 40 }).filter(({ length }) => length !== 32),
        (bytes) => {
          expect(parseWalletAddress(base58.encode(bytes))).toBeNull();
        },
      ),
      runs(300),
    );
  });

  test.each([
    ['the system program, a key without an owner', '1'.repeat(32)],
    ['a leading 1 too many', `1${SOLANA[0]}`],
    ['33 bytes in 44 characters', 'z'.repeat(44)],
    ['31 characters', '1'.repeat(31)],
    ['45 characters', '1'.repeat(45)],
    ['a zero digit', `0${SOLANA[0]?.slice(1)}`],
    ['a capital O', `O${SOLANA[0]?.slice(1)}`],
    ['a capital I', `I${SOLANA[0]?.slice(1)}`],
    ['a small l', `l${SOLANA[0]?.slice(1)}`],
    ['a cyrillic look-alike', `${SOLANA[0]?.slice(0, -1)}А`],
    ['a space behind', `${SOLANA[0]} `],
    ['a line break behind', `${SOLANA[0]}\n`],
    ['hex of 32 bytes', 'ab'.repeat(32)],
    ['hex of 32 bytes with 0x', `0x${'ab'.repeat(32)}`],
    ['10,000 characters', '2'.repeat(10_000)],
  ])('refuses %s', (_, text) => {
    expect(parseWalletAddress(text)).toBeNull();
  });
});

describe('parseWalletAddress of anything', () => {
  test('returns null or an address that parses to itself, and never throws', () => {
    const base58ish = fc.string({
      unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
      minLength: 30,
      maxLength: 46,
    });
    const hexish = fc
      .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFx'), minLength: 38, maxLength: 42 })
      .map((s) => `0x${s}`);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), base58ish, hexish), (text) => {
        const address = parseWalletAddress(text);
        const again = address && parseWalletAddress(address.text);
        expect(again).toEqual(address);
        expect(address?.family !== 'solana' || address.text === text).toBe(true);
      }),
      runs(2_000),
    );
  });
});

describe('formatWalletAddress', () => {
  test.each([
    ['evm', 19],
    ['evm', 32],
    ['solana', 20],
    ['solana', 33],
    ['solana', 0],
  ] as const)('for the family %s refuses %s bytes', (family, length) => {
    expect(() => formatWalletAddress(family, new Uint8Array(length))).toThrow(`got ${length}`);
  });
});
