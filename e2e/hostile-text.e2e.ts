import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { StandInGame } from '@tallystone/testkit/feed/stand-in-process.ts';
import { callAsAdmin, expectToast, openAdmin, searchMarkets } from './admin.ts';
import { test } from './feed-fixtures.ts';
import { asAdmin, expect } from './fixtures.ts';
import { FOREIGN_HOST, hostileTexts, MARK } from './hostile-payloads.ts';

test.use(asAdmin);

const COUNT = 500;
const CATEGORIES = ['politics', 'crypto', 'entertainment'] as const;
const SUBCATEGORIES = { politics: 'policy', crypto: 'defi', entertainment: 'all' } as const;

/** What a page did that no text may cause. Console errors and policy reports fail the test anyway. */
class Watch {
  readonly #page: Page;
  readonly #seen: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('dialog', (dialog) => {
      this.#seen.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => this.#seen.push(`a window: ${popup.url()}`));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1')
        this.#seen.push(`a request to ${request.url()}`);
    });
  }

  async expectNothing(): Promise<void> {
    const { ran, foreign } = await this.#page.evaluate(
      ([mark, host]) => ({
        ran: mark in window,
        // No element and no address may come from a text.
        foreign: [...document.querySelectorAll('[src],[href],[action],[style]')]
          .map((element) => element.outerHTML)
          .filter((html) => html.slice(0, html.indexOf('>')).includes(host)),
      }),
      [MARK, FOREIGN_HOST] as const,
    );
    expect(ran, 'a text ran').toBe(false);
    expect(foreign).toEqual([]);
    expect(this.#seen).toEqual([]);
  }
}

/** One cell of a CSV. */
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A bar separates the outcomes in a cell. */
const outcome = (text: string) => text.replaceAll('|', '/').slice(0, 100);

test(`${COUNT} hostile titles, outcomes, tags and descriptions stay plain text, on every page and in exports`, async ({
  page,
}) => {
  const watch = new Watch(page);
  await openAdmin(page);
  const texts = hostileTexts(COUNT);
  const lines = texts.map((text, i) => {
    const category = CATEGORIES[i % CATEGORIES.length] ?? 'politics';
    const [a = '', b = ''] = [texts[(i + 7) % COUNT], texts[(i + 131) % COUNT]];
    return [
      category,
      SUBCATEGORIES[category],
      text,
      texts[(i + 53) % COUNT] ?? '',
      `${outcome(a)}|${outcome(b)}`,
      texts[(i + 211) % COUNT]?.replaceAll('|', '/').slice(0, 40) ?? '',
    ]
      .map(cell)
      .join(',');
  });
  const { imported, rejected } = await callAsAdmin<{ imported: number; rejected: { reason: string }[] }>(
    page,
    'POST',
    '/api/admin/import-csv',
    { csv: ['type,category,title,description,outcomes,tags', ...lines].join('\n') },
  );
  expect(rejected).toEqual([]);
  expect(imported).toBe(COUNT);

  for (const category of CATEGORIES) {
    await page.goto(`/?category=${category}`);
    await expect(page.getByRole('article').nth(100)).toBeAttached();
    await watch.expectNothing();
  }
  const [first] = await page
    .getByRole('article')
    .getByRole('button', { name: /% chance/ })
    .all();
  await first?.click();
  await expect(page.getByLabel('Amount (USDC)')).toBeVisible();
  await watch.expectNothing();

  await openAdmin(page);
  const table = page.getByRole('region', { name: 'Markets' });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  for (let i = 0; i < 20; i++) {
    await table.evaluate((element) => element.scrollBy(0, element.scrollHeight / 20));
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  }
  await watch.expectNothing();
  await searchMarkets(page, '<script');
  await expect(page.getByText(/^\d+ of \d+ markets, amounts in USDC$/)).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select all \d+ shown$/ }).check();
  await page.getByRole('combobox', { name: 'Bulk action' }).selectOption('delete');
  await page.getByRole('button', { name: 'Apply Action' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await watch.expectNothing();
  await page.getByRole('button', { name: 'Cancel' }).click();

  for (const tab of ['analytics', 'settings', 'users', 'audit'] as const) {
    await openAdmin(page, tab);
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeAttached();
    await watch.expectNothing();
  }
  await page.getByRole('button', { name: 'Export Data' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  expect(exported).not.toMatch(/(?:^|,|\n)"(?:\s|"")*[=+@\uff1d\uff0b\uff20\u2212]/);
  expect(exported).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
  await watch.expectNothing();
});

test('hostile names of leagues, countries and players stay plain text', async ({ page, feed }) => {
  interface HostGame extends StandInGame {
    league: { name: string };
    country: { name: string };
    participants: { name: string }[];
  }
  const texts = hostileTexts(400).map((text) => text.slice(0, 100));
  const next = () => texts.shift() ?? 'no text left';
  // Other tests have imported the games of the fixture; these are new, and of another sport.
  await feed.control('games', { count: 20 });
  const games = (await feed.listGames<HostGame>()).map((game) => {
    const participants = game.participants.map((player) => ({ ...player, name: next() }));
    return {
      ...game,
      title: participants
        .map(({ name }) => name)
        .join(' - ')
        .slice(0, 200),
      league: { ...game.league, name: next() },
      country: { ...game.country, name: next() },
      participants,
    };
  });
  const watch = new Watch(page);
  const list = { games, page: 1, perPage: 1000, total: games.length, totalPages: 1 };
  await feed.control('raw', { path: '/games-by-filters?gameState=Prematch', body: JSON.stringify(list) });
  await feed.control('raw', { path: '/games-by-ids', body: JSON.stringify({ games }) });
  try {
    await openAdmin(page, 'azuro');
    await page.getByRole('button', { name: 'Sync Now' }).click();
    await expectToast(page, 'Feed updated');
    const box = page.getByRole('region', { name: 'Feed games' });
    await expect(box).toContainText(MARK);
    await watch.expectNothing();
    await page.getByRole('button', { name: /^Select all \d+ filtered$/ }).click();
    await page.getByRole('button', { name: /^Import \(\d+\)$/ }).click();
    await expectToast(page, /^Successfully imported \d+ markets$/);
    await watch.expectNothing();
    await openAdmin(page);
    await searchMarkets(page, MARK);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await watch.expectNothing();
    await page.goto('/');
    await expect(page.getByRole('article').filter({ hasText: MARK }).first()).toBeVisible();
    await watch.expectNothing();
  } finally {
    await feed.control('reset');
  }
});
