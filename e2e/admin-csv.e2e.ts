import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { callAsAdmin, marketCard, openAdmin } from './admin.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { newName } from './new-name.ts';
import { marketOf, Rival } from './rival.ts';

test.use(asAdmin);

const HEADER = 'kind,category,question,answers,until';

/** A spreadsheet with its own column names, in which only some rows make a market. */
function sheet(name: string): string {
  return [
    HEADER,
    `politics,policy,${name} is good,Yes|No,${new Date(Date.now() + 10 * 86_400_000).toISOString()}`,
    `politics,policy,"${name}, with a comma",Yes|No|Perhaps,`,
    `politics,policy,x,Yes|No,`,
    `sports,policy,${name} has no such category,Yes|No,`,
    `politics,policy,${name} is good,Yes|No,`,
    `politics,policy,=cmd() ${name},One,`,
  ].join('\n');
}

async function open(page: Page, csv: string): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'markets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test('a spreadsheet is checked, its good rows are imported, and the others come back with reasons', async ({
  page,
  context,
}) => {
  const name = newName('Sheet');
  await openAdmin(page);
  await open(page, sheet(name));
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  for (const [field, column] of [
    [/^Type/, 'kind'],
    [/^Title/, 'question'],
    [/^Outcomes/, 'answers'],
    [/^Event date/, 'until'],
  ] as const) {
    await dialog.getByLabel(field).selectOption({ label: column });
  }
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row')).toHaveCount(7);
  await expect(preview).toContainText('Enter a title of 3 to 200 characters.');
  await expect(preview).toContainText('Choose one of the categories of Sports.');
  await expect(preview).toContainText('Give 2 to 16 outcomes.');

  await dialog.getByRole('button', { name: /^Import \d of 6$/ }).click();
  const rejected = dialog.getByRole('list', { name: 'Rejected rows' });
  await expect(rejected.getByRole('listitem')).toHaveCount(4);
  await expect(rejected).toContainText('Row 4, question: Enter a title of 3 to 200 characters.');
  await expect(rejected).toContainText('Row 5, category: Choose one of the categories of Sports.');
  await expect(rejected).toContainText('Row 6, question:');
  await expect(rejected).toContainText('Row 7, answers: Give 2 to 16 outcomes.');

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download rejected rows' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('rejected-rows.csv');
  const lines = (await textOf(download)).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('"Row","Reason","kind","category","question","answers","until"');
  expect(lines.slice(1).map((line) => line.slice(0, 4))).toEqual(['"4",', '"5",', '"6",', '"7",']);
  expect(lines.at(-1), 'a formula comes back as a text').toContain(`"'=cmd() ${name}"`);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused();
  const bettor = await context.newPage();
  await bettor.goto('/?category=politics');
  await expect(marketCard(bettor, `${name} is good`)).toBeVisible();
  await expect(marketCard(bettor, `${name}, with a comma`)).toContainText('Perhaps');
});

test('a file that is not a spreadsheet is refused before anything is sent', async ({ page }) => {
  await openAdmin(page);
  await open(page, `type,title\0${'\0'.repeat(1_000)}`);
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await expect(dialog.getByText('This file cannot be imported')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from('x'.repeat(2_000_001)) });
  await expect(dialog.getByText('This file cannot be imported')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('markets, bets, ledger entries and the audit are exported, and no cell is a formula', async ({
  page,
  app,
}) => {
  // The day may change before the end of the test.
  const begunOn = new Date().toISOString().slice(0, 10);
  await openAdmin(page);
  const title = `=HYPERLINK("http://${newName('x')}")`;
  await callAsAdmin(page, 'POST', '/api/admin/create-market', {
    type: 'politics',
    category: 'policy',
    title,
    outcomes: ['+1', '@SUM(A1)'],
  });
  const markets = await callAsAdmin<{ title: string; outcomes: { id: string }[] }[]>(
    page,
    'GET',
    '/api/markets',
  );
  const outcomeId = markets.find((market) => market.title === title)?.outcomes[0]?.id ?? '';
  const rival = await Rival.signIn(app.url);
  await rival.bet(await marketOf(app.url, outcomeId), 17);

  await page.getByRole('button', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Data' });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel('From').fill('2999-01-01');
  await dialog.getByLabel('To').fill(today);
  await expect(dialog.getByText('The first day is after the last.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  await dialog.getByLabel('From').fill(begunOn);
  for (const [set, holds] of [
    ['Markets', `"'${title.replaceAll('"', '""')}"`],
    ['Bets', '"17"'],
    ['Ledger entries', '"17"'],
    ['Audit', 'market.create'],
  ] as const) {
    await dialog.getByLabel('Data').selectOption({ label: set });
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^tallystone-[\w-]+\.csv$/);
    const text = await textOf(download);
    expect(text).toContain(holds);
    expect(text, 'every cell is quoted, and none begins like a formula').not.toMatch(
      /(?:^|,|\n)"?[=+@]|(?:^|,|\n)"?-(?!\d+(?:\.\d+)?"?(?:,|\r|$))/,
    );
    await expect(dialog.getByText(`${download.suggestedFilename()} is downloaded.`)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeFocused();
});
