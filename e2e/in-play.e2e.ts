import type { Locator, Page } from '@playwright/test';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import {
  acceptAge,
  enterDemo,
  enterStake,
  newestBet,
  openAccount,
  placeButton,
  readAsBettor,
} from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { test as base, expect } from './fixtures.ts';

/** A page on the built product as people start it: games are played fast, and go in play. */
const test = base.extend<object, object>({
  app: [
    async ({ solana }, use) => {
      const app = await ServerProcess.start({
        settings: { SOLANA_RPC_URL: solana.url, PRACTICE_ACTIVITY: 'on' },
      });
      await use(app);
      await app.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** The market of the game in play that kicked off last, so that it ends after the test. Games go in play soon after the start. */
async function newestInPlay(page: Page): Promise<WireListedMarket> {
  let newest: WireListedMarket | undefined;
  await expect(async () => {
    const markets = await readAsBettor<WireListedMarket[]>(page, '/api/markets');
    [newest] = markets
      .filter(({ inPlay }) => inPlay !== undefined)
      .sort((a, b) => ((a.startsAt ?? '') < (b.startsAt ?? '') ? 1 : -1));
    expect(newest).toBeDefined();
  }).toPass();
  if (newest === undefined) throw new Error('no game is in play');
  return newest;
}

/** Opens the form of the first outcome. Betting may pause meanwhile, and then goes on. */
async function openForm(page: Page, { title }: WireListedMarket): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(async () => {
    const card = page.getByRole('article', { name: title });
    await card
      .getByRole('button', { name: /% chance/ })
      .first()
      .click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}

/** What the toasts of this page told of the bet since it loaded. */
const told = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = Reflect.get(window, 'shownToasts') as { title: string }[]; // fixtures.ts put it there
    return shown.map(({ title }) => title).filter((title) => /^Bet (placed|Failed)$/.test(title));
  });

test('a bet on a running game counts down, and is told once what became of it, also after a reload', async ({
  page,
  context,
  problems,
}) => {
  // Betting pauses when the game says so.
  problems.expect(/409/);
  await acceptAge(context);
  await enterDemo(page, 'Polygon');
  const market = await newestInPlay(page);
  const dialog = await openForm(page, market);
  await expect(dialog.getByText(/^In play: your bet waits \d+ seconds\./)).toBeVisible();
  await enterStake(dialog, '10');
  const deciding = page.getByRole('region', { name: 'Transaction' }).getByText(/^Deciding in \d+ s$/);
  // A pause just now refuses the bet, and it is placed when betting goes on.
  await expect(async () => {
    if (!(await deciding.isVisible())) await placeButton(dialog).click({ timeout: 2_000 });
    await expect(deciding).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.reload();
  await expect.poll(() => told(page)).toHaveLength(1);
  const bet = await newestBet(page);
  expect(await told(page)).toEqual([bet.status === 'failed' ? 'Bet Failed' : 'Bet placed']);

  await openAccount(page);
  const history = page.getByRole('region', { name: 'Betting History' }).getByRole('listitem');
  await expect(history).toHaveCount(1);
  await expect(history).toContainText(market.title);
  if (bet.status === 'failed') {
    await expect(history).toContainText(bet.failure?.sentence ?? 'no sentence');
  } else {
    // Bets are cashed out a minute after they were placed, also while their game is played.
    const positions = page.getByRole('region', { name: 'Open positions' });
    await expect(positions.getByText(/^Cash out in \d+ s$/)).toBeVisible();
  }
  expect(await told(page)).toEqual([]);
});

test('the page of a running game fits phones and has no violation', async ({ page, context }) => {
  await acceptAge(context);
  await enterDemo(page, 'Polygon');
  const { gameId } = await newestInPlay(page);
  await page.goto(`/game/${gameId}`);
  await expect(page.getByText('IN PLAY').first()).toBeVisible();
  await expectSound(page);
});
