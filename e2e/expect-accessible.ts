import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on anything that axe finds. */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });
  expect(wide, 'the page scrolls sideways').toEqual([]);
}

/** Where the layouts differ that matter: a phone and a desk. */
const WIDTHS = [390, 1280] as const;
/** What a look takes at most, on a machine that has much else to do. */
const LOOK_MS = 60_000;
/** Nothing is to be wider than the narrowest phone. */
const NARROWEST = 320;

/**
 * Looks at what is on the page in both themes at the widths that differ, and at the narrowest one for sideways scroll.
 * One visit serves for all of them. The page has to ask for reduced motion: fading changes contrast for a moment. Each
 * look brings its own time, so that no journey has to know how many it takes.
 */
export async function expectSound(page: Page): Promise<void> {
  const journey = test.info();
  journey.setTimeout(journey.timeout + LOOK_MS);
  const { viewport, theme } = { viewport: page.viewportSize(), theme: await themeOf(page) };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    for (const each of ['light', 'dark']) {
      await paint(page, each);
      await test.step(`${each} at ${width}`, () => expectNoViolations(page));
    }
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  await expectNoSidewaysScroll(page);
  await paint(page, theme);
  if (viewport !== null) await page.setViewportSize(viewport);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset.theme ?? '');

/** As the button in the header does, which a dialog covers; colours that pass into others are waited for. */
async function paint(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen;
    document.documentElement.style.colorScheme = chosen;
    await new Promise(requestAnimationFrame);
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  }, theme);
}
