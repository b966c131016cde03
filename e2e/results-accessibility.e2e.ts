import { actOn, closeNow, createMarket, openAdmin, resultsPanel } from './admin.ts';
import { acceptAge, connect, expectSignedIn, openAccount, positionsOf, receiptsOf } from './bettor.ts';
import { closeByCall, endByCall } from './end-by-call.ts';
import { expectSound } from './expect-accessible.ts';
import { asAdmin, expect } from './fixtures.ts';
import { test } from './moved-fixtures.ts';
import { Rival } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const SECRET = 'c5'.repeat(32);

// Fading in briefly changes the contrast, which this test doesn't measure.

test.describe('of bettors', () => {
  test('everything that shows how bets end passes in both themes at every width', async ({
    page,
    context,
    app,
    meet,
    adminState,
    clock,
  }) => {
    const admin = await (await meet(adminState)).newPage();
    await openAdmin(admin);
    const [ended, open] = [await createMarket(admin), await createMarket(admin)];
    const bettor = await Rival.signIn(app.url, SECRET);
    for (const [market, place] of [
      [ended, 0],
      [ended, 1],
      [open, 0],
    ] as const) {
      await bettor.bet({ id: market.id, outcomeId: market.outcomes[place]?.id ?? '' }, 20);
    }
    const voiding = await createMarket(admin);
    await bettor.bet({ id: voiding.id, outcomeId: voiding.outcomes[0]?.id ?? '' }, 5);
    await closeByCall(admin, app.adminPath, ended);
    const won = { outcomeId: ended.outcomes[0]?.id ?? '', evidence: 'As reported.' };
    await endByCall(admin, app.adminPath, { marketId: ended.id, ...won });
    await endByCall(admin, app.adminPath, { marketId: voiding.id, reason: 'Asked in error.' });
    await admin.close();

    await acceptAge(context);
    await EvmWallet.install(context, { secret: SECRET });
    await clock.advance(60_000);
    await page.goto('/?category=politics');
    await connect(page, /^Ethereum/);
    await expectSignedIn(page);
    await expect(async () => {
      await openAccount(page);
      for (const [title, word] of [
        [ended.title, 'Won'],
        [ended.title, 'Lost'],
        [voiding.title, 'Void'],
      ] as const) {
        await expect(receiptsOf(page, title).getByText(word, { exact: true }).first()).toBeVisible({
          timeout: 10_000,
        });
      }
    }).toPass();
    await expectSound(page);

    await positionsOf(page, open.title)
      .getByRole('button', { name: /^Cash out / })
      .click();
    await expect(page.getByRole('dialog').getByText(/^Cash out: /)).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');

    await receiptsOf(page, ended.title)
      .first()
      .getByRole('button', { name: /^Receipt/ })
      .click();
    await expect(page.getByText('Checked in your browser')).toBeVisible();
    await page.getByText('Sealed data').click();
    await expectSound(page);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Statement' }).click();
    await expect(page.getByRole('table', { name: /^Entries/ })).toBeVisible();
    await expectSound(page);

    await page.getByRole('tab', { name: 'Your limits' }).click();
    await page.getByLabel('New daily cap (USDC)').fill('50');
    await page.getByRole('button', { name: 'Save cap' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectSound(page);
  });
});

test.describe('of admins', () => {
  test.use(asAdmin);

  test('the results and their dialogs pass in both themes at every width', async ({ page, app }) => {
    await openAdmin(page);
    const { id, title, outcomes } = await createMarket(page);
    const bettor = await Rival.signIn(app.url);
    await bettor.bet({ id, outcomeId: outcomes[0]?.id ?? '' }, 10);
    await page.reload();
    await closeNow(page, title);
    await expect(resultsPanel(page).getByText(title)).toBeVisible();
    await expectSound(page);

    await actOn(page, title, 'Resolve');
    await page.getByRole('button', { name: 'Preview payouts' }).click();
    await expect(page.getByText('Choose the winning outcome.')).toBeVisible();
    await expectSound(page);
    await page.getByRole('radio', { name: /^Yes/ }).check();
    await page.getByLabel('Evidence').fill('https://example.org/final');
    await page.getByRole('button', { name: 'Preview payouts' }).click();
    await expect(page.getByRole('region', { name: 'Check this' })).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: 'Confirm and pay' }).click();
    await expect(page.getByText(`${title}: Yes won`, { exact: true })).toBeVisible();
    await page.getByText(/^Latest results/).click();
    await expectSound(page);
  });
});
