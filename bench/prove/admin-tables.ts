import type { Locator, Page, Request } from '@playwright/test';
import type { WireCsvImportResult } from '@tallystone/core/http-api/admin-markets';
import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { BrowserAdmin } from '../browser-admin.ts';
import { checkBooks } from '../check-books.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { openBrowser } from '../open-browser.ts';
import { type Proof, prove } from '../proof.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';
import { PAGE_WORK, timePageWork } from '../time-page-work.ts';

/**
 * An admin's tables with more rows than a house will have for years: how long it takes from the click on a
 * tab until its rows are painted, and whether any task of the page delays a scrolling person. In Chromium
 * at 1280 px, on the built server with its own PostgreSQL, with the practice admin.
 */

/** They took 12 and 10 times as long; twice that means that a tab renders rows out of view. */
const PAINT_BAR = 25;
/** The longest took 1.7 times as long; redrawing the whole table on each turn of the wheel takes ten. */
const TASK_BAR = 4;
/** A turn of the wheel may reach the page after the frame for which it was meant. */
const STUCK_MS = 60_000;
/** A page of markets as one CSV. */
const CSV_ROWS = 2_500;
const LOSS_BUDGET = 1_000;
const MICRO = 1_000_000;
/** One turn of a fast wheel, px. */
const WHEEL_PX = { markets: 2_400, azuro: 900 } as const;
/** The page's own delays come in every round; the machine's don't. */
const ROUNDS = 3;
/** Games that the stand-in has from the start, including running ones. */
const OWN_GAMES = 36;

interface Tab {
  name: string;
  /** The scrolling element. */
  box: (page: Page) => Locator;
  /** Selects the rows on the page. */
  rows: string;
  wheelPx: number;
}

const TABS: readonly Tab[] = [
  {
    name: 'Markets',
    box: (page) => page.getByRole('region', { name: 'Markets' }),
    rows: '.markets-table tbody th',
    wheelPx: WHEEL_PX.markets,
  },
  {
    name: 'Azuro Protocol',
    box: (page) => page.getByRole('region', { name: 'Feed games' }),
    rows: '[aria-label="Feed games"] li',
    wheelPx: WHEEL_PX.azuro,
  },
];

/** Runs in the page before the page's own code: records task durations, when the first row was painted, and the last row. */
const WATCH = `
  globalThis.lastOf = (selector) => {
    const row = [...document.querySelectorAll(selector)].at(-1).closest('[aria-rowindex], [aria-posinset]');
    const all = row.closest('[aria-rowcount]') ?? row;
    return {
      last: Number(row.getAttribute('aria-rowindex') ?? row.getAttribute('aria-posinset')),
      of: Number(all.getAttribute('aria-rowcount') ?? all.getAttribute('aria-setsize')),
    };
  };
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  globalThis.paintOf = (selector) =>
    new Promise((resolve) => {
      addEventListener('pointerdown', ({ timeStamp }) => {
        const look = () => {
          if (document.querySelector(selector) === null) return requestAnimationFrame(look);
          // The frame with it is on the screen once a task of the next one runs.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        };
        look();
      }, { once: true, capture: true });
    });
`;

interface Measured {
  /** The last row on the page after scrolling, and how many there are. */
  shown: { last: number; of: number };
  paintMs: number;
  tasksMs: readonly number[];
  /** Fixed work in the same page, before and after. */
  fixedMs: readonly number[];
}

await prove('admin-tables', async (proof) => {
  const markets = proof.sample ? 1_000 : 10_000;
  const games = proof.sample ? 300 : 2_000;
  const database = await startDatabase();
  const reader = await readPostgres(database.url);
  // Its timed events come long after this has ended.
  const standIn = await StandInProcess.start();
  const server = await ServerProcess.start({
    databaseUrl: database.url,
    settings: { AZURO_API_URL: standIn.apiUrl, AZURO_WS_URL: standIn.wsUrl },
  });
  const browser = await openBrowser();
  try {
    await standIn.control('games', { count: games - OWN_GAMES });
    const admin = await BrowserAdmin.signIn(browser, server);
    await openMarkets(markets, { admin, server, reader, proof });
    await admin.call('POST', '/api/admin/sync-azuro');
    const { games: listed } = await admin.call<WireAzuroData>('GET', '/api/azuro/comprehensive-data');
    const [{ count = '0' } = {}] = await reader.rows(
      'select count(*) as count from markets where deleted_at is null',
    );
    const askedAt = performance.now();
    const all = await admin.call<unknown[]>('GET', '/api/admin/markets');
    const answeredMs = performance.now() - askedAt;
    proof.say(`${all.length} markets are answered in ${answeredMs.toFixed(0)} ms, ${listed.length} games`);
    proof.row({
      what: 'markets and games in the tables',
      bar: `at least ${markets} and ${games}`,
      measured: `${count} and ${listed.length}`,
      ok: Number(count) >= markets && listed.length >= games,
    });

    for (const tab of TABS) {
      const rounds: Measured[] = [];
      for (let i = 0; i < (proof.sample ? 1 : ROUNDS); i++) rounds.push(await open(tab, admin));
      const shown = rounds.map(({ shown }) => shown);
      proof.row({
        what: `${tab.name} tab: the last row in view after scrolling to the end`,
        bar: 'the very last row',
        measured: shown.map(({ last, of }) => `${last} of ${of}`).join(', '),
        ok: shown.every(({ last, of }) => last === of),
      });
      const fixedMs = shareOf(
        rounds.flatMap((round) => round.fixedMs),
        0.5,
      );
      const median = (what: string, times: readonly number[], most: number) =>
        ratioRow({
          what: `${tab.name} tab: ${what}, median of ${times.length}`,
          ms: shareOf(times, 0.5),
          against: PAGE_WORK,
          baseMs: fixedMs,
          most,
          more: ` (${times.map((ms) => ms.toFixed(0)).join(', ')} ms)`,
        });
      const paint = 'from the click, in a page that has nothing of it yet, until its rows are painted';
      proof.timing(
        median(
          paint,
          rounds.map(({ paintMs }) => paintMs),
          PAINT_BAR,
        ),
      );
      const scroll = 'longest task (0 if below 50 ms) while it is scrolled from its first row to its last';
      proof.timing(
        median(
          scroll,
          rounds.map(({ tasksMs }) => Math.max(0, ...tasksMs)),
          TASK_BAR,
        ),
      );
    }
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await browser.close();
    await reader.close();
    await server.remove();
    await standIn.kill();
    await database.stop();
  }
});

/** Clicks on the tab in a page that shows another one, and scrolls from its first row to its last. */
async function open(tab: Tab, admin: BrowserAdmin): Promise<Measured> {
  const page = await admin.newPage();
  const lineAtRest = watchLine(page);
  await page.addInitScript({ content: WATCH });
  await page.goto('/admin?tab=create');
  await page.getByRole('figure', { name: 'Preview' }).waitFor();
  const before = await timePageWork(page);
  const painted = page.evaluate<number>(`paintOf(${JSON.stringify(tab.rows)})`);
  await page.getByRole('tab', { name: tab.name, exact: true }).click();
  const paintMs = await painted;
  // A person who scrolls doesn't wait for work that the tab still does on its own.
  await lineAtRest();
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  await page.evaluate('longTasks.length = 0');
  await scroll(page, tab);
  const tasksMs = await page.evaluate<number[]>('longTasks');
  const fixedMs = [...before, ...(await timePageWork(page))];
  const shown = await page.evaluate<{ last: number; of: number }>(`lastOf(${JSON.stringify(tab.rows)})`);
  await page.context().close();
  return { shown, paintMs, tasksMs, fixedMs };
}

/** Returns a function that waits until nothing has come or gone for half a second, except for the stream, which stays open. */
function watchLine(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/stream') return;
    open.add(request);
    changedAt = performance.now();
  });
  const onEnd = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now();
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return async () => {
    while (open.size > 0 || performance.now() - changedAt < 500) await page.waitForTimeout(50);
  };
}

/** With the wheel, one turn per frame, so that every row passes by or is skipped as for a person in a hurry. */
async function scroll(page: Page, { box, wheelPx }: Tab): Promise<void> {
  const region = box(page);
  await region.scrollIntoViewIfNeeded();
  await region.hover();
  const left = () =>
    region.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  let least = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  for (let now = await left(); now > 1; now = await left()) {
    if (now < least) movedAt = performance.now();
    least = Math.min(least, now);
    if (performance.now() - movedAt > STUCK_MS) throw new Error('the wheel did not reach the last row');
    await page.mouse.wheel(0, wheelPx);
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
  }
}

/** Opens custom markets by CSV. The house pool pays for them, and a demo refills it at its start. */
async function openMarkets(
  count: number,
  scene: { admin: BrowserAdmin; server: ServerProcess; reader: Reader; proof: Proof },
): Promise<void> {
  const { admin, server, reader, proof } = scene;
  await admin.call('PUT', '/api/admin/settings', { liquidityBudget: LOSS_BUDGET });
  const categories = ['politics,policy', 'crypto,defi', 'entertainment,movies', 'economics,forex'];
  for (let made = 0; made < count; ) {
    const [pool] = await reader.rows(
      `select balance + (select sum(balance) from pool_slices) as balance from accounts where kind = 'pool'`,
    );
    const affordable = Math.floor(Number(pool?.balance ?? 0) / (LOSS_BUDGET * MICRO));
    const rows = Math.min(CSV_ROWS, count - made, affordable);
    if (rows === 0) {
      await server.stop();
      await server.start();
      continue;
    }
    const lines = Array.from(
      { length: rows },
      (_, i) =>
        `${categories[i % categories.length]},Will number ${made + i + 1} of many come true?,Yes|No|Perhaps`,
    );
    const csv = ['type,category,title,outcomes', ...lines].join('\n');
    const { imported } = await admin.call<WireCsvImportResult>('POST', '/api/admin/import-csv', { csv });
    if (imported !== rows) throw new Error(`${imported} of ${rows} rows were imported`);
    made += imported;
    proof.say(`${made} of ${count} markets`);
  }
}
