import type { RequestBody } from '@tallystone/core/http-api';
import { isLongBreak } from '@tallystone/core/identity/act-message';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { aSignatureOf } from '@tallystone/testkit/wallets/sign-act.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import type { SentBet } from './bet-request.ts';
import { cashOut } from './cash-out.ts';
import { changeLimits, takeBreak } from './change-limits.ts';
import { limits } from './limits.ts';
import { placeBet } from './place-bet.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 366 * DAY_MS;

const setCap = ({ db }: Pick<Database, 'db'>, { session }: TestBettor, ownCap: number | string | null) =>
  changeLimits(db, { session, mode: 'demo', sent: { ownCap } });
const pause = (
  { db }: Pick<Database, 'db'>,
  bettor: TestBettor,
  period: RequestBody<'takeBreak'>['period'],
) =>
  takeBreak(db, {
    session: bettor.session,
    mode: 'demo',
    sent: { period },
    ...(isLongBreak(period) && { signature: aSignatureOf(bettor, { kind: 'break', period }) }),
  });

const auditOf = ({ db }: Pick<Database, 'db'>, { session }: TestBettor) =>
  rows(
    db,
    { action: col.text, actor: col.text, before: col.json, after: col.json, at: col.text },
    sql`select action, actor, before, after, at from audit where user_id = ${session.userId} order by id`,
  );

describe.each(movedEngines)('own limits on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let market: TestMarket;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    market = await aMarket(database.db, { endsAt: new Date(Date.now() + 9 * YEAR_MS) });
  });
  afterAll(() => database.close());

  const bet = (bettor: TestBettor, amount: number) =>
    placeBet(betting, aBet(bettor, { ...market, outcomeId: market.outcomeIds[0] ?? '', amount, odds: 1.5 }));
  const limitsOf = ({ session }: TestBettor) => limits(database.db, { userId: session.userId, mode: 'demo' });

  test('a new user has none', async () => {
    expect(await limitsOf(await aBettor(database.db))).toEqual({
      dailyStakeCap: 1000,
      usedToday: 0,
      capLeft: 1000,
      resetsAt: expect.any(String),
      balance: 1000,
      givenCap: 1000,
      ownCap: null,
    });
  });

  test('a lower cap applies at once, even below what was staked today', async () => {
    const bettor = await aBettor(database.db);
    await bet(bettor, 60);
    expect(await setCap(database, bettor, 100)).toMatchObject({
      dailyStakeCap: 100,
      capLeft: 40,
      givenCap: 1000,
      ownCap: 100,
    });
    await expect(bet(bettor, 40.01)).rejects.toMatchObject({ code: 'cap-reached', facts: { capLeft: 40 } });
    await bet(bettor, 10);
    expect(await setCap(database, bettor, '25.50')).toMatchObject({ dailyStakeCap: 25.5, capLeft: 0 });
    await expect(bet(bettor, 0.01)).rejects.toMatchObject({ code: 'cap-reached', facts: { capLeft: 0 } });
    const caps = await rows(
      database.db,
      { cap: col.text },
      sql`select daily_stake_cap::text as cap from bets where user_id = ${bettor.session.userId} order by seq`,
    );
    expect(caps).toEqual([{ cap: '1000000000' }, { cap: '100000000' }]);
    expect(await setCap(database, bettor, 0)).toMatchObject({ dailyStakeCap: 0, ownCap: 0, capLeft: 0 });
  });

  test("a cap above the house's cap changes nothing", async () => {
    const bettor = await aBettor(database.db, { cap: usdc(200) });
    expect(await setCap(database, bettor, 500)).toMatchObject({
      dailyStakeCap: 200,
      givenCap: 200,
      ownCap: 500,
    });
    await expect(bet(bettor, 200.01)).rejects.toMatchObject({ code: 'cap-reached' });
  });

  test.each([200, null])('a raise to %j waits for a day', async (raised) => {
    const bettor = await aBettor(database.db);
    await setCap(database, bettor, 100);
    const before = database.now().getTime();
    const asked = await setCap(database, bettor, raised);
    expect(asked).toMatchObject({ dailyStakeCap: 100, ownCap: 100, nextCap: { cap: raised } });
    const from = new Date(asked.nextCap?.from ?? 0).getTime();
    expect(from - before).toBeGreaterThan(DAY_MS - 1000);
    expect(from - database.now().getTime()).toBeLessThan(DAY_MS + 1000);
    // A second request does not delay it, and it does not start early.
    await database.advance(12 * HOUR_MS);
    expect((await setCap(database, bettor, raised)).nextCap).toEqual(asked.nextCap);
    await database.advance(from - database.now().getTime() - MINUTE_MS);
    await expect(bet(bettor, 100.01)).rejects.toMatchObject({ code: 'cap-reached' });
    await database.advance(MINUTE_MS + 100);
    const due = await limitsOf(bettor);
    expect(due).toMatchObject({ ownCap: raised, dailyStakeCap: raised ?? 1000 });
    expect(due).not.toHaveProperty('nextCap');
    await bet(bettor, 150);
  });

  test('a lower cap ends a raise that waits', async () => {
    const bettor = await aBettor(database.db);
    await setCap(database, bettor, 100);
    await setCap(database, bettor, 900);
    const lowered = await setCap(database, bettor, 50);
    expect(lowered).toMatchObject({ ownCap: 50 });
    expect(lowered).not.toHaveProperty('nextCap');
    await database.advance(2 * DAY_MS);
    await expect(bet(bettor, 50.01)).rejects.toMatchObject({ code: 'cap-reached' });
  });

  test.each([-1, 0.001, 1_000_000.01, 1e21, Number.NaN, '', '1e3', 'none', ' 5'])(
    'a cap of %j is refused, and nothing is changed or noted',
    async (ownCap) => {
      const bettor = await aBettor(database.db);
      await setCap(database, bettor, 100);
      const [before, trail] = [await limitsOf(bettor), await auditOf(database, bettor)];
      await expect(setCap(database, bettor, ownCap)).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringMatching(/your limits have not changed/),
      });
      expect(await limitsOf(bettor)).toEqual(before);
      expect(await auditOf(database, bettor)).toEqual(trail);
    },
  );

  test('during a break no bets are taken and open ones can be cashed out; afterwards bets are taken again', async () => {
    const bettor = await aBettor(database.db);
    const placed = await bet(bettor, 100);
    const asked = await pause(database, bettor, '24-hours');
    expect(asked.blocked).toMatchObject({ kind: 'break' });
    const until = asked.blocked?.until ?? '';
    await expect(bet(bettor, 1)).rejects.toMatchObject({
      code: 'self-excluded',
      message: expect.stringContaining(until.slice(0, 16).replace('T', ' ')),
    });
    await database.advance(60_000);
    expect(await cashOut(betting, aCashOut(bettor, { betId: placed.id, amount: 50 }))).toMatchObject({
      amount: 50,
    });
    await database.advance(new Date(until).getTime() - database.now().getTime() - MINUTE_MS);
    await expect(bet(bettor, 1)).rejects.toMatchObject({ code: 'self-excluded' });
    await database.advance(MINUTE_MS + 100);
    await bet(bettor, 1);
    expect(await limitsOf(bettor)).not.toHaveProperty('blocked');
  });

  test.each([
    ['24-hours', DAY_MS, 'break'],
    ['7-days', 7 * DAY_MS, 'break'],
    ['30-days', 30 * DAY_MS, 'break'],
    ['6-months', 181 * DAY_MS, 'exclusion'],
    ['1-year', 365 * DAY_MS, 'exclusion'],
    ['5-years', 5 * 365 * DAY_MS, 'exclusion'],
  ] as const)('%s last at least as long', async (period, leastMs, kind) => {
    const bettor = await aBettor(database.db);
    const before = database.now().getTime();
    const { blocked } = await pause(database, bettor, period);
    expect(blocked?.kind).toBe(kind);
    expect(new Date(blocked?.until ?? 0).getTime() - before).toBeGreaterThan(leastMs - 1000);
    await expect(bet(bettor, 1)).rejects.toMatchObject({ code: 'self-excluded' });
  });

  test('a break or an exclusion can be made longer, never shorter', async () => {
    const bettor = await aBettor(database.db);
    const first = await pause(database, bettor, '30-days');
    await expect(pause(database, bettor, '7-days')).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringMatching(/can't be shortened/),
    });
    expect((await limitsOf(bettor)).blocked).toEqual(first.blocked);
    const longer = await pause(database, bettor, '6-months');
    expect(longer.blocked?.kind).toBe('exclusion');
    await expect(pause(database, bettor, '24-hours')).rejects.toMatchObject({ code: 'wrong-state' });
    // Another cap does not change it.
    expect((await setCap(database, bettor, 100)).blocked).toEqual(longer.blocked);
    expect((await setCap(database, bettor, null)).blocked).toEqual(longer.blocked);
  });

  test('each change is in the audit by its user, and a repeated request is not a change', async () => {
    const bettor = await aBettor(database.db);
    await setCap(database, bettor, 100);
    await setCap(database, bettor, 100);
    const { nextCap } = await setCap(database, bettor, 200);
    await setCap(database, bettor, 200);
    const { blocked } = await pause(database, bettor, '7-days');
    const raised = { ownCap: 100, nextCap: 200, nextFrom: nextCap?.from };
    expect(await auditOf(database, bettor)).toMatchObject([
      { action: 'limits.change', before: { ownCap: null }, after: { ownCap: 100 } },
      { action: 'limits.change', before: { ownCap: 100 }, after: raised },
      {
        action: 'limits.break',
        before: raised,
        after: { ...raised, blocked: 'break', until: blocked?.until },
      },
    ]);
    const [first] = await auditOf(database, bettor);
    expect(first?.actor).toBe(bettor.wallet.text);
  });
});

describe('own limits under load on PostgreSQL', () => {
  let database: MovedDatabase & { url: string; adminUrl: string };
  let second: Database;
  let processes: [TestBetting, TestBetting];
  beforeAll(async () => {
    database = await createMovedDatabase();
    second = await openPatiently(database.url);
    await fundTheHouse(database.db);
    processes = [aBettingProcess(database.db, database), aBettingProcess(second.db, database)];
  });
  afterAll(async () => {
    await second.close();
    await database.close();
  });

  /**
   * Sends 40 bets of 1.00 on four markets to two processes, acts in the middle, and sends 40 more once the act is
   * answered. Returns the codes of the refusals.
   */
  async function betsAround(bettor: TestBettor, act: () => Promise<unknown>): Promise<string[]> {
    const markets = await Promise.all(Array.from({ length: 4 }, () => aMarket(database.db)));
    const bets = Array.from({ length: 80 }, (_, i) => {
      const market = markets[i % 4] ?? { marketId: '', outcomeIds: [] };
      return aBet(bettor, { ...market, outcomeId: market.outcomeIds[i % 2] ?? '', amount: 1, odds: 1.5 });
    });
    const codeOf = async (sent: SentBet, i: number) => {
      try {
        await placeBet(processes[i % 2 === 0 ? 0 : 1], sent);
        return null;
      } catch (error) {
        if (error instanceof HttpError) return error.code;
        throw error;
      }
    };
    const first = bets.slice(0, 20).map(codeOf);
    const acting = act();
    const during: Promise<string | null>[] = [];
    for (const [i, sent] of bets.slice(20, 40).entries()) {
      during.push(codeOf(sent, i));
      // One bet after each answer of the database, so some are sent before the change and some after it.
      await database.db.execute(sql`select`);
    }
    await acting;
    const after = bets.slice(40).map(codeOf);
    const codes = await Promise.all([...first, ...during, ...after]);
    return codes.filter((code) => code !== null);
  }

  test('a break at the same moment as bets: each bet came before it or was refused, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const bettor = await aBettor(database.db);
      const codes = await betsAround(bettor, () => pause(second, bettor, '24-hours'));
      expect(codes.length).toBeGreaterThanOrEqual(40);
      expect(new Set(codes)).toEqual(new Set(['self-excluded']));
      const [late] = await rows(
        database.db,
        { late: col.text, placed: col.text },
        sql`
          select count(*)::text as placed,
            (count(*) filter (where b.placed_at > l.blocked_until - interval '24 hours'))::text as late
          from bets b join user_limits l on l.user_id = b.user_id where b.user_id = ${bettor.session.userId}`,
      );
      expect(late).toEqual({ late: '0', placed: String(80 - codes.length) });
    }
  });

  test('a lower cap at the same moment as bets: all later bets stayed under it, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const bettor = await aBettor(database.db);
      const codes = await betsAround(bettor, () => setCap(second, bettor, 45));
      expect(new Set(codes)).toEqual(new Set(['cap-reached']));
      const [change] = await auditOf(database, bettor);
      const bets = await rows(
        database.db,
        { cap: col.text, is_after: col.bool, sum: col.text },
        sql`
          select daily_stake_cap::text as cap, placed_at > ${change?.at}::timestamptz as is_after,
            (sum(stake) over (order by seq))::text as sum
          from bets where user_id = ${bettor.session.userId} order by seq`,
      );
      expect(bets).toHaveLength(80 - codes.length);
      for (const { cap, is_after: isAfter, sum } of bets) {
        if (isAfter) expect(cap).toBe('45000000');
        expect(BigInt(sum)).toBeLessThanOrEqual(BigInt(cap));
      }
    }
  });

  test('changes at once are made one after the other, and each is in the audit', async () => {
    const bettor = await aBettor(database.db);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => setCap(i % 2 === 0 ? database : second, bettor, 100 - i)),
    );
    expect(results).toHaveLength(20);
    const trail = await auditOf(database, bettor);
    for (const [i, { before }] of trail.entries()) {
      if (i > 0) expect(before).toEqual(trail[i - 1]?.after);
    }
    const now = await limits(database.db, { userId: bettor.session.userId, mode: 'demo' });
    expect(trail.at(-1)?.after).toMatchObject({ ownCap: now.ownCap });
  });

  test('a change whose COMMIT was lost before it happened is not made, and the answer says so', async () => {
    const bettor = await aBettor(database.db);
    let result: unknown;
    await loseTheCommit({ adminUrl: database.adminUrl, table: 'user_limits' }, async () => {
      result = await setCap(database, bettor, 100).catch((error) => error);
    });
    expect(result).toMatchObject({
      code: 'not-ready',
      message: expect.stringMatching(/have not changed/),
      cause: { code: 'commit-unknown' },
    });
    expect(await auditOf(database, bettor)).toEqual([]);
    expect(await setCap(database, bettor, 100)).toMatchObject({ ownCap: 100 });
  });

  test('a break whose COMMIT happened with its answer lost is answered as taken, and audited once', async () => {
    const bettor = await aBettor(database.db);
    const proxy = await aCuttingProxy(database.url);
    const behindProxy = await openPatiently(proxy.url);
    proxy.cutNextCommit();
    const { blocked } = await pause(behindProxy, bettor, '7-days');
    expect(blocked?.kind).toBe('break');
    expect(await auditOf(database, bettor)).toHaveLength(1);
    expect((await limits(database.db, { userId: bettor.session.userId, mode: 'demo' })).blocked).toEqual(
      blocked,
    );
    await behindProxy.close();
    proxy.close();
  });
});
