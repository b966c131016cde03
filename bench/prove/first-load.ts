import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { openBrowser } from '../open-browser.ts';
import { prove } from '../proof.ts';

/**
 * What a visitor's browser loads when it opens the landing page for the first time: how much script, style
 * and fonts, which code is left for later, and how much the page moves while it loads.
 */

const BUILT = fileURLToPath(new URL('../../web/dist/assets', import.meta.url));
const JS_BAR = 135_000;
const CSS_BAR = 15_000;
const FONT_BAR = 80_000;
const SHIFT_BAR = 0.05;
/** Long enough for what a page fetches when it is idle. */
const SETTLE_MS = 3_000;

/**
 * Texts that survive minification, from code that belongs in later chunks. Each must be found in the
 * build, outside the first load: a text that is nowhere would prove nothing.
 */
const LATER: readonly { what: string; marker: RegExp }[] = [
  { what: 'connecting and signing with an EVM wallet', marker: /wallet_addEthereumChain/ },
  { what: 'connecting and signing with a Solana wallet', marker: /standard:connect/ },
  {
    what: 'the curve and the hash of local signing',
    marker: /fffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141/i,
  },
  { what: 'reading the Solana balance', marker: /getBalance/ },
  { what: "a game's page", marker: /No market of this game matches/ },
  { what: 'the admin screen', marker: /Admin \(Level / },
];

/** Runs in the page, before the page's own code. */
const ADD_UP_SHIFTS = `
  globalThis.layoutShiftSoFar = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) globalThis.layoutShiftSoFar += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Asset {
  file: string;
  body: Buffer;
}

await prove('first-load', async (proof) => {
  const server = await ServerProcess.start({});
  const browser = await openBrowser();
  try {
    const assets = await firstLoad(browser, server.url);
    const sizeOf = (...types: string[]) => {
      const chosen = assets.filter(({ file }) => types.includes(extname(file)));
      const sizes = chosen.map(({ file, body }) => ({ file, size: weigh(file, body) }));
      const total = sizes.reduce((sum, { size }) => sum + size, 0);
      const list = sizes.map(({ file, size }) => `${file} ${kB(size)}`).join(', ');
      return { total, measured: `${kB(total)}: ${list}`, count: chosen.length };
    };
    const script = sizeOf('.js', '.mjs');
    proof.row({
      what: 'JavaScript of the first load of the landing page, gzip -9',
      bar: `at most ${kB(JS_BAR)}`,
      measured: script.measured,
      ok: script.count > 0 && script.total <= JS_BAR,
    });
    const style = sizeOf('.css');
    proof.row({
      what: 'CSS of the first load, gzip -9',
      bar: `at most ${kB(CSS_BAR)}`,
      measured: style.measured,
      ok: style.count > 0 && style.total <= CSS_BAR,
    });
    const fonts = sizeOf('.woff2', '.woff', '.ttf');
    proof.row({
      what: 'fonts of the first load',
      bar: `at most ${kB(FONT_BAR)}`,
      measured: fonts.measured,
      ok: fonts.total <= FONT_BAR,
    });

    const loaded = new Set(assets.map(({ file }) => file));
    const chunks = readdirSync(BUILT)
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, text: readFileSync(join(BUILT, file), 'utf8') }));
    for (const { what, marker } of LATER) {
      const holding = chunks.filter(({ text }) => marker.test(text)).map(({ file }) => file);
      proof.row({
        what: `${what}: in later chunks only`,
        bar: 'in the build, and not in the first load',
        measured: `in ${holding.length === 0 ? 'no chunk' : holding.map((file) => `${file}${loaded.has(file) ? ' (first load)' : ''}`).join(', ')}`,
        ok: holding.length > 0 && !holding.some((file) => loaded.has(file)),
      });
    }

    const shifts: string[] = [];
    let most = 0;
    for (const width of [1280, 390]) {
      for (const slow of proof.sample ? [true] : [false, true]) {
        const shift = await layoutShift(browser, server.url, { width, slow });
        most = Math.max(most, shift);
        shifts.push(`${shift.toFixed(4)} at ${width} px${slow ? ' on a slow line' : ''}`);
      }
    }
    proof.row({
      what: 'cumulative layout shift of the landing page, first visit',
      bar: `under ${SHIFT_BAR}`,
      measured: shifts.join(', '),
      ok: most < SHIFT_BAR,
    });
  } finally {
    await browser.close();
    await server.remove();
  }
});

/** Everything that the page requested from the server under /assets or as a script, without any user action. */
async function firstLoad(browser: Browser, url: string): Promise<Asset[]> {
  const context = await browser.newContext(visitor(1280));
  const page = await context.newPage();
  const bodies: Promise<Asset>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(?:m?js|css|woff2?|ttf)$/.test(pathname)) return;
    bodies.push(response.body().then((body) => ({ file: basename(pathname), body })));
  });
  await openAndRest(page, url);
  const assets = await Promise.all(bodies);
  await context.close();
  return assets;
}

/** The sum of all shifts, which is never less than the largest burst that browsers report. */
async function layoutShift(
  browser: Browser,
  url: string,
  { width, slow }: { width: number; slow: boolean },
): Promise<number> {
  const context = await browser.newContext(visitor(width));
  const page = await context.newPage();
  await page.addInitScript({ content: ADD_UP_SHIFTS });
  if (slow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 90_000,
    });
  }
  await openAndRest(page, url);
  const shift = await page.evaluate<number>('globalThis.layoutShiftSoFar');
  await context.close();
  return shift;
}

/** Until nothing more arrives. The stream stays open, so the network is never idle. */
async function openAndRest(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Predict the game. Profit instantly.' }).waitFor();
  await page.locator('[data-stream="live"]').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

function visitor(width: number): BrowserContextOptions {
  return { viewport: { width, height: 900 }, locale: 'en-US', timezoneId: 'Europe/Berlin' };
}

/** Fonts are already compressed. */
function weigh(file: string, body: Buffer): number {
  return /\.(?:m?js|css)$/.test(file) ? gzipSync(body, { level: 9 }).length : body.length;
}

function kB(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
