import {
  applyToAllShown,
  callAsAdmin,
  createMarkets,
  marketCard,
  marketRow,
  openAdmin,
  searchMarkets,
} from './admin.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { marketOf, Rival } from './rival.ts';

test.use(asAdmin);

const PAUSED = 'The operator paused betting. Open bets are not affected.';

test('markets are searched by words, filtered by status and sorted by a column', async ({ page }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page, 3);
  await page.reload();
  await searchMarkets(page, name.toLowerCase());
  await expect(page.getByText(/^3 of \d+ markets, amounts in USDC$/)).toBeVisible();
  for (const title of titles) await expect(marketRow(page, title)).toBeVisible();

  const header = page.getByRole('columnheader', { name: 'Title' });
  const titlesShown = async () =>
    (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0]);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(titlesShown).toEqual(titles);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(titlesShown).toEqual(titles.toReversed());

  const status = page.getByRole('combobox', { name: 'Status' });
  await status.selectOption({ label: 'Suspended' });
  await expect(page.getByText('No market matches')).toBeVisible();
  await status.selectOption({ label: 'Open' });
  await expect(page.getByText(/^3 of \d+ markets/)).toBeVisible();
  await searchMarkets(page, `${name} nowhere`);
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(page.getByRole('searchbox', { name: 'Search markets' })).toHaveValue('');
});

test('bettors see that a market is disabled, until it is undone', async ({ page, context }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page, 2);
  await page.reload();
  await searchMarkets(page, name);
  await applyToAllShown(page, 2, 'disable');
  await expect(page.getByText('Disabled 2 markets', { exact: true })).toBeVisible();
  // The undo offer disappears after a while, unless the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expect(marketRow(page, titles[0] ?? '')).toContainText('Suspended');

  const bettor = await context.newPage();
  await bettor.goto('/?category=politics');
  const card = marketCard(bettor, titles[0] ?? '');
  await expect(card).toContainText(PAUSED);
  await expect(card.getByRole('button', { name: /% chance/ }).first()).toBeDisabled();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Enabled 2 markets', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(marketRow(page, titles[0] ?? '')).toContainText('Open');
  await bettor.reload();
  await expect(card.getByRole('button', { name: /% chance/ }).first()).toBeEnabled();
  await expect(card).not.toContainText(PAUSED);
});

test('an archived market is off the list, until it is undone', async ({ page, context }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page);
  const [title = ''] = titles;
  await page.reload();
  await searchMarkets(page, name);
  await applyToAllShown(page, 1, 'archive');
  await expect(page.getByText('Archived 1 market', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expect(marketRow(page, title)).toContainText('Archived');

  const bettor = await context.newPage();
  await bettor.goto('/?category=politics');
  await expect(bettor.getByRole('article').first()).toBeVisible();
  await expect(marketCard(bettor, title)).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored 1 market', { exact: true })).toBeVisible();
  await bettor.reload();
  await expect(marketCard(bettor, title)).toBeVisible();
});

test('a deletion requires typing the count, and cannot be undone', async ({ page }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page, 2);
  await page.reload();
  await searchMarkets(page, name);
  await applyToAllShown(page, 2, 'delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 markets?' });
  for (const title of titles) await expect(dialog).toContainText(title);
  const remove = dialog.getByRole('button', { name: 'Delete' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(remove).toBeDisabled();
  for (const wrong of ['1', '22', 'two']) {
    await dialog.getByLabel('Type 2 to confirm').fill(wrong);
    await expect(remove).toBeDisabled();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(marketRow(page, titles[0] ?? '')).toBeVisible();

  await page.getByRole('button', { name: 'Apply Action' }).click();
  await expect(dialog.getByLabel('Type 2 to confirm')).toHaveValue('');
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await remove.click();
  await expect(page.getByText('Deleted 2 markets', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByText('No market matches')).toBeVisible();
  const left = await callAsAdmin<{ title: string }[]>(page, 'GET', '/api/admin/markets');
  expect(left.filter(({ title }) => titles.includes(title))).toEqual([]);
});

test('a market with a bet can be neither deleted nor archived, and says why', async ({ page, app }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page, 2);
  const [title = ''] = titles;
  const markets = await callAsAdmin<{ title: string; outcomes: { id: string }[] }[]>(
    page,
    'GET',
    '/api/markets',
  );
  const outcomeId = markets.find((market) => market.title === title)?.outcomes[0]?.id ?? '';
  const rival = await Rival.signIn(app.url);
  await rival.bet(await marketOf(app.url, outcomeId), 40);

  await page.reload();
  await searchMarkets(page, name);
  await expect(marketRow(page, title).getByRole('cell').nth(4)).toHaveText('1');
  await expect(marketRow(page, title)).toContainText('40.00');
  await applyToAllShown(page, 2, 'archive');
  await expect(page.getByText('Archived 1 market; 1 skipped', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Skipped' })).toHaveText(
    `${title}: It has bets. You can archive it once they are settled.`,
  );

  await applyToAllShown(page, 2, 'delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 markets?' });
  await expect(dialog).toContainText('These have bets and will be skipped.');
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted 1 market; 1 skipped', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Skipped' })).toHaveText(
    `${title}: It has bets, and markets with bets are never deleted.`,
  );
  await expect(marketRow(page, title)).toBeVisible();
});

test('all of it works with the keyboard alone', async ({ page }) => {
  await openAdmin(page);
  const { name, titles } = await createMarkets(page);
  const [title = ''] = titles;
  await page.reload();
  await page.getByRole('tab', { name: 'Markets', exact: true }).focus();
  const goTo = async (what: () => Promise<boolean>) => {
    for (let i = 0; i < 40 && !(await what()); i++) await page.keyboard.press('Tab');
    expect(await what(), 'Tab did not lead there').toBe(true);
  };
  const isFocused = (label: string | RegExp, role: Parameters<typeof page.getByRole>[0]) => () =>
    page
      .getByRole(role, { name: label })
      .first()
      .evaluate((element) => element === document.activeElement);

  // The table may be too long to begin with the new market.
  await expect(page.getByText(/^\d+ markets?/).first()).toBeVisible();
  await goTo(isFocused('Search markets', 'searchbox'));
  await page.keyboard.type(name);
  await expect(page.getByText(/^1 of \d+ markets/)).toBeVisible();
  await goTo(isFocused(`Select ${title}`, 'checkbox'));
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  const action = page.getByRole('combobox', { name: 'Bulk action' });
  await action.focus();
  // With arrow keys: letters more than a second apart each start a new search.
  for (let i = 0; i < 6 && (await action.inputValue()) !== 'disable'; i++) {
    await page.keyboard.press('ArrowDown');
  }
  await goTo(isFocused('Apply Action', 'button'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Disabled 1 market', { exact: true })).toBeVisible();
  await goTo(isFocused('Undo', 'button'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enabled 1 market', { exact: true })).toBeVisible();
  await expect(marketRow(page, title)).toContainText('Open');
});
