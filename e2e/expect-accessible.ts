import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on anything that axe finds once nothing on the page passes into something else. */
export async function expectNoViolations(page: Page): Promise<void> {
  // A page keeps it until it is left.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (tags) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe; // put there above
    // A toast that fades in has too little contrast for a moment, and it may come at any time. So axe looks in the very
    // turn in which nothing passes: what begins between a wait and a look would be looked at halfway.
    for (;;) {
      await new Promise(requestAnimationFrame);
      const passing = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      if (passing.length === 0) break;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
    // Only of violations are the elements described: nothing else is looked at here.
    const { violations } = await run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, TAGS);
  expect(violations).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    // A dialog scrolls by itself, so what is too wide for it does not widen the page.
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    return [document.documentElement, ...dialogs].flatMap((whole) => {
      if (whole.scrollWidth <= whole.clientWidth) return [];
      const end = whole.getBoundingClientRect().left + whole.clientWidth;
      return [...whole.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > end + 1)
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    });
  });
  expect(wide, 'the page, or a dialog, scrolls sideways').toEqual([]);
}

/**
 * Where the layouts differ that matter, a phone and a desk, and the theme that each is looked at in. A theme changes
 * colours alone, and a width the places: that the two together change nothing more bench/prove/every-look.ts proves.
 */
const LOOKS = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;
const THEMES = ['light', 'dark'] as const;
const LOOKS_AT_ALL = process.env.EVERY_LOOK === '1';
/** What a look takes at most, on a machine that has much else to do. */
const LOOK_MS = 60_000;
/** Nothing is to be wider than the narrowest phone. */
const NARROWEST = 320;

/**
 * Looks at what is on the page in both themes and at the widths that differ, and at the narrowest one for sideways
 * scroll. One visit serves for all of them. Each look brings its own time, so that no test has to know how many it
 * takes.
 */
export async function expectSound(page: Page): Promise<void> {
  const info = test.info();
  info.setTimeout(info.timeout + LOOK_MS);
  const before = { viewport: page.viewportSize(), theme: await themeOf(page) };
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    for (const each of LOOKS_AT_ALL ? THEMES : [theme]) {
      await paint(page, each);
      await test.step(`${each} at ${width}`, () => expectNoViolations(page));
    }
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  await expectNoSidewaysScroll(page);
  await paint(page, before.theme);
  if (before.viewport !== null) await page.setViewportSize(before.viewport);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.theme ?? '');

/** As the button in the header does, which a dialog covers. */
async function paint(page: Page, theme: string): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    document.documentElement.style.colorScheme = chosen;
  }, theme);
}
