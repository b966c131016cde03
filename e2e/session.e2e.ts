import type { Page } from '@playwright/test';
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

test.beforeEach(({ context }) => acceptAge(context));

/** Ends the session on the server, as after 12 hours, while the page still has its token. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('authToken')}` },
    });
    return answer.status;
  });
  expect(status).toBe(200);
}

test('a bet after the session ended reports that, keeps the slip, and works after signing in again', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/401/);
  await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await enterStake(dialog, '9');
  await endSession(page);
  // The page learns of it within seconds, so the button may already be disabled.
  await placeButton(dialog).click({ force: true });
  await expect(dialog.getByText(/sign in again/i).first()).toBeVisible();
  await expect(dialog.getByLabel('Amount (USDC)')).toHaveValue('9');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await signInAgain(page);
  await page.keyboard.press('Escape');
  const again = await openBetDialog(page, 'crypto');
  await enterStake(again, '9');
  await placeButton(again).click();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('the profile of an ended session asks to sign in', async ({ page, context, problems }) => {
  problems.expect(/401/);
  await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await endSession(page);
  await page.goto('/profile');
  await expect(page.getByText('Authentication Required')).toBeVisible();
});

test('two tabs share one session: signing in, betting and signing out in one shows in the other', async ({
  page,
  context,
}) => {
  await EvmWallet.install(context);
  const other = await context.newPage();
  await page.goto('/');
  await other.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await expect(walletChip(other)).toBeVisible();

  const here = await openBetDialog(page, 'politics');
  const there = await openBetDialog(other, 'politics');
  await enterStake(here, '600');
  await enterStake(there, '600');
  await placeButton(here).click();
  await expectPlaced(page);
  // The cap of 1,000 is shared, so the other tab's 600 no longer fits, and that tab shows it.
  await expect(there.getByText('Above your daily cap: $400.00 left.')).toBeVisible();
  await expect(placeButton(there)).toBeDisabled();
  await expect(await openHistory(page)).toHaveCount(1);

  await there.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
});

test('if the server dies while a bet is sent, nothing is lost: sending it again places it once', async ({
  page,
  app,
  front,
  context,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION|Failed to fetch|Failed to load/);
  const wallet = await EvmWallet.install(context);
  await page.goto(front.url);
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '40');
  await app.kill();
  await placeButton(dialog).click();
  await expect(dialog.getByText(/may have been placed|no answer|not answer/i).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send again' })).toBeVisible();
  const signatures = wallet.signedTexts().length;

  await app.start();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expectPlaced(page);
  expect(wallet.signedTexts(), 'the same signed bet is sent again').toHaveLength(signatures);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('if the server is unreachable, the list fails with the fixed words, and Try Again restores it', async ({
  page,
  app,
  front,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION|Failed to fetch|Failed to load|50\d/);
  await page.goto(`${front.url}/legal`);
  await app.stop();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Markets|Tallystone/ })
    .first()
    .click();
  await expect(page.getByText('Failed to load markets')).toBeVisible();
  await expect(
    page.getByText('Unable to connect to market data. Please check your connection and try again.'),
  ).toBeVisible();
  await app.start();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: /% chance/ }).first()).toBeVisible();
});
