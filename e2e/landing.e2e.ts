import type { Page } from '@playwright/test';
import { acceptAge, enterDemo } from './bettor.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ context }) => acceptAge(context));

/** The top of the first card and the bottom of its title, in px from the top of the screen. */
async function firstCard(page: Page): Promise<{ top: number; titleEnds: number }> {
  const card = page.getByRole('tabpanel').getByRole('article').first();
  const title = await card.getByRole('heading').boundingBox();
  const box = await card.boundingBox();
  return { top: box?.y ?? Number.NaN, titleEnds: (title?.y ?? 0) + (title?.height ?? Number.NaN) };
}

for (const { width, height } of [
  { width: 1280, height: 900 },
  { width: 1024, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`the first market is on the first screen at ${width} px, and nothing jumps while the page loads`, async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      let shifts = 0;
      new PerformanceObserver((list) => {
        // The type of this entry isn't in TypeScript's library.
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[]) {
          if (!entry.hadRecentInput) shifts += entry.value;
        }
        Object.assign(window, { shifts });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const expectSteady = async () =>
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shifts') ?? 0))).toBeLessThan(0.05);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const visitor = await firstCard(page);
    expect(visitor.top).toBeLessThan(height);
    if (width >= 1024) expect(visitor.titleEnds).toBeLessThan(height);
    await expectSteady();

    await enterDemo(page, 'Polygon');
    await page.goto('/');
    const connected = await firstCard(page);
    expect(connected.titleEnds).toBeLessThan(height);
    expect(connected.top).toBeLessThan(visitor.top);
    await expect(page.getByText('0% House Edge', { exact: true })).toBeVisible();
    await expectSteady();
  });
}
