import type { WireLimits } from '@tallystone/core/http-api/account';
import { createMarket, marketCard, openAdmin } from './admin.ts';
import {
  acceptAge,
  betOn,
  connect,
  expectSignedIn,
  openAccount,
  placeButton,
  positionsOf,
  readAsBettor,
} from './bettor.ts';
import { expect } from './fixtures.ts';
import { test } from './moved-fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const DAY_MS = 24 * 3_600_000;

test('own limits apply to the user who set them, long breaks are signed, and a break leaves open bets alone', async ({
  page,
  context,
  meet,
  adminState,
  clock,
  problems,
}) => {
  problems.expect(/rejected/i);
  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const { title } = await createMarket(admin);
  await admin.close();
  await acceptAge(context);
  const wallet = await EvmWallet.install(context);
  await page.goto('/?category=politics');
  wallet.answers('personal_sign', 'refusing');
  await connect(page, /^Ethereum/);
  await page.getByRole('button', { name: 'Continue as a guest' }).click();
  await expectSignedIn(page);
  const limits = () => readAsBettor<WireLimits>(page, '/api/user/limits');
  const openDialog = async () => {
    await page.goto('/?category=politics');
    await marketCard(page, title).getByRole('button', { name: /^Yes/ }).click();
    return page.getByRole('dialog', { name: title });
  };
  const cap = page.getByLabel('New daily cap (USDC)');
  const save = page.getByRole('button', { name: 'Save cap' });

  await test.step('a guest is asked to sign first', async () => {
    await openAccount(page, 'limits');
    await expect(page.getByText("Only the wallet's owner can set limits")).toBeVisible();
    await expect(cap).toHaveCount(0);
    wallet.answers('personal_sign', 'willing');
    await page.getByRole('button', { name: 'Sign in with your wallet' }).click();
    await expect(cap).toBeVisible();
  });

  await test.step('a lower cap applies at once, before the wallet is asked', async () => {
    await cap.fill('40');
    await save.click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(page.getByText('You can stake $40.00 per day (UTC).')).toBeVisible();
    const dialog = await openDialog();
    await dialog.getByLabel('Amount (USDC)').fill('40.01');
    await expect(dialog.getByText('Above your daily cap: $40.00 left.')).toBeVisible();
    await expect(placeButton(dialog)).toBeDisabled();
    expect(wallet.signedTexts().filter((text) => text.startsWith('Place bet'))).toEqual([]);
  });

  await test.step('a raise says when it begins', async () => {
    await openAccount(page, 'limits');
    await cap.fill('60');
    await expect(page.getByText('a higher one or none after 24 hours')).toBeVisible();
    await save.click();
    await expect(page.getByText(/^Your cap is \$60\.00 from .*\.$/)).toBeVisible();
    const { dailyStakeCap, nextCap } = await limits();
    expect({ dailyStakeCap, next: nextCap?.cap }).toEqual({ dailyStakeCap: 40, next: 60 });
    await expect(page.locator(`time[datetime="${nextCap?.from}"]`)).toBeVisible();
    await clock.advance(DAY_MS);
    await page.reload();
    await expect(page.getByText('You can stake $60.00 per day (UTC).')).toBeVisible();
    // Quotes use the clock of the process, which is a day behind now; a bet without a quote has the signed odds.
    await page.route('**/api/bets', async (route) => {
      const { quoteId: _, ...bet } = route.request().postDataJSON();
      await route.continue({ postData: JSON.stringify(bet) });
    });
    await page.goto('/?category=politics');
    await betOn(page, { title, outcome: 'Yes', stake: '60' });
  });

  await test.step('a break needs its dialog, and then no bet is accepted', async () => {
    await openAccount(page, 'limits');
    const choices = page.getByRole('group', { name: 'Take a break' });
    await choices.getByRole('button', { name: '24 hours' }).click();
    const question = page.getByRole('alertdialog', { name: 'Take a break for 24 hours?' });
    await expect(question).toContainText("This can't be undone, not even by support");
    await question.getByRole('button', { name: 'Not now' }).click();
    expect((await limits()).blocked).toBeUndefined();
    await choices.getByRole('button', { name: '24 hours' }).click();
    await question.getByRole('button', { name: 'Start 24 hours' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText(/^You are on a break until /).first()).toBeVisible();
    const dialog = await openDialog();
    await dialog.getByLabel('Amount (USDC)').fill('1');
    await expect(dialog.getByText('You are on a break.')).toBeVisible();
    await expect(placeButton(dialog)).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('a bet can be sold back during a break', async () => {
    await clock.advance(60_000);
    await openAccount(page);
    await positionsOf(page, title)
      .getByRole('button', { name: /^Cash out / })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Cash(ed)? out$/ });
    await dialog.getByRole('button', { name: /^Cash out / }).click();
    await expect(dialog.getByRole('status')).toContainText('is now in your balance');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a self-exclusion replaces the break, and nothing shorter is offered then', async () => {
    await page.getByRole('tab', { name: 'Your limits' }).click();
    await page
      .getByRole('group', { name: 'Exclude yourself' })
      .getByRole('button', { name: '6 months' })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Exclude yourself for 6 months?' });
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
    await expect(question).toContainText('Act: Exclude me from betting\nFor: 6 months');
    wallet.answers('personal_sign', 'refusing');
    await question.getByRole('button', { name: 'Exclude me for 6 months' }).click();
    await expect(question.getByRole('alert')).toHaveText('Rejected in your wallet. Nothing was changed.');
    expect((await limits()).blocked?.kind).toBe('break');
    wallet.answers('personal_sign', 'willing');
    await question.getByRole('button', { name: 'Exclude me for 6 months' }).click();
    await expect(page.getByText(/^You excluded yourself until /).first()).toBeVisible();
    await expect(page.getByRole('group', { name: 'Take a break' })).toHaveCount(0);
    expect((await limits()).blocked?.kind).toBe('exclusion');
    expect(wallet.signedTexts().at(-1)).toContain('\nAct: Exclude me from betting\nFor: 6 months\n');
  });
});
