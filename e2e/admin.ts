import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { answerAs } from './ask-as.ts';
import { newName } from './new-name.ts';

/** What a browser stores between visits, in Playwright's format. */
export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

export type AdminTab = 'markets' | 'azuro' | 'create' | 'analytics' | 'settings' | 'users' | 'audit';

/** Opens the link that the start printed, connects "Practice admin", and signs in our own approval sheet. */
export async function signInAsAdmin(page: Page, adminLink: string): Promise<void> {
  await page.goto(adminLink);
  await page.getByRole('radio', { name: 'Polygon' }).check();
  await page.getByRole('button', { name: 'Connect Practice admin' }).click();
  await approve(page);
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeEnabled();
}

/** What a browser stores after a server's practice admin has signed in. */
export async function adminStateOf(context: BrowserContext, adminLink: string): Promise<BrowserState> {
  await context.addInitScript(() => {
    // The blank page before the first one has no storage.
    if (location.protocol === 'http:') localStorage.setItem('compliance-accepted', 'true');
  });
  await signInAsAdmin(await context.newPage(), adminLink);
  return context.storageState();
}

/** Presses Sign in the practice wallet. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Practice wallet' }).getByRole('button', { name: 'Sign' }).click();
}

export async function openAdmin(page: Page, tab: AdminTab = 'markets'): Promise<void> {
  await page.goto(tab === 'markets' ? '/admin' : `/admin?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin (Level 2)');
}

/** Calls the server with the page's session, for setup and checks outside the test itself. */
export async function callAsAdmin<T = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
): Promise<T> {
  return answerAs<T>(page, { method, path, data });
}

/** Opens politics markets whose titles begin with a name that no other test uses. */
export async function createMarkets(page: Page, count = 1): Promise<{ name: string; titles: string[] }> {
  const name = newName('Test');
  const titles = Array.from({ length: count }, (_, i) => `${name} number ${i + 1}`);
  for (const title of titles) {
    await callAsAdmin(page, 'POST', '/api/admin/create-market', {
      type: 'politics',
      category: 'policy',
      title,
      outcomes: ['Yes', 'No'],
    });
  }
  return { name, titles };
}

/** A market's row in the table of the Markets tab. */
export function marketRow(page: Page, title: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${title}`, exact: true }) });
}

/** Finds markets in the Markets tab by a text. */
export async function searchMarkets(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search markets' }).fill(text);
}

/** Selects all markets that the search has left, once there are this many, and applies an action to them. */
export async function applyToAllShown(page: Page, count: number, action: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select all ${count} shown`, exact: true }).check();
  await page.getByRole('combobox', { name: 'Bulk action' }).selectOption(action);
  await page.getByRole('button', { name: 'Apply Action' }).click();
}

/**
 * The toasts, in either language. For a second the page also contains each toast's text invisibly, for screen readers.
 * So a search outside this region may find the words twice.
 */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /^(Notifications|Notificaciones)\b/ });
}

/** The title of a toast that is visible now. */
export function toastTitled(page: Page, title: string | RegExp): Locator {
  return toasts(page).getByText(title, { exact: true });
}

/** What toasts have shown on this page, including those that have closed. */
export function shownToasts(page: Page): Promise<{ title: string; words: string }[]> {
  return page.evaluate('shownToasts');
}

/** Waits until a toast with this title has shown these words. @returns the title */
export async function expectToast(
  page: Page,
  title: string | RegExp,
  words: string | RegExp = '',
): Promise<string> {
  let shown: string | undefined;
  await expect
    .poll(async () => {
      shown = (await shownToasts(page)).find(
        (each) => fits(each.title, title) && has(each.words, words),
      )?.title;
      return shown;
    })
    .toBeDefined();
  return shown ?? '';
}

const fits = (text: string, expected: string | RegExp) =>
  typeof expected === 'string' ? text === expected : expected.test(text);
const has = (text: string, expected: string | RegExp) =>
  typeof expected === 'string' ? text.includes(expected) : expected.test(text);

/** A market's card in the list that bettors see. */
export function marketCard(page: Page, title: string | RegExp): Locator {
  return page.getByRole('article', { name: title });
}

/** Opens a politics market and returns its place. */
export async function createMarket(page: Page): Promise<WireAdminMarket> {
  const { titles } = await createMarkets(page);
  return adminMarket(page, titles[0] ?? '');
}

/** A market as admins see it now. */
export async function adminMarket(page: Page, title: string): Promise<WireAdminMarket> {
  const markets = await callAsAdmin<WireAdminMarket[]>(page, 'GET', '/api/admin/markets');
  const market = markets.find((each) => each.title === title);
  if (market === undefined) throw new Error(`there is no market ${title}`);
  return market;
}

/** Chooses an action in the menu of a market's row. */
export async function actOn(page: Page, title: string, act: 'Resolve' | 'Void' | 'Close now'): Promise<void> {
  await searchMarkets(page, title);
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

/** Ends betting on a market from its row. */
export async function closeNow(page: Page, title: string): Promise<void> {
  await actOn(page, title, 'Close now');
  const dialog = page.getByRole('alertdialog', { name: 'Close 1 market now?' });
  await dialog.getByRole('button', { name: 'Close now' }).click();
  await expect(dialog).toBeHidden();
  await expect(marketRow(page, title)).toContainText('Closed');
}

/** The panel with the work that waits for an admin. */
export function resultsPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Waiting for a result' });
}

/** The value that a dialog shows for a figure, such as "Paid to bettors". */
export function figureOf(dialog: Locator, label: string): Locator {
  return dialog.getByText(label, { exact: true }).locator('..').getByRole('definition');
}
