import type { Page } from '@playwright/test';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  placeButton,
  showCategory,
  textToSign,
} from './bettor.ts';
import { expectNoSidewaysScroll, expectSound } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

// Fading in briefly changes the contrast, which this test doesn't measure.

const ROUTES = ['/', '/legal', '/transparency', '/admin', '/guardian', '/no/such/page'];

/** With the control at the bottom, which is there at every width. */
async function choose(page: Page, language: 'English' | 'Español'): Promise<void> {
  await page
    .getByRole('contentinfo')
    .getByRole('combobox', { name: /^(Language|Idioma)$/ })
    .selectOption(language);
}

test('a visitor chooses Spanish, and the next visit is Spanish from its first words on', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predict the game. Profit instantly.');
  await choose(page, 'Español');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predice el partido. Gana al instante.');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page).toHaveTitle('Mercados · Tallystone');
  // Longer words beside it leave room for the product's tagline.
  const product = page.getByRole('contentinfo').getByText(/^Funciona con/);
  await expect.poll(async () => (await product.boundingBox())?.width).toBeGreaterThan(250);
  await expect(page.getByRole('contentinfo').getByRole('combobox', { name: 'Idioma' })).toBeFocused();

  // Records every heading that the next visit ever shows, from before the app starts.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { headingsSeen: seen });
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent;
      if (heading && seen.at(-1) !== heading) seen.push(heading);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/legal');
  await expect(page).toHaveTitle('Aviso legal · Tallystone');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos legales');
  expect(await page.evaluate('headingsSeen')).toEqual(['Términos legales']);

  await choose(page, 'English');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Legal terms');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('a browser that asks for Spanish', () => {
  test.use({ locale: 'es-AR' });

  test('gets it at the first visit, and English when that is chosen', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predice el partido. Gana al instante.');
    await choose(page, 'English');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predict the game. Profit instantly.');
  });
});

test('a bet placed in Spanish signs the same text as every other bet, with the figures that were shown', async ({
  page,
  context,
}) => {
  await acceptAge(context);
  const wallet = await EvmWallet.install(context);
  await page.goto('/');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await choose(page, 'Español');

  await showCategory(page, /política/i);
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% de probabilidad/, disabled: false })
    .first()
    .click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Importe (USDC)') });
  await enterStake(dialog, '11', 'es');
  const shown = await textToSign(dialog);
  expect(shown).toMatch(/^Place bet: 11 on \S+ at \d+\.\d\d? odds$/);
  await expectSound(page);
  await placeButton(dialog, 'es').click();
  await expect(page.getByRole('region', { name: 'Transacción' })).toBeVisible();
  // If the page is left before the server has answered, the request may not have been sent yet.
  await expectPlaced(page, 'es');
  expect(wallet.signedTexts()).toContain(shown);

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
  const [, stake] = /^Place bet: (\S+) on/.exec(shown) ?? [];
  await expect(page.getByText(`$${stake}.00`).first()).toBeVisible();
  await expectSound(page);
});

for (const route of ROUTES) {
  test(`${route} passes in Spanish in both themes at every width`, async ({ page, context }) => {
    await context.addInitScript(() => {
      // The blank page before the first one has no storage.
      if (location.protocol !== 'about:') localStorage.setItem('tallystone.language', 'es');
    });
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (route === '/') {
      await expect(page.getByRole('button', { name: /% de probabilidad/ }).first()).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
    await expectSound(page);
  });
}
