import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { callAsAdmin, createMarkets, expectToast, openAdmin, signInAsAdmin } from './admin.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { marketOf, Rival } from './rival.ts';

const SWITCHES = ['Auto-import Azuro markets', 'Enable futures trading', 'Real-time price updates'];
const toggle = (page: Page, name: string) => page.getByRole('switch', { name });

test.describe('settings', () => {
  test.use(asAdmin);

  test('each switch saves itself, and the audit records who, what, from and to', async ({ page }) => {
    await openAdmin(page, 'settings');
    for (const name of SWITCHES) {
      const before = await toggle(page, name).getAttribute('aria-checked');
      const after = before === 'true' ? 'false' : 'true';
      await toggle(page, name).click();
      await expect(page.getByRole('listitem').filter({ has: toggle(page, name) })).toContainText('Saved');
      await page.reload();
      await expect(toggle(page, name)).toHaveAttribute('aria-checked', after);
      await openAdmin(page, 'audit');
      // Switching the import on may already have imported games.
      const newest = page
        .getByRole('region', { name: 'Audit' })
        .getByRole('listitem')
        .filter({ hasText: 'settings.change' })
        .first();
      await expect(newest).toContainText(/0x\w{4}\.\.\.\w{4}/);
      await expect(newest).toContainText(
        before === 'true' ? /on\s*→\s*(after )?off/ : /off\s*→\s*(after )?on/,
      );
      await openAdmin(page, 'settings');
      await toggle(page, name).click();
      await expect(toggle(page, name)).toHaveAttribute('aria-checked', before ?? '');
      await expect(page.getByRole('listitem').filter({ has: toggle(page, name) })).toContainText('Saved');
    }
  });

  test('an amount out of range is refused beside its field, one in range is saved', async ({
    page,
    problems,
  }) => {
    problems.expect(/400/);
    await openAdmin(page, 'settings');
    const budget = page.getByLabel('Liquidity budget (USDC)');
    const before = await budget.inputValue();
    const save = page.getByRole('button', { name: 'Save Liquidity budget' });
    const form = page.locator('form').filter({ has: budget });
    await expect(save).toBeDisabled();
    await budget.fill('twelve');
    await save.click();
    await expect(form).toContainText('Enter an amount such as');
    await budget.fill('1000000.01');
    await save.click();
    await expect(form).toContainText(/Enter an amount between [\d,.]+ and 1,?000,?000\.00 USDC\./);
    await expect(budget).toHaveAttribute('aria-invalid', 'true');
    await budget.fill('1234.50');
    await save.click();
    await expect(form).toContainText('Saved');
    await page.reload();
    await expect(budget).toHaveValue('1234.50');
    await openAdmin(page, 'audit');
    // An import may have happened since.
    const newest = page
      .getByRole('region', { name: 'Audit' })
      .getByRole('listitem')
      .filter({ hasText: 'settings.change' })
      .first();
    await expect(newest).toContainText('1234.5');
    await openAdmin(page, 'settings');
    await budget.fill(before);
    await save.click();
    await expect(form).toContainText('Saved');
  });

  test("a user's cap changes only with a reason, and the audit has it", async ({ page, app }) => {
    const rival = await Rival.signIn(app.url);
    await openAdmin(page, 'users');
    const users = page.getByRole('region', { name: 'Users' });
    // The whole address: its first digits may well match one of hundreds of random wallets.
    const nobody = `0x${'f'.repeat(40)}`;
    await users.getByLabel('Search by address').fill(nobody);
    await users.getByRole('button', { name: 'Search' }).click();
    await expect(users.getByText(`No address contains “${nobody}”.`)).toBeVisible();
    await users.getByLabel('Search by address').fill(rival.address);
    await users.getByRole('button', { name: 'Search' }).click();
    await expect(users.getByRole('listitem')).toHaveCount(1);
    const change = users.getByRole('button', { name: /^Change 0x/ });
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Change level and cap' });
    await dialog.getByRole('checkbox', { name: /Custom daily stake cap/ }).check();
    await dialog.getByLabel('Daily stake cap (USDC)').fill('123.45');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Give a reason of at least 3 characters.')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByLabel('Reason').fill('Asked for less by letter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'User changed');
    await expect(users.getByRole('listitem')).toContainText('Daily stake cap $123.45 (custom)');
    await expect(change).toBeFocused();
    await openAdmin(page, 'audit');
    const newest = page
      .getByRole('region', { name: 'Audit' })
      .getByRole('listitem')
      .filter({ hasText: 'user.change' })
      .first();
    await expect(newest).toContainText('Reason: Asked for less by letter');
    await expect(newest).toContainText('123.45');
  });

  test('the figures count markets and bets, and each chart is also a table and a CSV', async ({
    page,
    app,
  }) => {
    // The day may change before the chart is read.
    const begunOn = new Date().toISOString().slice(0, 10);
    await openAdmin(page);
    const { titles } = await createMarkets(page);
    const [title = ''] = titles;
    const markets = await callAsAdmin<{ title: string; outcomes: { id: string }[] }[]>(
      page,
      'GET',
      '/api/markets',
    );
    const outcomeId = markets.find((market) => market.title === title)?.outcomes[0]?.id ?? '';
    const rival = await Rival.signIn(app.url);
    await rival.bet(await marketOf(app.url, outcomeId), 250);

    await openAdmin(page, 'analytics');
    const card = (label: string) => page.getByText(label, { exact: true }).locator('..');
    await expect(card('Total Markets')).toContainText(/\d/);
    await expect(card('Active Bets')).toContainText(/[1-9]/);
    await expect(card('Total Volume')).toContainText(/\$[\d,]+\.\d\d/);
    await expect(card('This Month')).toContainText(/New|\+[\d,.]+%/);
    await expect(card('This Month')).toContainText('last month');
    for (const [chart, file, cell] of [
      ['Volume per day', 'volume-per-day', begunOn],
      ['Active users per day', 'active-users-per-day', begunOn],
      ['Bets by chain', 'bets-by-chain', 'Polygon'],
      ['Exposure now', 'exposure-by-game', title],
    ] as const) {
      const panel = page.getByRole('region', { name: chart, exact: true });
      // The exposure is a table first.
      if (chart !== 'Exposure now') await panel.getByRole('button', { name: `Table: ${chart}` }).click();
      await expect(panel.getByRole('table')).toBeVisible();
      const downloading = page.waitForEvent('download');
      await panel.getByRole('button', { name: `CSV: ${chart}` }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
      expect(await readFile(await download.path(), 'utf8')).toContain(cell);
      await panel.getByRole('button', { name: `Chart: ${chart}` }).click();
      await expect(panel.getByRole('table')).toHaveCount(0);
    }
    const slider = page
      .getByRole('region', { name: 'Volume per day', exact: true })
      .getByRole('slider', { name: 'Day' });
    await slider.focus();
    const today = (await slider.getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('ArrowLeft');
    await expect(slider).not.toHaveAttribute('aria-valuetext', today);
  });
});

test.describe('a server that becomes unreachable', () => {
  test('leaves the switch unchanged, and the page says why', async ({ page, app, front, problems }) => {
    problems.expect(/ERR_CONNECTION|Failed to fetch|Failed to load/);
    await signInAsAdmin(page, front.url + app.adminPath);
    await page.getByRole('tab', { name: 'Settings' }).click();
    const futures = toggle(page, 'Enable futures trading');
    const before = (await futures.getAttribute('aria-checked')) ?? '';
    await app.stop();
    await futures.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toHaveText(
      'Not saved. No answer. Check your connection and try again.',
    );
    await expect(futures).toHaveAttribute('aria-checked', before);
    await app.start();
    await futures.click();
    await expect(page.getByRole('listitem').filter({ has: futures })).toContainText('Saved');
    await expect(futures).not.toHaveAttribute('aria-checked', before);
  });
});
