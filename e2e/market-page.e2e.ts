import type { Locator, Page } from '@playwright/test';
import type { WireListedMarket, WireMarket, WireMarketRisk } from '@tallystone/core/http-api/markets';
import { acceptAge, enterDemo, enterStake, expectPlaced, placeButton, remember } from './bettor.ts';
import { expectNoSidewaysScroll, expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { Rival } from './rival.ts';

test.beforeEach(({ context }) => acceptAge(context));

/** The markets of a category in the server's list. */
async function marketsOf(page: Page, category: string): Promise<WireListedMarket[]> {
  const answer = await page.request.get('/api/markets');
  const markets = (await answer.json()) as WireListedMarket[]; // checked against the schema in the server's own tests
  return markets.filter((market) => market.category === category);
}

/** A market for the test to bet on; each test uses a different one. */
async function aMarketOf(page: Page, category: string, place = 0): Promise<WireListedMarket> {
  const market = (await marketsOf(page, category))[place];
  if (market === undefined) throw new Error(`the demo has no market ${place} of ${category}`);
  return market;
}

/** A demo imports some automatically, possibly a moment after it is ready. */
async function aGameOfTheFeed(page: Page): Promise<WireListedMarket> {
  let game: WireListedMarket | undefined;
  await expect
    .poll(async () => {
      game = (await marketsOf(page, 'sports')).find(({ source }) => source === 'azuro');
      return game;
    })
    .toBeDefined();
  if (game === undefined) throw new Error('the demo has no market of the feed');
  return game;
}

/** With what the list doesn't have. */
async function wholeOf(page: Page, { id }: WireListedMarket): Promise<WireMarket> {
  return (await (await page.request.get(`/api/markets/${id}`)).json()) as WireMarket; // checked as above
}

async function openMarket(page: Page, market: WireListedMarket, search = ''): Promise<void> {
  await page.goto(`/market/${market.id}${search}`);
  await expect(page.getByRole('heading', { level: 1, name: market.title, exact: true })).toBeVisible();
}

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const cursor = (page: Page): Locator => page.getByRole('slider', { name: 'Time' });

test("a card opens its market's page, and Back returns to the same place in the list", async ({ page }) => {
  await page.goto('/?category=crypto');
  const titles = page.getByRole('tabpanel').getByRole('heading', { level: 4 }).getByRole('link');
  await expect(titles.first()).toBeVisible();
  const link = titles.last();
  const title = (await link.textContent()) ?? '';
  await link.scrollIntoViewIfNeeded();
  // Without smooth scrolling, so that it reaches its position at once.
  const left = await page.evaluate(async () => {
    window.scrollBy({ top: 120, behavior: 'instant' });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return window.scrollY;
  });
  expect(left).toBeGreaterThan(300);

  await link.click();
  await expect(page).toHaveURL(/\/market\/m_[a-z2-7]{20}$/);
  const heading = page.getByRole('heading', { level: 1, name: title, exact: true });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(`${title} · Tallystone`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/?category=crypto');
  await expect(link).toBeFocused();
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - left)).toBeLessThan(3);
});

test('the history is drawn, in five ranges, and can be read with keys and as a table', async ({
  page,
  app,
}) => {
  const market = await aMarketOf(page, 'politics', 1);
  const rival = await Rival.signIn(app.url);
  const leader = market.outcomes.reduce((best, each) => (each.probability > best.probability ? each : best));
  await rival.bet({ id: market.id, outcomeId: leader.id }, 400);
  await openMarket(page, market, '?range=1H');

  const history = part(page, 'Chances over time');
  await expect(history.getByRole('radio', { name: /^1H/ })).toBeChecked();
  await expect(history.locator('canvas').first()).toBeVisible();
  await expect(history.getByText(/^Latest leader: .*, \d+\.\d% \(\d+\.\d% on /)).toBeVisible();
  for (const range of ['6H', '1W', 'All', '1D']) {
    const answered = page.waitForResponse(`**/api/markets/${market.id}/history?range=${range}`);
    await history.getByRole('radio', { name: new RegExp(`^${range}`) }).click();
    expect((await answered).status()).toBe(200);
    await expect(page).toHaveURL((url) => url.searchParams.get('range') === (range === '1D' ? null : range));
  }

  await cursor(page).focus();
  const latest = await cursor(page).getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', '1');
  const first = (await cursor(page).getAttribute('aria-valuetext')) ?? '';
  expect(first).not.toBe(latest);
  await page.keyboard.press('ArrowRight');
  await expect(cursor(page)).toHaveAttribute('aria-valuenow', '2');
  // The lines beside it show the same moment.
  const [time, ...values] = first.split(/: (?=\D)/);
  expect(values.join()).toContain(market.outcomes[0]?.name);
  await page.keyboard.press('Home');
  await expect(history.getByText(time ?? '', { exact: true })).toBeVisible();

  await history.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('region', { name: 'Table' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Time',
    ...market.outcomes.map(({ name }) => name),
  ]);
  await expect(table.getByRole('row').last()).toContainText(time ?? '');
});

test("another bettor's price becomes the latest point, without another request", async ({ page, app }) => {
  const market = await aMarketOf(page, 'politics', 2);
  await openMarket(page, market);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const points = Number(await cursor(page).getAttribute('aria-valuemax'));
  const readBy = Date.now();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/history')) asked.push(request.url());
  });
  const rival = await Rival.signIn(app.url);
  // Only the last price of each second counts, so a price one second after the read is a separate point.
  await expect.poll(() => Date.now()).toBeGreaterThan(readBy + 1000);
  await rival.bet({ id: market.id, outcomeId: market.outcomes[0]?.id ?? '' }, 700);
  await expect
    .poll(async () => Number(await cursor(page).getAttribute('aria-valuemax')))
    .toBeGreaterThan(points);
  // The point and the button show the same price, but may render at different moments.
  const chance = part(page, 'Outcomes')
    .getByRole('button', { name: /% chance/ })
    .first()
    .getByText(/% chance$/);
  await expect(async () => {
    const [percent] = ((await chance.textContent()) ?? '').split(' ');
    const latest = await cursor(page).getAttribute('aria-valuetext');
    expect(latest).toContain(`${market.outcomes[0]?.name} ${percent}`);
  }).toPass();
  expect(asked).toEqual([]);

  // The house's risk follows too.
  const answer = await page.request.get(`/api/markets/${market.id}/risk`);
  const risk = (await answer.json()) as WireMarketRisk;
  const owed = (risk.outcomes[0]?.owed ?? 0).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(part(page, 'House exposure').getByText(`$${owed}`, { exact: true }).first()).toBeVisible();
  await expect(part(page, 'Activity').getByText(/^\$700\.00 on /)).toBeVisible();
});

test('a bet placed from the page is shown on it', async ({ page }) => {
  await enterDemo(page, 'Polygon');
  const market = await aMarketOf(page, 'crypto', 1);
  await openMarket(page, market);
  // The form is beside the chart, in view without scrolling.
  const [first] = market.outcomes;
  const form = part(page, `Bet on ${first?.name}`);
  await part(page, 'Outcomes')
    .getByRole('button', { name: /% chance/ })
    .first()
    .click();
  await expect(form.getByLabel('Amount (USDC)')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await enterStake(form, '15');
  await expect(placeButton(form)).toBeInViewport({ ratio: 1 });
  await placeButton(form).click();
  await expectPlaced(page);
  const own = part(page, 'Your bets');
  await expect(own.getByRole('listitem')).toContainText(`$15.00 on ${market.outcomes[0]?.name}`);
  await expect(part(page, 'Activity').getByText(/^\$15\.00 on /)).toBeVisible();
  await own.getByRole('button', { name: /^Receipt/ }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
});

test('the page shows the house exposure and the rules by which it ends', async ({ page }) => {
  const market = await aMarketOf(page, 'politics');
  await openMarket(page, market);
  const risk = part(page, 'House exposure');
  await expect(risk.getByText('House can lose at most')).toBeVisible();
  await expect(risk.getByRole('row')).toHaveCount(market.outcomes.length + 1);
  const rules = part(page, 'Rules');
  await expect(rules.getByText(/^A draw by the starting chances\./)).toBeVisible();
  const { draw } = await wholeOf(page, market);
  await expect(rules.getByText(draw?.commitment ?? 'no commitment')).toBeVisible();

  const game = await aGameOfTheFeed(page);
  await openMarket(page, game);
  const { azuroMarketId } = await wholeOf(page, game);
  await expect(part(page, 'Rules').getByText(/from the Demo feed, condition/)).toContainText(
    azuroMarketId ?? 'no condition',
  );
});

test('the link is shared with a picture, and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const market = await aMarketOf(page, 'politics');
  await openMarket(page, market);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const picture = dialog.getByRole('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 630]);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe(`/market/${market.id}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
});

test('a link fills in a bet, and signs nothing', async ({ page }) => {
  const market = await aMarketOf(page, 'crypto');
  const [, second] = market.outcomes;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await openMarket(page, market, `?outcome=${second?.id}&stake=25`);
  await expect(part(page, `Bet on ${second?.name}`).getByLabel('Amount (USDC)')).toHaveValue('25');
  await page.setViewportSize({ width: 390, height: 844 });
  await openMarket(page, market, `?outcome=${second?.id}&stake=7.5`);
  await expect(page.getByRole('dialog', { name: market.title }).getByLabel('Amount (USDC)')).toHaveValue(
    '7.5',
  );
  expect(sent.filter((url) => url.includes('/api/bets'))).toEqual([]);
});

test('an unknown market looks like any unknown address', async ({ page, problems }) => {
  problems.expect(/404/);
  for (const id of ['m_aaaaaaaaaaaaaaaaaaaa', '..%2F..%2Fuser%2Fprofile', 'x'.repeat(300)]) {
    await page.goto(`/market/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /markets/i })
    .click();
  await expect(page).toHaveURL('/');
});

test('an unknown range shows the last day, and the server refuses it with a sentence', async ({ page }) => {
  const market = await aMarketOf(page, 'politics');
  await openMarket(page, market, '?range=9000Y');
  await expect(part(page, 'Chances over time').getByRole('radio', { name: /^1D/ })).toBeChecked();
  const refused = await page.request.get(`/api/markets/${market.id}/history?range=9000Y`);
  expect(refused.status()).toBe(400);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the two leading outcomes are at the bottom of the screen while the outcomes are out of view', async ({
    page,
  }) => {
    const market = await aMarketOf(page, 'politics');
    await openMarket(page, market);
    // The page grows until they are there.
    for (const later of ['[role="slider"] canvas', '.risk-table', '.activity']) {
      await expect(page.locator(later).first()).toBeVisible();
    }
    const bar = part(page, 'Quick bets');
    const outcomes = part(page, 'Outcomes');
    await outcomes.scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 1.6));
    await expect(bar.getByRole('button')).toHaveCount(2);
    await expect(bar).toBeInViewport();
    // The names of these outcomes are readable on the narrowest phone too.
    await page.setViewportSize({ width: 320, height: 700 });
    for (const name of await bar.locator('.outcome-name').all()) {
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(100);
    }
    await bar.getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: market.title })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('the chart is 220 px high from the start, and nothing moves when it loads', async ({ page }) => {
    const market = await aMarketOf(page, 'politics');
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openMarket(page, market);
    await expect(cursor(page).locator('canvas').first()).toBeVisible();
    expect(await cursor(page).evaluate((chart) => chart.getBoundingClientRect().height)).toBe(220);
    await expect(part(page, 'Activity').getByText('Market opened')).toBeVisible();
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
    );
    expect(moved).toBeLessThan(0.05);
  });
});

test.describe('for everyone', () => {
  // Fading in briefly changes the contrast, which this test doesn't measure.

  for (const language of ['en', 'es']) {
    test(`the page passes in both themes at every width, in ${language}`, async ({ page, context }) => {
      await remember(context, 'tallystone.language', language);
      const market = await aMarketOf(page, 'politics');
      await openMarket(page, market);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[role="slider"] canvas').first()).toBeVisible();
      await expect(page.locator('.risk-table')).toBeVisible();
      await expect(page.locator('.activity')).toBeVisible();
      await expectSound(page);

      const [asTable, share] = language === 'en' ? ['Table', 'Share'] : ['Tabla', 'Compartir'];
      await page.getByRole('button', { name: asTable }).click();
      await expectSound(page);
      await page.getByRole('button', { name: share, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
      await expectSound(page);
    });
  }

  test('a market of the feed passes, too', async ({ page }) => {
    const game = await aGameOfTheFeed(page);
    await openMarket(page, game);
    await expect(page.locator('[role="slider"] canvas').first()).toBeVisible();
    await expectSound(page);
  });
});
