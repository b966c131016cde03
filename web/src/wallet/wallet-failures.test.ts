import { expect, test } from 'vitest';
import { WalletError } from './wallet-error.ts';
import { isChainUnknown, toWalletError, walletNotFound } from './wallet-failures.ts';

test.each([
  [{ code: 4001, message: 'MetaMask Tx Signature: User denied' }, 'Transaction rejected by user'],
  [{ code: -32002, message: 'pending' }, 'A request is already open in your wallet. Open it to continue.'],
  [new Error('The wallet is locked.'), 'The wallet is locked.'],
  ['plain text', 'plain text'],
  [{ code: 7 }, 'Transaction failed'],
  [new Error(''), 'Transaction failed'],
  [undefined, 'Transaction failed'],
])('%o reads as "%s"', (thrown, sentence) => {
  expect(toWalletError(thrown).message).toBe(sentence);
});

test('the code of the wallet and the cause are kept', () => {
  const thrown = { code: 4001, message: 'no' };
  expect(toWalletError(thrown)).toMatchObject({ code: 4001, cause: thrown });
  const own = new WalletError('as it is');
  expect(toWalletError(own)).toBe(own);
});

test.each([
  ['phantom', 'Phantom', 'Phantom wallet not found. Please install the extension.'],
  ['backpack', 'Backpack', 'Backpack wallet not found. Please install the extension.'],
  ['metamask', 'MetaMask', 'MetaMask wallet not found'],
  ['evm', 'Rabby', 'Rabby wallet not found'],
] as const)('a missing %s is named', (walletType, name, sentence) => {
  expect(walletNotFound({ walletType, name }).message).toBe(sentence);
});

test.each([
  [{ code: 4902 }, true],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, true],
  [{ code: -32603, data: { originalError: { code: 1 } } }, false],
  [{ code: 4001 }, false],
  [null, false],
])('%o means an unknown chain: %s', (thrown, unknown) => {
  expect(isChainUnknown(thrown)).toBe(unknown);
});
