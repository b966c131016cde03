import type { Page } from '@playwright/test';
import { AppServer, freePort } from './app-server.ts';
import { acceptAge, enterDemo, openBetDialog } from './bettor.ts';
import { expectNoViolations } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { Front } from './front.ts';

// The other journeys do without: what a worker answers, they could not watch or change.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ context, problems }) => {
  await acceptAge(context);
  // What cannot be reached is what these journeys are about.
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_INCOMPLETE_CHUNKED_ENCODING/,
  );
});

/** Waits until the device has all that it needs to open the app by itself. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => page.evaluate(() => caches.has('tallystone-list'))).toBe(true);
}

const outcomes = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /% chance/ });
const keptCaches = (page: Page) => page.evaluate(() => caches.keys());

test('without a connection the app opens with the last list, greyed, with its time, and takes no bets', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(outcomes(page).first()).toBeEnabled();
  const titles = await page.getByRole('tabpanel').getByRole('article').getByRole('heading').allTextContents();
  await waitUntilKept(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predict the game. Profit instantly.');
  await expect(page.getByText(/^Offline, updated \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('article').getByRole('heading').first()).toBeVisible();
  expect(
    await page.getByRole('tabpanel').getByRole('article').getByRole('heading').allTextContents(),
  ).toEqual(titles);
  for (const outcome of await outcomes(page).all()) await expect(outcome).toBeDisabled();
  await expect(
    page.getByText('You are offline. Betting resumes when the connection is back.').first(),
  ).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await expect(page.getByText(/This page needs the connection/).first()).toBeVisible();
  await page.goto('/market/m_unknown');
  await expect(page.getByText(/This page needs the connection/).first()).toBeVisible();
  await expectNoViolations(page);

  await page.goto('/');
  await expect(page.getByText(/^Offline, updated/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(outcomes(page).first()).toBeEnabled();
});

test('with the server away the app opens just so, and goes on by itself when it is back', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const server = new AppServer(await freePort());
  await server.start();
  try {
    await page.goto(server.url);
    await expect(outcomes(page).first()).toBeEnabled();
    await waitUntilKept(page);
    await server.stop();
    await page.reload();
    await expect(page.getByText(/^Paused, updated \d\d:\d\d/)).toBeVisible();
    await expect(outcomes(page).first()).toBeVisible();
    for (const outcome of await outcomes(page).all()) await expect(outcome).toBeDisabled();
    await expect(page.getByText(/no bets are taken at them/).first()).toBeVisible();

    await server.start();
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 45_000 });
    await expect(outcomes(page).first()).toBeEnabled();
  } finally {
    await server.remove();
  }
});

test('a first visit without a connection shows nothing that was not there', async ({
  page,
  context,
  app,
}) => {
  await context.setOffline(true);
  await expect(page.goto(app.url)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test('of a user nothing is kept but what the user keeps: no answer of the API, no page of an account', async ({
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

test.describe('behind a proxy', () => {
  test('a new version says that it is ready, waits for a Reload, and keeps the parts of the old one', async ({
    page,
    app,
  }) => {
    const front = await Front.open(app.url);
    try {
      await page.goto(front.url);
      await waitUntilKept(page);
      const before = await keptCaches(page);
      front.serves = 'next';
      // As the browser does by itself now and then.
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await expect(page.getByText('A new version is ready.')).toBeVisible();
      expect(await keptCaches(page)).toEqual(
        expect.arrayContaining([...before, 'tallystone-shell-feedfacefeedface']),
      );
      // Nothing moved meanwhile: the page is as it was, and works.
      await expect(await openBetDialog(page, 'politics')).toBeVisible();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Reload', exact: true }).click();
      await expect(outcomes(page).first()).toBeEnabled();
      expect(await page.locator('meta[name="app-version"]').getAttribute('content')).toBe('feedfacefeedface');
      await expect(page.getByText('A new version is ready.')).toBeHidden();
    } finally {
      await front.close();
    }
  });

  test('a worker that is not served any more leaves with all that it kept', async ({
    page,
    app,
    problems,
  }) => {
    problems.expect(/404/);
    const front = await Front.open(app.url);
    try {
      await page.goto(front.url);
      await waitUntilKept(page);
      front.serves = 'gone';
      await page.reload();
      await expect(outcomes(page).first()).toBeEnabled();
      await expect
        .poll(() =>
          page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined),
        )
        .toBe(true);
      await expect
        .poll(async () => (await keptCaches(page)).filter((name) => name.startsWith('tallystone-shell')))
        .toEqual([]);
    } finally {
      await front.close();
    }
  });
});

test('a device can install the app, in the language it is read in', async ({ page, request }) => {
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
  const problems = await (await page.context().newCDPSession(page)).send('Page.getInstallabilityErrors');
  expect(problems.installabilityErrors).toEqual([]);
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.reload();
  await expect(link).toHaveAttribute('href', '/app.es.webmanifest');
});
