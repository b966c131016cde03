import type { WireLimits, WireStatementRow } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireResolution } from '@tallystone/core/http-api/settlement';
import {
  actOn,
  adminMarket,
  callAsAdmin,
  closeNow,
  createMarket,
  figureOf,
  marketCard,
  marketRow,
  openAdmin,
  resultsPanel,
  searchMarkets,
} from './admin.ts';
import { exactly, exactlySigned, micro } from './amounts.ts';
import { askAs } from './ask-as.ts';
import {
  acceptAge,
  betOn,
  connect,
  expectSignedIn,
  openAccount,
  readAsBettor,
  receiptsOf,
} from './bettor.ts';
import { expect, test } from './fixtures.ts';
import { Rival } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

test.beforeEach(async ({ context }) => {
  await acceptAge(context);
  await EvmWallet.install(context);
});

test('a result is rehearsed, paid once, and seen by its bettors', { tag: '@smoke' }, async ({
  page,
  meet,
  adminState,
  problems,
}) => {
  problems.expect(/409/);
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const { title, id: marketId, lossBudget, outcomes } = await createMarket(admin);
  await page.goto('/?category=politics');
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  const { balance: before } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  await betOn(page, { title, outcome: 'No', stake: '25.50' });
  // The bet on the later winner comes last: if it came in the last minute, the rehearsal lists it as an oddity.
  await betOn(page, { title, outcome: 'Yes', stake: '40' });
  const bets = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  const winner = bets.find(({ outcomeName }) => outcomeName === 'Yes');
  const payout = micro(winner?.totalReturn ?? Number.NaN);
  const stakes = micro(65.5);
  const escrow = micro(lossBudget) + stakes;

  await admin.reload();
  await closeNow(admin, title);
  const waiting = resultsPanel(admin).getByRole('listitem').filter({ hasText: title });
  await expect(waiting).toContainText('2 bets, $65.50 staked.');
  await waiting.getByRole('button', { name: `Resolve ${title}` }).click();
  const form = admin.getByRole('dialog', { name: 'Resolve this market' });
  await form.getByRole('button', { name: 'Preview payouts' }).click();
  await expect(form.getByText('Choose the winning outcome.')).toBeVisible();
  await expect(form.getByText('Add a link or a note.')).toBeVisible();
  await form.getByRole('radio', { name: /^Yes/ }).check();
  await form.getByLabel('Evidence').fill('As reported: https://example.org/final.');
  await form.getByRole('button', { name: 'Preview payouts' }).click();

  const rehearsal = admin.getByRole('dialog', { name: 'Yes: payouts' });
  await expect(rehearsal).toContainText(`1 of 2 open bets gets ${exactly(payout)}.`);
  await expect(figureOf(rehearsal, 'In escrow')).toHaveText(exactly(escrow));
  await expect(figureOf(rehearsal, 'Paid to bettors')).toHaveText(exactly(payout));
  await expect(figureOf(rehearsal, 'Back to the pool')).toHaveText(exactly(escrow - payout));
  await expect(figureOf(rehearsal, 'House result')).toHaveText(exactlySigned(stakes - payout));
  const books = rehearsal.getByRole('table', { name: 'The books' });
  await expect(books.getByRole('row', { name: /^Total/ })).toHaveText('Total$0.00$0.00');
  await expect(books.getByRole('row', { name: /^Escrow of this market/ })).toContainText('$0.00');
  const odd = rehearsal.getByRole('region', { name: 'Check this' });
  const { endsAt } = await adminMarket(admin, title);
  const isOfLastMinute = Date.parse(endsAt) - Date.parse(winner?.placedAt ?? '') <= 60_000;
  const ofLastMinute = odd.getByText('1 winning bet was placed in the last minute, with 40.00 USDC.');
  await expect(ofLastMinute).toHaveCount(isOfLastMinute ? 1 : 0);
  await expect(odd).toContainText('is the only one who is paid.');
  await expect(rehearsal.getByRole('link', { name: 'https://example.org/final' })).toHaveAttribute(
    'rel',
    /noopener/,
  );

  await rehearsal.getByRole('button', { name: 'Confirm and pay' }).dblclick();
  await expect(admin.getByText(`${title}: Yes won`, { exact: true })).toBeVisible();
  await expect(rehearsal).toBeHidden();
  const latest = resultsPanel(admin).getByRole('list', { name: 'Latest results' }).getByRole('listitem');
  await expect(async () => {
    await resultsPanel(admin).getByRole('button', { name: 'Refresh' }).click();
    await resultsPanel(admin)
      .locator('details')
      .evaluate((details) => details.setAttribute('open', ''));
    await expect(latest.filter({ hasText: title }).getByText('Paid', { exact: true })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(marketRow(admin, title)).toContainText('Yes won');

  // Sends the same hash again, as a page would that hasn't received the answer.
  const again = await askAs<WireError>(admin, {
    method: 'POST',
    path: `/api/admin/markets/${marketId}/resolve`,
    data: { outcomeId: outcomes[1]?.id, evidence: 'https://example.org/other', hash: 'a'.repeat(64) },
  });
  expect(again.status).toBe(409);
  expect(again.body.error).toBe('The market is settled and everyone was paid, so nothing can be changed.');
  const { resolutions } = await callAsAdmin<{ resolutions: WireResolution[] }>(
    admin,
    'GET',
    '/api/admin/results',
  );
  expect(resolutions.filter((each) => each.marketId === marketId)).toHaveLength(1);

  await openAccount(page);
  const receipts = receiptsOf(page, title);
  await expect(receipts).toHaveCount(2);
  const won = receipts.filter({ hasText: 'Yes' }).first();
  const cents = (amount: bigint) => exactly(amount - (amount % 10_000n));
  await expect(won.getByText('Won', { exact: true })).toBeVisible();
  await expect(figureOf(won, 'Paid')).toHaveText(cents(payout));
  await expect(figureOf(won, 'Profit')).toHaveText(`+${cents(payout - micro(40))}`);
  const lost = receipts.filter({ hasText: 'Lost' });
  await expect(figureOf(lost, 'Paid')).toHaveText('$0.00');
  await expect(figureOf(lost, 'Loss')).toHaveText('-$25.50');
  const balance = micro(before) - stakes + payout;
  await expect(page.getByText('Balance', { exact: true }).locator('..')).toContainText(cents(balance));
  await expect(page.getByText('Active Bets').locator('..')).toContainText('0');

  await page.getByRole('tab', { name: 'Statement' }).click();
  const rows = page.getByRole('table', { name: /^Entries/ }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Result paid');
  await expect(rows.nth(1)).toContainText(`Yes: ${title}`);
  await expect(rows.nth(1)).toContainText(`+${exactly(payout)}`);
  await expect(rows.nth(1)).toContainText(exactly(balance));
  await expect(page.getByText("These entries don't match the balance")).toHaveCount(0);
  const entries = await readAsBettor<WireStatementRow[]>(page, '/api/user/statement');
  expect(entries.reduce((sum, { amount }) => sum + micro(amount), 0n)).toBe(balance);
});

test('a void of an open market returns every stake, to the cent', async ({ page, meet, adminState }) => {
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const { title, lossBudget } = await createMarket(admin);
  await page.goto('/?category=politics');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  const { balance: before } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  await betOn(page, { title, outcome: 'No', stake: '33.33' });

  await admin.reload();
  await actOn(admin, title, 'Void');
  const form = admin.getByRole('dialog', { name: 'Void this market' });
  await form.getByRole('button', { name: 'Preview payouts' }).click();
  await expect(form.getByText('Give a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('The question was asked in error.');
  await form.getByRole('button', { name: 'Preview payouts' }).click();
  const rehearsal = admin.getByRole('dialog', { name: 'Void: payouts' });
  await expect(rehearsal).toContainText('The only open bet is refunded, $33.33.');
  await expect(figureOf(rehearsal, 'Back to the pool')).toHaveText(exactly(micro(lossBudget)));
  await expect(figureOf(rehearsal, 'House result')).toHaveText('$0.00');
  await rehearsal.getByRole('button', { name: 'Confirm and pay' }).click();
  await expect(admin.getByText(`${title} is void`, { exact: true })).toBeVisible();
  await expect.poll(async () => (await adminMarket(admin, title)).state).toBe('void');

  await page.goto('/?category=politics');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(marketCard(page, title)).toHaveCount(0);
  await openAccount(page);
  const receipt = receiptsOf(page, title);
  await expect(receipt.getByText('Void', { exact: true })).toBeVisible();
  await expect(figureOf(receipt, 'Paid')).toHaveText('$33.33');
  await expect(figureOf(receipt, 'Profit')).toHaveText('$0.00');
  const { balance } = await readAsBettor<WireLimits>(page, '/api/user/limits');
  expect(balance).toBe(before);
});

test('a change since the rehearsal is shown, and nothing is paid', async ({
  page: bettor,
  app,
  meet,
  adminState,
  problems,
}) => {
  problems.expect(/409/);
  const admins = await meet(adminState);
  const admin = await admins.newPage();
  await openAdmin(admin);
  const { title, id: marketId, outcomes } = await createMarket(admin);
  const rival = await Rival.signIn(app.url);
  const onYes = { id: marketId, outcomeId: outcomes[0]?.id ?? '' };
  await rival.bet(onYes, 10);
  await admin.reload();
  await actOn(admin, title, 'Void');
  await admin.getByLabel('Reason').fill('The question was asked in error.');
  await admin.getByRole('button', { name: 'Preview payouts' }).click();
  const rehearsal = admin.getByRole('dialog', { name: 'Void: payouts' });
  await expect(rehearsal).toContainText('The only open bet is refunded, $10.00.');

  await rival.bet(onYes, 5.25);
  await rehearsal.getByRole('button', { name: 'Confirm and pay' }).click();
  await expect(rehearsal.getByText('The figures have changed')).toBeVisible();
  await expect(rehearsal).toContainText('Nothing was paid. Check them and confirm again.');
  await expect(figureOf(rehearsal, 'Paid to bettors')).toHaveText('$15.25');
  expect((await adminMarket(admin, title)).state).toBe('open');

  // Another tab ends it.
  const other = await admins.newPage();
  await openAdmin(other);
  await actOn(other, title, 'Void');
  await other.getByLabel('Reason').fill('Asked in error, seen by another.');
  await other.getByRole('button', { name: 'Preview payouts' }).click();
  await other.getByRole('button', { name: 'Confirm and pay' }).click();
  await expect(other.getByText(`${title} is void`, { exact: true })).toBeVisible();
  await expect.poll(async () => (await adminMarket(admin, title)).state).toBe('void');
  await rehearsal.getByRole('button', { name: 'Confirm and pay' }).click();
  // Either the answer says so, or the dialog has read it a moment before.
  await expect(rehearsal.getByRole('alert')).toHaveText(
    /^The market was voided and everyone was paid, so nothing can be changed\.$|^Another admin was first: Void: stakes refunded\./,
  );
  // There is nothing left to confirm.
  await rehearsal.getByText('Close', { exact: true }).click();
  await admin.reload();
  await searchMarkets(admin, title);
  await expect(marketRow(admin, title)).toContainText('Stakes refunded');
  await expect(admin.getByRole('button', { name: `Actions for ${title}` })).toHaveCount(0);
  await bettor.close();
});
