import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { addMarkets } from '../add-markets.ts';
import { type Bettor, listMarkets, listSteadyMarkets } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { placeQuotedBet } from '../house-market.ts';
import { openBrowser } from '../open-browser.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';
import { signInBettor } from '../sign-in-bettor.ts';
import { PAGE_WORK, timePageWork } from '../time-page-work.ts';

/**
 * A list of markets that is longer than a house will have for years, and 1,000 own bets, in a bettor's browser: whether
 * any task delays a scrolling, choosing or typing person, and whether an open page grows while prices
 * change. In Chromium at 1280 px, on the built server with its own PostgreSQL.
 */

/** The longest took 1.4 times as long; drawing cards out of view takes ten. */
const TASK_BAR = 4;
/** A task of 50 ms or less counts as 0, so there is hardly room for one. */
const OWN_TASK_BAR = 2;
/** The page's own delays come in every round; the machine's don't. */
const ROUNDS = 3;
/** One turn of a fast wheel, px: with a turn every second frame, 24,000 px in a second. */
const WHEEL_PX = 800;
/** Most cards on the page at once: three rows in view, two beyond on either side, and some room. */
const CARDS_BAR = 40;
const CHANGES_PER_SECOND = 10;
const STAKE = 10;
/** Of the 1,000 USDC that a demo gives. */
const BETS_PER_BETTOR = 80;
const LOOK_EVERY_MS = 15_000;
/** Bets on the page of a busy bettor. */
const OWN_BETS = 1_000;
/** Flat: the last quarter of the measurements is at most this much above the first. */
const GROWTH_BAR = 0.05;

/** Runs in the page before the page's own code. */
const WATCH = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  localStorage.setItem('compliance-accepted', 'true');
`;

await prove('long-list', async (proof) => {
  const count = proof.sample ? 1_000 : 5_000;
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url });
  const browser = await openBrowser();
  try {
    // The server made the tables; the markets are added beside its own while it is down.
    await server.stop();
    await addMarkets(database.url, count);
    await server.start();
    const listed = await readMarkets(server.port);
    proof.row({
      what: 'markets in the list',
      bar: `at least ${count}`,
      measured: String(listed.length),
      ok: listed.length >= count,
    });

    await provePatience(proof, { browser, url: server.url });
    await proveFocus(proof, { browser, url: server.url });
    await proveOwnBets(proof, { browser, server });
    await proveMemory(proof, { browser, server, markets: listed });

    const reader = await readPostgres(database.url);
    const broken = await checkBooks(reader);
    await reader.close();
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await browser.close();
    await server.remove();
    await database.stop();
  }
});

/** The longest tasks while the whole list is scrolled, other lists are chosen, and a search is typed. */
async function provePatience(proof: Proof, scene: { browser: Browser; url: string }): Promise<void> {
  const rounds: { scroll: Round; choose: Round; type: Round }[] = [];
  const fixedMs: number[] = [];
  for (let round = 0; round < (proof.sample ? 1 : ROUNDS); round++) {
    const page = await openList(scene, '/?view=all');
    fixedMs.push(...(await timePageWork(page)));
    rounds.push({
      scroll: await watched(page, () => scrollThrough(page)),
      choose: await watched(page, () => chooseLists(page)),
      type: await watched(page, () => typeSearch(page)),
    });
    fixedMs.push(...(await timePageWork(page)));
    await page.context().close();
  }
  const rows = {
    scroll: 'all of it is scrolled by the wheel, from its first row to its last',
    choose: 'tabs of categories and lists over all of them are chosen, twelve in a row',
    type: 'a search is typed and taken back, letter by letter',
  } as const;
  for (const what of ['scroll', 'choose', 'type'] as const) {
    const longest = rounds.map((round) => Math.max(0, ...round[what].tasksMs));
    proof.timing(
      ratioRow({
        what: `longest task (0 if below 50 ms) while ${rows[what]}, median of ${longest.length}`,
        ms: shareOf(longest, 0.5),
        against: PAGE_WORK,
        baseMs: shareOf(fixedMs, 0.5),
        most: TASK_BAR,
        more: ` (${longest.map((ms) => ms.toFixed(0)).join(', ')} ms)`,
      }),
    );
  }
  const most = Math.max(...rounds.map(({ scroll }) => scroll.mostCards));
  proof.row({
    what: 'cards on the page at once while it is scrolled',
    bar: `at most ${CARDS_BAR}`,
    measured: String(most),
    ok: most <= CARDS_BAR,
  });
}

interface Round {
  tasksMs: readonly number[];
  mostCards: number;
}

/** What an action costs the page, without what the page did before it. */
async function watched(page: Page, act: () => Promise<number>): Promise<Round> {
  await idle(page);
  await page.evaluate('longTasks.length = 0');
  const mostCards = await act();
  await idle(page);
  return { tasksMs: await page.evaluate<number[]>('longTasks'), mostCards };
}

/** One turn of the wheel per frame, so that every row passes by or is skipped, as for a person in a hurry. */
async function scrollThrough(page: Page): Promise<number> {
  await page.mouse.move(640, 600);
  const state = () =>
    page.evaluate<{ left: number; cards: number }>(`new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve({
        left: document.documentElement.scrollHeight - innerHeight - scrollY,
        cards: document.querySelectorAll('[data-market]').length,
      }))))`);
  let most = 0;
  let turns = 0;
  for (let { left, cards } = await state(); left > 1; { left, cards } = await state()) {
    most = Math.max(most, cards);
    if (++turns > 5_000) throw new Error('the wheel does not reach the last row');
    await page.mouse.wheel(0, WHEEL_PX);
  }
  return most;
}

async function chooseLists(page: Page): Promise<number> {
  const tabs = ['Sports', 'Politics', 'Crypto'];
  const lists = [...tabs, 'All', 'Closing soon', 'Trending', 'Biggest movers', 'Biggest volume'];
  for (const name of [...lists, ...lists]) {
    await page
      .locator('.market-tabs')
      .getByRole(tabs.includes(name) ? 'tab' : 'link', { name: new RegExp(`^${name}`) })
      .click();
    await idle(page);
  }
  return 0;
}

async function typeSearch(page: Page): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Search markets' });
  await field.click();
  await page.keyboard.type('QUESTION number 12', { delay: 60 });
  await idle(page);
  for (let letter = 0; letter < 18; letter++) await page.keyboard.press('Backspace', { delay: 60 });
  return 0;
}

/** The card with the focus stays on the page wherever that is scrolled, and Tab continues from it. */
async function proveFocus(proof: Proof, scene: { browser: Browser; url: string }): Promise<void> {
  const page = await openList(scene, '/?view=all');
  const titles = page.locator('[data-market] h4 a');
  const second = await titles.nth(1).textContent();
  await titles.first().focus();
  const first = await titles.first().textContent();
  await page.mouse.move(640, 600);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, WHEEL_PX);
  await idle(page);
  const held = await page.evaluate<string>('document.activeElement.textContent');
  // From the title through the card's contents to the title of the next one.
  let next = '';
  for (let press = 0; press < 12 && next !== second; press++) {
    await page.keyboard.press('Tab');
    next = await page.evaluate<string>('document.activeElement.textContent');
  }
  await page.context().close();
  proof.row({
    what: 'the focus, after twenty turns of the wheel away from it and Tab to the next card',
    bar: 'on the first card, then on the second',
    measured: `${held === first ? 'on the first card' : `on "${held.slice(0, 40)}"`}, then ${next === second ? 'on the second' : `on "${next.slice(0, 40)}"`}`,
    ok: held === first && next === second,
  });
}

/** The longest tasks while a bettor scrolls through 1,000 own bets in My Account, open ones and all. */
async function proveOwnBets(
  proof: Proof,
  { browser, server }: { browser: Browser; server: ServerProcess },
): Promise<void> {
  const page = await openPage({ browser, url: server.url });
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  // The balance is known once the wallet is signed in.
  await page
    .getByRole('banner')
    .getByText(/\d practice$/)
    .waitFor();
  const [token = '', key = ''] = await page.evaluate<string[]>(
    `['authToken', 'tallystone.practice'].map((name) => localStorage.getItem(name))`,
  );
  const count = proof.sample ? 60 : OWN_BETS;
  await placeOwnBets(server.port, { wallet: evmWallet(Buffer.from(key, 'hex')), token }, count);

  for (const title of ['Open positions', 'Betting History']) {
    await page.goto('/profile');
    const bets = page.getByRole('region', { name: title });
    await bets.getByRole('button', { name: /^Show all \d+/ }).click();
    // An answer has the newest 500.
    const isWhole = title === 'Betting History';
    if (isWhole && count > 500) await bets.getByRole('button', { name: 'Show older bets' }).click();
    const shown = isWhole ? count : Math.min(count, 500);
    await bets
      .getByRole('listitem')
      .nth(shown - 1)
      .waitFor({ state: 'attached' });
    const longest: number[] = [];
    const fixedMs: number[] = [];
    for (let round = 0; round < (proof.sample ? 1 : ROUNDS); round++) {
      await page.evaluate('scrollTo(0, 0)');
      fixedMs.push(...(await timePageWork(page)));
      const { tasksMs } = await watched(page, () => scrollThrough(page));
      longest.push(Math.max(0, ...tasksMs));
    }
    proof.timing(
      ratioRow({
        what: `${title}: longest task (0 if below 50 ms) while ${shown} own bets are scrolled by the wheel, median of ${longest.length}`,
        ms: shareOf(longest, 0.5),
        against: PAGE_WORK,
        baseMs: shareOf(fixedMs, 0.5),
        most: OWN_TASK_BAR,
        more: ` (${longest.map((ms) => ms.toFixed(0)).join(', ')} ms)`,
      }),
    );
  }
  await page.context().close();
}

/** One bettor's bets of 1 USDC, as many as the balance and the daily cap allow. */
async function placeOwnBets(port: number, bettor: Bettor, count: number): Promise<void> {
  const random = seededRandom(7);
  const connection = new HttpConnection(port);
  const markets = await listSteadyMarkets(connection);
  for (let bet = 0; bet < count; bet++) {
    const market = random.pick(markets);
    const { id: outcomeId } = random.pick(market.outcomes);
    await placeQuotedBet(connection, { bettor, marketId: market.id, outcomeId, amount: 1 });
  }
  connection.close();
}

/** The heap of an open page while bets move prices, after garbage collection. */
async function proveMemory(
  proof: Proof,
  scene: { browser: Browser; server: ServerProcess; markets: readonly WireListedMarket[] },
): Promise<void> {
  const { browser, server, markets } = scene;
  const seconds = proof.sample ? 4 : 600;
  const page = await openList({ browser, url: server.url }, '/');
  await page.mouse.move(1, 1);
  const devtools = await page.context().newCDPSession(page);
  // Visible cards change as well as others.
  const shown = await page
    .locator('[data-market]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-market') ?? ''));
  const moving = [
    ...markets.filter(({ id }) => shown.includes(id)),
    ...markets.filter(({ source }) => source === 'practice').slice(0, 300),
  ];
  const looks: number[] = [];
  const running = { until: performance.now() + seconds * 1_000 };
  const changing = changePrices(server.port, { markets: moving, until: running.until });
  while (!proof.sample && performance.now() < running.until) {
    await sleep(LOOK_EVERY_MS);
    looks.push(await heapOf(devtools));
    proof.say(`${(looks.length * LOOK_EVERY_MS) / 1_000} s: ${megabytes(looks.at(-1) ?? 0)}`);
  }
  const bets = await changing;
  const [before, after] = quarters(looks);
  const growth = after / before - 1;
  // Only minutes distinguish a leak from what a page keeps for later.
  proof.timing({
    what: `heap of the page over ${seconds} s of ${CHANGES_PER_SECOND} bets per second on ${moving.length} of its markets (${bets} bets), median of the first and of the last quarter of ${looks.length} looks`,
    bar: `at most ${GROWTH_BAR * 100}% more`,
    measured: `${megabytes(before)}, then ${megabytes(after)} (${(growth * 100).toFixed(1)}%)`,
    ok: growth <= GROWTH_BAR,
  });
  await proveTruth(proof, { page, port: server.port });
  await page.context().close();
}

/** The page finally shows what the server has. */
async function proveTruth(proof: Proof, { page, port }: { page: Page; port: number }): Promise<void> {
  let wrong: string[] = ['not looked at yet'];
  let compared = 0;
  // The last changes are still on their way.
  for (let look = 0; look < 120 && wrong.length > 0; look++) {
    await sleep(250);
    const truth = new Map((await readMarkets(port)).map((market) => [market.id, market]));
    const cards = await page.locator('[data-market]').evaluateAll((items) =>
      items.map((item) => ({
        id: item.getAttribute('data-market') ?? '',
        odds: [...item.querySelectorAll('.outcome-odds')].map((odds) => odds.textContent ?? ''),
      })),
    );
    compared = cards.length;
    wrong = cards
      .filter(({ id, odds }) => {
        const outcomes = truth.get(id)?.outcomes ?? [];
        return odds.some((text, place) => text !== (outcomes[place]?.odds ?? 0).toFixed(2));
      })
      .map(({ id }) => id);
  }
  proof.row({
    what: `prices on the ${compared} cards of the page after bets on its markets, compared with the server's`,
    bar: 'the same',
    measured: wrong.length === 0 ? 'the same' : `other prices on ${wrong.join(', ')}`,
    ok: compared > 0 && wrong.length === 0,
  });
}

/** Bets at an even pace; each moves the prices of its market. @returns how many were accepted */
async function changePrices(
  port: number,
  { markets, until }: { markets: readonly WireListedMarket[]; until: number },
): Promise<number> {
  const random = seededRandom(5);
  const connection = new HttpConnection(port);
  let bettor: Bettor | null = null;
  let bets = 0;
  const begun = performance.now();
  while (performance.now() < until) {
    const due = begun + (bets * 1_000) / CHANGES_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    if (bettor === null || bets % BETS_PER_BETTOR === 0) bettor = await signInBettor(connection, random);
    const market = random.pick(markets);
    const { id: outcomeId } = random.pick(market.outcomes);
    await placeQuotedBet(connection, { bettor, marketId: market.id, outcomeId, amount: STAKE });
    bets += 1;
  }
  connection.close();
  return bets;
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

async function openList(scene: { browser: Browser; url: string }, path: string): Promise<Page> {
  const page = await openPage(scene);
  await page.goto(path);
  // The code for long lists has loaded.
  await page.locator('.market-grid[data-virtual] [data-market]').first().waitFor();
  return page;
}

async function openPage({ browser, url }: { browser: Browser; url: string }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    baseURL: url,
  });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  return page;
}

async function readMarkets(port: number): Promise<WireListedMarket[]> {
  const connection = new HttpConnection(port);
  const markets = await listMarkets(connection);
  connection.close();
  return markets;
}

/** The page is idle; tasks are reported a little later. */
async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 100)))');
}

/** The medians of the first and of the last quarter. */
function quarters(looks: readonly number[]): [number, number] {
  const length = Math.max(1, Math.floor(looks.length / 4));
  return [shareOf(looks.slice(0, length), 0.5), shareOf(looks.slice(-length), 0.5)];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
