import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, devices, type Page } from '@playwright/test';
import type { WireGamePage } from '@tallystone/core/http-api/markets';
import { findViolations } from '@tallystone/testkit/browser/find-violations.ts';
import { type StandInCondition, StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { type EvmWallet, evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { Admin } from '../admin.ts';
import { readJson } from '../bettor.ts';
import { FeedProxy, type Spoil } from '../feed-proxy.ts';
import { openBrowser } from '../open-browser.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';
import { until } from '../until.ts';

/**
 * The page of a football game with all of its markets on a phone, whose processor is imagined four times slower than this
 * machine's, while the feed moves the prices of the whole game: how long its tasks are, and whether anything moves. Meanwhile
 * it is scrolled to its end and back, so that each market is in view at some time.
 */

const SEED = 20261129;
/** Which has the most markets of the stand-in. */
const GAME = 'FC Rheinstadt - SV Waldhafen';
const MARKETS = 60;
const SLOWER = 4;
/** A quiet machine, four times slowed down, lays out the buttons in 54 ms, and the longest task may take 100 ms there. */
const BUTTONS = 1_000;
const BAR_OF_BUTTONS = 1.85;
/** Shorter tasks aren't reported. */
const LONG_TASK_MS = 50;
/** Of each outcome that can be bet on. */
const ODDS = '.outcome:not(:disabled) .outcome-odds';
/** Of the feed; each changes the odds of nearly every market of the game. */
const PRICES_EVERY_MS = 1_000;
/** Runs in the page, before the page's own code. Times are in ms since the page began to load. */
const WATCH = `
  globalThis.longTasks = [];
  globalThis.shifts = [];
  globalThis.changedOdds = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => node?.className ?? node?.nodeName ?? '');
      shifts.push({ at: startTime, value, moved: moved.join(', ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  localStorage.setItem('compliance-accepted', 'true');
`;

interface Seen {
  /** Longer than 50 ms; shorter ones aren't reported. */
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  readonly shifts: readonly { readonly at: number; readonly value: number; readonly moved: string }[];
}

await prove('game-page', async (proof) => {
  const seconds = proof.sample ? 5 : 30;
  const random = seededRandom(SEED);
  const wallet = evmWallet(random.bytes(32));
  const feed = await StandInProcess.start();
  const proxy = await FeedProxy.start(feed.apiUrl);
  proxy.spoil = addPlayers;
  const server = await ServerProcess.start({
    settings: { AZURO_API_URL: proxy.apiUrl, AZURO_WS_URL: feed.wsUrl, ADMIN_WALLETS: wallet.address },
  });
  const browser = await openBrowser();
  try {
    const gameId = await importWholeGame(feed, { server, wallet });
    const before = await readGame(server, gameId);
    const page = await openOnPhone(browser, server.url);
    await page.goto(`/game/${gameId}`);
    await page.getByRole('heading', { level: 1, name: before.title, exact: true }).waitFor();
    await page.locator('[data-stream="live"]').first().waitFor();
    // The likeliest ten are shown first.
    for (const players of await page.getByRole('button', { name: /^Show all \d+/ }).all())
      await players.click();
    await rest(page);
    const drawnAt = await page.evaluate<number>('performance.now()');
    const shown = await page.locator(ODDS).count();
    const expected = oddsIn(before).length;
    proof.row({
      what: 'markets of the game, and odds on its page',
      bar: `at least ${MARKETS} markets, and all odds`,
      measured: `${before.markets.length} markets, ${shown} of ${expected} odds`,
      ok: before.markets.length >= MARKETS && shown === expected,
    });

    const moving = movePrices(feed, { gameId, random, seconds });
    const rounds = await Promise.all([moving, scrollThrough(page, seconds)]).then(([moved]) => moved);
    const truth = await untilShown(page, { server, gameId });
    await rest(page);
    const seen = await page.evaluate<Seen>('({ tasks: longTasks, shifts })');
    const changes = versionsOf(truth) - versionsOf(before);
    proof.row({
      what: `changes of markets in ${rounds} moves of the feed in ${seconds} s, and the odds on the page afterwards`,
      bar: `at least ${MARKETS / 2} markets a move, and the same odds as the server's`,
      measured: `${changes}, and the same`,
      ok: changes >= (rounds * MARKETS) / 2,
    });

    const loading = seen.tasks.filter(({ at }) => at < drawnAt);
    const later = seen.tasks.filter(({ at }) => at >= drawnAt);
    const where = `on a phone (390 x 844, ${SLOWER} times slower) with ${before.markets.length} markets`;
    const baseMs = await layOutButtons(page);
    const against = `as long as laying out ${BUTTONS} buttons there`;
    proof.timing(
      ratioRow({
        what: `longest task of the game's page ${where} while prices change and it is scrolled, ${seconds} s`,
        ms: longest(later),
        against,
        baseMs,
        most: BAR_OF_BUTTONS,
        more: `; tasks above ${LONG_TASK_MS} ms: ${later.length}`,
      }),
    );
    proof.timing({
      what: `longest task while that page loads`,
      bar: 'reported',
      measured: `${longest(loading).toFixed(0)} ms; tasks above ${LONG_TASK_MS} ms: ${loading.length}`,
      ok: true,
    });
    const [shiftLoading, shiftLater] = [true, false].map((isLoading) =>
      seen.shifts
        .filter(({ at }) => at < drawnAt === isLoading)
        .reduce((sum, { value }) => sum + value, 0)
        .toFixed(4),
    );
    proof.row({
      what: 'sum of its layout shifts, while it loads and while prices change',
      bar: '0',
      measured: [
        `${shiftLoading} and ${shiftLater}`,
        ...new Set(seen.shifts.map(({ at, moved }) => `at ${(at / 1_000).toFixed(1)} s: ${moved}`)),
      ].join('; '),
      ok: seen.shifts.length === 0,
    });
    const violations = await findViolations(page);
    proof.row({
      what: "axe's violations on the page",
      bar: '0',
      measured: violations.length === 0 ? '0' : violations.join('; '),
      ok: violations.length === 0,
    });
  } finally {
    await browser.close();
    await server.remove();
    proxy.close();
    await feed.stop();
  }
});

/** As many players again as the stand-in has, whose odds stay the same: real games have more of them. */
function addPlayers({ json }: Parameters<Spoil>[0]): string {
  // As the stand-in answers.
  const { conditions = [] } = json as { conditions?: StandInCondition[] };
  for (const condition of conditions) {
    if (condition.category !== 'players') continue;
    const reserves = condition.outcomes.map(({ outcomeId, odds, title }) => ({
      outcomeId: String(Number(outcomeId) + 100),
      odds,
      title: `${title} II`,
    }));
    condition.outcomes.push(...reserves);
  }
  return JSON.stringify(json);
}

/** Imports the game with all of its lines. @returns its id */
async function importWholeGame(
  feed: StandInProcess,
  { server, wallet }: { server: ServerProcess; wallet: EvmWallet },
): Promise<string> {
  const gameId = await feed.findGame(GAME);
  await feed.control('lines', { gameId });
  const admin = await Admin.signIn(server, wallet);
  await admin.importGames([gameId]);
  return gameId;
}

/** Of the three results, when the first team's chances are better by this. */
function oddsOf(better: number): string[] {
  return [0.42 + better, 0.27, 0.31 - better].map((chance) => (0.95 / chance).toFixed(4));
}

/** @returns how often it moved them */
async function movePrices(
  feed: StandInProcess,
  { gameId, random, seconds }: { gameId: string; random: Random; seconds: number },
): Promise<number> {
  const begun = performance.now();
  let moves = 0;
  while (performance.now() < begun + seconds * 1_000) {
    // Up and down by turns, so that many odds get longer and shorter again.
    const better = ((moves % 2 === 0 ? 1 : -1) * random.between(30, 90)) / 1_000;
    await feed.setOdds(gameId, oddsOf(better));
    moves += 1;
    await sleep(Math.max(0, begun + moves * PRICES_EVERY_MS - performance.now()));
  }
  return moves;
}

/** To the end and back, a third of the screen four times a second, again and again. */
async function scrollThrough(page: Page, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  let turn = 280;
  while (performance.now() < until) {
    const { top, left } = await page.evaluate<{ top: number; left: number }>(
      '({ top: scrollY, left: document.documentElement.scrollHeight - innerHeight - scrollY })',
    );
    if (left < 1) turn = -Math.abs(turn);
    else if (top < 1) turn = Math.abs(turn);
    await page.evaluate(`scrollBy(0, ${turn})`);
    await sleep(250);
  }
}

/** @returns the game, once the page shows each of its odds */
async function untilShown(
  page: Page,
  { server, gameId }: { server: ServerProcess; gameId: string },
): Promise<WireGamePage> {
  return await until(async () => {
    const game = await readGame(server, gameId);
    const shown = await page
      .locator(ODDS)
      .evaluateAll((each) => each.map(({ textContent }) => textContent ?? ''));
    // The page sorts the markets in its own way.
    return shown.sort().join() === oddsIn(game).sort().join() ? game : null;
  }, 'the odds of the server on the page');
}

async function readGame({ port }: ServerProcess, gameId: string): Promise<WireGamePage> {
  const connection = new HttpConnection(port);
  const game = readJson<WireGamePage>(await connection.send(httpRequest({ path: `/api/games/${gameId}` })));
  connection.close();
  return game;
}

/** As the page shows them. A side without odds can't be bet on. */
function oddsIn({ markets }: WireGamePage): string[] {
  return markets.flatMap(({ outcomes }) => outcomes.flatMap(({ odds }) => odds?.toFixed(2) ?? []));
}

/** Each change of a market raises its version by one. */
function versionsOf({ markets }: WireGamePage): number {
  return markets.reduce((sum, { version }) => sum + version, 0);
}

async function openOnPhone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    baseURL: url,
  });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** The page is idle; tasks and shifts are reported a little later. */
async function rest(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 500)))');
}

/** @returns ms; what isn't reported is at most as long as a long task */
function longest(tasks: Seen['tasks']): number {
  return Math.max(LONG_TASK_MS, ...tasks.map(({ ms }) => ms));
}

/** How long a fixed piece of the same kind of work takes in the page: the median of some times, ms. */
async function layOutButtons(page: Page): Promise<number> {
  const times = await page.evaluate<number[]>(`Array.from({ length: 9 }, () => {
    const box = document.createElement('div');
    box.style.cssText = 'position: fixed; inset: 0; visibility: hidden; contain: strict';
    document.body.append(box);
    const begun = performance.now();
    for (let n = 0; n < ${BUTTONS}; n++) box.append(Object.assign(document.createElement('button'), { textContent: n / 100 }));
    box.scrollHeight;
    const took = performance.now() - begun;
    box.remove();
    return took;
  })`);
  return shareOf(times, 0.5);
}
