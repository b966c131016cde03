import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import { say } from '@tallystone/core/sentences/say';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  anAutomaticCashOut,
  aPartialCashOut,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo } from '@tallystone/testkit/betting/combos.ts';
import {
  aFeedBet,
  balanceOf,
  decideEnd,
  endedAs,
  endingsOf,
  marketOf,
  payAll,
  type TestBet,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aFakeFeed, oddsOf } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyConditions, applyGames } from '../azuro/apply-updates.ts';
import type { ConditionUpdate, FeedCondition, GameUpdate, OutcomeState } from '../azuro/azuro-feed.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { importGames } from '../azuro/import-games.ts';
import { openInPlay } from '../azuro/open-in-play.ts';
import { loadOutcomeNames } from '../azuro/outcome-names.ts';
import { setAutomaticCashOut } from '../betting/automatic-cash-out.ts';
import { cashOut } from '../betting/cash-out.ts';
import { decideOrders } from '../betting/decide-orders.ts';
import { findBet, listPositions } from '../betting/list-bets.ts';
import { placeBet } from '../betting/place-bet.ts';
import { quoteCashOut } from '../betting/quote-cash-out.ts';
import { placeCombo } from '../combos/place-combo.ts';
import { quoteCombo } from '../combos/quote-combo.ts';
import { col, rows } from '../db/rows.ts';
import { sealBooks } from '../ledger/seal-books.ts';
import { SINCE_NOTHING } from '../ledger/since.ts';
import { getGame } from '../markets/get-game.ts';
import { getRisk } from '../markets/get-risk.ts';
import { changeSettings, type SentSettings } from '../settings/change-settings.ts';
import { verifyBooks } from '../verify-books.ts';
import { closeMarkets } from './close-markets.ts';
import { openFeedResults } from './feed-results.ts';
import { receipt } from './receipt.ts';
import { refundLateBets } from './refund-late-bets.ts';

const names = await loadOutcomeNames();
const MINUTE_MS = 60_000;
const TITLE = 'Anytime goalscorer';
const ODDS: Readonly<Record<string, number>> = { 10: 3, 11: 4, 12: 5, 13: 8 };

/** The markets of a game by the feed's ids of their players. */
interface Game {
  readonly gameId: string;
  readonly conditionId: string;
  /** On all outcomes of its own condition. */
  readonly main: TestMarket;
  readonly of: Readonly<Record<'10' | '11' | '12' | '13', TestMarket>>;
}

describe.each(movedEngines)('markets on players, on %s', (_name, open) => {
  const feed = aFakeFeed();
  let database: MovedDatabase;
  let betting: TestBetting;
  let admin: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    admin = await aBettor(database.db);
  }, 120_000);
  afterEach(async () => {
    expect(await brokenPromises()).toEqual([]);
    expect(await wrongAccounts(database.db)).toEqual([]);
  });
  afterAll(() => database.close());

  /** Every invariant, and every replay of entries, bets, signatures, caps, terms and results. */
  async function brokenPromises(): Promise<string[][]> {
    const broken: string[][] = [];
    await undone(database.db, async (tx) => {
      await verifyBooks(tx, {
        since: SINCE_NOTHING,
        heads: { file: 'none', heads: [], isNeeded: false },
        report: ({ name, offences }) => void (offences.length > 0 && broken.push([name, ...offences])),
      });
    });
    return broken;
  }

  const drops = createDropLog(() => database.now());

  /** A game that starts in 20 minutes, with four players. */
  async function aGame({ odds = ODDS, change = {} as Partial<FeedCondition> } = {}): Promise<Game> {
    const { db } = database;
    const startsAt = new Date(Math.floor(database.now().getTime() / 1000) * 1000 + 20 * MINUTE_MS);
    const { id: gameId } = feed.add({ startsAt }, { isLiveEnabled: true });
    const conditionId = `5006${gameId}`;
    const outcomes = Object.entries(odds).map(([id, each]) => ({
      ...{ id, title: `Player ${id}`, odds: oddsOf(String(each)), sort: Number(id), line: null },
    }));
    feed.addCondition(
      gameId,
      {},
      { id: conditionId, title: TITLE, category: 'players', outcomes, ...change },
    );
    await importGames(
      { db, feed, names, mode: 'demo' },
      { gameIds: [gameId], actor: { kind: 'command-line' }, now: database.now },
    );
    return { gameId, conditionId, ...(await marketsOf(gameId)) };
  }

  async function marketsOf(gameId: string): Promise<Pick<Game, 'main' | 'of'>> {
    const found = await rows(
      database.db,
      { marketId: col.text, of: col.text.orNull, outcomeIds: col.list(col.text) },
      sql`
        select m.id as market_id, m.azuro_outcome_id as of, json_agg(o.id order by o.position) as outcome_ids
        from markets m join outcomes o on o.market_id = m.id where m.game_id = ${gameId} group by m.id`,
    );
    const on = (player: string | null) =>
      found.find((each) => each.of === player) ?? expect.fail(`expected a market on ${player}`);
    return { main: on(null), of: { 10: on('10'), 11: on('11'), 12: on('12'), 13: on('13') } };
  }

  /** What the feed says of players from now on, of which the server hears at once. */
  async function tell({ conditionId }: Game, states: Readonly<Record<string, OutcomeState>>): Promise<void> {
    await database.advance(2);
    feed.setOutcomes(conditionId, states);
    const { state, outcomes } = feed.conditions.get(conditionId) ?? expect.fail();
    const isDecided = (id: string) => ['Won', 'Lost', 'Canceled'].includes(states[id] ?? '');
    const sent: ConditionUpdate['outcomes'] = outcomes.map(({ id, odds }) => ({
      ...{ id, odds },
      ...(isDecided(id) && { isDecided: true as const }),
    }));
    const isOver = sent.some((each) => each.isDecided);
    const update = {
      id: conditionId,
      state,
      outcomes: sent,
      at: database.now(),
      ...(isOver && { isOver: true as const }),
    };
    await applyConditions(database.db, [update], drops);
  }
  /** The feed has these odds now. */
  async function price(
    { conditionId }: Pick<Game, 'conditionId'>,
    odds: Readonly<Record<string, number | null>>,
  ): Promise<void> {
    await database.advance(2);
    const condition = feed.conditions.get(conditionId) ?? expect.fail();
    const outcomes = condition.outcomes.map((each) => {
      const now = odds[each.id];
      return now === undefined ? each : { ...each, odds: now === null ? null : oddsOf(String(now)) };
    });
    feed.conditions.set(conditionId, { ...condition, outcomes });
    await applyConditions(
      database.db,
      [{ id: conditionId, state: 'Active', outcomes, at: database.now() }],
      drops,
    );
  }
  const end = ({ conditionId }: Pick<Game, 'conditionId'>, change: Partial<FeedCondition>) =>
    feed.conditions.set(conditionId, { ...(feed.conditions.get(conditionId) ?? expect.fail()), ...change });

  async function sayGame({ gameId }: Game, state: GameUpdate['state'], startsAt?: Date): Promise<void> {
    const game = feed.games.get(gameId) ?? expect.fail();
    const said = { ...game, state, startsAt: startsAt ?? game.startsAt };
    feed.games.set(gameId, said);
    const raw = { gameId, state, startsAt: String(said.startsAt.getTime() / 1000) };
    await applyGames(
      database.db,
      [{ id: gameId, state, startsAt: said.startsAt, raw, at: database.now() }],
      drops,
    );
  }
  /** Betting ends because the game starts. */
  async function start(game: Game): Promise<void> {
    await database.advance(21 * MINUTE_MS);
    await sayGame(game, 'Live');
    await closeMarkets(database.db);
  }

  const errors: unknown[] = [];
  async function withResults<T>(
    act: (results: ReturnType<typeof openFeedResults>) => Promise<T>,
  ): Promise<T> {
    const results = openFeedResults({
      ...{ db: database.db, feed, mode: 'demo', onProposed: () => undefined, patienceMs: 60_000 },
      onError: (error) => void errors.push(error),
    });
    const answer = await act(results);
    await results.stop();
    expect(errors.splice(0)).toEqual([]);
    return answer;
  }
  const look = () => withResults((results) => results.look());
  const confirm = ({ marketId }: TestMarket) => withResults((results) => results.confirm(marketId));
  /** The market's state, the place of the outcome that its latest result names, and why it is under review. */
  async function stateOf(market: TestMarket) {
    const { state, review } = await marketOf(database.db, market);
    const [latest] = await rows(
      database.db,
      { outcome: col.text.orNull, as: col.text.orNull },
      sql`
        select outcome_id as outcome, ended_as as "as" from resolutions
        where market_id = ${market.marketId} order by id desc limit 1`,
    );
    const place = latest?.outcome === null ? 'void' : market.outcomeIds.indexOf(latest?.outcome ?? '');
    return { state, result: latest === undefined || latest.as === 'withdrawn' ? null : place, review };
  }
  const pay = (market: TestMarket) => payAll(database.db, market);

  const bet = (bettor: TestBettor, { of }: Game, player: keyof Game['of'], amount = 10): Promise<TestBet> =>
    aFeedBet(betting, { bettor, market: of[player], amount, odds: ODDS[player] ?? 0 });
  const fundsOf = async (bettor: TestBettor) =>
    Number(await balanceOf(database.db, bettor.session.userId)) / 1e6;
  const riskOf = async ({ marketId }: TestMarket) => (await getRisk(database.db, marketId)) ?? expect.fail();

  async function sealedReceipt(bettor: TestBettor, betId: string) {
    const sealer = sealBooks({ database, headFile: null, onHead() {}, onError() {}, everyMs: 3_600_000 });
    const sealed = await vi.waitFor(async () => {
      await sealer.round();
      const found = await receipt(database.db, { session: bettor.session, betId });
      expect(found.sealed).toBe(true);
      return found;
    }, 20_000);
    await sealer.stop();
    return sealed;
  }

  test('end one by one: scored, did not, canceled alone, and taken back before it was paid', async () => {
    const { db } = database;
    const game = await aGame();
    const { of } = game;
    const [one, other] = [await aBettor(db), await aBettor(db)];
    const bets = {
      10: [await bet(one, game, '10', 20), await bet(other, game, '10', 5)],
      11: [await bet(one, game, '11', 10)],
      12: [await bet(other, game, '12', 7)],
      13: [await bet(one, game, '13', 4)],
    };
    expect([await fundsOf(one), await fundsOf(other)]).toEqual([966, 988]);
    await start(game);

    await tell(game, { 10: 'Won', 13: 'Won' });
    await look();
    const scored = { state: 'resolving', result: 0, review: null };
    expect(await stateOf(of[10])).toEqual(scored);
    expect(await stateOf(of[13])).toEqual(scored);
    expect(await stateOf(of[11])).toEqual({ state: 'closed', result: null, review: null });

    // The goal is given to another player before it is paid.
    await tell(game, { 12: 'Canceled', 13: 'Active' });
    await look();
    expect(await stateOf(of[13])).toMatchObject({ state: 'closed', review: 'corrected' });
    expect(await confirm(of[10])).toBe('pay');
    await pay(of[10]);
    expect(await stateOf(of[12])).toEqual({ state: 'resolving', result: 'void', review: null });
    expect(await confirm(of[12])).toBe('pay');
    await pay(of[12]);

    await sayGame(game, 'Finished');
    await tell(game, { 11: 'Lost', 13: 'Lost' });
    await look();
    expect(await stateOf(of[11])).toEqual({ state: 'resolving', result: 1, review: null });
    expect(await confirm(of[11])).toBe('pay');
    await pay(of[11]);
    // An admin decides what the feed had taken back.
    expect(await stateOf(of[13])).toMatchObject({ state: 'closed', review: 'corrected' });
    await decideEnd(db, { market: of[13], result: wonBy(of[13], 1), admin, now: database.now() });
    expect(await confirm(of[13])).toBe('pay');
    await pay(of[13]);

    expect(await endingsOf(db, of[10])).toEqual(endedAs('payout', bets[10]));
    expect(await endingsOf(db, of[11])).toEqual([]);
    expect(await endingsOf(db, of[12])).toEqual(endedAs('refund', bets[12]));
    expect(await endingsOf(db, of[13])).toEqual([]);
    // 20 at 3 for one, 5 at 3 and 7 back for the other.
    expect([await fundsOf(one), await fundsOf(other)]).toEqual([1026, 1010]);
    const ended = await Promise.all(Object.values(of).map((market) => marketOf(db, market)));
    expect(ended.map(({ state, escrow }) => [state, escrow])).toEqual([
      ['settled', '0'],
      ['settled', '0'],
      ['void', '0'],
      ['settled', '0'],
    ]);

    const listed = async (bettor: TestBettor, [first]: TestBet[]) =>
      findBet(db, { userId: bettor.session.userId, family: 'evm', mode: 'demo', betId: first?.id ?? '' });
    expect(await listed(one, bets[10])).toMatchObject({ result: 'won', paid: 60, profit: 40 });
    expect(await listed(one, bets[11])).toMatchObject({ result: 'lost', profit: -10 });
    expect(await listed(other, bets[12])).toMatchObject({ result: 'void', paid: 7, profit: 0 });
    expect(await listed(one, bets[13])).toMatchObject({ result: 'lost', profit: -4 });
    const kinds = async (bettor: TestBettor, [first]: TestBet[]) => {
      const { entries, proofs } = await sealedReceipt(bettor, first?.id ?? '');
      expect(proofs.map(checkReceiptProof)).toEqual(proofs.map(() => true));
      return entries.map(({ kind }) => kind);
    };
    expect(await kinds(one, bets[10])).toEqual(['bet', 'settlement']);
    expect(await kinds(one, bets[11])).toEqual(['bet']);
    expect(await kinds(other, bets[12])).toEqual(['bet', 'settlement']);
    expect(await kinds(one, bets[13])).toEqual(['bet']);
  });

  test('take bets on what the feed prices, within their own cap, and count in the cap of the game', async () => {
    const { db } = database;
    const change = (sent: SentSettings) =>
      changeSettings(db, { mode: 'demo', actor: { kind: 'command-line' }, sent });
    await change({ marketCap: 150, gameCap: 150 });
    // Long enough for the replay of caps to tell what was set before and after.
    await database.advance(10 * MINUTE_MS);
    const game = await aGame();
    await database.advance(9 * MINUTE_MS);
    await price(game, {});
    await change({ marketCap: 5000, gameCap: 10_000 });
    const { of, main } = game;
    const listed = await getGame(db, game.gameId);
    expect(listed?.markets.map(({ title, oneSided }) => [title.split(': ').at(-1), oneSided])).toEqual([
      [expect.stringContaining(' vs '), undefined],
      ['Player 10', true],
      ['Player 11', true],
      ['Player 12', true],
      ['Player 13', true],
    ]);
    expect(listed?.markets[1]).toMatchObject({
      margin: null,
      outcomes: [
        { name: 'Player 10', odds: 3, probability: 33.3333 },
        { name: 'No', odds: null },
      ],
    });
    const bettor = await aBettor(db);
    const onNo = aBet(bettor, {
      ...{ marketId: of[10].marketId, outcomeId: of[10].outcomeIds[1] ?? '', amount: 5, odds: 1.01 },
    });
    await expect(placeBet(betting, onNo)).rejects.toMatchObject({ code: 'stake-too-large' });
    // The cap of a market on a player is 100: at 3 a stake of 50 costs that much.
    const largest = async (market: TestMarket) =>
      (await riskOf(market)).outcomes.map(({ maxStake }) => maxStake);
    expect(await largest(of[10])).toEqual([50, 0]);
    await bet(bettor, game, '10', 50);
    await expect(bet(bettor, game, '10', 5)).rejects.toMatchObject({ code: 'stake-too-large' });
    expect(await riskOf(of[10])).toMatchObject({
      worstCase: 100,
      outcomes: [
        { owed: 150, houseResult: -100 },
        { owed: 0, houseResult: 50 },
      ],
    });
    // 50 of the cap of the game are left, for another player at 4, or the main market at 2.
    expect(await largest(of[11])).toEqual([16.66, 0]);
    expect((await largest(main))[0]).toBe(50);
    await bet(bettor, game, '11', 10);
    await bet(bettor, game, '12', 5);
    // 100, 30 and 20: no outcome excludes another, and nothing is left for anyone.
    expect((await riskOf(of[12])).worstCase).toBe(20);
    await expect(bet(bettor, game, '13', 1)).rejects.toMatchObject({ code: 'stake-too-large' });
    expect((await largest(main))[0]).toBe(0);
  });

  /** Each way to cash a bet out, and that each is refused because one side is never priced. */
  async function expectNoCashOut(bettor: TestBettor, betId: string): Promise<void> {
    const { session } = bettor;
    const reason = say('cash-out-one-sided').sentence;
    expect(await quoteCashOut(betting, { session, betId })).toMatchObject({ amount: null, reason });
    expect(await quoteCashOut(betting, { session, betId, stake: '2' })).toMatchObject({
      amount: null,
      reason,
    });
    const refused = { code: 'cash-out-unavailable', message: reason };
    for (const sent of [
      aCashOut(bettor, { betId, amount: 1 }),
      aPartialCashOut(bettor, { betId, stake: 2, of: 10, amount: 0.01 }),
    ]) {
      await expect(cashOut(betting, sent)).rejects.toMatchObject(refused);
    }
    await expect(
      setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: 1 })),
    ).rejects.toMatchObject(refused);
  }

  test('give no cash-out, before the start and in play, and are no selections of a combo', async () => {
    const { db } = database;
    const game = await aGame({ change: { isLiveEnabled: true } });
    const bettor = await aBettor(db);
    const { id: betId } = await bet(bettor, game, '10', 10);
    await database.advance(11 * MINUTE_MS);
    await price(game, { 10: 3, 11: 4 });
    await expectNoCashOut(bettor, betId);
    const before = await listPositions(db, { userId: bettor.session.userId, family: 'evm', mode: 'demo' });
    expect(before.find(({ id }) => id === betId)).not.toHaveProperty('cashOut');

    const { main: other } = await aGame();
    const legs = [{ market: game.of[10] }, { market: other }];
    const selections = legs.map(({ market: { marketId, outcomeIds } }) => ({
      ...{ marketId, outcomeId: outcomeIds[0] ?? '' },
    }));
    const why = say('combo-one-sided').sentence;
    const { session } = bettor;
    expect(await quoteCombo(db, { session, legs: selections, mode: 'demo' })).toMatchObject({
      odds: null,
      leg: 0,
      reason: why,
    });
    const deps = {
      ...{ db, mode: 'demo' as const, requireBettable: () => undefined, openGuestFunds: async () => true },
    };
    const placed = placeCombo(deps, aCombo(bettor, { legs, amount: 5, odds: 6 }));
    await expect(placed).rejects.toMatchObject({ code: 'combo-refused', message: why });

    await start(game);
    await openInPlay(db, 'demo');
    const { of } = await marketsOf(`in-play:${game.gameId}`);
    // Each is in the list once: the one in play in the place of the one from before the start.
    const shown = (await getGame(db, game.gameId))?.markets ?? [];
    expect(shown.map(({ title }) => title.split(': ').at(-1))).toEqual([
      expect.stringContaining(' vs '),
      ...Object.keys(ODDS).map((player) => `Player ${player}`),
    ]);
    expect(shown.map(({ id }) => id)).toEqual(
      expect.arrayContaining(Object.values(of).map(({ marketId }) => marketId)),
    );
    await price(game, { 10: 2.5, 11: 6, 12: null });
    await expectNoCashOut(bettor, betId);
    const { id: inPlay } = await aFeedBetIn(of[10], bettor, 2.5);
    await database.advance(2 * MINUTE_MS);
    await price(game, { 10: 2.4 });
    await expectNoCashOut(bettor, inPlay);
    expect(await fundsOf(bettor)).toBe(980);
    // One who has no odds takes no bets, and opens when he has.
    expect(await marketOf(db, of[12])).toMatchObject({ state: 'suspended' });
    await price(game, { 12: 7 });
    expect(await marketOf(db, of[12])).toMatchObject({ state: 'open' });

    // Who scores takes no more bets, and the others go on.
    await tell(game, { 10: 'Won' });
    await database.advance(1000);
    await closeMarkets(db);
    expect(await marketOf(db, of[10])).toMatchObject({ state: 'closed' });
    expect(await marketOf(db, of[11])).toMatchObject({ state: 'open' });
    await look();
    for (const market of [game.of[10], of[10]]) {
      expect(await stateOf(market)).toEqual({ state: 'resolving', result: 0, review: null });
      expect(await confirm(market)).toBe('pay');
      await pay(market);
    }
    expect(await fundsOf(bettor)).toBe(1035);
  });

  /** A bet of 10 in play that was filled after its delay. */
  async function aFeedBetIn(market: TestMarket, bettor: TestBettor, odds: number) {
    const { marketId, outcomeIds } = market;
    const sent = aBet(bettor, { marketId, outcomeId: outcomeIds[0] ?? '', amount: 10, odds });
    const order = await placeBet(betting, sent);
    await database.advance(8000);
    const { conditionId } = await conditionOf(market);
    await price({ conditionId }, {});
    expect(await decideOrders(database.db, marketId)).toBe(true);
    return order;
  }
  const conditionOf = async ({ marketId }: TestMarket) => {
    const [found] = await rows(
      database.db,
      { conditionId: col.text },
      sql`select azuro_condition_id as condition_id from markets where id = ${marketId}`,
    );
    return found ?? expect.fail();
  };

  test('that ended before the start stay in the list, beside those that are played', async () => {
    const { db } = database;
    const game = await aGame({ change: { isLiveEnabled: true } });
    const bettor = await aBettor(db);
    await bet(bettor, game, '13');
    await tell(game, { 13: 'Canceled' });
    await look();
    expect(await confirm(game.of[13])).toBe('pay');
    await pay(game.of[13]);
    await start(game);
    await openInPlay(db, 'demo');
    const shown = (await getGame(db, game.gameId))?.markets ?? [];
    expect(
      shown.map(({ title, state, inPlay }) => [title.split(': ').at(-1), state, inPlay !== undefined]),
    ).toEqual([
      [expect.stringContaining(' vs '), 'suspended', true],
      ['Player 10', 'suspended', true],
      ['Player 11', 'suspended', true],
      ['Player 12', 'suspended', true],
      ['Player 13', 'void', false],
    ]);
    expect(shown[0]).toMatchObject({ more: 4 });
    expect(await fundsOf(bettor)).toBe(1000);
  });

  test('take a result by hand: he does, or he does not', async () => {
    const { db } = database;
    const game = await aGame();
    const bettor = await aBettor(db);
    const bets = { 10: await bet(bettor, game, '10'), 11: await bet(bettor, game, '11') };
    await bet(bettor, game, '12');
    await start(game);
    for (const [player, place] of [
      ['10', 0],
      ['11', 1],
    ] as const) {
      const market = game.of[player];
      await decideEnd(db, { market, result: wonBy(market, place), admin, now: database.now() });
      expect(await confirm(market)).toBe('pay');
      await pay(market);
    }
    const market = game.of[12];
    await decideEnd(db, { market, result: { kind: 'void' }, admin, now: database.now() });
    await pay(market);
    expect(await endingsOf(db, game.of[10])).toEqual(endedAs('payout', [bets[10]]));
    expect(await endingsOf(db, game.of[11])).toEqual([]);
    expect(await fundsOf(bettor)).toBe(1010);
  });

  test('give late bets back first if the game began earlier, and settle the others', async () => {
    const { db } = database;
    const game = await aGame();
    const bettor = await aBettor(db);
    const early = await bet(bettor, game, '10', 10);
    const [earlyLost, earlyVoid] = [await bet(bettor, game, '11', 6), await bet(bettor, game, '12', 3)];
    await database.advance(5 * MINUTE_MS);
    const began = new Date(Math.floor(database.now().getTime() / 1000) * 1000);
    await database.advance(2000);
    await price(game, {});
    const late = { 10: await bet(bettor, game, '10', 7), 11: await bet(bettor, game, '11', 2) };
    await start(game);
    await tell(game, { 10: 'Won', 11: 'Lost', 12: 'Canceled' });
    await sayGame(game, 'Live', began);
    await look();
    for (const player of ['10', '11'] as const) {
      const { marketId } = game.of[player];
      while ((await refundLateBets(db, { marketId, chunk: 3, mode: 'demo' })) !== null);
    }
    expect(await endingsOf(db, game.of[10])).toEqual(endedAs('refund', [late[10]]));
    expect(await endingsOf(db, game.of[11])).toEqual(endedAs('refund', [late[11]]));
    await look();
    for (const player of ['10', '11', '12'] as const) {
      expect(await confirm(game.of[player])).toBe('pay');
      await pay(game.of[player]);
    }
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(await endingsOf(db, game.of[10])).toEqual(
      [...endedAs('refund', [late[10]]), ...endedAs('payout', [early])].sort(byId),
    );
    expect(await endingsOf(db, game.of[11])).toEqual(endedAs('refund', [late[11]]));
    expect(await endingsOf(db, game.of[12])).toEqual(endedAs('refund', [earlyVoid]));
    expect(await fundsOf(bettor)).toBe(1000 + 20 - 6);
    expect(earlyLost.payout).toBe(24_000_000n);
  });

  test('stay paid if the feed takes a goal back later, and admins are told', async () => {
    const { db } = database;
    const game = await aGame();
    const bettor = await aBettor(db);
    const bets = [await bet(bettor, game, '10'), await bet(bettor, game, '11')];
    await start(game);
    await tell(game, { 10: 'Won', 11: 'Canceled' });
    await look();
    for (const player of ['10', '11'] as const) {
      expect(await confirm(game.of[player])).toBe('pay');
      await pay(game.of[player]);
    }
    expect(await fundsOf(bettor)).toBe(1020);
    for (const player of ['10', '11'] as const)
      expect(await stateOf(game.of[player])).toMatchObject({ review: null });
    await tell(game, { 10: 'Lost', 11: 'Lost' });
    await look();
    await look();
    expect(await stateOf(game.of[10])).toMatchObject({ state: 'settled', review: 'corrected' });
    expect(await stateOf(game.of[11])).toMatchObject({ state: 'void', review: 'corrected' });
    expect(await fundsOf(bettor)).toBe(1020);
    expect(bets).toHaveLength(2);
  });

  describe('for a feed that makes no sense', () => {
    const named = (...wonOutcomeIds: string[]) => ({ state: 'Resolved' as const, wonOutcomeIds });
    test.each<[string, Partial<FeedCondition>, Readonly<Record<string, OutcomeState>>, string | null]>([
      ['it scored, and only another is named', named('11'), { 10: 'Won', 11: 'Won' }, 'contradiction'],
      ['it lost, and is named', named('10', '11'), { 10: 'Lost', 11: 'Won' }, 'contradiction'],
      ['it is canceled, and named', named('10'), { 10: 'Canceled' }, 'contradiction'],
      ['it scored in a canceled condition', { state: 'Canceled' }, { 10: 'Won' }, 'contradiction'],
      ['another scored in a canceled condition', { state: 'Canceled' }, { 11: 'Won' }, 'contradiction'],
      ['it is over, and nothing is named', named(), {}, 'no-winner'],
      ['others are decided, it is not', named('11'), { 11: 'Won' }, null],
      ['it is gone from the list, and another is named', { ...named('11'), outcomes: [] }, {}, null],
      ['it is removed', { state: 'Removed' }, {}, null],
    ])('pay nothing by themselves if %s', async (_what, change, states, review) => {
      const { db } = database;
      const game = await aGame();
      const bettor = await aBettor(db);
      await bet(bettor, game, '10');
      await start(game);
      await tell(game, states);
      const { outcomes } = feed.conditions.get(game.conditionId) ?? expect.fail();
      const left = { outcomes: outcomes.filter(({ id }) => id !== '10') };
      // With a state, so that the feed's answer has a list.
      if (change.outcomes !== undefined) feed.setOutcomes(game.conditionId, { 11: 'Stopped' });
      end(game, { ...change, ...(change.outcomes !== undefined && left) });
      await look();
      expect(await stateOf(game.of[10])).toEqual({ state: 'closed', result: null, review });
      expect(await fundsOf(bettor)).toBe(990);
      // After two days an admin is asked in any case.
      if (review === null) {
        await age(game);
        await look();
        expect((await stateOf(game.of[10])).review).toMatch(/^(no-result|removed)$/);
      }
      await decideEnd(db, { market: game.of[10], result: { kind: 'void' }, admin, now: database.now() });
      await pay(game.of[10]);
      expect(await fundsOf(bettor)).toBe(1000);
    });

    /** Two days later. */
    const age = async (_game: Game) => {
      await database.advance(49 * 60 * MINUTE_MS);
    };

    test('settle by id what it calls or files otherwise since', async () => {
      const { db } = database;
      const game = await aGame();
      const bettor = await aBettor(db);
      await bet(bettor, game, '10');
      await bet(bettor, game, '11');
      const { outcomes } = feed.conditions.get(game.conditionId) ?? expect.fail();
      // The two swap their names, and the condition its category and title.
      const swapped = outcomes.map((each) => ({
        ...each,
        title: each.id === '10' ? 'Player 11' : 'Player 10',
      }));
      end(game, { category: 'winner', title: 'First goalscorer', outcomes: swapped });
      await importGames(
        { db, feed, names, mode: 'demo' },
        { gameIds: [game.gameId], actor: { kind: 'command-line' }, now: database.now },
      );
      await price(game, {});
      await start(game);
      await tell(game, { 10: 'Won', 11: 'Lost' });
      await look();
      expect((await stateOf(game.of[10])).result).toBe(0);
      expect((await stateOf(game.of[11])).result).toBe(1);
      for (const player of ['10', '11'] as const) {
        expect(await confirm(game.of[player])).toBe('pay');
        await pay(game.of[player]);
      }
      expect(await fundsOf(bettor)).toBe(1010);
      const stored = await rows(
        db,
        sql`select id from markets where azuro_condition_id = ${game.conditionId} and azuro_outcome_id is null`,
      );
      expect(stored).toEqual([]);
    });

    test('give all stakes back if the game is canceled, and wait if one scored in it', async () => {
      const { db } = database;
      const game = await aGame();
      const bettor = await aBettor(db);
      await bet(bettor, game, '10');
      const other = await bet(bettor, game, '11');
      await tell(game, { 10: 'Won' });
      await sayGame(game, 'Canceled');
      await look();
      expect(await stateOf(game.of[10])).toMatchObject({ result: null, review: null });
      expect(await stateOf(game.of[11])).toMatchObject({ state: 'resolving', result: 'void' });
      expect(await confirm(game.of[11])).toBe('pay');
      await pay(game.of[11]);
      expect(await endingsOf(db, game.of[11])).toEqual(endedAs('refund', [other]));
      await tell(game, { 10: 'Canceled' });
      await look();
      expect(await confirm(game.of[10])).toBe('pay');
      await pay(game.of[10]);
      expect(await fundsOf(bettor)).toBe(1000);
    });

    test('give one who is canceled before the start his stakes at once, and the others go on', async () => {
      const { db } = database;
      const game = await aGame();
      const bettor = await aBettor(db);
      await bet(bettor, game, '10');
      await tell(game, { 10: 'Canceled' });
      expect(await marketOf(db, game.of[10])).toMatchObject({ state: 'suspended' });
      await expect(bet(bettor, game, '10')).rejects.toMatchObject({ code: 'market-suspended' });
      await look();
      expect(await confirm(game.of[10])).toBe('pay');
      await pay(game.of[10]);
      expect(await fundsOf(bettor)).toBe(1000);
      await bet(bettor, game, '11');
      expect(await fundsOf(bettor)).toBe(990);
    });

    test('take odds that are the lowest and the highest, and never lose more than the cap', async () => {
      const game = await aGame({ odds: { 10: 1.01, 11: 1000, 12: 2, 13: 2 } });
      const largest = async (market: TestMarket) => (await riskOf(market)).outcomes[0]?.maxStake;
      // 100 / 0.01 and 100 / 999.
      expect([await largest(game.of[10]), await largest(game.of[11])]).toEqual([10_000, 0.1]);
    });
  });
});
