import type { Locator, Page } from '@playwright/test';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { callAsAdmin, createMarket, expectToast, marketCard, openAdmin } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import {
  acceptAge,
  betOn,
  connect,
  enterDemo,
  enterStake,
  expectPlaced,
  expectSignedIn,
  oddsShown,
  openAccount,
  placeButton,
  readAsBettor,
  receiptsOf,
  remember,
  textToSign,
} from './bettor.ts';
import { closeByCall, endByCall } from './end-by-call.ts';
import { expectNoSidewaysScroll, expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { newName } from './new-name.ts';
import { Rival } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

test.beforeEach(({ context }) => acceptAge(context));

/** Prices are valid for this long after they were read, whatever happens to the stream. */
const PRICES_HOLD_MS = 60_000;
/** A page that has failed to connect for a while retries within half a minute. */
const RECONNECTS_MS = 120_000;

/** The mark of the list, or of a dialog, that says how current prices are. */
const mark = (place: Page | Locator, words: string | RegExp): Locator =>
  place.getByText(words, { exact: typeof words === 'string' });

const outcomeOf = (page: Page, title: string, outcome: string): Locator =>
  marketCard(page, title).getByRole('button', { name: new RegExp(`^${outcome}\\b.*% chance`) });

/** A market according to the server now. */
async function marketNow(page: Page, id: string): Promise<WireMarket> {
  const answer = await page.request.get(`/api/markets/${id}`);
  return (await answer.json()) as WireMarket; // checked against the schema in the server's own tests
}

const oddsNow = async (page: Page, { id }: { id: string }, place = 0): Promise<string> =>
  (await marketNow(page, id)).outcomes[place]?.odds?.toFixed(2) ?? '';

/** Counts how often each page reads the list of markets. */
function countLists(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/markets') count += 1;
  });
  return () => count;
}

async function openMarketOf(admin: Page): Promise<WireAdminMarket & { yes: string; no: string }> {
  await openAdmin(admin);
  const market = await createMarket(admin);
  const [yes, no] = market.outcomes.map(({ id }) => id);
  return { ...market, yes: yes ?? '', no: no ?? '' };
}

test('a bet in one browser moves the odds in another, without further requests', async ({
  page,
  meet,
  app,
  adminState,
}) => {
  const admin = await (await meet(adminState)).newPage();
  // Both show the list before the market exists.
  const lists = countLists(page);
  await page.goto('/?category=politics');
  await expect(mark(page, 'Live')).toBeVisible();
  const market = await openMarketOf(admin);
  const watched = outcomeOf(page, market.title, 'Yes');
  await expect(watched).toContainText(await oddsNow(page, market));

  const others = await meet();
  await acceptAge(others);
  await EvmWallet.install(others);
  const other = await others.newPage();
  await other.goto('/?category=politics');
  await connect(other, /^Polygon/);
  await expectSignedIn(other);
  await betOn(other, { title: market.title, outcome: 'Yes', stake: '400' });

  const odds = await oddsNow(page, market);
  await expect(watched).toContainText(odds);
  await expect(outcomeOf(other, market.title, 'Yes')).toContainText(odds);
  await expect(marketCard(page, market.title)).toContainText('400 USDT');
  expect(lists()).toBe(1);

  // A market without an end date leaves everyone's list once it is void.
  const reason = 'The question was asked in error.';
  await endByCall(admin, app.adminPath, { marketId: market.id, reason });
  await expectToast(other, 'Bet void');
  await expect(marketCard(page, market.title)).toHaveCount(0);
  expect(lists()).toBe(1);
});

/** What new prices did to a list of markets. */
interface Ticks {
  /** How many outcomes of each market were marked as changed, by title. */
  flashes: Record<string, number>;
  /** Elements that are somewhere else or have another size than before. */
  moved: string[];
  /** Texts of live regions that changed. */
  announced: string[];
}

/** Notes what new prices do to the list from now on. Returns a look at the notes. */
async function watchTicks(page: Page): Promise<() => Promise<Ticks>> {
  await page.evaluate(async () => {
    // What the page still draws is not counted.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ticks: Ticks = { flashes: {}, moved: [], announced: [] };
    const boxes = () =>
      [...document.querySelectorAll('article, article :is(h4, hr, p, button)')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { element, box: [x, y, width, height].join() };
      });
    const before = boxes();
    new MutationObserver((changes) => {
      for (const { target, type } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role="status"], [role="alert"], [aria-live]');
        if (region) ticks.announced.push(region.textContent ?? '');
        if (type !== 'attributes' || !element?.hasAttribute('data-change')) continue;
        const market = element.closest('article')?.querySelector('h4')?.textContent ?? '';
        ticks.flashes[market] = (ticks.flashes[market] ?? 0) + 1;
      }
      boxes().forEach(({ element, box }, i) => {
        if (element !== before[i]?.element || box !== before[i]?.box)
          ticks.moved.push(`${element.tagName} ${element.textContent}: ${box}`);
      });
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-change'],
    });
    // What the browser itself counts as moved. The bar draws the chances, and numbers are as wide as their digits.
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node }[] })[]) {
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node.parentElement;
          if (!element?.closest('.tally-bar, .outcome-odds, .outcome-hold'))
            ticks.moved.push(`${element?.tagName} ${element?.textContent}`);
        }
      }
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { ticks });
  });
  return () => page.evaluate('ticks');
}

for (const width of [1280, 390, 320]) {
  test(`a new price flashes once, moves nothing and is not announced, at ${width} px`, async ({
    page,
    meet,
    app,
    adminState,
  }) => {
    const admin = await (await meet(adminState)).newPage();
    await openAdmin(admin);
    const rival = await Rival.signIn(app.url);
    const name = newName('Tick');
    const ids: string[] = [];
    // At ten outcomes a bet changes the number of digits. Names have many lengths, so that a line of some just fits.
    for (const count of [2, 3, 10]) {
      const { id } = await callAsAdmin<WireAdminMarket>(admin, 'POST', '/api/admin/create-market', {
        type: 'politics',
        category: 'policy',
        title: `${name} of ${count}`,
        outcomes: Array.from(
          { length: count },
          (_, i) => `Candidate ${i + 1} with a l${'o'.repeat(2 * i + 1)}ng name of lines`,
        ),
      });
      await rival.bet({ id, outcomeId: (await marketNow(page, id)).outcomes[0]?.id ?? '' }, 100);
      ids.push(id);
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width, height: 3_000 });
    // The moves of the last day come after the list, and make narrow cards higher.
    const lastDay = page.waitForResponse('**/api/sparklines');
    await page.goto(`/?view=all&q=${encodeURIComponent(name)}`);
    await (await lastDay).finished();
    // A minute later they would come again, with those of the new markets: a slow machine takes as long.
    await page.route('**/api/sparklines', () => undefined);
    await expect(page.getByRole('article')).toHaveCount(ids.length);
    await expect(mark(page, 'Live')).toBeVisible();
    const ticks = await watchTicks(page);
    for (const id of ids) {
      const { title, outcomes } = await marketNow(page, id);
      const watched = outcomeOf(page, title, 'Candidate 2');
      await expect(watched).toContainText(outcomes[1]?.odds?.toFixed(2) ?? '');
      await rival.bet({ id, outcomeId: outcomes[1]?.id ?? '' }, 100);
      await expect(watched).toContainText(await oddsNow(page, { id }, 1));
    }
    await expect(page.locator('[data-change]')).toHaveCount(0);
    // Once for each outcome that a card shows.
    const flashes = { [`${name} of 2`]: 2, [`${name} of 3`]: 3, [`${name} of 10`]: 4 };
    expect(await ticks()).toEqual({ flashes, moved: [], announced: [] });
  });
}

test('an open dialog keeps its odds until lower ones are accepted, and signs what it shows', async ({
  page,
  context,
  app,
  meet,
  adminState,
}) => {
  const admin = await (await meet(adminState)).newPage();
  const market = await openMarketOf(admin);
  const wallet = await EvmWallet.install(context);
  await page.goto('/?category=politics');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  const before = await oddsNow(page, market);
  await outcomeOf(page, market.title, 'Yes').click();
  const dialog = page.getByRole('dialog', { name: market.title });
  await expect(mark(dialog, 'Live')).toBeVisible();
  await enterStake(dialog, '1');
  await dialog.getByLabel('Price protection').selectOption('exact');
  const first = await textToSign(dialog);
  await expect(oddsShown(dialog)).toHaveText(before);

  const rival = await Rival.signIn(app.url);
  await rival.bet({ id: market.id, outcomeId: market.yes }, 300);
  const after = await oddsNow(page, market);
  expect(Number(after)).toBeLessThan(Number(before));
  await expect(dialog.getByText(`Odds are now ${after} (were ${before})`)).toBeVisible();
  expect(await textToSign(dialog)).toBe(first);
  await expect(placeButton(dialog)).toBeDisabled();

  await dialog.getByRole('button', { name: `Use ${after}` }).click();
  await expect(oddsShown(dialog)).toHaveText(after);
  await expect(dialog.getByText(/^Place bet: /)).not.toHaveText(first);
  const second = await textToSign(dialog);
  await expect(placeButton(dialog)).toBeEnabled();
  await placeButton(dialog).click();
  await expectPlaced(page);
  expect(wallet.signedTexts().slice(1)).toEqual([second]);
  const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  expect(bet?.odds).toBe(Number(after));
});

test('an open dialog says that an admin stopped its market, and continues automatically', async ({
  page,
  meet,
  adminState,
  app,
}) => {
  const admin = await (await meet(adminState)).newPage();
  const market = await openMarketOf(admin);
  await enterDemo(page, 'Polygon');
  await page.getByRole('tab', { name: /politics/i }).click();
  await outcomeOf(page, market.title, 'No').click();
  const dialog = page.getByRole('dialog', { name: market.title });
  await enterStake(dialog, '5');

  const turn = (action: string) =>
    callAsAdmin(admin, 'POST', '/api/admin/markets/bulk', { ids: [market.id], action });
  await turn('disable');
  const paused = dialog.getByText('The operator paused betting. Open bets are not affected.');
  await expect(paused).toBeVisible();
  await expect(dialog.getByText('No bets accepted now.')).toBeVisible();
  await expect(placeButton(dialog)).toBeDisabled();
  await expect(dialog.getByLabel('Amount (USDC)')).toHaveValue('5');

  await turn('enable');
  await expect(paused).toBeHidden();
  await expect(placeButton(dialog)).toBeEnabled();

  await closeByCall(admin, app.adminPath, market);
  await expect(dialog.getByText(/^Betting has closed\./)).toBeVisible();
  await expect(placeButton(dialog)).toBeDisabled();
});

test('own bets end with a notification, and the account is updated in every tab', async ({
  page,
  context,
  meet,
  app,
  adminState,
}) => {
  const admin = await (await meet(adminState)).newPage();
  const market = await openMarketOf(admin);
  await EvmWallet.install(context);
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await betOn(page, { title: market.title, outcome: 'Yes', stake: '40' });
  const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  const payout = exactly(micro(bet?.totalReturn ?? Number.NaN));
  const account = await context.newPage();
  await openAccount(account);
  await expect(receiptsOf(account, market.title).getByText('Confirmed')).toBeVisible();

  await closeByCall(admin, app.adminPath, market);
  const end = { outcomeId: market.yes, evidence: 'As reported: https://example.org/final.' };
  await endByCall(admin, app.adminPath, { marketId: market.id, ...end });

  const words = `Yes in ${market.title}: ${payout} paid.`;
  await expectToast(page, 'Bet won', words);
  await expect(marketCard(page, market.title)).toHaveCount(0);
  await expect(receiptsOf(account, market.title).getByText('Won', { exact: true })).toBeVisible();
  const { balance } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  await expect(account.getByText('Balance', { exact: true }).locator('..')).toContainText(
    exactly(micro(balance)),
  );
  await expect(account.getByText('Active Bets').locator('..')).toContainText('0');
});

test('the page says that a restarting server is unreachable, and continues where it was', async ({
  page,
  app,
  front,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_NETWORK|Failed to fetch|Failed to load/);
  const lists = countLists(page);
  const openedAt = Date.now();
  await page.goto(`${front.url}/?category=crypto`);
  await expect(mark(page, 'Live')).toBeVisible();
  const markets = (await (await page.request.get(`${app.url}/api/markets`)).json()) as WireListedMarket[];
  const market = markets.filter(({ category }) => category === 'crypto').at(-1);
  if (market === undefined) throw new Error('the demo has no market of crypto');
  const outcomeId = market.outcomes[0]?.id ?? '';
  const shown = marketCard(page, market.title)
    .getByRole('button', { name: /% chance/ })
    .first();

  await app.kill();
  await expect(mark(page, 'Reconnecting')).toBeVisible();
  await app.start();
  // Another bettor bets before the page is back.
  const rival = await Rival.signIn(app.url);
  await rival.bet({ id: market.id, outcomeId }, 250);
  await expect(mark(page, 'Live')).toBeVisible({ timeout: RECONNECTS_MS });
  const awayMs = Date.now() - openedAt;
  const now = (await (await page.request.get(`${app.url}/api/markets/${market.id}`)).json()) as WireMarket;
  await expect(shown).toContainText(now.outcomes[0]?.odds?.toFixed(2) ?? '');
  await expect(shown).toBeEnabled();
  await rival.bet({ id: market.id, outcomeId }, 250);
  const later = (await (await page.request.get(`${app.url}/api/markets/${market.id}`)).json()) as WireMarket;
  await expect(shown).toContainText(later.outcomes[0]?.odds?.toFixed(2) ?? '');
  // Prices that are a minute old are read once a minute while there is no stream: a slow machine may need that long.
  expect(lists()).toBeLessThanOrEqual(1 + Math.floor(awayMs / PRICES_HOLD_MS));
});

test('a browser that loses its connection stops betting at once, and is up to date when it is back', async ({
  page,
  context,
  app,
  meet,
  adminState,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  const admin = await (await meet(adminState)).newPage();
  const market = await openMarketOf(admin);
  await page.goto('/?category=politics');
  await expect(mark(page, 'Live')).toBeVisible();
  const shown = outcomeOf(page, market.title, 'Yes');
  await expect(shown).toBeEnabled();
  await context.setOffline(true);
  await expect(mark(page, /^Offline, updated \d\d:\d\d$/)).toBeVisible();
  await expect(shown).toBeDisabled();
  const rival = await Rival.signIn(app.url);
  await rival.bet({ id: market.id, outcomeId: market.yes }, 350);
  await context.setOffline(false);
  await expect(mark(page, 'Live')).toBeVisible();
  const answer = await admin.request.get(`/api/markets/${market.id}`);
  const now = (await answer.json()) as WireMarket;
  await expect(shown).toContainText(now.outcomes[0]?.odds?.toFixed(2) ?? '');
  await expect(shown).toBeEnabled();
});

for (const [language, live, offline] of [
  ['en', 'Live', /^Offline, updated \d\d:\d\d$/],
  ['es', 'En vivo', /^Sin conexión, actualizado a las \d\d:\d\d$/],
] as const) {
  test(`the mark and greyed prices pass in both themes, at every width, in ${language}`, async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
    await remember(context, 'tallystone.language', language);
    await page.goto('/?category=politics');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    // The tests of accessibility and of language check the list with a connection.
    await expect(mark(page, live).first()).toBeVisible();
    await context.setOffline(true);
    await expect(mark(page, offline)).toBeVisible();
    await expectSound(page);
    await expectNoSidewaysScroll(page);
  });
}
