import type { Locator, Page } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { callAsAdmin, createMarket, expectToast, openAdmin, toasts, toastTitled } from './admin.ts';
import { acceptAge, betOn, connect, expectSignedIn, openBetDialog, placeButton } from './bettor.ts';
import { closeByCall, endByCall } from './end-by-call.ts';
import { expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

test.beforeEach(async ({ context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
});

const bell = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Recent activity/ });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Recent activity' });
const rowOf = (page: Page, text: string | RegExp): Locator =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.locator('.notice-title', { hasText: text }) });

async function openPanel(page: Page): Promise<Locator> {
  await bell(page).click();
  await expect(panelOf(page)).toBeVisible();
  return panelOf(page);
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
}

/** Ends a market as an admin, without the dialogs. */
async function end(
  admin: Page,
  adminPath: string,
  market: WireAdminMarket,
  place: number | 'void',
): Promise<void> {
  const { id: marketId, outcomes } = market;
  await closeByCall(admin, adminPath, market);
  const how =
    place === 'void'
      ? { reason: 'Asked in error.' }
      : { outcomeId: outcomes[place]?.id ?? '', evidence: 'As reported: https://example.org/final.' };
  await endByCall(admin, adminPath, { marketId, ...how });
}

test('a bet and its result stay under the bell, in every tab, only for its bettor', async ({
  page,
  context,
  meet,
  adminState,
  app,
}) => {
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const market = await createMarket(admin);
  await signIn(page);
  await expect(bell(page)).toHaveAccessibleName('Recent activity');

  await betOn(page, { title: market.title, outcome: 'Yes', stake: '10' });
  await expect(bell(page)).toHaveAccessibleName('Recent activity, 1 new');
  await openPanel(page);
  const placed = rowOf(page, 'Bet Placed Successfully!');
  await expect(placed).toContainText('Your bet has been confirmed on the blockchain');
  await expect(placed).toContainText(/\$10\.00 on Yes at \d+\.\d\d/);
  await expect(placed.getByRole('list').getByRole('listitem')).toHaveText([
    /^Signed/,
    /^Accepted, reference eth_/,
    /^Recorded in this demo's books/,
  ]);
  await expect(placed).toContainText(/Reference eth_\w{4}\.\.\.\w{8}/);
  await expect(placed.getByRole('link', { name: market.title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Recent activity');

  // The end of the bet reaches every open tab automatically.
  const other = await context.newPage();
  await other.goto('/legal');
  await expect(bell(other)).toHaveAccessibleName('Recent activity');
  await end(admin, app.adminPath, market, 0);
  await expectToast(page, 'Bet won');
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName('Recent activity, 1 new');
  }
  await openPanel(other);
  await expect(rowOf(other, /^Bet won: \$\d+\.\d\d/)).toContainText(/\$10\.00 on Yes at \d+\.\d\d/);
  await other.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Recent activity');
  await other.close();

  // It remains after the page is left, and leads to all bets.
  await page.reload();
  await openPanel(page);
  await expect(rowOf(page, /^Bet won/)).toHaveCount(1);
  await expect(rowOf(page, 'Bet Placed Successfully!')).toHaveCount(1);
  await panelOf(page).getByRole('link', { name: 'View all bets' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect(panelOf(page)).toBeHidden();

  // The next user of this device sees none of it.
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await openPanel(page);
  await expect(panelOf(page)).not.toContainText('Bet won');
  await expect(panelOf(page).getByRole('link', { name: 'View all bets' })).toHaveCount(0);
});

test('a result from while the bettor was away is reported once, on return', async ({
  page,
  meet,
  adminState,
  app,
}) => {
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const [won, voided] = [await createMarket(admin), await createMarket(admin)];
  await signIn(page);
  await betOn(page, { title: won.title, outcome: 'Yes', stake: '20' });
  await betOn(page, { title: voided.title, outcome: 'No', stake: '5' });
  await page.goto('about:blank');
  await end(admin, app.adminPath, won, 0);
  await end(admin, app.adminPath, voided, 'void');
  for (const [{ id }, state] of [
    [won, 'settled'],
    [voided, 'void'],
  ] as const) {
    const now = () => callAsAdmin<{ state: string }>(admin, 'GET', `/api/markets/${id}`);
    await expect.poll(async () => (await now()).state).toBe(state);
  }

  await page.goto('/legal');
  await expectToast(page, '2 bets ended while you were away', /You were paid \$\d+\.\d+ in total\./);
  await openPanel(page);
  await expect(rowOf(page, /^Bet won: \$/)).toHaveCount(1);
  await expect(rowOf(page, 'Bet void')).toContainText(': $5.00 refunded.');
  await expect(panelOf(page)).not.toContainText('while you were away');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openPanel(page);
  await expect(rowOf(page, /^Bet won: \$/)).toHaveCount(1);
  await expect(page.getByText('while you were away')).toHaveCount(0);
});

test('the text of a toast can be read later; F8 still leads to the toast itself', async ({ page }) => {
  await signIn(page);
  const dialog = await openBetDialog(page, 'politics');
  await dialog.getByLabel('Amount (USDC)').fill('a lot');
  await placeButton(dialog).click();
  // Screen readers don't see anything outside an open dialog; the message has been read to them.
  await expect(page.getByText('Invalid Bet', { exact: true })).toBeVisible();
  // It waits for a user who looks at another window, and here for a machine that is slow to close the dialog.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(toastTitled(page, 'Invalid Bet')).toBeVisible();
  await expect(toasts(page)).toHaveAccessibleName('Notifications (F8)');
  await page.keyboard.press('F8');
  await expect(toasts(page).getByRole('list')).toBeFocused();
  await openPanel(page);
  await expect(rowOf(page, 'Invalid Bet')).toContainText('Please enter a valid bet amount');
  await panelOf(page).getByRole('button', { name: 'Clear' }).click();
  await expect(panelOf(page).getByRole('status')).toHaveText('Cleared.');
  await page.reload();
  await openPanel(page);
  await expect(panelOf(page)).toContainText('No activity yet');
});

test.describe('without motion', () => {
  // Fading in briefly changes the contrast, which this test doesn't measure.

  test('recent activity passes in both themes at every width, as a panel and as a sheet', async ({
    page,
    meet,
    adminState,
    app,
  }) => {
    const admin = await (await meet(adminState)).newPage();
    await openAdmin(admin);
    const market = await createMarket(admin);
    await signIn(page);
    await betOn(page, { title: market.title, outcome: 'Yes', stake: '10' });
    await end(admin, app.adminPath, market, 1);
    await expectToast(page, 'Bet lost');
    // The panel covers part of what is behind it, and axe measures a button by what is left of it: here is only text.
    await page.goto('/legal');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openPanel(page);
      await expect(rowOf(page, 'Bet lost')).toBeVisible();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expect(panelOf(page)).toBeHidden();
    }

    await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
    await page.reload();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Actividad reciente/ })
      .click();
    const panel = page.getByRole('dialog', { name: 'Actividad reciente' });
    // Facts are shown in the current language, toasts stay in the words in which they were shown.
    await expect(panel.getByText('Apuesta perdida', { exact: true })).toBeVisible();
    await expect(panel.getByText('Bet Placed Successfully!')).toBeVisible();
    await expectSound(page);
  });
});
