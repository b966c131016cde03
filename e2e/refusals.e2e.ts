import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openBetDialog,
  openHistory,
  placeButton,
  signInAgain,
  walletChip,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';
import { SolanaWallet } from './wallets/solana-wallet.ts';

test.beforeEach(({ context, problems }) => {
  // The browser logs a wallet's refusal.
  problems.expect(/User rejected|Request already pending|Nothing was connected|rejected by user/i);
  return acceptAge(context);
});

test('connecting is rejected in the wallet: nothing is connected, and trying again works', async ({
  page,
  context,
}) => {
  const wallet = await EvmWallet.install(context);
  wallet.answers('eth_requestAccounts', 'refusing');
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expect(page.getByText('Nothing was connected. Try again whenever you like.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('walletAddress'))).toBeNull();
  wallet.answers('eth_requestAccounts', 'willing');
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await expectSignedIn(page);
});

test('a request that is already open in the wallet is named as such', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context);
  wallet.answers('eth_requestAccounts', 'busy');
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expect(
    page.getByText('A request is already open in your wallet. Open it to continue.'),
  ).toBeVisible();
});

test('switching the chain is rejected: nothing is connected', async ({ page, context }) => {
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  wallet.answers('wallet_switchEthereumChain', 'refusing');
  await page.goto('/');
  await connect(page, /^Polygon/);
  await expect(page.getByText('Nothing was connected. Try again whenever you like.')).toBeVisible();
});

test('sign-in is rejected in Phantom: connected, marked as not signed in, and sign in again works', async ({
  page,
  context,
}) => {
  const wallet = await SolanaWallet.install(context, { name: 'Phantom' });
  wallet.answers('signMessage', 'refusing');
  await page.goto('/');
  await connect(page, /^Solana \(Phantom\)/);
  await expect(walletChip(page)).toContainText('Not signed in');
  wallet.answers('signMessage', 'willing');
  await signInAgain(page);
});

test('the bet is rejected in the wallet: nothing is booked, the slip stays, and signing later works', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const wallet = await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await enterStake(dialog, '20');
  wallet.answers('personal_sign', 'refusing');
  await placeButton(dialog).click();
  await expect(page.getByText('Bet Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Transaction rejected by user').first()).toBeVisible();
  await expect(dialog.getByLabel('Amount (USDC)')).toHaveValue('20');

  wallet.answers('personal_sign', 'willing');
  await placeButton(dialog).click();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('invalid and empty texts are not amounts', async ({ page, context }) => {
  await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await expect(placeButton(dialog)).toBeDisabled();
  await dialog.getByLabel('Amount (USDC)').fill('0');
  await expect(placeButton(dialog)).toBeDisabled();
  await dialog.getByLabel('Amount (USDC)').fill('twelve');
  await placeButton(dialog).click();
  await expect(page.getByText('Invalid Bet', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter a valid bet amount', { exact: true })).toBeVisible();
});

test('more than the daily cap is blocked, with the reason beside the button', async ({ page, context }) => {
  await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await dialog.getByLabel('Amount (USDC)').fill('1000.01');
  await expect(placeButton(dialog)).toBeDisabled();
  await expect(dialog.getByText(/cap/i).first()).toBeVisible();
});

test('a bet without a wallet leads to connecting and keeps the slip', async ({ page, context }) => {
  await EvmWallet.install(context);
  await page.goto('/');
  const dialog = await openBetDialog(page, 'crypto');
  await dialog.getByLabel('Amount (USDC)').fill('15');
  await placeButton(dialog).click();
  await expect(page.getByText('Wallet Required', { exact: true })).toBeVisible();
  await expect(page.getByText('Please connect your wallet first', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await expectSignedIn(page);
  await expect(page.getByLabel('Amount (USDC)')).toHaveValue('15');
});
