import type { Page } from '@playwright/test';
import { type AdminTab, createMarkets, openAdmin, searchMarkets } from './admin.ts';
import { expectSound } from './expect-accessible.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { Rival } from './rival.ts';

// Fading in briefly changes the contrast, which this test doesn't measure.
test.use(asAdmin);

/** Shows that a tab is complete. */
const SHOWN: Readonly<Record<AdminTab, (page: Page) => ReturnType<Page['getByRole']>>> = {
  markets: (page) => page.getByRole('rowheader').first(),
  azuro: (page) => page.getByRole('button', { name: 'Sync Now' }),
  create: (page) => page.getByRole('figure', { name: 'Preview' }),
  analytics: (page) => page.getByRole('heading', { name: 'Volume per day' }),
  settings: (page) => page.getByRole('switch').first(),
  users: (page) => page.getByRole('region', { name: 'Users' }).getByRole('listitem').first(),
  audit: (page) => page.getByRole('region', { name: 'Audit' }).getByRole('listitem').first(),
};

test('every tab passes in both themes at every width', async ({ page, app }) => {
  await Rival.signIn(app.url);
  for (const tab of ['azuro', 'analytics', 'create', 'settings', 'users', 'audit', 'markets'] as const) {
    await openAdmin(page, tab);
    await expect(SHOWN[tab](page)).toBeVisible();
    await expectSound(page);
    if (tab === 'create') {
      await page.getByLabel('Type', { exact: true }).selectOption('crypto');
      await page.getByLabel('Category', { exact: true }).selectOption('defi');
      await page.getByLabel('Title', { exact: true }).fill('ab');
      await page.getByRole('tabpanel').getByRole('button', { name: 'Create Market' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Nothing was created.' })).toBeFocused();
      await expectSound(page);
      await page.getByRole('button', { name: 'Clear' }).click();
    }
  }
});

test('every dialog passes in both themes at every width', async ({ page, app }) => {
  await Rival.signIn(app.url);
  await openAdmin(page, 'markets');
  const { name } = await createMarkets(page, 2);
  await page.reload();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const csv = page.getByRole('dialog', { name: 'Import CSV' });
  await csv.locator('input[type=file]').setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('type,category,title,outcomes\ncrypto,defi,x,Yes\ncrypto,defi,Will it be,Yes|No\n'),
  });
  await expect(csv.getByRole('button', { name: 'Import 1 of 2' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await searchMarkets(page, name);
  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).check();
  await page.getByRole('combobox', { name: 'Bulk action' }).selectOption('delete');
  await page.getByRole('button', { name: 'Apply Action' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Type 2 to confirm').fill('2');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted 2 markets', { exact: true })).toBeVisible();
  await expectSound(page);

  await page.getByRole('button', { name: 'Export Data' }).click();
  await expect(page.getByRole('dialog', { name: 'Export Data' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Users' }).click();
  await page
    .getByRole('button', { name: /^Change 0x/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Change level and cap' })).toBeVisible();
  await expectSound(page);
});

test('focus returns to the control that opened a dialog', async ({ page, app }) => {
  await Rival.signIn(app.url);
  await openAdmin(page, 'users');
  const openers = [
    page.getByRole('button', { name: 'Export Data' }),
    page.getByRole('button', { name: 'Import CSV' }),
    page.getByRole('button', { name: /^Change 0x/ }).first(),
  ];
  for (const opener of openers) {
    // A disabled control takes no focus.
    await expect(opener).toBeEnabled();
    await opener.focus();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await openAdmin(page, 'markets');
  const { name } = await createMarkets(page);
  await page.reload();
  await searchMarkets(page, name);
  await page.getByRole('checkbox', { name: 'Select all 1 shown' }).check();
  await page.getByRole('combobox', { name: 'Bulk action' }).selectOption('delete');
  const apply = page.getByRole('button', { name: 'Apply Action' });
  await expect(apply).toBeEnabled();
  await apply.focus();
  await expect(apply).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(apply).toBeFocused();
});
