import type { Locator, Page } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { expectToast, figureOf } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import { amountNow, betOn, newestBet, openAccount, positionsOf, receiptsOf } from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { expect } from './fixtures.ts';
import { test } from './moved-fixtures.ts';
import { openOwnMarket } from './own-market.ts';
import { Rival } from './rival.ts';
import type { EvmWallet } from './wallets/evm-wallet.ts';

const MINUTE_MS = 60_000;

let wallet: EvmWallet;
let market: WireAdminMarket;

test.beforeEach(async ({ page, context, meet, adminState }) => {
  const admin = await (await meet(adminState)).newPage();
  ({ market, wallet } = await openOwnMarket(page, { context, admin }));
});

const WORDS = {
  en: { field: 'Cash out at (USDC)', set: 'Set automatic cash-out' },
  es: { field: 'Vender a (USDC)', set: 'Programar venta automática' },
} as const;

/** Types an amount into the open dialog, signs it, and waits until the dialog has closed. */
async function setAt(page: Page, amount: string, language: keyof typeof WORDS = 'en'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(WORDS[language].field).fill(amount);
  await dialog.getByRole('button', { name: WORDS[language].set }).click();
  await expect(dialog).toBeHidden();
}

const line = (position: Locator, amount: string) => position.getByText(`Cashes out at ${amount}`);

test('an automatic cash-out is set, changed and cancelled, and pays when other bets raise the value', async ({
  page,
  app,
  clock,
}) => {
  const { title, id, outcomes } = market;
  await betOn(page, { title, outcome: 'Yes', stake: '50' });
  await openAccount(page);
  const position = positionsOf(page, title);
  // The bet can't be sold in its first minute.
  await position.getByRole('button', { name: /^Automatic cash-out/ }).click();
  await expect(page.getByRole('dialog')).toContainText('one minute after placing');
  await expectSound(page);
  await setAt(page, '60');
  await page.reload();
  await expect(line(position, '$60.00')).toBeVisible();

  await position.getByRole('button', { name: /^Change/ }).click();
  await setAt(page, '70');
  await expect(line(position, '$70.00')).toBeVisible();
  await position.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click();
  await expect(position.getByText(/^Cashes out at/)).toHaveCount(0);

  await clock.advance(MINUTE_MS);
  await page.reload();
  const bet = await newestBet(page);
  const least = (await amountNow(page, bet)) + 1;
  await position.getByRole('button', { name: /^Cash out/ }).click();
  await page.getByRole('radio', { name: 'Automatically, at an amount' }).click();
  await setAt(page, least.toFixed(2));
  expect(wallet.signedTexts().at(-1)).toBe(
    `Cash out automatically: ${bet.id} for at least ${Number(least.toFixed(2))} USDC`,
  );
  expect((await newestBet(page)).result).toBeUndefined();

  const rival = await Rival.signIn(app.url);
  await rival.bet({ id, outcomeId: outcomes[0]?.id ?? '' }, 500);
  const receipt = receiptsOf(page, title);
  await expect(receipt.getByText('Cashed out automatically', { exact: true })).toBeVisible();
  await expectToast(page, 'Cashed out automatically');
  const { paid = 0 } = await newestBet(page);
  expect(paid).toBeGreaterThan(least);
  await expect(figureOf(receipt, 'Paid')).toHaveText(exactly(micro(paid)));
  await expect(figureOf(receipt, 'Signed minimum')).toHaveText(`$${least.toFixed(2)}`);
  await expect(position).toHaveCount(0);
});

test('on a phone in Spanish, one at an amount that is reached pays right away', async ({ page, clock }) => {
  const { title, id } = market;
  await page.setViewportSize({ width: 390, height: 844 });
  await betOn(page, { title, outcome: 'Yes', stake: '40' });
  await clock.advance(MINUTE_MS);
  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.goto(`/market/${id}`);
  await page.getByRole('button', { name: /^Vender/ }).click();
  await page.getByRole('radio', { name: 'Automática, a un importe' }).click();
  await page.getByLabel(WORDS.es.field).fill('20');
  await expect(page.getByText('Tu apuesta ya vale eso: se venderá enseguida.')).toBeVisible();
  await setAt(page, '20', 'es');
  await expect(page.getByText('Vendida automáticamente', { exact: true })).toBeVisible();
  await expectToast(page, 'Apuesta vendida automáticamente');
  const { paid = 0 } = await newestBet(page);
  expect(paid).toBeGreaterThan(20);
  await expect(page.getByText(`Se pagaron ${exactly(micro(paid))}, mínimo firmado $20.00`)).toBeVisible();
});
