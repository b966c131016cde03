import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { adminMarket, figureOf, openAdmin, resultsPanel } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import { acceptAge, connect, expectSignedIn, openAccount, readAsBettor, receiptsOf } from './bettor.ts';
import { test } from './feed-fixtures.ts';
import { expect } from './fixtures.ts';
import { Rival } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const SECRET = 'b7'.repeat(32);
/** The server looks for results once a minute, and reads them once more before it pays. */
const HEARD_WITHIN_MS = 180_000;
/** Used by another test. */
const TAKEN = 'Ana Vukic vs Klara Lindholm';

interface FeedGame {
  readonly title: string;
  readonly gameId: string;
  readonly conditionId: string;
  /** The feed's ids of the market's outcomes. */
  readonly azuroOutcomeIds: readonly string[];
  readonly market: WireListedMarket;
}

/** Markets of the feed that no other test uses. */
async function freeMarkets(url: string): Promise<WireListedMarket[]> {
  const markets = (await (await fetch(`${url}/api/markets`)).json()) as WireListedMarket[];
  return markets.filter(
    ({ source, state, title }) => source === 'azuro' && state === 'open' && title !== TAKEN,
  );
}

/** Games with a market that takes bets. A demo imports some automatically, possibly a moment after it is ready. */
async function freeGames(url: string, feed: StandInProcess, count: number): Promise<FeedGame[]> {
  await expect.poll(async () => (await freeMarkets(url)).length).toBeGreaterThanOrEqual(count);
  const open = await freeMarkets(url);
  return Promise.all(
    open.slice(-count).map(async (market) => {
      const gameId = await feed.findGame(market.title.replace(' vs ', ' - '));
      const { conditionId, outcomes } = await feed.mainCondition(gameId);
      const azuroOutcomeIds = outcomes.map(({ outcomeId }) => outcomeId);
      return { title: market.title, gameId, conditionId, azuroOutcomeIds, market };
    }),
  );
}

test('the feed ends markets: paid, for an admin to decide, void, and without late bets', async ({
  page,
  context,
  app,
  feed,
  meet,
  adminState,
}) => {
  test.setTimeout(600_000);
  await acceptAge(context);
  await EvmWallet.install(context, { secret: SECRET });
  const [paid, unclear, contradicted, canceled, late] = await freeGames(app.url, feed, 5);
  if (!paid || !unclear || !contradicted || !canceled || !late)
    throw new Error('the demo has five games of the feed');
  const bettor = await Rival.signIn(app.url, SECRET);
  const bet = ({ market }: FeedGame, outcome: number, amount: number) =>
    bettor.bet({ id: market.id, outcomeId: market.outcomes[outcome]?.id ?? '' }, amount);

  const won = await bet(paid, 0, 20);
  await bet(paid, 1, 10);
  await bet(unclear, 0, 15);
  await bet(contradicted, 0, 14);
  await bet(canceled, 1, 12.5);
  // The last of the bets before a start: the feed counts whole seconds.
  const inTime = await bet(late, 0, 11);
  const began = Math.ceil(Date.parse(inTime.placedAt) / 1000) + 1;
  await expect.poll(() => Date.now()).toBeGreaterThan(began * 1000 + 500);
  await bet(late, 1, 13);

  const winner = paid.azuroOutcomeIds[0] ?? '';
  for (const { gameId } of [paid, unclear, contradicted]) {
    await feed.control('start', { gameId });
    await feed.control('finish', { gameId });
  }
  await feed.control('resolve', { conditionId: paid.conditionId, wonOutcomeIds: [winner] });
  await feed.control('resolve', {
    conditionId: unclear.conditionId,
    wonOutcomeIds: unclear.azuroOutcomeIds.slice(0, 2),
  });
  await feed.control('speak', { conditionId: contradicted.conditionId, speaker: 'contradiction' });
  await feed.control('resolve', {
    conditionId: contradicted.conditionId,
    wonOutcomeIds: contradicted.azuroOutcomeIds.slice(0, 1),
  });
  await feed.control('cancel', { gameId: canceled.gameId });
  await feed.control('game', { gameId: late.gameId, state: 'Live', startsAt: began });

  await page.goto('/');
  await connect(page, /^Polygon/);
  await expectSignedIn(page);
  const resultsOf = async ({ market }: FeedGame) => {
    const bets = await readAsBettor<WireBet[]>(page, '/api/user/bets');
    return bets
      .filter(({ marketId }) => marketId === market.id)
      .map(({ result, paid: amount }) => [result, amount])
      .reverse();
  };
  // One after the other; whichever comes last ends the wait.
  const soon = { timeout: HEARD_WITHIN_MS, intervals: [1_000] };
  await expect
    .poll(() => resultsOf(late), soon)
    .toEqual([
      [undefined, undefined],
      ['void', 13],
    ]);
  await expect.poll(() => resultsOf(canceled), soon).toEqual([['void', 12.5]]);
  await expect
    .poll(() => resultsOf(paid), soon)
    .toEqual([
      ['won', won.totalReturn],
      ['lost', 0],
    ]);

  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const panel = resultsPanel(admin);
  for (const [game, sentence] of [
    [unclear, 'The feed names more than one winner; enter the result yourself or void the market.'],
    [
      contradicted,
      'The feed contradicts itself about the result; enter the result yourself or void the market.',
    ],
  ] as const) {
    const waiting = panel.getByRole('listitem').filter({ has: admin.getByText(game.title, { exact: true }) });
    await expect(async () => {
      await panel.getByRole('button', { name: 'Refresh' }).click();
      await expect(waiting).toContainText(sentence, { timeout: 2_000 });
    }).toPass({ timeout: HEARD_WITHIN_MS });
    await expect(waiting.getByRole('button', { name: `Resolve ${game.title}` })).toBeVisible();
    expect((await adminMarket(admin, game.title)).state).toBe('closed');
    expect(await resultsOf(game)).toEqual([[undefined, undefined]]);
  }

  await panel.getByText(/^Latest results/).click();
  const latest = panel.getByRole('list', { name: 'Latest results' }).getByRole('listitem');
  const outcome = paid.market.outcomes[0]?.name ?? '';
  const result = latest.filter({ hasText: paid.title });
  await expect(result).toContainText(`${outcome} won, ${exactly(micro(won.totalReturn))} to 1 bet`);
  await expect(result).toContainText('By the feed');
  await expect(result).toContainText(
    `The feed says that condition ${paid.conditionId} is resolved and ${outcome} has won, read at `,
  );
  await expect(latest.filter({ hasText: canceled.title })).toContainText('Void: stakes refunded');

  await openAccount(page);
  await expect(receiptsOf(page, paid.title)).toHaveCount(2);
  const ofLate = receiptsOf(page, late.title);
  await expect(ofLate).toHaveCount(2);
  await expect(figureOf(ofLate.filter({ hasText: 'Void' }), 'Paid')).toHaveText('$13.00');
  await expect(ofLate.filter({ hasNotText: 'Void' }).getByText('confirmed')).toBeVisible();
});
