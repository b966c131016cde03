import { approve } from './admin.ts';
import {
  acceptAge,
  enterDemo,
  enterStake,
  expectPlaced,
  expectSignedIn,
  oddsShown,
  openBetDialog,
  openHistory,
  placeButton,
  readyToPlace,
  textToSign,
  walletChip,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { pushBelow } from './rival.ts';

test.beforeEach(({ context }) => acceptAge(context));

test('a newcomer without a wallet bets with the practice wallet and sees what it signs', {
  tag: '@smoke',
}, async ({ page }) => {
  await enterDemo(page, 'Polygon');
  await expect(walletChip(page)).toContainText('Practice');
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '25');
  const shown = await textToSign(dialog);
  await placeButton(dialog).click();
  const approval = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(approval).toContainText(shown);
  await approval.getByRole('button', { name: 'Sign' }).click();
  await expectPlaced(page);

  const rows = await openHistory(page);
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Total Bets').locator('..')).toContainText('1');
  await expect(page.getByText('Active Bets').locator('..')).toContainText('1');
  await expect(page.getByText('Total Wagered').locator('..')).toContainText('25.00');
  expect(await page.evaluate(() => localStorage.getItem('tallystone.practice'))).not.toBeNull();
});

test('odds that move while the wallet is open are refused, shown, and used only if the bettor accepts', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/409/);
  await enterDemo(page, 'Ethereum');
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '30');
  const shown = await textToSign(dialog);
  const [, outcomeId = '', odds = ''] = shown.match(/on (\S+) at ([\d.]+) odds/) ?? [];
  const quoted = (await oddsShown(dialog).textContent()) ?? '';
  await placeButton(dialog).click();
  const approval = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(approval).toBeVisible();

  await pushBelow(app.url, { outcomeId, odds: Number(odds) });

  await approval.getByRole('button', { name: 'Sign' }).click();
  await expect(page.getByText('Bet Failed', { exact: true })).toBeVisible();
  const moved = dialog.getByText(/Odds are now \d+\.\d\d \(were \d+\.\d\d\)/);
  await expect(moved).toContainText(`were ${quoted}`);
  await expect(placeButton(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: /^Use \d+\.\d\d$/ }).click();
  await expect(dialog.getByText(/^Place bet: /)).not.toHaveText(shown);
  await readyToPlace(dialog);
  await placeButton(dialog).click();
  await page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: 'Sign' }).click();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('rejecting in the practice wallet books nothing', async ({ page }) => {
  await enterDemo(page, 'BSC');
  const dialog = await openBetDialog(page, 'crypto');
  await enterStake(dialog, '5');
  await placeButton(dialog).click();
  await page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Transaction rejected by user').first()).toBeVisible();
  // The focused element is in view, not below the button.
  await expect(dialog.getByRole('alert').locator('..')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click();
  await expect(page.getByText('No bets yet')).toBeVisible();
  await page.getByText('Explore Markets').click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('pressing Place Bet twice in a row places one bet', async ({ page }) => {
  await enterDemo(page, 'Polygon');
  const dialog = await openBetDialog(page, 'crypto', 1);
  await enterStake(dialog, '10');
  await placeButton(dialog).dblclick();
  const sign = page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: 'Sign' });
  await sign.dblclick();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('the practice admin sees the Admin link and its level', async ({ page, app }) => {
  await page.goto(app.adminPath);
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await page.getByRole('button', { name: /^Polygon.*Practice admin/ }).click();
  await approve(page);
  await expectSignedIn(page);
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByText('Admin (Level 2)')).toBeVisible();
});
