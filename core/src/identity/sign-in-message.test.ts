import { describe, expect, test } from 'vitest';
import { type SignIn, signInMessage } from './sign-in-message.ts';

const evm: SignIn = {
  family: 'evm',
  domain: 'app.example:8443',
  uri: 'https://app.example:8443',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  chainId: 1,
  nonce: 'abc12345XYZ',
  issuedAt: new Date('2026-11-21T12:00:00.000Z'),
  expiresAt: new Date('2026-11-21T12:05:00.000Z'),
};

describe('signInMessage', () => {
  test('for an EVM wallet has the form of EIP-4361', () => {
    expect(signInMessage(evm)).toBe(
      `app.example:8443 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign to prove this address is yours. It is free and moves no funds.

URI: https://app.example:8443
Version: 1
Chain ID: 1
Nonce: abc12345XYZ
Issued At: 2026-11-21T12:00:00.000Z
Expiration Time: 2026-11-21T12:05:00.000Z`,
    );
  });

  test('for a Solana wallet has the same form', () => {
    const solana: SignIn = {
      ...evm,
      family: 'solana',
      address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      chainId: 'mainnet',
    };
    const lines = signInMessage(solana).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('app.example:8443 wants you to sign in with your Solana account:');
    expect(lines[1]).toBe('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    expect(lines[7]).toBe('Chain ID: mainnet');
  });

  test.each<Partial<SignIn>>([
    { domain: 'evil.example\nNonce: 1' },
    { domain: 'two words' },
    { domain: '' },
    { uri: 'https://app.example\r' },
    { address: '0x0\u2028' },
    { chainId: '1\n' },
    { chainId: 'mаinnet' },
  ])('with %j could be read as another message and throws', (field) => {
    expect(() => signInMessage({ ...evm, ...field })).toThrow('visible ASCII');
  });

  test.each(['', 'short12', 'with-dash1', 'with space', 'line1234\n', 'a'.repeat(7)])(
    'with the nonce %j throws',
    (nonce) => {
      expect(() => signInMessage({ ...evm, nonce })).toThrow('8 or more letters and digits');
    },
  );

  test('with an invalid date throws', () => {
    expect(() => signInMessage({ ...evm, issuedAt: new Date(Number.NaN) })).toThrow(RangeError);
  });

  test('differs for every changed field', () => {
    const others: Partial<SignIn>[] = [
      { family: 'solana' },
      { domain: 'app.example' },
      { uri: 'https://app.example' },
      { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
      { chainId: 137 },
      { nonce: 'abc12345XYz' },
      { issuedAt: new Date('2026-11-21T12:00:00.001Z') },
      { expiresAt: new Date('2026-11-21T12:05:00.001Z') },
    ];
    const messages = [evm, ...others.map((other) => ({ ...evm, ...other }))].map(signInMessage);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
