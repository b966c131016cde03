import { approve } from './admin.ts';
import {
  acceptAge,
  connect,
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
import { EvmWallet } from './wallets/evm-wallet.ts';

test.beforeEach(({ context }) => acceptAge(context));

test('a newcomer without a wallet bets with the practice wallet in four clicks, and it signs what the form shows', {
  tag: '@smoke',
}, async ({ page, context }) => {
  await context.addInitScript(() => {
    let clicks = 0;
    addEventListener('click', () => Object.assign(window, { clicks: ++clicks }), { capture: true });
  });
  let signIn = () => {};
  const letIn = new Promise<void>((resolve) => {
    signIn = resolve;
  });
  await page.route('**/api/auth/verify', (route) => letIn.then(() => route.continue()));
  await page.goto('/?category=politics');
  const tryDemo = page.getByRole('main').getByRole('button', { name: 'Try demo mode' });
  // The app has replaced the static page once it has this button.
  await expect(tryDemo).toBeVisible();
  // The page makes room for the list at the press. Once the wallet is connected it would move under the pointer.
  const hero = page.locator('.hero');
  await hero.evaluate((element) =>
    addEventListener('click', () =>
      requestAnimationFrame(() => element.setAttribute('data-next-frame', String(element.dataset.compact))),
    ),
  );
  await tryDemo.click();
  await expect(hero).toHaveAttribute('data-next-frame', '');
  const firstPrice = page.getByRole('button', { name: /% chance/, disabled: false }).first();
  await expect(page.getByRole('note', { name: 'Practice hint 1 of 3' })).toBeVisible();
  // Waits until it is still. A card that moves later takes the press of another outcome, or none.
  await firstPrice.hover();
  const before = await firstPrice.boundingBox();
  signIn();
  await expectSignedIn(page);
  expect((await firstPrice.boundingBox())?.y).toBe(before?.y);
  await expect(walletChip(page)).toContainText('Practice');
  await expect(walletChip(page)).toContainText('Polygon');
  // The pressed button is gone, and the list it made room for has the focus.
  await expect(page.getByRole('region', { name: 'Live Prediction Markets' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toBeInViewport();

  await firstPrice.click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Amount (USDC)') });
  await dialog.getByRole('button', { name: '$25', exact: true }).click();
  await readyToPlace(dialog);
  const shown = await textToSign(dialog);
  const placed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/bets'),
  );
  await placeButton(dialog).click();
  const { amount, outcomeId, odds } = (await placed).postDataJSON();
  expect(shown).toBe(`Place bet: ${amount} on ${outcomeId} at ${odds} odds`);
  await expectPlaced(page);
  expect(await page.evaluate(() => Reflect.get(window, 'clicks'))).toBe(4);

  const rows = await openHistory(page);
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Total Bets').locator('..')).toContainText('1');
  await expect(page.getByText('Active Bets').locator('..')).toContainText('1');
  await expect(page.getByText('Total Wagered').locator('..')).toContainText('25.00');
  expect(await page.evaluate(() => localStorage.getItem('tallystone.practice'))).not.toBeNull();
});

test('odds that move while the wallet is open are refused, shown, and used only if the bettor accepts', async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(/409/);
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '30');
  const shown = await textToSign(dialog);
  const [, outcomeId = '', odds = ''] = shown.match(/on (\S+) at ([\d.]+) odds/) ?? [];
  const quoted = (await oddsShown(dialog).textContent()) ?? '';
  wallet.answers('personal_sign', 'waiting');
  await placeButton(dialog).click();
  await expect.poll(() => wallet.signedTexts().at(-1)).toBe(shown);

  await pushBelow(app.url, { outcomeId, odds: Number(odds) });

  wallet.answers('personal_sign', 'willing');
  await expect(page.getByText('Bet Failed', { exact: true })).toBeVisible();
  const moved = dialog.getByText(/Odds are now \d+\.\d\d \(were \d+\.\d\d\)/);
  await expect(moved).toContainText(`were ${quoted}`);
  await expect(placeButton(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: /^Use \d+\.\d\d$/ }).click();
  await expect(dialog.getByText(/^Place bet: /)).not.toHaveText(shown);
  await readyToPlace(dialog);
  await placeButton(dialog).click();
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('a bet that the wallet rejects is not in the books', async ({ page, context, problems }) => {
  problems.expect(/rejected/i);
  const wallet = await EvmWallet.install(context, { chainId: '0x38' });
  await page.goto('/');
  await connect(page, /^BSC/);
  await expectSignedIn(page);
  const dialog = await openBetDialog(page, 'crypto');
  await enterStake(dialog, '5');
  wallet.answers('personal_sign', 'refusing');
  await placeButton(dialog).click();
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
  await expectPlaced(page);
  await expect(await openHistory(page)).toHaveCount(1);
});

test('the practice wallet changes its chain in its menu, which copies its address', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterDemo(page, 'BSC');
  await expect(walletChip(page)).toBeFocused();
  await page.reload();
  await expect(walletChip(page)).toContainText('BSC');
  await walletChip(page).click();
  const menu = page.getByRole('dialog', { name: 'Your wallet' });
  await menu.getByRole('button', { name: 'Copy address' }).click();
  await expect(menu.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const [copied, own] = await page.evaluate(async () => [
    await navigator.clipboard.readText(),
    localStorage.getItem('walletAddress'),
  ]);
  expect(copied).toMatch(/^0x[\da-fA-F]{40}$/);
  expect(copied).toBe(own);
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
