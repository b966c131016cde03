import type { Locator, Page } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { callAsAdmin, expectToast, marketCard, marketRow, openAdmin, searchMarkets } from './admin.ts';
import { test } from './feed-fixtures.ts';
import { asAdmin, expect, test as onDemoFeed } from './fixtures.ts';

onDemoFeed.describe('a demo', () => {
  onDemoFeed.use(asAdmin);

  onDemoFeed('names its feed, how fresh it is and what it contains', async ({ page }) => {
    await openAdmin(page, 'azuro');
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText('Connected', { exact: true })).toBeVisible();
    await expect(panel.getByText('Demo feed', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^Read (just now|1 minute ago)\.$/)).toBeVisible();
    for (const label of ['Live Games', 'Sports Available', 'Upcoming Events']) {
      await expect(figure(panel, label)).toHaveText(/^\d+$/);
    }
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expectToast(page, 'Feed updated');
  });
});

test.use(asAdmin);

const figure = (panel: Locator, label: string) =>
  panel.getByText(label, { exact: true }).locator('..').getByRole('definition').first();
const games = (page: Page) => page.getByRole('region', { name: 'Feed games' });
const gameBox = (page: Page, title: string) =>
  games(page).getByRole('checkbox', { name: title, exact: true });
const importButton = (page: Page) => page.getByRole('button', { name: /^Import \(\d+\)$/ });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search Games' });

/** Reloads a page until it shows what the server has received. */
async function untilShown(page: Page, shown: () => Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(shown()).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** The titles of all markets of the feed. */
async function feedTitles(page: Page): Promise<string[]> {
  const markets = await callAsAdmin<WireAdminMarket[]>(page, 'GET', '/api/admin/markets');
  return markets.filter(({ source }) => source === 'azuro').map(({ title }) => title);
}

/** Only those on the winner of a game: other ones add a question to the title of the game. */
async function mainTitles(page: Page): Promise<string[]> {
  return (await feedTitles(page)).filter((title) => !title.includes(': '));
}

async function importGame(page: Page, gameId: string): Promise<void> {
  await callAsAdmin(page, 'POST', '/api/admin/import-azuro-bulk', { gameIds: [gameId] });
}

test('games are filtered, selected as a range and imported, and skipped games have a reason', async ({
  page,
  context,
}) => {
  await openAdmin(page);
  // A demo imports a dozen automatically, possibly a moment after it is ready.
  await expect.poll(async () => (await mainTitles(page)).length).toBe(12);
  await openAdmin(page, 'azuro');
  const panel = page.getByRole('tabpanel');
  await expect(figure(panel, 'Live Games')).toHaveText('6');
  await expect(figure(panel, 'Upcoming Events')).toHaveText('30');
  await expect(panel.getByText('Demo feed')).toHaveCount(0);

  await search(page).fill('unbeknown');
  await expect(page.getByText('No game matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(search(page)).toHaveValue('');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active Only' });
  await expect(panel.getByText(/^\d+ of 36 games/)).toBeVisible();
  await search(page).fill('unbeknown');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(panel.getByText('36 games', { exact: true })).toBeVisible();

  await page.getByRole('combobox', { name: 'Sport' }).selectOption('American Football');
  await expect(panel.getByText(/^4 of 36 games/)).toBeVisible();
  const open = games(page).getByRole('checkbox', { disabled: false });
  await expect(open.nth(1)).toBeVisible();
  const last = (await open.count()) - 1;
  await open.first().click();
  await open.nth(last).click({ modifiers: ['Shift'] });
  await expect(importButton(page)).toHaveText(`Import (${last + 1})`);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(importButton(page)).toHaveText('Import (0)');
  await expect(importButton(page)).toBeDisabled();

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(panel.getByText('36 games', { exact: true })).toBeVisible();
  await search(page).fill('live ');
  await search(page).fill('');
  // A demo has imported a dozen automatically, and six are running.
  await page.getByRole('button', { name: 'Select all 18 filtered' }).click();
  const before = await feedTitles(page);
  await importButton(page).click();
  const title = await expectToast(page, /^Successfully imported \d+ markets$/, '2 markets were skipped');
  const after = await feedTitles(page);
  expect(title).toBe(`Successfully imported ${after.length - before.length} markets`);
  expect(after.length - before.length).toBeGreaterThan(16);
  expect(await mainTitles(page)).toHaveLength(12 + 16);
  const result = page.getByRole('region', { name: 'Result by game' });
  await expect(result).toContainText(
    'Deportivo Marina - CF Costa Brava: The market on the winner is stopped.',
  );
  await expect(result).toContainText('Sporting Lumina - Belo Porto FC: No betting offered yet.');
  const opened = result.getByRole('list').last().getByRole('listitem');
  await expect(opened).toHaveCount(16);
  await expect(opened.filter({ hasText: /: Result [1-9]/ })).toHaveCount(16);
  await search(page).fill('Real Valdoro');
  await expect(gameBox(page, 'Real Valdoro - Atletico Sierra')).toBeDisabled();
  await expect(games(page).getByText('imported', { exact: true })).toBeVisible();

  const bettor = await context.newPage();
  await bettor.goto('/');
  const card = marketCard(bettor, 'Real Valdoro vs Atletico Sierra');
  for (const name of [/^Real Valdoro/, /^Draw/, /^Atletico Sierra/]) {
    await expect(card.getByRole('button', { name })).toBeEnabled();
  }
  await expect(card.getByText(/^Margin \d+\.\d%$/)).toBeVisible();
});

test('the list shows odds that the feed moved', async ({ page, feed }) => {
  await openAdmin(page, 'azuro');
  const gameId = await feed.findGame('Northbridge United - Kingsport Athletic');
  await importGame(page, gameId);
  await feed.setOdds(gameId, ['2.51', '3.33', '2.87']);
  await page.goto('/');
  const card = marketCard(page, 'Northbridge United vs Kingsport Athletic');
  await untilShown(page, () => card.getByRole('button', { name: /2\.51/ }));
  await expect(card.getByRole('button', { name: /3\.33/ })).toBeVisible();
  await expect(card.getByRole('button', { name: /2\.87/ })).toBeVisible();
});

test('a market that the feed stops says so, and resumes when the feed does', async ({ page, feed }) => {
  await openAdmin(page, 'azuro');
  const gameId = await feed.findGame('Castleham City - Port Elwood');
  await importGame(page, gameId);
  const { conditionId } = await feed.mainCondition(gameId);
  await feed.control('condition', { conditionId, state: 'Stopped' });
  await page.goto('/');
  const card = marketCard(page, 'Castleham City vs Port Elwood');
  const sentence = 'Betting is paused while odds are set. Open bets are not affected.';
  await untilShown(page, () => card.getByText(sentence));
  await expect(card.getByRole('button', { name: /% chance/, disabled: false })).toHaveCount(0);

  await feed.control('condition', { conditionId, state: 'Active' });
  await untilShown(page, () =>
    card.getByRole('button', { name: /^Castleham City.*% chance/, disabled: false }),
  );
  await expect(card.getByText(sentence)).toHaveCount(0);
});

test('a game that is canceled takes no bets, and is flagged until its market is void', async ({
  page,
  feed,
}) => {
  await openAdmin(page, 'azuro');
  const gameId = await feed.findGame('Internazionale Lagos - Virtus Portalba');
  await importGame(page, gameId);
  await feed.control('game', { gameId, state: 'Canceled' });
  const title = 'Internazionale Lagos vs Virtus Portalba';
  await page.goto('/');
  await untilShown(page, () => marketCard(page, title).getByText(/^Game canceled, betting closed/));

  await page.goto('/admin');
  await searchMarkets(page, title);
  // The feed's next answer makes the market void, which may come before this page.
  await expect(marketRow(page, title)).toContainText(
    /Suspended.*The game was canceled\.|Void.*Stakes refunded/,
  );
});

test('two tabs that import the same games at once create each market once', async ({
  page,
  context,
  feed,
}) => {
  const { gameIds } = await feed.control<{ gameIds: string[] }>('games', { count: 5 });
  await openAdmin(page, 'azuro');
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expectToast(page, 'Feed updated');
  const other = await context.newPage();
  await openAdmin(other, 'azuro');
  for (const tab of [page, other]) {
    await search(tab).fill('Home 0');
    await tab.getByRole('button', { name: 'Select all 5 filtered' }).click();
    await expect(importButton(tab)).toHaveText('Import (5)');
  }
  await Promise.all([page, other].map((tab) => importButton(tab).click()));
  const counts = await Promise.all(
    [page, other].map(async (tab) => {
      const title = await expectToast(tab, /^Successfully imported \d+ markets$/);
      return Number(title.match(/\d+/)?.[0]);
    }),
  );
  const titles = (await feedTitles(page)).filter((title) => /^Home 0\d+ vs Away 0\d+(: |$)/.test(title));
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(titles.length);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.filter((title) => !title.includes(': '))).toHaveLength(gameIds.length);
});

// The last test: the server waits before it asks a feed again that failed.
test('a failing feed is reported, and read again when it answers', async ({ page, feed, problems }) => {
  problems.expect(/503/);
  await openAdmin(page, 'azuro');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await feed.control('fail', { mode: '500' });
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expectToast(page, 'The feed could not be read');
  await expect(page.getByRole('tabpanel').getByText('The feed could not be read')).toBeVisible();
  // Betting on markets without the feed continues.
  const markets = await callAsAdmin<{ source: string; state: string }[]>(page, 'GET', '/api/markets');
  expect(markets.some(({ source, state }) => source === 'practice' && state === 'open')).toBe(true);

  await feed.control('fail', { mode: 'off' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expect(page.getByRole('tabpanel').getByText('The feed could not be read')).toHaveCount(0, {
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});
