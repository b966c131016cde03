import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { cashOut } from './cash-out.ts';
import { placeBet } from './place-bet.ts';
import { quoteCashOut } from './quote-cash-out.ts';

let database: MovedDatabase & { url: string; adminUrl: string };
let second: Database;
/** Two processes on one database. */
let processes: [TestBetting, TestBetting];
let betting: TestBetting;
beforeAll(async () => {
  database = await createMovedDatabase();
  second = await openPatiently(database.url);
  await fundTheHouse(database.db);
  processes = [aBettingProcess(database.db, database), aBettingProcess(second.db, database)];
  betting = processes[0];
});
afterAll(async () => {
  await second.close();
  await database.close();
});

let bettor: TestBettor;
let market: TestMarket;
beforeEach(async () => {
  bettor = await aBettor(database.db);
  market = await aMarket(database.db);
});

/** A bet placed a minute ago, and what the market gives for it. */
async function aRipeBet(amount = 100): Promise<{ betId: string; amount: number }> {
  const { id: betId } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount }));
  await database.advance(60_000);
  const quoted = await quoteCashOut(betting, { session: bettor.session, betId });
  return { betId, amount: quoted.amount ?? 0 };
}

const processOf = (index: number) => processes[index % 2 === 0 ? 0 : 1];

/** The results of calls: answers, and the codes of refusals. Anything else fails the test. */
async function outcomes<T>(calls: readonly Promise<T>[]): Promise<{ answers: T[]; codes: string[] }> {
  const results = await Promise.allSettled(calls);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const codes = results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (!(result.reason instanceof HttpError)) throw result.reason;
    return [result.reason.code];
  });
  return { answers, codes };
}

/** Adds up the books of a market from its bets and their ends, one by one, and compares the sums with the stored ones. */
async function expectSound({ marketId }: TestMarket): Promise<void> {
  const [stored] = await rows(
    database.db,
    {
      received: col.text,
      open_stakes: col.text,
      staked: col.text,
      funded: col.text,
      escrow: col.text,
      version: col.text,
      owed: col.list(col.text),
    },
    sql`
      select m.received::text, m.open_stakes::text, m.staked::text, m.funded::text, m.version::text,
        a.balance::text as escrow,
        (select json_agg(o.open_returns::text order by o.position) from outcomes o where o.market_id = m.id) as owed
      from markets m join accounts a on a.market_id = m.id where m.id = ${marketId}`,
  );
  const bets = await rows(
    database.db,
    {
      id: col.text,
      outcome: col.number,
      stake: col.text,
      payout: col.text,
      version: col.text,
      kind: col.text.orNull,
      paid: col.text.orNull,
      end_version: col.text.orNull,
      moved: col.text.orNull,
    },
    sql`
      select b.id, o.position as outcome, b.stake::text, b.payout::text, b.market_version::text as version, e.kind,
        e.amount::text as paid, e.market_version::text as end_version,
        (select sum(p.amount) from postings p join accounts t on t.id = p.to_account
          where p.entry_id = e.entry_id and t.user_id = b.user_id)::text as moved
      from bets b join outcomes o on o.id = b.outcome_id left join bet_endings e on e.bet_id = b.id
      where b.market_id = ${marketId}`,
  );
  if (stored === undefined) throw new Error('the market is gone');
  const sum = (amounts: (string | null)[]) => amounts.reduce((total, each) => total + BigInt(each ?? 0), 0n);
  const open = bets.filter(({ kind }) => kind === null);
  const stakes = sum(bets.map(({ stake }) => stake));
  const received = stakes - sum(bets.map(({ paid }) => paid));
  const owed = stored.owed.map((_, i) =>
    sum(open.filter((b) => b.outcome === i).map(({ payout }) => payout)),
  );
  const openStakes = sum(open.map(({ stake }) => stake));
  expect(stored).toMatchObject({
    received: String(received),
    staked: String(stakes),
    open_stakes: String(openStakes),
    owed: owed.map(String),
    escrow: String(BigInt(stored.funded) + received),
  });
  for (const most of [...owed, openStakes]) expect(BigInt(stored.escrow)).toBeGreaterThanOrEqual(most);
  // Each end moved exactly its amount, and each change of the market has its own version.
  for (const { paid, moved } of bets) expect(moved).toBe(paid);
  const versions = bets.flatMap(({ version, end_version: end }) =>
    end === null ? [version] : [version, end],
  );
  expect(new Set(versions).size).toBe(versions.length);
  const [zero] = await rows(
    database.db,
    { sum: col.text },
    sql`select sum(balance)::text as sum from accounts`,
  );
  expect(zero?.sum).toBe('0');
}

const countOf = async (betId: string) => {
  const [row] = await rows(
    database.db,
    { endings: col.text, entries: col.text },
    sql`
      select (select count(*)::text from bet_endings where bet_id = ${betId}) as endings,
        (select count(*)::text from entries where key = ${`cash-out:${betId}`}) as entries`,
  );
  return row;
};

test('one cash-out sent fifty times at once to two processes is paid once', async () => {
  const sold = await aRipeBet();
  const { answers, codes } = await outcomes(
    Array.from({ length: 50 }, (_, i) => cashOut(processOf(i), aCashOut(bettor, sold))),
  );
  expect(codes).toEqual([]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await countOf(sold.betId)).toEqual({ endings: '1', entries: '1' });
  await expectSound(market);
});

test('if many amounts are signed for one bet at once, one is paid', async () => {
  const { betId, amount } = await aRipeBet();
  const { answers, codes } = await outcomes(
    Array.from({ length: 30 }, (_, i) =>
      cashOut(processOf(i), aCashOut(bettor, { betId, amount: Math.round((amount - i) * 100) / 100 })),
    ),
  );
  expect(answers).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['cash-out-unavailable']));
  expect(await countOf(betId)).toEqual({ endings: '1', entries: '1' });
  await expectSound(market);
});

test.each([
  ['of the market maker', () => aMarket(database.db)],
  [
    'of the feed',
    async () => {
      const opened = await aFeedMarket(database.db, { odds: [2.1, 1.8] });
      await moveFeedOdds(database.db, opened, [2.1, 1.8]);
      return opened;
    },
  ],
])('bets, cash-outs and the close race on a market %s, 20 times, and the books hold', async (_kind, open) => {
  for (let round = 0; round < 20; round++) {
    market = await open();
    const { marketId, outcomeIds } = market;
    const bettors = await Promise.all(Array.from({ length: 4 }, () => aBettor(database.db)));
    const placed = await Promise.all(
      bettors.flatMap((each) =>
        outcomeIds.map(async (outcomeId) => {
          const sent = aBet(each, { marketId, outcomeId, amount: 20, odds: 1.5 });
          return { each, betId: (await placeBet(betting, sent)).id };
        }),
      ),
    );
    await database.advance(60_000);
    const bets = bettors.flatMap((each, i) =>
      outcomeIds.map((outcomeId) =>
        placeBet(processOf(i), aBet(each, { marketId, outcomeId, amount: 15, odds: 1.5 })),
      ),
    );
    // Each bet is cashed out twice at once, at 10 and at 11 for a stake of 20.
    const sales = placed.flatMap(({ each, betId }, i) =>
      [10, 11].map((amount) => cashOut(processOf(i + amount), aCashOut(each, { betId, amount }))),
    );
    const closing = transaction(second.db, async (tx) => {
      await lockMarket(tx, marketId);
      await tx.execute(sql`
        update markets set closes_at = clock_timestamp(), state = 'closed', version = version + 1
        where id = ${marketId}`);
    });
    const [placing, selling] = await Promise.all([outcomes(bets), outcomes(sales), closing]);
    expect(placing.codes.filter((code) => code !== 'market-closed')).toEqual([]);
    expect(selling.codes.filter((code) => code !== 'cash-out-unavailable')).toEqual([]);
    expect(selling.answers.length).toBeLessThanOrEqual(placed.length);
    await expectSound(market);
    // After the close, earlier payments stay and nothing more is paid.
    const late = await outcomes(
      placed.map(({ each, betId }) => cashOut(betting, aCashOut(each, { betId, amount: 9 }))),
    );
    expect(late.answers).toEqual([]);
  }
});

test('a cash-out whose COMMIT was lost before it happened is not recorded, and can be sent again', async () => {
  const sold = await aRipeBet();
  let result: Awaited<ReturnType<typeof outcomes>> = { answers: [], codes: [] };
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'cash_outs' }, async () => {
    result = await outcomes([cashOut(betting, aCashOut(bettor, sold))]);
  });
  expect(result.codes).toEqual(['not-ready']);
  expect(await countOf(sold.betId)).toEqual({ endings: '0', entries: '0' });
  await expectSound(market);
  expect(await cashOut(betting, aCashOut(bettor, sold))).toMatchObject({ amount: sold.amount });
});

test('a cash-out whose COMMIT happened with its answer lost is answered as paid', async () => {
  const sold = await aRipeBet();
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  const cut = aBettingProcess(behindProxy.db, database);
  proxy.cutNextCommit();
  const answer = await cashOut(cut, aCashOut(bettor, sold));
  expect(answer).toMatchObject({ betId: sold.betId, amount: sold.amount });
  expect(await cashOut(betting, aCashOut(bettor, sold))).toEqual(answer);
  expect(await countOf(sold.betId)).toEqual({ endings: '1', entries: '1' });
  await expectSound(market);
  await behindProxy.close();
  proxy.close();
});

test('a cash-out that the database refuses changes nothing, and does not affect others', async () => {
  const poisoned = await aRipeBet();
  const other = await aRipeBet(50);
  await database.db.execute(
    sql.raw(`
    create function refuse_the_poison() returns trigger language plpgsql as $$
    begin
      if new.bet_id = '${poisoned.betId}' then raise exception 'poison'; end if;
      return new;
    end $$`),
  );
  await database.db.execute(
    sql`create trigger poison before insert on cash_outs for each row execute function refuse_the_poison()`,
  );
  const [bad, good] = await Promise.allSettled([
    cashOut(betting, aCashOut(bettor, { ...poisoned, amount: 90 })),
    cashOut(betting, aCashOut(bettor, { ...other, amount: 40 })),
  ]);
  await database.db.execute(sql`drop trigger poison on cash_outs`);
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  expect(await countOf(poisoned.betId)).toEqual({ endings: '0', entries: '0' });
  await expectSound(market);
  expect(await cashOut(betting, aCashOut(bettor, { ...poisoned, amount: 90 }))).toMatchObject({ amount: 90 });
});

test('on a market that stays locked it is answered as too busy, and the bet stays open', async () => {
  const sold = await aRipeBet();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = () => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holder = transaction(second.db, async (tx) => {
    await lockMarket(tx, market.marketId);
    isHeld();
    await held;
  });
  await holding;
  const hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
  await expect(cashOut(aBettingProcess(hasty.db, database), aCashOut(bettor, sold))).rejects.toMatchObject({
    code: 'too-busy',
    message: expect.stringMatching(/your position stays open/),
  });
  release();
  await holder;
  await hasty.close();
  expect(await cashOut(betting, aCashOut(bettor, sold))).toMatchObject({ amount: sold.amount });
});

test('while the database is away it is answered as not ready', async () => {
  const away = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const lost = aBettingProcess(away.db);
  await expect(cashOut(lost, aCashOut(bettor, { betId: 'b_x', amount: 1 }))).rejects.toMatchObject({
    code: 'not-ready',
  });
  await away.close();
});
