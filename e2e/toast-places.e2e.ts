import type { Locator, Page } from '@playwright/test';
import { acceptAge, enterDemo, enterStake, openBetDialog, placeButton, showCategory } from './bettor.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ context }) => acceptAge(context));

/** How many px of the shorter side of their common area two elements share; 0 if they are apart. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('An element is not visible.');
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, Math.min(across, down));
}

/** Leaves the bet of an open dialog without an answer, so that the toast about it stays. */
async function placeUnanswered(page: Page, dialog: Locator): Promise<Locator> {
  await page.route('**/api/bets', () => {});
  await enterStake(dialog, '5');
  await placeButton(dialog).click();
  await expect(placeButton(dialog)).toBeHidden();
  await page.keyboard.press('Escape');
  const card = page.locator('.transaction-toast');
  await expect(card).toBeVisible();
  return card;
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [1024, 800],
] as const) {
  test(`toasts leave the navigation and a form usable at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enterDemo(page, 'Polygon');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const toast = page.locator('.toast');
    let dialog = await openBetDialog(page, 'politics');
    const field = dialog.getByLabel('Amount (USDC)');
    await field.fill('a lot');
    await placeButton(dialog).click();
    await expect(toast).toBeVisible();
    // It stays while the user looks at another window.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await overlap(toast, placeButton(dialog))).toBe(0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();

    const card = await placeUnanswered(page, dialog);
    expect(await overlap(card, navigation)).toBe(0);
    dialog = await openBetDialog(page, 'sports', 4);
    expect(await overlap(card, placeButton(dialog))).toBe(0);
    // Closing it leaves the form open.
    await card.getByRole('button', { name: 'Close' }).click();
    await expect(card).toBeHidden();
    await expect(field).toBeVisible();
  });
}

test('on a phone a toast leaves the outcomes at the bottom of a market page usable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterDemo(page, 'Polygon');
  await showCategory(page, /politics/i);
  await page.getByRole('tabpanel').getByRole('heading', { level: 4 }).getByRole('link').last().click();
  // Not one of the bar, which leaves while the page scrolls to it.
  await page.getByRole('region', { name: 'Outcomes' }).getByRole('button').last().click();
  const card = await placeUnanswered(page, page.getByRole('dialog'));
  await page.evaluate(() => scrollTo(0, 0));
  const bar = page.getByRole('region', { name: 'Quick bets' });
  await expect(bar).toBeVisible();
  expect(await overlap(card, bar)).toBe(0);
});
