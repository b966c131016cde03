import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openBetDialog,
  placeButton,
  remember,
} from './bettor.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const ROUTES = ['/', '/?category=politics', '/legal', '/admin', '/profile', '/no/such/page'];

// Fading in changes contrast for a moment, which is not what is measured here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const theme of ['light', 'dark'] as const) {
  for (const width of [320, 390, 1280]) {
    test(`every route passes in ${theme} at ${width}`, async ({ page, context }) => {
      await remember(context, 'theme', theme);
      await page.setViewportSize({ width, height: 900 });
      for (const route of ROUTES) {
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (route.startsWith('/?') || route === '/') {
          await expect(page.getByRole('button', { name: /% chance/ }).first()).toBeVisible();
        }
        await expectNoViolations(page);
        await expectNoSidewaysScroll(page);
      }
    });

    test(`a bettor's screens pass in ${theme} at ${width}`, async ({ page, context }) => {
      await acceptAge(context);
      await remember(context, 'theme', theme);
      await EvmWallet.install(context);
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
      await expect(page.getByRole('button', { name: /^Ethereum/ })).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');

      await connect(page, /^Ethereum/);
      await expectSignedIn(page);
      const dialog = await openBetDialog(page, 'politics');
      await enterStake(dialog, '11');
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await placeButton(dialog).click();
      await expectPlaced(page);
      await expectNoViolations(page);

      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: 'Betting History' })).toBeVisible();
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
    });
  }
}

test('the whole way to a bet works with the keyboard alone', async ({ page, context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Ethereum/ }).focus();
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  const outcome = page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% chance/ })
    .first();
  await outcome.focus();
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
