import { expect, type Page, test } from '@playwright/test';
import { findViolations } from '@tallystone/testkit/browser/find-violations.ts';

/** Waits until no animation or transition runs on the page, then fails on any axe violation. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    // A dialog scrolls separately, so content that is too wide for it doesn't widen the page.
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    return [document.documentElement, ...dialogs].flatMap((whole) => {
      if (whole.scrollWidth <= whole.clientWidth) return [];
      const end = whole.getBoundingClientRect().left + whole.clientWidth;
      const elements = [...whole.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > end + 1)
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
      // A word can be wider than every element.
      return [`${whole.scrollWidth} px in ${whole.clientWidth} px`, ...elements];
    });
  });
  expect(wide, 'the page, or a dialog, scrolls sideways').toEqual([]);
}

/**
 * The widths at which the layout differs, a phone and a desktop, and the theme that is checked at each. A theme changes
 * only colours, and a width only positions; bench/prove/every-look.ts proves that combining them changes nothing more.
 */
const LOOKS = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;
const THEMES = ['light', 'dark'] as const;
const LOOKS_AT_ALL = process.env.EVERY_LOOK === '1';
/** The longest time for one check, on a busy machine. */
const LOOK_MS = 60_000;
/** Nothing may be wider than the narrowest phone. */
const NARROWEST = 320;

/**
 * Checks the page in both themes and at the widths that differ, and at the narrowest one for sideways
 * scroll. One visit suffices for all of them. Each check extends the test's time, so no test needs to know how many
 * there are.
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

/** Does what the button in the header does, which a dialog covers. */
async function paint(page: Page, theme: string): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    document.documentElement.style.colorScheme = chosen;
  }, theme);
}
