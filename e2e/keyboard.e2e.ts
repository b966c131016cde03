import type { Locator, Page } from '@playwright/test';
import { createMarket, openAdmin, resultsPanel } from './admin.ts';
import { acceptAge, expectSignedIn, positionsOf, receiptsOf } from './bettor.ts';
import { closeByCall } from './end-by-call.ts';
import { expect } from './fixtures.ts';
import { test } from './moved-fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const MINUTE_MS = 60_000;
/** More stops than any page here has. */
const MOST_STOPS = 300;

/** Presses Tab until the control has the focus: a control that Tab doesn't reach fails the test. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('the keyboard alone is enough to connect, bet, cash out, disconnect and resolve a market', async ({
  page,
  context,
  meet,
  adminState,
  app,
  clock,
}) => {
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const market = await createMarket(admin);
  const { title } = market;
  await acceptAge(context);
  await EvmWallet.install(context);

  await page.goto('/?category=politics');
  await press(page, page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }));
  await press(page, page.getByRole('button', { name: /^Ethereum/ }));
  await expectSignedIn(page);

  // While a dialog is open, or closing, keys are its own.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
  await page.keyboard.type(title);
  const card = page.getByRole('article', { name: title });
  await press(page, card.getByRole('button', { name: /^Yes/ }));
  await expect(page.getByLabel('Amount (USDC)')).toBeFocused();
  await page.keyboard.type('20');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Place Bet' }));
  await expect(page.getByRole('heading', { name: 'Bet Placed Successfully!' })).toBeVisible();

  await clock.advance(MINUTE_MS);
  await press(page, page.getByRole('banner').getByRole('link', { name: 'My Account' }));
  await page.reload();
  await press(page, positionsOf(page, title).getByRole('button', { name: /^Cash out / }));
  const dialog = page.getByRole('dialog', { name: /^Cash(ed)? out$/ });
  await press(page, dialog.getByRole('button', { name: /^Cash out [\d.]+ USDC$/ }));
  await expect(dialog.getByRole('status')).toContainText('is now in your balance');
  await press(page, dialog.getByRole('button', { name: 'Done' }));
  await expect(receiptsOf(page, title).getByText('Cashed out', { exact: true })).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Disconnect' }));
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();

  await closeByCall(admin, app.adminPath, market);
  await admin.reload();
  await press(admin, resultsPanel(admin).getByRole('button', { name: `Resolve ${title}` }));
  const form = admin.getByRole('dialog', { name: 'Resolve this market' });
  await press(admin, form.getByRole('radio', { name: /^Yes/ }), 'Space');
  await tabTo(admin, form.getByLabel('Evidence'));
  await admin.keyboard.type('As reported: https://example.org/final.');
  await press(admin, form.getByRole('button', { name: 'Preview payouts' }));
  const rehearsal = admin.getByRole('dialog', { name: 'Yes: payouts' });
  await press(admin, rehearsal.getByRole('button', { name: 'Confirm and pay' }));
  await expect(admin.getByText(`${title}: Yes won`, { exact: true })).toBeVisible();
});
