import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireGamePage, WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import type { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { adminMarket, figureOf, openAdmin, resultsPanel } from './admin.ts';
import { exactly, micro } from './amounts.ts';
import { acceptAge, connect, expectSignedIn, openAccount, readAsBettor, receiptsOf } from './bettor.ts';
import { expectSound } from './expect-accessible.ts';
import { test } from './feed-fixtures.ts';
import { expect } from './fixtures.ts';
import { Rival } from './rival.ts';
import { EvmWallet } from './wallets/evm-wallet.ts';

const SECRET = 'b7'.repeat(32);
/** The server looks for results once a minute, and reads them once more before it pays. */
const HEARD_WITHIN_MS = 180_000;
const UNEXPECTED_WINNERS =
  'The feed names more or fewer winners than the market has; enter the result yourself or void the market.';
/** Used by another test. */
const TAKEN = 'Ana Vukic vs Klara Lindholm';

/** A market of a game, and what the feed calls it. */
interface FeedMarket {
  readonly title: string;
  readonly gameId: string;
  readonly conditionId: string;
  /** The feed's ids of the market's outcomes. */
  readonly azuroOutcomeIds: readonly string[];
  readonly market: WireMarket;
}

async function read<T>(url: string): Promise<T> {
  // The server's own tests check its answers against the schemas.
  return (await (await fetch(url)).json()) as T;
}

async function feedMarket(url: string, feed: StandInProcess, id: string): Promise<FeedMarket> {
  const market = await read<WireMarket>(`${url}/api/markets/${id}`);
  const { title, gameId = '', azuroMarketId: conditionId = '' } = market;
  const condition = (await feed.conditionsOf([gameId])).find((each) => each.conditionId === conditionId);
  if (condition === undefined) throw new Error(`the feed has no condition of ${title}`);
  const azuroOutcomeIds = condition.outcomes.map(({ outcomeId }) => outcomeId);
  return { title, gameId, conditionId, azuroOutcomeIds, market };
}

/** Markets of the feed that no other test uses, those on football first. */
async function freeMarkets(url: string): Promise<WireListedMarket[]> {
  const markets = await read<WireListedMarket[]>(`${url}/api/markets`);
  const free = markets.filter(
    ({ source, state, title }) => source === 'azuro' && state === 'open' && title !== TAKEN,
  );
  const isOther = ({ subcategory }: WireListedMarket) => Number(subcategory !== 'soccer');
  return free.sort((a, b) => isOther(a) - isOther(b));
}

/**
 * Main markets of games that take bets, the first two on football. A demo imports some automatically, possibly a moment
 * after it is ready.
 */
async function mainMarkets(url: string, feed: StandInProcess, count: number): Promise<FeedMarket[]> {
  await expect.poll(async () => (await freeMarkets(url)).length).toBeGreaterThanOrEqual(count);
  const open = await freeMarkets(url);
  return Promise.all(open.slice(0, count).map(({ id }) => feedMarket(url, feed, id)));
}

/** The double chance of a football game: two of its three outcomes win. */
async function doubleChance(url: string, feed: StandInProcess, { gameId }: FeedMarket): Promise<FeedMarket> {
  const { title, markets } = await read<WireGamePage>(`${url}/api/games/${gameId}`);
  const listed = markets.find(({ name }) => name === 'Double Chance');
  if (listed === undefined) throw new Error(`${title} has no double chance`);
  return feedMarket(url, feed, listed.id);
}

/** Markets on three players of a football game, each on an outcome of one condition. */
async function playersOf(url: string, feed: StandInProcess, { gameId }: FeedMarket) {
  const { title, markets } = await read<WireGamePage>(`${url}/api/games/${gameId}`);
  const open = markets.filter(({ group, state }) => group === 'players' && state === 'open').slice(0, 3);
  const found = await Promise.all(open.map(({ id }) => feedMarket(url, feed, id)));
  const [condition] = (await feed.conditionsOf([gameId])).filter(
    ({ conditionId }) => conditionId === found[0]?.conditionId,
  );
  const players = found.map(({ market, ...player }) => {
    const name = market.outcomes[0]?.name ?? '';
    const outcomeId = condition?.outcomes.find((each) => each.title === name)?.outcomeId ?? '';
    return { ...player, market, name, outcomeId };
  });
  const [scorer, absent, other] = players;
  if (!scorer || !absent || !other) throw new Error(`${title} has no three players`);
  return { scorer, absent, other };
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
  const [paid, unclear, contradicted, canceled, late] = await mainMarkets(app.url, feed, 5);
  if (!paid || !unclear || !contradicted || !canceled || !late)
    throw new Error('the demo has five games of the feed');
  const paidTwice = await doubleChance(app.url, feed, paid);
  const byHand = await doubleChance(app.url, feed, unclear);
  const { scorer, absent, other } = await playersOf(app.url, feed, paid);
  const bettor = await Rival.signIn(app.url, SECRET);
  const bet = ({ market }: FeedMarket, outcome: number, amount: number) =>
    bettor.bet({ id: market.id, outcomeId: market.outcomes[outcome]?.id ?? '' }, amount);

  const won = await bet(paid, 0, 20);
  await bet(paid, 1, 10);
  const wonBeside = await bet(paidTwice, 1, 21);
  await bet(paidTwice, 2, 16);
  const wonByScorer = await bet(scorer, 0, 9);
  await bet(absent, 0, 8);
  await bet(other, 0, 7);
  await bet(unclear, 0, 15);
  await bet(byHand, 0, 17);
  const wonByHand = await bet(byHand, 2, 18);
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
    conditionId: scorer.conditionId,
    wonOutcomeIds: [scorer.outcomeId],
    canceledOutcomeIds: [absent.outcomeId],
  });
  await feed.control('resolve', {
    conditionId: unclear.conditionId,
    wonOutcomeIds: unclear.azuroOutcomeIds.slice(0, 2),
  });
  await feed.control('resolve', {
    conditionId: paidTwice.conditionId,
    wonOutcomeIds: paidTwice.azuroOutcomeIds.slice(0, 2),
  });
  await feed.control('resolve', {
    conditionId: byHand.conditionId,
    wonOutcomeIds: byHand.azuroOutcomeIds.slice(2),
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
  const resultsOf = async ({ market }: FeedMarket) => {
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
  await expect
    .poll(() => resultsOf(paidTwice), soon)
    .toEqual([
      ['won', wonBeside.totalReturn],
      ['lost', 0],
    ]);
  await expect.poll(() => resultsOf(scorer), soon).toEqual([['won', wonByScorer.totalReturn]]);
  await expect.poll(() => resultsOf(absent), soon).toEqual([['void', 8]]);
  await expect.poll(() => resultsOf(other), soon).toEqual([['lost', 0]]);

  const admin = await (await meet(adminState)).newPage();
  await openAdmin(admin);
  const panel = resultsPanel(admin);
  const undecided = [[undefined, undefined]];
  for (const [game, sentence, results] of [
    [unclear, UNEXPECTED_WINNERS, undecided],
    [byHand, UNEXPECTED_WINNERS, [...undecided, ...undecided]],
    [
      contradicted,
      'The feed contradicts itself about the result; enter the result yourself or void the market.',
      undecided,
    ],
  ] as const) {
    const waiting = panel.getByRole('listitem').filter({ has: admin.getByText(game.title, { exact: true }) });
    await expect(async () => {
      await panel.getByRole('button', { name: 'Refresh' }).click();
      await expect(waiting).toContainText(sentence, { timeout: 2_000 });
    }).toPass({ timeout: HEARD_WITHIN_MS });
    await expect(waiting.getByRole('button', { name: `Resolve ${game.title}` })).toBeVisible();
    expect((await adminMarket(admin, game.title)).state).toBe('closed');
    expect(await resultsOf(game)).toEqual(results);
  }

  const names = ({ market }: FeedMarket) => market.outcomes.map(({ name }) => name);
  const [, second = '', third = ''] = names(byHand);
  await panel.getByRole('button', { name: `Resolve ${byHand.title}`, exact: true }).click();
  const form = admin.getByRole('dialog', { name: 'Resolve this market' });
  await form.getByLabel('Evidence').fill('As reported: https://example.org/final.');
  await form.getByRole('checkbox', { name: third }).check();
  await form.getByRole('button', { name: 'Preview payouts' }).click();
  await expect(form.getByText('Choose the 2 outcomes that won.')).toBeVisible();
  await form.getByRole('checkbox', { name: second }).check();
  await form.getByRole('button', { name: 'Preview payouts' }).click();
  const bothByHand = `${second}, ${third}`;
  const rehearsal = admin.getByRole('dialog', { name: `${bothByHand}: payouts` });
  await expect(rehearsal).toContainText(`1 of 2 open bets gets ${exactly(micro(wonByHand.totalReturn))}.`);
  await rehearsal.getByRole('button', { name: 'Confirm and pay' }).click();
  await expect(admin.getByText(`${byHand.title}: ${bothByHand} won`, { exact: true })).toBeVisible();
  await expect
    .poll(() => resultsOf(byHand))
    .toEqual([
      ['lost', 0],
      ['won', wonByHand.totalReturn],
    ]);

  await panel.getByText(/^Latest results/).click();
  await panel.getByRole('button', { name: /^Show all/ }).click();
  const latest = panel.getByRole('list', { name: 'Latest results' }).getByRole('listitem');
  const resultOn = ({ title }: FeedMarket) => latest.filter({ has: admin.getByText(title, { exact: true }) });
  const [outcome = ''] = names(paid);
  const result = resultOn(paid);
  await expect(result).toContainText(`${outcome} won, ${exactly(micro(won.totalReturn))} to 1 bet`);
  await expect(result).toContainText('By the feed');
  await expect(result).toContainText(
    `The feed says that condition ${paid.conditionId} is resolved and ${outcome} has won, read at `,
  );
  const both = names(paidTwice).slice(0, 2).join(', ');
  await expect(resultOn(paidTwice)).toContainText(
    `${both} won, ${exactly(micro(wonBeside.totalReturn))} to 1 bet`,
  );
  await expect(resultOn(canceled)).toContainText('Void: stakes refunded');

  await openAccount(page);
  await expect(receiptsOf(page, paid.title)).toHaveCount(2);
  const ofTwice = receiptsOf(page, paidTwice.title);
  await expect(
    ofTwice.filter({ hasText: names(paidTwice)[1] ?? '' }).getByText('Won', { exact: true }),
  ).toBeVisible();
  const ofLate = receiptsOf(page, late.title);
  await expect(ofLate).toHaveCount(2);
  await expect(figureOf(ofLate.filter({ hasText: 'Void' }), 'Paid')).toHaveText('$13.00');
  await expect(ofLate.filter({ hasNotText: 'Void' }).getByText('confirmed')).toBeVisible();

  await page.goto(`/market/${paidTwice.market.id}`);
  await expect(page.getByText('Settled', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Outcomes' }).getByText(`${both} won`, { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'All markets of this game' }).click();
  const card = page.getByRole('article', { name: 'Double Chance', exact: true });
  await expect(card.getByText(`${both} won. All bets are paid.`)).toBeVisible();
  const players = page.getByRole('article', { name: 'Anytime goalscorer', exact: true });
  for (const [player, result] of [
    [scorer, 'Won'],
    [absent, 'Refunded'],
    [other, 'Lost'],
  ] as const) {
    const row = players.getByRole('listitem').filter({ hasText: player.name });
    await expect(row.getByText(result, { exact: true })).toBeVisible();
  }
  await expectSound(page);
});
