import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { WireBet, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { approve } from './admin.ts';
import { answerAs } from './ask-as.ts';
import { expect } from './fixtures.ts';

type Category = 'sports' | 'politics' | 'crypto';

/** Puts an item into the browser's storage before any page of the site runs. */
export async function remember(context: BrowserContext, key: string, value: string): Promise<void> {
  await context.addInitScript(
    ([name, item]) => {
      // The blank page before the first one has no storage.
      if (location.protocol !== 'about:') localStorage.setItem(name, item);
    },
    [key, value] as const,
  );
}

/** As someone who accepted the age notice on an earlier visit. */
export async function acceptAge(context: BrowserContext): Promise<void> {
  await remember(context, 'compliance-accepted', 'true');
}

/** Connects through the wallet menu; `row` is the row's text, such as "Polygon". */
export async function connect(page: Page, row: string | RegExp): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: row }).click();
}

/** Starts as a newcomer without a wallet, as the start page offers, and changes the chain if it isn't Polygon. */
export async function enterDemo(page: Page, chain: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Try demo mode' }).click();
  await expectSignedIn(page);
  if (chain !== 'Polygon') await changePracticeChain(page, chain);
}

/** Moves the connected practice wallet to another chain, in the wallet's menu. */
async function changePracticeChain(page: Page, chain: string): Promise<void> {
  await walletChip(page).click();
  await page.getByRole('button', { name: 'Change chain' }).click();
  await page.getByRole('button', { name: chain, exact: true }).click();
  await expect(walletChip(page)).toContainText(chain);
  await expectSignedIn(page);
}

/** The connect control of a connected user. */
export function walletChip(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /0x\w{4}\.\.\.\w{4}|\w{6}\.\.\.\w{4}/ });
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
}

/** Signs in again from the wallet panel, which may still be open after a refusal or just be closing. */
export async function signInAgain(page: Page): Promise<void> {
  const row = page.getByRole('button', { name: 'Sign in again' });
  await expect(async () => {
    if (!(await row.isVisible())) await walletChip(page).click({ timeout: 2_000 });
    await row.click({ timeout: 2_000 });
  }).toPass();
  await expectSignedIn(page);
}

/** Opens a category and waits for its list: until it renders, the previous list is there and takes clicks. */
export async function showCategory(page: Page, name: RegExp): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Opens the bet dialog of the n-th outcome with odds. */
export async function openBetDialog(page: Page, category: Category, place = 0): Promise<Locator> {
  await showCategory(page, new RegExp(category, 'i'));
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /% chance/, disabled: false })
    .nth(place)
    .click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Amount (USDC)') });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The labels of a dialog's field and button. */
const SLIP_WORDS = {
  en: { amount: 'Amount (USDC)', place: 'Place Bet' },
  es: { amount: 'Importe (USDC)', place: 'Apostar' },
} as const;
type Language = keyof typeof SLIP_WORDS;

/** Types a stake and waits until its quote has arrived and the button is enabled. */
export async function enterStake(dialog: Locator, stake: string, language: Language = 'en'): Promise<void> {
  await dialog.getByLabel(SLIP_WORDS[language].amount).fill(stake);
  await readyToPlace(dialog, language);
}

/**
 * Waits until the button is enabled. If the odds moved by more than 2%, ticks the confirmation, and again
 * when other odds arrive.
 */
export async function readyToPlace(dialog: Locator, language: Language = 'en'): Promise<void> {
  const tick = dialog.getByRole('checkbox');
  await expect(async () => {
    if (await tick.isVisible()) await tick.check({ timeout: 1_000 });
    await expect(placeButton(dialog, language)).toBeEnabled({ timeout: 1_000 });
  }).toPass();
}

export function placeButton(dialog: Locator, language: Language = 'en'): Locator {
  return dialog.getByRole('button', { name: SLIP_WORDS[language].place, exact: true });
}

/** The text that the wallet will sign, as the dialog shows it. */
export async function textToSign(dialog: Locator): Promise<string> {
  const text = await dialog.getByText(/^Place bet: /).textContent();
  return text?.trim() ?? '';
}

/** Gives both signatures of a live bet in the practice wallet. The second is a separate request, so this waits for it. */
export async function signLiveBet(page: Page): Promise<void> {
  const wallet = page.getByRole('dialog', { name: 'Practice wallet' });
  await expect(wallet).toContainText('will sign exactly this text');
  await approve(page);
  await expect(wallet).toContainText('will sign exactly these fields');
  await approve(page);
}

/** The messages for a bet in progress and for a placed bet. */
const TITLES = {
  en: ['Transaction Pending', 'Bet Placed Successfully!'],
  es: ['Transacción pendiente', '¡Apuesta hecha!'],
} as const;

/** Waits until the page has reported a bet as in progress and then as placed, even if the message has closed. */
export async function expectPlaced(page: Page, language: Language = 'en'): Promise<void> {
  await expect.poll(() => page.evaluate('transactionTitles.slice(-2)')).toEqual(TITLES[language]);
  // The next bet on this page is another one.
  await page.evaluate('transactionTitles.length = 0');
}

/** Closes the message about a bet's progress, unless it has closed automatically. */
async function closeTransaction(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Transaction' });
  await expect(async () => {
    if (await card.isVisible()) await card.getByRole('button', { name: 'Close' }).click({ timeout: 2_000 });
    await expect(card).toBeHidden({ timeout: 2_000 });
  }).toPass();
}

/** Rows of the betting history on the account page. */
export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click();
  await expect(page.getByRole('heading', { name: 'Betting History' })).toBeVisible();
  return page.getByRole('region', { name: 'Betting History' }).getByRole('listitem');
}

/** Bets on an outcome of a market on the page, by title and outcome name, and waits for the answer. */
export async function betOn(
  page: Page,
  { title, outcome, stake }: { title: string; outcome: string; stake: string },
): Promise<void> {
  await page
    .getByRole('article', { name: title })
    .getByRole('button', { name: new RegExp(`^${outcome}.*% chance`) })
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await enterStake(dialog, stake);
  await placeButton(dialog).click();
  await expectPlaced(page);
  await closeTransaction(page);
}

type AccountView = 'bets' | 'statement' | 'limits';

/** Reloads the account page of the signed-in user. */
export async function openAccount(page: Page, view: AccountView = 'bets'): Promise<void> {
  await page.goto(view === 'bets' ? '/profile' : `/profile?view=${view}`);
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
}

/** The open positions on a market on the account page. */
export function positionsOf(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Open positions' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** The receipts of the bets on a market in the betting history. */
export function receiptsOf(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Betting History' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** The current odds in a bet dialog, in English. */
export const oddsShown = (dialog: Locator): Locator =>
  dialog.locator('th', { hasText: /^Odds$/ }).locator('+ td');

/** Calls the server with the page's session, for figures to compare with. */
export async function readAsBettor<T>(page: Page, path: string): Promise<T> {
  return answerAs<T>(page, { method: 'GET', path });
}

/** The newest bet of the page's user. */
export async function newestBet(page: Page): Promise<WireBet> {
  const [bet] = await readAsBettor<WireBet[]>(page, '/api/user/bets');
  if (bet === undefined) throw new Error('there is no bet');
  return bet;
}

/** What a bet of the page's user is worth now, USDC. */
export async function amountNow(page: Page, { id }: Pick<WireBet, 'id'>): Promise<number> {
  const { amount, reason } = await readAsBettor<WireCashOutQuote>(page, `/api/bets/${id}/cash-out`);
  if (amount === null) throw new Error(reason);
  return amount;
}
