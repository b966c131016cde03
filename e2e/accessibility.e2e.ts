import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openBetDialog,
  placeButton,
} from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const ROUTES = [
  '/',
  '/?category=politics',
  '/legal',
  '/transparency',
  '/admin',
  '/guardian',
  '/profile',
  '/no/such/page',
];

// Fading in briefly changes the contrast, which this test doesn't measure.

for (const route of ROUTES) {
  test(`${route} passes in both themes at every width`, async ({ page }) => {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (route.startsWith('/?') || route === '/') {
      await expect(page.getByRole('button', { name: /% chance/ }).first()).toBeVisible();
    }
    await expectSound(page);
  });
}

test("a bettor's screens pass in both themes at every width", async ({ page, context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(page.getByRole('button', { name: /^Ethereum/ })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '11');
  await expectSound(page);
  await placeButton(dialog).click();
  // The toast closes automatically unless the pointer is on it; at another width the pointer would be elsewhere.
  const transaction = page.getByRole('region', { name: 'Transaction' });
  await transaction.getByRole('button', { name: 'Close' }).focus();
  await expectPlaced(page);
  await expectSound(page);
  await expect(transaction).toBeVisible();

  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Betting History' })).toBeVisible();
  await expectSound(page);
});

test('a bettor can place a bet with the keyboard alone', async ({ page, context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto('/');
  const skip = page.getByRole('link', { name: /skip/i });
  // The page's links work only after the app has started.
  await expect(skip).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Ethereum/ }).press('Enter');
  await expectSignedIn(page);

  const outcome = page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% chance/ })
    .first();
  // A disabled control takes no focus.
  await expect(outcome).toBeEnabled();
  await outcome.focus();
  await expect(outcome).toBeFocused();
  await page.keyboard.press('Enter');
  const amount = page.getByLabel('Amount (USDC)');
  await expect(amount).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(amount).toHaveValue('1');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(amount).toHaveValue('11');
  await page.keyboard.press('Escape');
  await expect(outcome).toBeFocused();
});
