import type { WireLimits } from '@tallystone/core/http-api/account';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openAccount,
  openBetDialog,
  openHistory,
  placeButton,
  readAsBettor,
  walletChip,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

test.beforeEach(({ context }) => acceptAge(context));

test('a person who declines to sign in bets as a guest, and gets their own account after signing', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/rejected/i);
  const wallet = await EvmWallet.install(context);
  wallet.answers('personal_sign', 'refusing');
  const balance = async () => (await readAsBettor<WireLimits>(page, '/api/user/limits')).balance;
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expect(page.getByText('You declined to sign.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();

  await page.getByRole('button', { name: 'Continue as a guest' }).click();
  await expectSignedIn(page);
  await expect(walletChip(page)).toContainText('Guest');
  expect(await balance()).toBe(1000);
  wallet.answers('personal_sign', 'willing');
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '20');
  await placeButton(dialog).click();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
  expect(await balance()).toBe(980);

  await walletChip(page).click();
  await page.getByRole('button', { name: 'Sign with your wallet' }).click();
  await expect(walletChip(page)).not.toContainText('Guest');
  await openAccount(page);
  await expect(page.getByText('No bets yet')).toBeVisible();
  expect(await balance()).toBe(1000);
});
