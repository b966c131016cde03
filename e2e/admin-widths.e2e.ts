import type { Locator } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { openAdmin } from './admin.ts';
import { asAdmin, expect, test } from './fixtures.ts';

test.use(asAdmin);

/** More than a table renders at once, so that it also has room for the rows out of view. */
const MANY = 150;
/** As long as titles of games are. */
const TITLE = 'Ana Vukic vs Klara Lindholm: 1st Set: Total Games Odd/Even';

const aMarket = (place: number): WireAdminMarket => ({
  id: `m_${place}`,
  title: TITLE,
  category: 'sports',
  subcategory: 'tennis',
  source: 'azuro',
  state: 'open',
  archived: false,
  flag: 'It closed 48 hours ago and is not decided.',
  outcomes: [
    { id: 'odd', name: 'Odd' },
    { id: 'even', name: 'Even' },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
  bets: 1200,
  comboLegs: 1,
  stakes: 0,
  exposure: 0,
  worstCase: 0,
  lossBudget: 1000,
});

test.beforeEach(({ page }) =>
  page.route('**/api/admin/markets', (route) =>
    route.fulfill({ json: Array.from({ length: MANY }, (_, place) => aMarket(place)) }),
  ),
);

/** Whether all of the text of an element is shown. */
const isWhole = (text: Locator) =>
  text.evaluate((of) => of.scrollHeight <= of.clientHeight && of.scrollWidth <= of.clientWidth);

/** Where a row's title cell is, then its lines, and the button of its menu; all at one moment, because the page may move. */
const boxesIn = (row: Locator) =>
  row.evaluate((of) => {
    const header = of.querySelector('th');
    return {
      header: [header, ...(header?.children ?? [])].flatMap((each) => each?.getBoundingClientRect() ?? []),
      menu: of.querySelector('button')?.getBoundingClientRect(),
    };
  });

for (const width of [390, 320]) {
  test(`at ${width} px a market's title can be read, above its state`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openAdmin(page);
    const header = page.getByRole('rowheader').first();
    const title = header.getByRole('link');
    await expect(title).toBeVisible();
    expect(await isWhole(title)).toBe(true);
    const row = await boxesIn(page.getByRole('row').filter({ has: title }).first());
    const [, name, ...lines] = row.header;
    expect(name?.width).toBeGreaterThan(150);
    expect(row.header.length).toBe(4);
    for (const [place, line] of lines.entries()) {
      const above = place === 0 ? name : lines[place - 1];
      expect(line.top).toBeGreaterThanOrEqual(above?.bottom ?? Number.NaN);
    }
    expect(lines.at(-1)?.bottom).toBeLessThanOrEqual(row.header[0]?.bottom ?? Number.NaN);
    expect(row.menu?.left).toBeGreaterThanOrEqual(row.header[0]?.right ?? Number.NaN);
  });
}

for (const language of ['en', 'es']) {
  test(`at 1280 px the combo selections beside the bets can be read in ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => {
      if (location.protocol !== 'about:') localStorage.setItem('tallystone.language', chosen);
    }, language);
    await page.goto('/admin');
    const combos = page.getByText(/^1 (combo selection|selección de combinadas)$/).first();
    await expect(combos).toBeVisible();
    expect(await isWhole(combos)).toBe(true);
  });
}
