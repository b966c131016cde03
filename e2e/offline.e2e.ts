import type { Page } from '@playwright/test';
import { AppServer, freePort } from './app-server.ts';
import { acceptAge, enterDemo } from './bettor.ts';
import { expect, test } from './fixtures.ts';

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
