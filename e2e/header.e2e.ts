import type { Page } from '@playwright/test';
import { approve } from './admin.ts';
import { acceptAge, connect, enterDemo, expectSignedIn, walletChip } from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const WIDTHS = [320, 360, 390, 640, 768, 1024, 1280, 1920];

test.beforeEach(({ context }) => acceptAge(context));

/** The faults of the header at the current size: clipped, overlapping or hidden controls, and another height than one row. */
function faultsOfHeader(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const header = document.querySelector('header');
    if (!header) return ['no header'];
    const controls = [...header.querySelectorAll<HTMLElement>('a, button, select, .wallet-funds')]
      .map((element) => ({
        element,
        box: element.getBoundingClientRect(),
        name: element.ariaLabel || element.textContent,
      }))
      .filter(({ box }) => box.width > 0);
    const faults: string[] = [];
    if (header.offsetHeight !== 65) faults.push(`the header is ${header.offsetHeight} px high`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
    for (const [place, { element, box, name }] of controls.entries()) {
      if (box.left < 0 || box.right > innerWidth + 0.5 || element.scrollWidth > element.clientWidth + 1)
        faults.push(`${name} is clipped`);
      if (box.height > 50 && element.matches('.site-tools button')) faults.push(`${name} wraps`);
      if (element.matches('a, button') && (box.height < 43.5 || box.width < 32))
        faults.push(`${name} is too small`);
      for (const other of controls.slice(place + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 0.5 && down > 0.5) faults.push(`${name} overlaps ${other.name}`);
      }
    }
    return faults;
  });
}

/** Texts of the search, the order and the buttons above the list that are cut off, at the current size. */
function cutAboveList(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return ['no canvas'];
    return [...document.querySelectorAll<HTMLElement>('.find-bar :is(input, select, button)')].flatMap(
      (element) => {
        const style = getComputedStyle(element);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const room =
          element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        const texts =
          element instanceof HTMLSelectElement
            ? [...element.options].map(({ text }) => text)
            : element instanceof HTMLInputElement
              ? [element.placeholder]
              : [];
        const cut = texts.filter((text) => pen.measureText(text).width > room + 0.5);
        return element.scrollWidth > element.clientWidth + 1 ? [...cut, element.textContent ?? ''] : cut;
      },
    );
  });
}

async function expectNothingCut(page: Page): Promise<void> {
  const found: string[] = [];
  for (const language of ['en', 'es']) {
    await page.evaluate((chosen) => localStorage.setItem('tallystone.language', chosen), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    // The filters come with the markets.
    await expect(page.locator('.find-toggle')).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const width of [640, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await cutAboveList(page)).map((text) => `${language} ${width}: ${text}`));
    }
  }
  expect(found).toEqual([]);
}

async function expectSoundHeader(page: Page): Promise<void> {
  const found: string[] = [];
  for (const language of ['en', 'es']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate((chosen) => localStorage.setItem('tallystone.language', chosen), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('tab').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await faultsOfHeader(page)).map((fault) => `${language} ${width}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}

test('the header is one row for a visitor, at every width', async ({ page }) => {
  await page.goto('/');
  await expectSoundHeader(page);
  // On a phone the links are at the bottom, and end above the page's edge.
  await page.setViewportSize({ width: 390, height: 844 });
  const nav = await page.getByRole('navigation', { name: 'Principal' }).boundingBox();
  expect((nav?.y ?? 0) + (nav?.height ?? 0)).toBe(844);
});

test('the header is one row for a practice wallet, with its practice money', async ({ page }) => {
  await enterDemo(page, 'Ethereum');
  await expect(page.getByRole('banner')).toContainText('$1,000.00 practice');
  await expectSoundHeader(page);
});

test('the header is one row for a wallet that is not signed in, marked as practice too', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/rejected/i);
  const wallet = await EvmWallet.install(context, { chainId: '0x1' });
  wallet.answers('personal_sign', 'refusing');
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expect(walletChip(page)).toContainText('Not signed in');
  await expect(walletChip(page)).toContainText('Practice');
  await expectSoundHeader(page);
});

test('the header is one row for an admin', async ({ page, app }) => {
  await page.goto(app.adminPath);
  await page.getByRole('button', { name: 'Connect Practice admin' }).click();
  await approve(page);
  await expectSignedIn(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  await expectSoundHeader(page);
});

test('nothing above the list is cut off, without a wallet and with one', async ({ page }) => {
  await page.goto('/');
  await expectNothingCut(page);
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'en'));
  await enterDemo(page, 'Polygon');
  await expectNothingCut(page);
});
