import type { Locator, Page } from '@playwright/test';
import {
  acceptAge,
  enterDemo,
  enterStake,
  openBetDialog,
  placeButton,
  remember,
  showCategory,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ context }) => acceptAge(context));

const firstOutcome = (page: Page) =>
  page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% chance/ })
    .first();

test.describe('the first paint', () => {
  /** Brightness of every frame that is painted meanwhile, 0 to 255, at the left edge, where only the page's own colour is. */
  async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const pictures: string[] = [];
    devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
      pictures.push(data);
      void devtools.send('Page.screencastFrameAck', { sessionId });
    });
    await devtools.send('Page.startScreencast', { format: 'png' });
    await act();
    await devtools.send('Page.stopScreencast');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return brightness(page, pictures);
  }

  async function brightness(page: Page, pictures: string[]): Promise<number[]> {
    return page.evaluate(async (texts) => {
      const found: number[] = [];
      for (const text of texts) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext('2d');
        pen?.drawImage(picture, 0, 0);
        const [r = 0, g = 0, b = 0] = pen?.getImageData(2, picture.height / 2, 1, 1).data ?? [];
        found.push(Math.round((r + g + b) / 3));
      }
      return found;
    }, pictures);
  }

  async function openLanding(page: Page): Promise<void> {
    await page.goto('/');
    await expect(firstOutcome(page)).toBeVisible();
  }

  test('is light at first, whatever the system prefers', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/legal');
    const frames = await framesOf(page, () => openLanding(page));
    expect(frames.length).toBeGreaterThan(1);
    expect(Math.min(...frames)).toBeGreaterThan(200);
  });

  test('is dark with dark stored, without a light frame on a slow machine', async ({ page, context }) => {
    await remember(context, 'theme', 'dark');
    await page.goto('/legal');
    const frames = await framesOf(page, () => openLanding(page));
    expect(frames.length).toBeGreaterThan(1);
    expect(Math.max(...frames)).toBeLessThan(60);
  });
});

test.describe('with less motion', () => {
  /** What moves on the page or would: animations but fades, and transitions but of colours. */
  async function motionsOf(page: Page): Promise<string[]> {
    return page.evaluate(() => {
      const still = /^(none|fade-in|fade-out|color|.*-color|fill|stroke|opacity)$/;
      const styles = [...document.querySelectorAll('body *')].flatMap((element) =>
        [undefined, '::before', '::after'].map((part) => getComputedStyle(element, part)),
      );
      const found = styles.flatMap(({ animationName, transitionProperty, transitionDuration }) => {
        const changes = /[1-9]/.test(transitionDuration) ? transitionProperty : 'none';
        return `${animationName}, ${changes}`.split(', ').filter((name) => !still.test(name));
      });
      return [...new Set(found)].sort();
    });
  }

  /** The background of an outcome while its odds are marked as changed. */
  async function flashOf(outcome: Locator): Promise<string> {
    return outcome.evaluate((element: HTMLElement) => {
      // At once, not as it fades in.
      element.style.transition = 'none';
      element.setAttribute('data-change', 'up');
      const { backgroundColor } = getComputedStyle(element);
      element.removeAttribute('data-change');
      element.style.transition = '';
      return backgroundColor;
    });
  }
  const colourOf = (outcome: Locator) =>
    outcome.evaluate((element) => getComputedStyle(element).backgroundColor);

  for (const width of [1280, 390]) {
    test(`nothing pulses, flashes or slides at ${width} px, and every word stays`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await enterDemo(page, 'Polygon');
      const dialog = await openBetDialog(page, 'politics');
      await dialog.getByLabel('Amount (USDC)').fill('a lot');
      await placeButton(dialog).click();
      await expect(page.locator('.toast')).toBeVisible();
      // It stays while another window has the focus.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      expect(await motionsOf(page)).toEqual([]);
      // The open form hides the list from roles.
      const badges = page.locator('[role="tabpanel"] .badge');
      const words = await badges.allTextContents();
      expect(words.join()).toContain('LIVE');
      const outcome = page.locator('.outcome').first();
      // Before the flash, from which the colour would only fade back.
      const calm = await colourOf(outcome);
      expect(await flashOf(outcome)).toBe(calm);

      await page.emulateMedia({ reducedMotion: 'no-preference' });
      expect(await motionsOf(page)).toEqual(
        expect.arrayContaining(['dot-pulse', width < 640 ? 'sheet-in' : 'dialog-in', 'toast-in']),
      );
      expect(await flashOf(outcome)).not.toBe(calm);
      expect(await badges.allTextContents()).toEqual(words);

      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
      await enterStake(dialog, '11');
      await placeButton(dialog).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await motionsOf(page)).toEqual([]);
    });
  }
});

test.describe('with forced colours', () => {
  /** Visible buttons, badges and bars without a border around them. */
  async function withoutEdges(page: Page): Promise<{ seen: string[]; without: string[] }> {
    return page.evaluate(() => {
      const kinds = ['.btn', '.badge', '.outcome', '.tally-bar', '[role="progressbar"]', '[role="meter"]'];
      const seen: string[] = [];
      const without: string[] = [];
      for (const kind of kinds) {
        for (const element of document.querySelectorAll(kind)) {
          if (!element.checkVisibility()) continue;
          seen.push(kind);
          const style = getComputedStyle(element);
          const edges = ['top', 'right', 'bottom', 'left'].every(
            (side) =>
              style.getPropertyValue(`border-${side}-style`) === 'solid' &&
              Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) >= 1,
          );
          if (!edges) without.push(`${kind}: ${element.className} ${element.textContent}`);
        }
      }
      return { seen: [...new Set(seen)], without };
    });
  }

  test('buttons, badges and bars have edges', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await enterDemo(page, 'Polygon');
    const dialog = await openBetDialog(page, 'politics');
    await enterStake(dialog, '11');
    const before = await withoutEdges(page);
    expect(before.without).toEqual([]);
    expect(before.seen).toEqual(['.btn', '.badge', '.outcome', '.tally-bar', '[role="meter"]']);
    await placeButton(dialog).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    const during = await withoutEdges(page);
    expect(during.without).toEqual([]);
    expect(during.seen).toContain('[role="progressbar"]');
  });
});

test('the first stop of Tab is the skip link, and it leads past the header', async ({ page }) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  // The page's links work only after the app has started.
  await expect(firstOutcome(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press('Tab');
  const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  await expect.poll(inMain).toBe(true);
});

test.describe('the focus', () => {
  /**
   * The control that has the focus: its name, whether it has a ring, whether a side of it is out of view, whether the
   * control itself is on top, and whether the age notice covers any of it.
   */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const control = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(control);
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
      const notice = document.querySelector('[aria-label="Age notice"]');
      const noticeBox = notice?.getBoundingClientRect();
      return {
        name: control.getAttribute('aria-label') ?? control.textContent ?? control.tagName,
        hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        isCutOff: left < 0 || right > innerWidth,
        isOnTop: onTop !== null && (control.contains(onTop) || onTop.contains(control)),
        isUnderNotice:
          noticeBox !== undefined &&
          !notice?.contains(control) &&
          bottom > noticeBox.top &&
          top < noticeBox.bottom,
        isBody: control === document.body,
      };
    });

  /** Moves through the first 40 stops of the landing page. Each has a ring, and nothing covers it. */
  async function expectFocusInView(page: Page): Promise<void> {
    await page.goto('/');
    await expect(firstOutcome(page)).toBeVisible();
    const stops: Awaited<ReturnType<typeof focused>>[] = [];
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
    }
    expect(new Set(stops.map(({ name }) => name)).size).toBeGreaterThan(20);
    expect(
      stops.filter(
        ({ hasRing, isCutOff, isOnTop, isUnderNotice, isBody }) =>
          !hasRing || isCutOff || !isOnTop || isUnderNotice || isBody,
      ),
    ).toEqual([]);
  }

  for (const theme of ['light', 'dark']) {
    test(`has a ring on each of the first 40 stops, under nothing, in the ${theme} theme`, async ({
      page,
      context,
    }) => {
      await remember(context, 'theme', theme);
      await expectFocusInView(page);
    });
  }

  for (const [width, height] of [
    [1280, 900],
    [390, 844],
    [320, 640],
  ] as const) {
    test(`is never under the age notice at ${width} px`, async ({ meet }) => {
      // Someone who hasn't accepted it.
      const page = await (await meet()).newPage();
      await page.setViewportSize({ width, height });
      await expectFocusInView(page);
      await expect(page.getByRole('region', { name: 'Age notice' })).toBeVisible();
    });
  }
});

test('cards are in one, two or three columns', async ({ page }) => {
  await page.goto('/');
  await expect(firstOutcome(page)).toBeVisible();
  for (const [width, columns] of [
    [390, 1],
    [1024, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const edges = () =>
      page
        .getByRole('tabpanel')
        .getByRole('article')
        .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
    await expect.poll(edges).toBe(columns);
  }
});

test('the legal terms print whole and without the frame', async ({ page }) => {
  await page.goto('/legal');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Regulatory Disclaimer' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible();
});

/** What a screen reader finds in an element, line by line, contains these in this order. */
async function expectToRead(element: Locator, lines: readonly RegExp[]): Promise<void> {
  await expect(async () => {
    const said = (await element.ariaSnapshot()).split('\n');
    let from = 0;
    for (const line of lines) {
      const place = said.findIndex((each, i) => i >= from && line.test(each));
      expect(place, `${line} in its place in\n${said.join('\n')}`).toBeGreaterThanOrEqual(from);
      from = place + 1;
    }
  }).toPass();
}

test('a screen reader meets the tabs, a card, the form and its messages in a sensible order', async ({
  page,
}) => {
  await enterDemo(page, 'Polygon');
  await showCategory(page, /politics/i);
  await expectToRead(page.getByRole('region', { name: 'Live Prediction Markets' }), [
    /heading "Live Prediction Markets" \[level=2\]/,
    /tablist "Market category"/,
    /tab "Sports \d+"/,
    /tab "Politics \d+" \[selected\]/,
    /tab "Crypto \d+"/,
    /tabpanel "Politics \d+"/,
    /list "Markets: politics"/,
    /listitem/,
    /article ".+"/,
  ]);
  await expectToRead(page.getByRole('article').first(), [
    /article ".+"/,
    /(LIVE|UPCOMING) .*Volume/,
    /button "Watch .+"/,
    /heading ".+" \[level=4\]/,
    /link ".+"/,
    /time: .*(Ends|Starts|Settles)/,
    /button "\S.* \d+\.\d\d \d+\.\d% chance.* bet on .+ in .+"/,
    /button "\S.* \d+\.\d\d \d+\.\d% chance.* bet on .+ in .+"/,
  ]);

  const dialog = await openBetDialog(page, 'politics');
  await enterStake(dialog, '11');
  await expectToRead(dialog, [
    /heading ".+" \[level=2\]/,
    /odds \d+\.\d\d, \d+\.\d% chance/,
    /button "Close"/,
    /textbox "Amount \(USDC\)"/,
    /group "Quick amounts"/,
    /meter "Daily stake cap"/,
    /row "Odds /,
    /row "Potential win /,
    /row "Total return /,
    /combobox "Price protection"/,
    /Place bet: 11 on /,
    /button "Place Bet"/,
  ]);
  await dialog.getByLabel('Amount (USDC)').fill('a lot');
  await placeButton(dialog).click();
  await expectToRead(page.getByRole('region', { name: /^Notifications/ }), [
    /Invalid Bet/,
    /button "Dismiss"/,
    /Please enter a valid bet amount/,
  ]);
  await enterStake(dialog, '11');
  await placeButton(dialog).click();
  await expectToRead(page.getByRole('region', { name: 'Transaction' }), [
    /status: Transaction Pending/,
    /heading "Transaction Pending" \[level=2\]/,
    /button "Close"/,
    /\$11\.00 on .+ at \d+\.\d\d/,
    /progressbar "Simulated progress"/,
    /listitem: Signed/,
    /listitem: Accepted/,
    /listitem: Recorded/,
  ]);
});
