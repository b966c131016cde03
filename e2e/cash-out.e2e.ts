import type { Locator, Page } from '@playwright/test';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { figureOf, marketCard } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import { amountNow, betOn, newestBet, openAccount, positionsOf, readAsBettor, receiptsOf } from './bettor.ts';
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

/** The dialog that sells a bet back, at any step. */
const cashOutDialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Cash(ed)? out$/ });

const sellButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /^Cash out [\d.]+ USDC$/ });

const cents = (amount: number): string => exactly(micro(amount) - (micro(amount) % 10_000n));

test('a bet is sold back once, for the amount that was shown and signed', async ({
  page,
  context,
  clock,
}) => {
  const { title } = market;
  const { balance: before } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  await betOn(page, { title, outcome: 'Yes', stake: '100' });
  const bet = await newestBet(page);

  await openAccount(page);
  const position = positionsOf(page, title);
  await expect(position.getByText(/^Cash out in [1-5]?\d s$/)).toBeVisible();
  await expect(position.getByRole('button', { name: /^Cash out/ })).toHaveCount(0);

  const other = await context.newPage();
  await openAccount(other);
  await expect(positionsOf(other, title).getByText(/^Cash out in /)).toBeVisible();

  await clock.advance(MINUTE_MS);
  await page.reload();
  const amount = await amountNow(page, bet);
  await expect(figureOf(position, 'Value now')).toHaveText(cents(amount));
  await expect(figureOf(position, 'Profit if sold')).toHaveText(exactly(micro(amount) - micro(100)));
  const receipt = receiptsOf(page, title);
  const dialog = cashOutDialog(page);
  const offer = position.getByRole('button', { name: /^Cash out / });
  await offer.click();
  await expect(dialog.getByText('You staked').locator('+ *')).toHaveText('$100.00');
  await expect(dialog.getByText('You get now').locator('+ *')).toHaveText(cents(amount));
  await expect(dialog.getByText('Your loss').locator('+ *')).toHaveText(exactly(micro(amount) - micro(100)));
  await expect(dialog).toContainText(`You give up ${cents(bet.totalReturn)} if Yes wins.`);
  const shown = `Cash out: ${bet.id} for ${amount} USDC`;
  await expect(dialog.getByText(/^Cash out: /)).toHaveText(shown);

  const asked = wallet.signedTexts().length;
  wallet.answers('personal_sign', 'refusing');
  await sellButton(dialog).click();
  await expect(dialog.getByText('Your position stays open.')).toBeVisible();
  expect(wallet.signedTexts().slice(asked)).toEqual([shown]);
  expect((await newestBet(page)).status).toBe('confirmed');
  const { balance: stillStaked } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  expect(micro(stillStaked)).toBe(micro(before) - micro(100));

  wallet.answers('personal_sign', 'willing');
  await sellButton(dialog).dblclick();
  await expect(dialog.getByRole('status')).toHaveText(
    `${cents(amount)} is now in your balance, a loss of ${exactly(micro(100) - micro(amount))}.`,
  );
  expect(wallet.signedTexts().slice(asked)).toEqual([shown, shown]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(receipt.getByText('Cashed out', { exact: true })).toBeVisible();
  await expect(figureOf(receipt, 'Paid')).toHaveText(cents(amount));
  await expect(position).toHaveCount(0);
  const { balance } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  expect(micro(balance)).toBe(micro(before) - micro(100) + micro(amount));

  await other.reload();
  await expect(receiptsOf(other, title).getByText('Cashed out', { exact: true })).toBeVisible();
});

test('an amount that fell is offered again, from the market card too', async ({ page, app, clock }) => {
  const { title, id, outcomes } = market;
  await betOn(page, { title, outcome: 'Yes', stake: '50' });
  const bet = await newestBet(page);
  await clock.advance(MINUTE_MS);
  await page.reload();
  const line = marketCard(page, title).getByRole('list', { name: 'Your open bets' });
  await expect(line).toContainText('Your bet: $50.00 on Yes');
  await line.getByRole('button', { name: 'Cash out $50.00 on Yes' }).click();
  const dialog = cashOutDialog(page);
  const first = await amountNow(page, bet);
  await expect(dialog.getByText(`Cash out: ${bet.id} for ${first} USDC`)).toBeVisible();

  // Others bet against it, so the market pays less.
  const rival = await Rival.signIn(app.url);
  await rival.bet({ id, outcomeId: outcomes[1]?.id ?? '' }, 500);
  const second = await amountNow(page, bet);
  expect(second).toBeLessThan(first);
  const moved = dialog.getByText(`Cash-out is now ${cents(second)} (was ${cents(first)}).`);
  await expect(moved).toBeVisible();
  await expect(dialog.getByText(`Cash out: ${bet.id} for ${first} USDC`)).toBeVisible();
  await expect(sellButton(dialog)).toBeDisabled();
  expect((await newestBet(page)).status).toBe('confirmed');

  await dialog.getByRole('button', { name: `Use ${cents(second)}` }).click();
  await expect(dialog.getByText(`Cash out: ${bet.id} for ${second} USDC`)).toBeVisible();
  await sellButton(dialog).click();
  await expect(dialog.getByRole('status')).toContainText(`${cents(second)} is now in your balance`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(line).toHaveCount(0);
});

test('a part of a bet is sold, the rest stays open, and an own stake sells more of it', async ({
  page,
  context,
  clock,
}) => {
  const { title } = market;
  await betOn(page, { title, outcome: 'Yes', stake: '100' });
  const bet = await newestBet(page);
  await clock.advance(MINUTE_MS);
  await openAccount(page);
  const position = positionsOf(page, title);
  const offer = position.getByRole('button', { name: /^Cash out / });
  await offer.click();
  const dialog = page.getByRole('dialog', { name: /^(Cash out|Part cashed out)$/ });
  await dialog.getByRole('radio', { name: '25%' }).click();
  const { amount } = await readAsBettor<WireCashOutQuote>(page, `/api/bets/${bet.id}/cash-out?stake=25`);
  const part = amount ?? 0;
  await expect(dialog.getByText('Stake you sell').locator('+ *')).toHaveText('$25.00 of $100.00');
  await expect(dialog.getByText('You get now').locator('+ *')).toHaveText(cents(part));
  const shown = `Cash out a part: ${bet.id}, 25 of 100 USDC, for ${part} USDC`;
  await expect(dialog.getByText(/^Cash out a part: /)).toHaveText(shown);
  await expectSound(page);
  await sellButton(dialog).dblclick();
  await expect(dialog.getByRole('status')).toContainText(`${cents(part)} is now in your balance`);
  await expect(dialog.getByRole('status')).toContainText('$75.00 of your bet stays open.');
  expect(wallet.signedTexts().at(-1)).toBe(shown);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const soldSoFar = `$75.00 open of $100.00, $25.00 sold for ${cents(part)}`;
  await expect(position.getByText(soldSoFar)).toBeVisible();
  await expect(figureOf(position, 'Value now')).toHaveText(cents(await amountNow(page, bet)));

  // Another tab that still shows the whole bet sells nothing of it.
  const other = await context.newPage();
  await openAccount(other);
  await positionsOf(other, title)
    .getByRole('button', { name: /^Cash out / })
    .click();
  await other.getByRole('radio', { name: 'Other' }).click();
  await other.getByLabel('Stake to sell (USDC)').fill('74.50');
  await expect(other.getByText('At least $1.00 has to stay open. Sell less, or all.')).toBeVisible();
  await other.getByLabel('Stake to sell (USDC)').fill('10');
  await expect(other.getByText(/^Cash out a part: /)).toHaveText(
    new RegExp(`^Cash out a part: ${bet.id}, 10 of 75 USDC, for [\\d.]+ USDC$`),
  );
  await sellButton(other.getByRole('dialog')).click();
  await expect(other.getByRole('status').filter({ hasText: '$65.00 of your bet stays open.' })).toBeVisible();

  await page.evaluate(() => localStorage.setItem('tallystone.language', 'es'));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/profile');
  await expect(
    page.getByText(/^\$65\.00 abiertos de \$100\.00, \$35\.00 vendidos por /).first(),
  ).toBeVisible();
  const { sold, totalReturn } = await newestBet(page);
  expect(sold?.stake).toBe(35);
  expect(sold?.totalReturn).toBeCloseTo(0.35 * totalReturn, 6);
});
