import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { acceptAge, enterDemo, openBetDialog } from './bettor.ts';
import { expectNoViolations } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

// Other tests run without the worker, because they couldn't watch or change its responses.
test.use({ serviceWorkers: 'allow' });
test.beforeEach(async ({ context, problems }) => {
  await acceptAge(context);
  // These tests are about requests that fail.
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_INCOMPLETE_CHUNKED_ENCODING/,
  );
});

/** Waits until the device has everything that it needs to open the app offline. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The list's container is there a moment before the list.
  await expect.poll(() => keptPaths(page)).toContain('/api/markets');
}

/** A page that has failed to connect for a while retries within half a minute. */
const RECONNECTS_MS = 120_000;

const outcomes = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /% chance/ });
const keptCaches = (page: Page) => page.evaluate(() => caches.keys());

/** Does what an idle page does: has the files that may be needed later cached, and waits for all of them. */
async function keepTheRest(page: Page): Promise<void> {
  const named = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: 'tallystone-keep-later' });
    return (await (await fetch('/worker.js')).text()).match(/\/assets\/[\w.-]+/g);
  });
  for (const part of ['/assets/market-', '/assets/price-chart-', '/assets/transparency-']) {
    expect(named).toContainEqual(expect.stringContaining(part));
  }
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(named ?? []));
}

async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** Disconnects. Each new page must be told again that it is offline, which a real offline device reports itself. */
async function goOffline(
  page: Page,
): Promise<{ remind: () => Promise<void>; goOnline: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  const say = async (offline: boolean) => {
    await devtools.send('Network.overrideNetworkState', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  };
  await devtools.send('Network.enable');
  await page.context().setOffline(true);
  await say(true);
  return {
    remind: () => say(true),
    goOnline: async () => {
      await page.context().setOffline(false);
      await say(false);
    },
  };
}

test('without a connection the app opens with the last list in grey, with its time, and takes no bets', async ({
  page,
}) => {
  await page.goto('/');
  await expect(outcomes(page).first()).toBeEnabled();
  await waitUntilKept(page);
  await keepTheRest(page);
  const kept = await page.evaluate(async () => {
    const list = await (await caches.match('/api/markets', { cacheName: 'tallystone-list' }))?.json();
    return (list.markets as { id: string; title: string }[]).map(({ id, title }) => ({ id, title }));
  });

  const { remind, goOnline } = await goOffline(page);
  await page.reload();
  await remind();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predict the game. Profit instantly.');
  await expect(page.getByText(/^Offline, updated \d\d:\d\d$/)).toBeVisible();
  const titles = page.getByRole('tabpanel').getByRole('article').getByRole('heading');
  await expect(titles.first()).toBeVisible();
  const shown = await titles.allTextContents();
  expect(kept.map(({ title }) => title)).toEqual(expect.arrayContaining(shown));
  for (const outcome of await outcomes(page).all()) await expect(outcome).toBeDisabled();
  await expect(page.getByText('You are offline. Reconnect to bet.').first()).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await expect(page.getByText(/This page may be out of date/).first()).toBeVisible();

  // The page of a market from the list works from a link too.
  const market = kept.find(({ title }) => title === shown[0]);
  await page.goto(`/market/${market?.id}`);
  await remind();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(market?.title ?? '');
  await expect(page.getByText(/^Offline, updated \d\d:\d\d$/)).toBeVisible();
  for (const outcome of await page.getByRole('button', { name: /% chance/ }).all()) {
    await expect(outcome).toBeDisabled();
  }
  await expectNoViolations(page);

  await page.goto('/market/m_unknown');
  await remind();
  await expect(page.getByRole('alert')).toContainText('could not be loaded');

  await page.goto('/');
  await remind();
  await expect(page.getByText(/^Offline, updated/)).toBeVisible();
  await goOnline();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(outcomes(page).first()).toBeEnabled();
});

test('while the server is unreachable the app opens the same way, and continues automatically when it is back', async ({
  page,
  app,
  front,
}) => {
  await page.goto(front.url);
  await expect(outcomes(page).first()).toBeEnabled();
  await waitUntilKept(page);
  await app.stop();
  await page.reload();
  await expect(page.getByText(/^Paused, updated \d\d:\d\d/)).toBeVisible();
  await expect(outcomes(page).first()).toBeVisible();
  for (const outcome of await outcomes(page).all()) await expect(outcome).toBeDisabled();
  await expect(page.getByText(/Betting resumes when they are live/).first()).toBeVisible();

  await app.start();
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: RECONNECTS_MS });
  await expect(outcomes(page).first()).toBeEnabled();
});

test('a first visit without a connection shows nothing invented', async ({ page, context, app }) => {
  await context.setOffline(true);
  await expect(page.goto(app.url)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test('the device stores no user data except what the user stores: no API response, no account page', async ({
  page,
}) => {
  await enterDemo(page, 'Polygon');
  await waitUntilKept(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  const address = await page.evaluate(() => localStorage.getItem('walletAddress') ?? '');
  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const isText = /html|json/.test(answer?.headers.get('content-type') ?? '');
        found.push({
          path: new URL(request.url).pathname,
          text: isText ? ((await answer?.text()) ?? '') : '',
        });
      }
    }
    return found;
  });
  const ofApi = kept.map(({ path }) => path).filter((path) => !path.startsWith('/assets/'));
  expect(ofApi.sort()).toEqual(['/', '/api/markets']);
  const text = kept
    .map((each) => each.text)
    .join('')
    .toLowerCase();
  expect(text.length).toBeGreaterThan(1_000);
  expect(text).not.toContain(address.toLowerCase());
});

test('behind a proxy, a new version announces itself, waits for a Reload, and keeps the old files', async ({
  page,
  front,
}) => {
  await page.goto(front.url);
  await waitUntilKept(page);
  const before = await keptCaches(page);
  front.serves = 'next';
  // As the browser does from time to time.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('New version ready.')).toBeVisible();
  expect(await keptCaches(page)).toEqual(
    expect.arrayContaining([...before, 'tallystone-shell-feedfacefeedface']),
  );
  // Nothing has moved: the page is as it was, and works.
  await expect(await openBetDialog(page, 'politics')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  // Until then the old page is visible, and works as well.
  await expect(page.locator('meta[name="app-version"]')).toHaveAttribute('content', 'feedfacefeedface');
  await expect(outcomes(page).first()).toBeEnabled();
  await expect(page.getByText('New version ready.')).toBeHidden();
});

test('when the app should no longer be stored, the worker removes itself and all its data', async ({
  page,
  app,
  front,
}) => {
  await page.goto(front.url);
  await waitUntilKept(page);
  await app.stop();
  await app.start({ OFFLINE_APP: 'off' });
  await page.reload();
  await expect(outcomes(page).first()).toBeEnabled();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined))
    .toBe(true);
  await expect.poll(() => keptCaches(page)).toEqual([]);
  // Files that the page requests later bypass the worker that still serves it, and aren't stored.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency' })).toBeVisible();
  await expect.poll(() => keptCaches(page)).toEqual([]);
  await page.goto(`${front.url}/legal`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  // Store the app again for the next tests.
  await page.close();
  await app.stop();
  await app.start();
});

test('a device can install the app, in the language of the page', async ({
  app,
  request,
  playwright,
  launchOptions,
  problems,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-device-'));
  // Nothing can be installed from a private window, and every other context is one.
  const device = await playwright.chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL: app.url,
  });
  const page = await device.newPage();
  problems.watch(page);
  await page.goto('/');
  const link = page.locator('link[rel="manifest"]');
  await expect(link).toHaveAttribute('href', '/app.webmanifest');
  for (const path of ['/app.webmanifest', '/app.es.webmanifest']) {
    const manifest = await (await request.get(path)).json();
    expect(manifest).toMatchObject({ name: 'Tallystone', id: '/', start_url: '/', display: 'standalone' });
    for (const { src, type } of manifest.icons) {
      const icon = await request.get(src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
    }
  }
  const devtools = await device.newCDPSession(page);
  const missing = async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors;
  await expect.poll(missing).toEqual([]);
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.reload();
  await expect(link).toHaveAttribute('href', '/app.es.webmanifest');
  await device.close();
  rmSync(folder, { recursive: true, force: true });
});
