import type { BulkAction, WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  type TestBetting,
  type TestBettor,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, bulkBody, callAs, trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { placeBet } from '../betting/place-bet.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { openMarkets } from '../markets/open-market.ts';
import { bulkMarkets } from './bulk-markets.ts';

let database: TestDatabase;
let app: App;
let betting: TestBetting;
let bettor: TestBettor;
let admin: Awaited<ReturnType<typeof anAdmin>>;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  admin = await anAdmin(app, database.db);
  call = callAs(app, admin);
  betting = aBettingProcess(database.db);
  bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const send = (body: object) => call({ method: 'POST', url: '/api/admin/markets/bulk', payload: body });
async function act(action: BulkAction, ...ids: string[]): Promise<WireBulkResult> {
  const answer = await send(await bulkBody({ app, db: database.db, admin }, { ids, action }));
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const aBetOn = async (market: { marketId: string; outcomeIds: string[] }) =>
  placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 5 }));
const isListed = async (id: string): Promise<boolean> =>
  (await app.http.inject('/api/markets')).json().some((market: { id: string }) => market.id === id);
const storedOf = async (id: string) =>
  (
    await rows(
      database.db,
      { state: col.text, disabled: col.bool, funded: col.text, escrow: col.text, version: col.text },
      sql`select state, disabled, funded::text, version::text,
            (select balance::text from accounts a where a.market_id = m.id) as escrow
          from markets m where id = ${id}`,
    )
  )[0];
const pool = async () =>
  Number(
    (
      await rows(
        database.db,
        { b: col.text },
        sql`select balance::text as b from accounts where kind = 'pool'`,
      )
    )[0]?.b,
  );

describe('a bulk action', () => {
  test('disables and enables, and each action can be undone with its result', async () => {
    const [a, b] = [await aMarket(database.db), await aMarket(database.db)];
    expect(await act('disable', a.marketId, b.marketId)).toEqual({
      done: [a.marketId, b.marketId],
      skipped: [],
      message: 'Disabled 2 markets',
    });
    const shown = (await app.http.inject(`/api/markets/${a.marketId}`)).json();
    expect(shown).toMatchObject({ state: 'suspended', suspension: 'admin', version: 2 });
    await expect(aBetOn(a)).rejects.toMatchObject({ code: 'market-suspended' });
    expect(await act('disable', a.marketId)).toMatchObject({
      done: [],
      skipped: [
        { id: a.marketId, title: 'Will it rain in Bergen tomorrow?', reason: 'It is already disabled.' },
      ],
      message: 'No market was disabled; 1 was skipped',
    });
    expect((await act('enable', a.marketId, b.marketId)).done).toHaveLength(2);
    await aBetOn(a);
    expect((await trailOf(database.db)).slice(-2)).toMatchObject([
      {
        action: 'markets.disable',
        before: { enabled: [a.marketId, b.marketId] },
        after: { disabled: [a.marketId, b.marketId] },
      },
      {
        action: 'markets.enable',
        before: { disabled: [a.marketId, b.marketId] },
        after: { enabled: [a.marketId, b.marketId] },
      },
    ]);
  });

  test('doesn’t lift a feed halt, and notes that', async () => {
    const market = await aFeedMarket(database.db);
    await database.db.execute(sql`
      update markets set disabled = true, state = 'suspended', feed_halt = 'stopped' where id = ${market.marketId}`);
    const result = await act('enable', market.marketId);
    expect(result).toMatchObject({
      done: [market.marketId],
      notes: [{ id: market.marketId, note: 'It stays suspended until the feed reopens betting.' }],
    });
    expect(await storedOf(market.marketId)).toMatchObject({ state: 'suspended', disabled: false });
  });

  test('archives markets without bets, returns their budget, and restores them', async () => {
    const market = await aMarket(database.db);
    const held = await pool();
    expect(await isListed(market.marketId)).toBe(true);
    expect((await act('archive', market.marketId)).done).toEqual([market.marketId]);
    expect(await isListed(market.marketId)).toBe(false);
    expect(await storedOf(market.marketId)).toMatchObject({ funded: '0', escrow: '0', version: '2' });
    expect(await pool()).toBe(held + 10_000_000_000);
    expect((await act('disable', market.marketId)).skipped[0]?.reason).toBe(
      'It is archived, so no one can bet on it.',
    );
    expect((await act('restore', market.marketId)).done).toEqual([market.marketId]);
    expect(await isListed(market.marketId)).toBe(true);
    expect(await pool()).toBe(held);
    await aBetOn(market);
    expect((await act('archive', market.marketId)).skipped[0]?.reason).toMatch(/^It has bets/);
    expect((await act('delete', market.marketId)).skipped[0]?.reason).toMatch(/^It has bets/);
  });

  test('archives, restores and deletes a feed market whose cap was never set aside', async () => {
    const market = await aFeedMarket(database.db);
    const held = await pool();
    expect((await act('archive', market.marketId)).done).toHaveLength(1);
    expect((await act('restore', market.marketId)).done).toHaveLength(1);
    expect((await act('delete', market.marketId)).done).toHaveLength(1);
    expect(await pool()).toBe(held);
  });

  test('doesn’t restore ended markets or ones that the pool can’t fund', async () => {
    const [ended, dear] = [
      await aMarket(database.db),
      await aMarket(database.db, { lossBudget: usdc(5_000_000) }),
    ];
    await act('archive', ended.marketId, dear.marketId);
    await aMarket(database.db, { lossBudget: microHalf(await pool()) });
    await database.db.execute(
      sql`update markets set closes_at = now() - interval '1 second' where id = ${ended.marketId}`,
    );
    const { done, skipped } = await act('restore', ended.marketId, dear.marketId);
    expect(done).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'It has ended.',
      "The house pool doesn't have enough to fund it.",
    ]);
  });

  test('deletes only with the typed count, and keeps the books', async () => {
    const [a, b] = [await aMarket(database.db), await aMarket(database.db)];
    await act('archive', b.marketId);
    const ids = [a.marketId, b.marketId];
    for (const count of [undefined, 1, 3, 2.5, -2]) {
      const refused = await send({ ids, action: 'delete', ...(count !== undefined && { count }) });
      expect([refused.statusCode, refused.json().error]).toEqual([
        400,
        'Type the number of markets to delete, 2. Nothing was deleted.',
      ]);
    }
    expect((await act('delete', ...ids)).done).toEqual(ids);
    for (const id of ids) {
      expect((await app.http.inject(`/api/markets/${id}`)).statusCode).toBe(404);
      expect(await storedOf(id)).toMatchObject({ funded: '0', escrow: '0' });
    }
    expect((await act('restore', ...ids)).skipped.map(({ reason }) => reason)).toEqual(
      Array(2).fill('There is no such market.'),
    );
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'markets.delete',
      before: { enabled: [a.marketId], archived: [b.marketId] },
      after: { deleted: ids },
    });
  });

  test('closes betting at once, and then the market can get its result', async () => {
    const [market, empty, feed] = [
      await aMarket(database.db),
      await aMarket(database.db),
      await aFeedMarket(database.db),
    ];
    await aBetOn(market);
    await act('disable', empty.marketId);
    const late = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const result = await act('close', market.marketId, empty.marketId, feed.marketId);
    expect(result).toMatchObject({
      done: [market.marketId, empty.marketId],
      skipped: [{ id: feed.marketId, reason: 'It follows a game and closes when the game starts.' }],
      message: 'Closed 2 markets; 1 was skipped',
    });
    expect(await storedOf(market.marketId)).toMatchObject({
      state: 'closed',
      version: '3',
      funded: '10000000000',
    });
    const [times] = await rows(
      database.db,
      { agree: col.bool, past: col.bool, after_bets: col.bool },
      sql`select ends_at = closes_at as agree, closes_at <= clock_timestamp() as past,
            (select max(b.placed_at) < m.closes_at from bets b where b.market_id = m.id) as after_bets
          from markets m where id = ${market.marketId}`,
    );
    expect(times).toEqual({ agree: true, past: true, after_bets: true });
    await expect(placeBet(betting, late)).rejects.toMatchObject({ code: 'market-closed' });
    expect(await isListed(market.marketId)).toBe(false);
    expect((await act('close', market.marketId)).skipped[0]?.reason).toBe('Betting on it has ended.');
    expect((await act('enable', empty.marketId)).skipped[0]?.reason).toBe('Betting on it has ended.');
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'markets.close',
      before: { enabled: [market.marketId], disabled: [empty.marketId] },
      after: {
        closed: [market.marketId, empty.marketId],
        versions: { [market.marketId]: 3, [empty.marketId]: expect.any(Number) },
      },
    });
  });

  test('gives a reason for each skipped market, and audits nothing if nothing was done', async () => {
    const market = await aMarket(database.db);
    const result = await act('disable', 'm_nowhere', market.marketId, market.marketId);
    expect(result.done).toEqual([market.marketId]);
    expect(result.skipped).toEqual([
      {
        id: 'm_nowhere',
        title: '',
        reason: 'There is no such market.',
        why: { code: 'bulk-no-such-market' },
      },
      {
        id: market.marketId,
        title: 'Will it rain in Bergen tomorrow?',
        reason: 'It is in the list more than once.',
        why: { code: 'bulk-twice' },
      },
    ]);
    const audited = (await trailOf(database.db)).length;
    await act('disable', 'm_nowhere', market.marketId, "m_' or 1=1 --");
    expect(await trailOf(database.db)).toHaveLength(audited);
  });

  test.each([
    [{ ids: [], action: 'disable' }],
    [{ ids: ['m_a'], action: 'import' }],
    [{ ids: Array(10_001).fill('m_a'), action: 'disable' }],
    [{ ids: [''], action: 'disable' }],
  ])('%.60j is refused', async (body) => {
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
  });

  test('works on 1,000 markets, there and back', async () => {
    const template = {
      title: 'One of many',
      description: '',
      category: 'crypto' as const,
      subcategory: 'bitcoin',
      outcomes: ['Yes', 'No'].map((name) => ({ name, probability: 1 })),
      endsAt: new Date(Date.now() + 86_400_000),
      source: 'custom' as const,
      lossBudget: usdc(1000),
    };
    const opened = await transaction(database.db, (tx) => openMarkets(tx, Array(1_000).fill(template)));
    if (opened.kind !== 'opened') throw new Error('expected them to open');
    const ids = opened.markets.map(({ marketId }) => marketId);
    for (const action of ['disable', 'enable', 'archive', 'restore', 'delete'] as const) {
      expect((await act(action, ...ids)).done).toHaveLength(1_000);
    }
  }, 180_000);
});

/** Taking this from the pool leaves too little to fund anything larger. */
function microHalf(held: number) {
  return usdc(Math.floor(held / 1_000_000) - 4_999_999);
}

test('when a bet and an archive or deletion race, either the bet is in the books or the market is gone, never both', async () => {
  const gate = new pg.Client({ connectionString: database.url });
  await gate.connect();
  const untilTheyWait = (many: number) =>
    expect
      .poll(async () => {
        const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await rows(database.db, waiting)).length;
      })
      .toBe(many);
  for (let round = 0; round < 40; round++) {
    const action = round % 2 === 0 ? 'archive' : 'delete';
    // Half of the rounds fix which one is first; in the others they race.
    const first = ([null, null, 'bet', 'away', 'away', 'bet', null, null] as const)[round % 8] ?? null;
    const market = await aMarket(database.db, { lossBudget: usdc(1000) });
    const bet = await aQuotedBet(betting, { bettor, market, amount: 1 });
    const putAway = () =>
      bulkMarkets(database.db, {
        action,
        ids: [market.marketId],
        count: 1,
        actor: { kind: 'command-line' },
        now: new Date(),
      });
    const place = () =>
      placeBet(betting, bet).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof HttpError)) throw error;
          expect(['market-suspended', 'unknown-market']).toContain(error.code);
          return false;
        },
      );
    // The one that waits longer for the market's row gets it first.
    const inOrder = async () => {
      await gate.query('begin');
      await gate.query('select from markets where id = $1 for update', [market.marketId]);
      const placing = first === 'bet' ? place() : null;
      const away = first === 'away' ? putAway() : null;
      await untilTheyWait(1);
      const met = Promise.all([placing ?? place(), away ?? putAway()]);
      await untilTheyWait(2);
      await gate.query('commit');
      return met;
    };
    const [placed, result] = await (first === null ? Promise.all([place(), putAway()]) : inOrder());
    if (first !== null) expect(placed).toBe(first === 'bet');
    expect(result.done).toHaveLength(placed ? 0 : 1);
    const [count] = await rows(
      database.db,
      { n: col.text },
      sql`select count(*)::text as n from bets where market_id = ${market.marketId}`,
    );
    expect(count?.n).toBe(placed ? '1' : '0');
  }
  await gate.end();
});
