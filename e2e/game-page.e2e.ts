import type { Page } from '@playwright/test';
import type { WireGamePage } from '@tallystone/core/http-api/markets';
import type { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { callAsAdmin, marketCard, openAdmin } from './admin.ts';
import { answerAs } from './ask-as.ts';
import {
  acceptAge,
  connect,
  enterStake,
  expectPlaced,
  expectSignedIn,
  openHistory,
  placeButton,
} from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { test } from './feed-fixtures.ts';
import { expect } from './fixtures.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const GAME = 'FC Rheinstadt - SV Waldhafen';
const TITLE = GAME.replace(' - ', ' vs ');

/** Imports the game, unless the demo has it already. @returns its id */
async function importGame(admin: Page, feed: StandInProcess): Promise<string> {
  await openAdmin(admin, 'azuro');
  const gameId = await feed.findGame(GAME);
  await callAsAdmin(admin, 'POST', '/api/admin/import-azuro-bulk', { gameIds: [gameId] });
  return gameId;
}

test('a bettor opens a game from its card, finds its double chance, and bets on it', async ({
  page,
  context,
  feed,
  meet,
  adminState,
}) => {
  await importGame(await (await meet(adminState)).newPage(), feed);

  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto('/');
  await marketCard(page, TITLE)
    .getByRole('link', { name: /^\+\d+ markets?/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE, exact: true })).toBeVisible();
  await expect(page.locator('[data-stream="live"]').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Result', exact: true })).toBeVisible();
  await expectSound(page);

  const path = new URL(page.url()).pathname;
  const game = await answerAs<WireGamePage>(page, {
    method: 'GET',
    path: `/api${path.replace('game', 'games')}`,
  });
  const side = game.markets.find(({ name, state }) => name === 'Double Chance' && state === 'open');
  const outcome = side?.outcomes[0];
  if (side === undefined || outcome === undefined) throw new Error(`${TITLE} has no open double chance`);

  const search = page.getByRole('searchbox', { name: 'Search the markets of this game' });
  await search.fill('no such market');
  await expect(page.getByText('No market of this game matches.')).toBeVisible();
  await search.fill(outcome.name);
  await expect(page.getByText('No market of this game matches.')).toHaveCount(0);
  const card = page.getByRole('article', { name: side.name, exact: true });
  await expect(card.getByText('2 of the 3 outcomes win.')).toBeVisible();

  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await card.getByRole('button', { name: `bet on ${outcome.name} in ${side.title}` }).click();
  const dialog = page.getByRole('dialog', { name: side.title });
  await enterStake(dialog, '15');
  await placeButton(dialog).click();
  await expectPlaced(page);
  const rows = await openHistory(page);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(side.title);
  await expect(rows.first()).toContainText(outcome.name);

  await page.goto(`/market/${side.id}`);
  await expect(page.getByRole('heading', { level: 1, name: side.title, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All markets of this game' }).click();
  await expect(page.getByRole('heading', { level: 1, name: TITLE, exact: true })).toBeVisible();
});

test('a bettor finds a player, backs him, and learns that the bet stays open', async ({
  page,
  context,
  feed,
  meet,
  adminState,
}) => {
  const admin = await (await meet(adminState)).newPage();
  const gameId = await importGame(admin, feed);
  const game = await answerAs<WireGamePage>(admin, { method: 'GET', path: `/api/games/${gameId}` });
  const market = game.markets.find(({ group, state }) => group === 'players' && state === 'open');
  const [player] = market?.outcomes ?? [];
  if (market === undefined || player === undefined) throw new Error(`${TITLE} has no players`);

  await acceptAge(context);
  await EvmWallet.install(context);
  await page.goto(`/game/${gameId}`);
  await connect(page, /^Ethereum/);
  await expectSignedIn(page);
  await page.getByRole('button', { name: 'Players', exact: true }).click();
  const card = page.getByRole('article', { name: market.name, exact: true });
  await expect(card.getByRole('listitem')).toHaveCount(8);
  await expect(card.getByText('No', { exact: true })).toHaveCount(0);
  await expectSound(page);
  await card.getByRole('button', { name: `bet on ${player.name} in ${market.title}` }).click();
  const dialog = page.getByRole('dialog', { name: market.title });
  await enterStake(dialog, '5');
  await placeButton(dialog).click();
  await expectPlaced(page);

  await page.goto(`/market/${market.id}`);
  await expect(page.getByRole('heading', { level: 1, name: market.title, exact: true })).toBeVisible();
  await expect(page.getByText(/can't be cashed out/).first()).toBeVisible();
  await expectSound(page);
});

test('odds of 100 and more are in one line on the narrowest phone', async ({
  page,
  context,
  feed,
  meet,
  adminState,
}) => {
  const gameId = await importGame(await (await meet(adminState)).newPage(), feed);
  await acceptAge(context);
  await page.setViewportSize({ width: 320, height: 700 });
  // Also where names are long, and with three outcomes beside each other.
  await page.route(`**/api/games/${gameId}`, async (route) => {
    const game: WireGamePage = await (await route.fetch()).json();
    const markets = game.markets.map((market) => ({
      ...market,
      outcomes: market.outcomes.map((outcome) => ({ ...outcome, odds: 126.55 })),
    }));
    await route.fulfill({ json: { ...game, markets } });
  });
  // The stream would send the real ones.
  await page.route('**/api/stream*', () => {});
  await page.goto(`/game/${gameId}`);
  const odds = page.locator('.outcome-odds').filter({ hasText: /^126\.55$/ });
  await expect(page.getByRole('row').filter({ has: page.locator('td:nth-child(4)') })).not.toHaveCount(0);
  const lines = await odds.evaluateAll((all) =>
    all.map((each) =>
      Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)),
    ),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the page of an unknown game says that there is none', async ({ page, problems }) => {
  problems.expect(/404/);
  await page.goto('/game/unknown');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});
