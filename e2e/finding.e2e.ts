import type { Locator, Page } from '@playwright/test';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  acceptAge,
  enterDemo,
  enterStake,
  expectPlaced,
  oddsShown,
  openHistory,
  placeButton,
  readAsBettor,
  remember,
  showCategory,
  textToSign,
} from './bettor.ts';
import { expectNoSidewaysScroll, expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ context }) => acceptAge(context));

async function marketsOf(page: Page, category: string): Promise<WireListedMarket[]> {
  const answer = await page.request.get('/api/markets');
  const markets = (await answer.json()) as WireListedMarket[]; // checked against the schema in the server's own tests
  return markets.filter((market) => market.category === category);
}

/** A market for the test to look for; `place` distinguishes tests. */
async function aMarketOf(page: Page, category: string, place = 0): Promise<WireListedMarket> {
  const market = (await marketsOf(page, category))[place];
  if (market === undefined) throw new Error(`the demo has no market ${place} of ${category}`);
  return market;
}

const field = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search markets' });
const titles = (page: Page): Locator => page.locator('#markets').getByRole('heading', { level: 4 });
const tab = (page: Page, name: RegExp): Locator => page.getByRole('tab', { name });
const view = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Across all categories' }).getByRole('link', { name });
const palette = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search markets, pages and actions' });
const star = (within: Page | Locator, title: string): Locator =>
  within.getByRole('button', { name: `Watch ${title}`, exact: true });

async function openList(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: /% chance/ }).first()).toBeVisible();
}

test('a market is found by a word from the keyboard, and the search is a link', async ({ page }) => {
  const market = await aMarketOf(page, 'crypto');
  const word = market.title.split(' ').sort((a, b) => b.length - a.length)[0] ?? '';
  await openList(page);
  const before = await titles(page).count();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  // As typed with caps lock.
  await page.keyboard.type(`${word.toUpperCase()} ${market.title.split(' ').at(-1)}`);
  await expect(page.getByRole('heading', { name: /^No market matches/ })).toBeVisible();
  await page.getByRole('button', { name: /^Show (it|all \d+)$/ }).click();
  await expect(titles(page).filter({ hasText: market.title })).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(new RegExp(`^${word}`, 'i'));
  await expect(page).toHaveURL(/\?q=.+&view=all$/);

  const link = page.url();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^No market matches/ })).toBeVisible();
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(titles(page)).toHaveCount(before);
  await page.goForward();
  await page.goForward();
  await expect(titles(page).filter({ hasText: market.title })).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(link);
  await expect(titles(elsewhere).filter({ hasText: market.title })).toBeVisible();
  await expect(field(elsewhere)).toHaveValue(new RegExp(word, 'i'));
});

test('a search of ten thousand characters is cut with a message, and slows nothing down', async ({
  page,
}) => {
  await openList(page);
  await field(page).focus();
  await page.keyboard.insertText(`${'market '.repeat(1_500)}`);
  await expect(field(page)).toHaveValue(/^(market )+ma?r?$/);
  await expect(page.getByText('Cut to 100 characters.')).toBeVisible();
  await expect.poll(async () => (await field(page).inputValue()).length).toBe(100);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');

  const answer = await page.goto(`/?q=${'y'.repeat(6_000)}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: /^No market matches/ })).toBeVisible();
  await expect.poll(async () => (await field(page).inputValue()).length).toBe(100);
});

test('sorting and lists across all categories are steps of the browser history', async ({ page }) => {
  await openList(page);
  await expect(tab(page, /sports/i)).toHaveAttribute('aria-selected', 'true');
  await showCategory(page, /crypto/i);
  await expect(page).toHaveURL('/?category=crypto');
  // The address changes at once, the list once it has rendered.
  const named = (await titles(page).allTextContents()).toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('A to Z');
  await expect(page).toHaveURL('/?category=crypto&sort=name');
  await expect(titles(page)).toHaveText(named);
  await view(page, /^Closing soon/).click();
  await expect(page.getByText(/Closing within 24 hours, all categories\.$/)).toBeVisible();
  await view(page, /^Biggest volume/).click();
  await expect(page).toHaveURL('/?sort=name&view=biggest-volume');

  await page.goBack();
  await expect(view(page, /^Closing soon/)).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(tab(page, /crypto/i)).toHaveAttribute('aria-selected', 'true');
  await expect(titles(page)).toHaveText(named);
  await page.goBack();
  await expect(page).toHaveURL('/?category=crypto');
  await page.goBack();
  await expect(tab(page, /sports/i)).toHaveAttribute('aria-selected', 'true');
});

test('on a phone, a list named by a link is visible among the other lists', async ({ page }) => {
  const width = 390;
  await page.setViewportSize({ width, height: 844 });
  await page.goto('/?view=biggest-volume');
  const chosen = page.locator('.market-tabs').getByRole('link', { name: 'Biggest volume' });
  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(async () => {
      const { x = 0, width: wide = 0 } = (await chosen.boundingBox()) ?? {};
      return x > 0 && x + wide <= width;
    })
    .toBe(true);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a market on the watchlist is there on its page, in the next tab and after a visit', async ({
  page,
}) => {
  const market = await aMarketOf(page, 'politics');
  await openList(page, '/?category=politics');
  const next = await page.context().newPage();
  await openList(next, '/?category=politics');
  await star(page, market.title).click();
  await expect(star(page, market.title)).toHaveAttribute('aria-pressed', 'true');
  await expect(star(next, market.title)).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: /^Watchlist/ }).click();
  await expect(page).toHaveURL('/?category=politics&watchlist=only');
  await expect(titles(page)).toHaveText([market.title]);

  await titles(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: market.title, exact: true })).toBeVisible();
  const ofPage = page.getByRole('main').getByRole('button', { name: `Watch ${market.title}`, exact: true });
  await expect(ofPage.first()).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await ofPage.first().click();
  await expect(ofPage.first()).toHaveAttribute('aria-pressed', 'false');
  await expect(star(next, market.title)).toHaveAttribute('aria-pressed', 'false');
});

test('a market that is no longer open leaves the watchlist with a message', async ({ page, context }) => {
  const gone = [{ id: `m_${'a'.repeat(20)}`, title: 'Who won the last one?' }];
  await remember(context, 'tallystone.watchlist', JSON.stringify(gone));
  await openList(page);
  const word = page.getByRole('status').filter({ hasText: 'Closed and removed from your watchlist:' });
  await expect(word).toContainText('Who won the last one?');
  await expectSound(page);
  await word.getByRole('button', { name: 'Got it' }).click();
  await expect(word).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tallystone.watchlist'))).toBeNull();
});

test('the palette finds markets, pages and actions, by keys and by touch', async ({ page }) => {
  const market = await aMarketOf(page, 'crypto', 1);
  await page.goto('/legal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await palette(page).fill(market.title);
  await expect(page.getByRole('option').first()).toContainText(market.title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: market.title, exact: true })).toBeVisible();

  // The action opens no other page, and the focus stays.
  const theme = page.getByRole('button', { name: /dark/i });
  await theme.focus();
  await page.keyboard.press('Control+k');
  await palette(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: /light/i })).toBeFocused();

  await page.keyboard.press('Control+k');
  await palette(page).fill('closing soon');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?view=closing-soon');
  await expect(page.locator('#markets')).toBeInViewport();

  const button = page.getByRole('button', { name: 'Search and commands' });
  await page.setViewportSize({ width: 390, height: 800 });
  await button.click();
  await palette(page).fill('connect');
  await page.getByRole('option', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Ethereum/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await button.click();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('letters are keys once they are switched on, and never while the user types', async ({ page }) => {
  await openList(page);
  await page.keyboard.press('j');
  await expect(titles(page).getByRole('link').first()).not.toBeFocused();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.getByRole('switch', { name: 'Letter shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.keyboard.press('j');
  await expect(titles(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(titles(page).getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Amount (USDC)') });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Amount (USDC)').press('j');
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await field(page).fill('');
  await field(page).pressSequentially('j1?/');
  await expect(field(page)).toHaveValue('j1?/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('odds are shown in the chosen format, and signed and paid as decimals', async ({ page }) => {
  await enterDemo(page, 'Polygon');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('combobox', { name: 'Odds' }).selectOption('American (-118)');
  await showCategory(page, /crypto/i);
  const outcome = page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% chance/, disabled: false })
    .nth(3);
  await expect(outcome).toHaveText(/[+-]\d{3,}/);
  const shown = /[+-]\d{3,}/.exec((await outcome.textContent()) ?? '')?.[0] ?? '';
  await outcome.click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Amount (USDC)') });
  await expect(dialog).toContainText(`odds ${shown}`);
  await enterStake(dialog, '1');
  const text = await textToSign(dialog);
  const signed = / at (\d+\.?\d*) odds$/.exec(text)?.[1] ?? '';
  expect(Number(signed)).toBeGreaterThan(1);
  await expect(oddsShown(dialog)).toHaveText(/^[+-]\d{3,}, decimal \d+\.\d\d$/);
  const decimals = Number(signed).toFixed(2).replace('.', '\\.');
  await expect(dialog).toContainText(new RegExp(`Signed and paid as decimal: [+-]\\d{3,} is ${decimals}\\.`));
  await expectSound(page);
  await placeButton(dialog).click();
  await expectPlaced(page);

  const rows = await openHistory(page);
  await expect(rows.first()).toContainText(/[+-]\d{3,}/);
  await page.reload();
  await expect(rows.first()).toContainText(/[+-]\d{3,}/);
  await page.getByRole('contentinfo').getByRole('combobox', { name: 'Odds' }).selectOption('Decimal (1.85)');
  const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  expect(bet?.minOdds).toBe(Number(signed));
  await expect(rows.first()).toContainText(`${bet?.odds.toFixed(2)}x`);
});

test('finding passes in both themes at every width', async ({ page }) => {
  const market = await aMarketOf(page, 'sports');
  await openList(page, `/?q=${encodeURIComponent(market.title.slice(0, 4))}`);
  await star(page, market.title).click();
  await expectSound(page);
  await page.goto('/?q=locusts&watchlist=only');
  await expect(page.getByRole('heading', { name: /^No market matches/ })).toBeVisible();
  await expectSound(page);
  await openList(page, '/?view=closing-soon');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('navigation', { name: 'Subcategories' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await palette(page).fill('s');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectSound(page);
});

test('finding speaks Spanish', async ({ page, context }) => {
  await remember(context, 'tallystone.language', 'es');
  await openSpanish(page);
  await page.getByRole('searchbox', { name: 'Buscar mercados' }).fill('langostas');
  await expect(page.getByRole('heading', { name: 'Ningún mercado coincide con «langostas»' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Búsqueda y comandos' }).click();
  await expect(page.getByRole('option', { name: 'Cambiar al tema oscuro' })).toBeVisible();
  await expectSound(page);
});

async function openSpanish(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('#markets').getByRole('article').first()).toBeVisible();
}
