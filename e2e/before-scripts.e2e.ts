import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const HEADING = 'Predict the game. Profit instantly.';

/** The page before any of the app's scripts has run. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(path);
}

test('the words of the landing page are there before the app runs, where the app renders them', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openWithoutScripts(page, '/');
    const words = page.getByRole('heading', { level: 1 });
    await expect(words).toHaveText(HEADING);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    const before = await words.boundingBox();
    await expect(page.getByText('0% House Edge', { exact: true })).toBeVisible();

    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(page.getByRole('tab', { name: /sports/i })).toBeVisible();
    await expect(words).toHaveCount(1);
    await expect.poll(() => words.boundingBox()).toEqual(before);
  }
});

test('no other page begins with them', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  for (const path of ['/profile', '/market/m_aaaaaaaaaaaaaaaaaaaa', '/legal']) {
    await openWithoutScripts(page, path);
    await expect(page.getByRole('heading')).toHaveCount(0);
  }
});

test.describe('a browser that asks for Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('never shows English first', async ({ page, problems }) => {
    problems.expect(/ERR_FAILED/);
    await openWithoutScripts(page, '/');
    await expect(page.getByRole('heading')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(HEADING);
  });
});
