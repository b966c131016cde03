import type { Page } from '@playwright/test';
import { callAsAdmin, createMarkets, expectToast, marketCard, openAdmin, shownToasts } from './admin.ts';
import { acceptAge, connect, enterStake, expectPlaced, expectSignedIn, placeButton } from './bettor.ts';
import { asAdmin, expect, test } from './fixtures.ts';
import { newName } from './new-name.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

test.use(asAdmin);

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const create = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Create Market' });

/** The required fields of the form. */
async function fillIn(page: Page, title: string): Promise<void> {
  await field(page, 'Type').selectOption('politics');
  await field(page, 'Category').selectOption('policy');
  await field(page, 'Title').fill(title);
  await field(page, 'Outcome 1').fill('Yes');
  await field(page, 'Outcome 2').fill('No');
}

/** One day ahead, in the format of the date field and the browser's time zone. */
function localDay(page: Page, days: number): Promise<string> {
  return page.evaluate((ahead) => {
    const date = new Date(Date.now() + ahead * 86_400_000);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, days);
}

test('a market is created with every field of the form, and can be bet on', async ({ page, meet }) => {
  const title = `${newName('Will the bridge')} open?`;
  await openAdmin(page, 'create');
  await expect(create(page)).toBeDisabled();
  await fillIn(page, title);
  await field(page, 'Subcategory (optional)').fill('Infrastructure');
  await field(page, 'Description (optional)').fill('Decided by the notice of the city.');
  await page.getByRole('button', { name: 'Add Outcome' }).click();
  await field(page, 'Outcome 3').fill('Only in part');
  await page.getByRole('button', { name: 'Add Outcome' }).click();
  await field(page, 'Outcome 4').fill('A slip of the hand');
  await page.getByRole('button', { name: 'Remove outcome 4' }).click();
  await expect(field(page, 'Outcome 4')).toHaveCount(0);
  await page.getByRole('switch', { name: /^Starting probabilities/ }).click();
  for (const [i, percent] of ['60', '30', '10'].entries()) {
    await page.getByLabel(`Probability of outcome ${i + 1} in percent`).fill(percent);
  }
  await expect(page.getByText('Total 100%.')).toBeVisible();
  await field(page, 'Event date (optional)').fill(await localDay(page, 10));
  await field(page, 'Tags (optional)').fill('bridges, city,');
  await expect(page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem')).toHaveText([
    'bridges',
    'city',
  ]);
  await page.getByRole('switch', { name: 'Auto-resolve' }).click();
  const preview = page.getByRole('figure', { name: 'Preview' });
  await expect(preview).toContainText(title);
  await expect(preview).toContainText('60.0% chance');

  await create(page).click();
  await expectToast(page, 'Market created successfully');
  await expect(field(page, 'Title')).toHaveValue('');

  const context = await meet({ cookies: [], origins: [] });
  await acceptAge(context);
  await EvmWallet.install(context);
  const bettor = await context.newPage();
  await bettor.goto('/?category=politics');
  await connect(bettor, /^Ethereum/);
  await expectSignedIn(bettor);
  const card = marketCard(bettor, title);
  for (const text of ['Infrastructure', 'bridges', 'city', '60.0% chance']) {
    await expect(card).toContainText(text);
  }
  await card.getByRole('button', { name: /^Only in part/ }).click();
  const dialog = bettor.getByRole('dialog', { name: title });
  await enterStake(dialog, '3');
  await placeButton(dialog).click();
  await expectPlaced(bettor);
});

test('every field shows what is wrong with it, and nothing is created', async ({ page, problems }) => {
  problems.expect(/400/);
  await openAdmin(page, 'create');
  await field(page, 'Type').selectOption('sports');
  await field(page, 'Category').selectOption('tennis');
  await field(page, 'Title').fill('ab');
  await field(page, 'Subcategory (optional)').fill('x'.repeat(41));
  await field(page, 'Description (optional)').fill('x'.repeat(2001));
  await field(page, 'Outcome 1').fill('Same');
  await field(page, 'Outcome 2').fill('same');
  await field(page, 'Event date (optional)').fill(await localDay(page, -1));
  await field(page, 'Tags (optional)').fill(`${Array.from({ length: 11 }, (_, i) => `tag${i}`).join(',')},`);
  await page.getByRole('switch', { name: /^Starting probabilities/ }).click();
  await page.getByLabel('Probability of outcome 1 in percent').fill('99.9');
  await page.getByLabel('Probability of outcome 2 in percent').fill('0.1');
  await create(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Nothing was created.' });
  await expect(summary).toBeFocused();
  for (const sentence of [
    'Title: Enter a title of 3 to 200 characters.',
    'Subcategory: Keep the subcategory to 40 characters.',
    'Description: Keep the description to 2000 characters.',
    'Outcomes: Give every outcome a different name.',
    'Starting probabilities: Each starting probability must be 1% or more.',
    'Event date: Enter a date in the future.',
    'Tags: Give at most 10 tags.',
  ]) {
    await expect(summary).toContainText(sentence);
  }
  await summary.getByRole('link', { name: 'Title' }).click();
  await expect(field(page, 'Title')).toBeFocused();
  await expect(field(page, 'Title')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Title').fill('A title that will do');
  await expect(field(page, 'Title')).not.toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Outcome 2').fill('');
  await expect(summary).toContainText('Give every outcome a name.');

  // Another type has other categories.
  await field(page, 'Type').selectOption('crypto');
  await expect(field(page, 'Category')).toHaveValue('');
  await expect(field(page, 'Subcategory (optional)')).toHaveValue('');
  await expect(create(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
});

test('a draft survives a reload and can be discarded', async ({ page }) => {
  await openAdmin(page, 'create');
  await fillIn(page, 'A market half thought of');
  // At once, so that the last word isn't lost.
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('A market half thought of');
  await expect(field(page, 'Category')).toHaveValue('policy');
  await expect(field(page, 'Outcome 2')).toHaveValue('No');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await page.reload();
  await expect(create(page)).toBeDisabled();
  await expect(page.getByText('Draft restored')).toHaveCount(0);
});

test('a title that is already on the list is refused, and the typed text stays', async ({
  page,
  problems,
}) => {
  problems.expect(/40[09]/);
  await openAdmin(page, 'create');
  const { titles } = await createMarkets(page);
  const [title = ''] = titles;
  await fillIn(page, title.toUpperCase());
  await create(page).click();
  await expectToast(page, 'Error creating market');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was created.' })).toContainText('Title');
  await expect(field(page, 'Title')).toHaveValue(title.toUpperCase());
});

test('pressing Create Market twice in a row creates one market', async ({ page }) => {
  const title = newName('Pressed twice');
  await openAdmin(page, 'create');
  await fillIn(page, title);
  await create(page).dblclick();
  await expectToast(page, 'Market created successfully');
  expect((await shownToasts(page)).map(({ title }) => title)).not.toContain('Error creating market');
  const markets = await callAsAdmin<{ title: string }[]>(page, 'GET', '/api/admin/markets');
  expect(markets.filter((market) => market.title === title)).toHaveLength(1);
});
