import { describe, expect, test } from 'vitest';
import { chainSchema, walletTypeSchema } from '../http-api/identity.ts';
import { familyOfChain, familyOfWalletType } from './wallet-family.ts';

describe('familyOfWalletType', () => {
  test('knows every wallet type of the API', () => {
    const families = walletTypeSchema.options.map((walletType) => [
      walletType,
      familyOfWalletType(walletType),
    ]);
    expect(families).toEqual([
      ['phantom', 'solana'],
      ['backpack', 'solana'],
      ['metamask', 'evm'],
      ['evm', 'evm'],
    ]);
  });
});

describe('familyOfChain', () => {
  test('knows every chain of the API', () => {
    const families = chainSchema.options.map((chain) => [chain, familyOfChain(chain)]);
    expect(families).toEqual([
      ['Ethereum', 'evm'],
      ['BSC', 'evm'],
      ['Polygon', 'evm'],
      ['Solana', 'solana'],
    ]);
  });
});
