import type { Actor } from '@tallystone/api/audit/record-audit.ts';
import { placeBet } from '@tallystone/api/betting/place-bet.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, type Row, row, rows } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { takeFromMinutes } from '@tallystone/api/ledger/count-minutes.ts';
import { wholeBalance } from '@tallystone/api/ledger/pool-slices.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import { proposeResolution, rehearseEnd } from '@tallystone/api/settlement/propose-resolution.ts';
import { type SettleStep, settleMarket } from '@tallystone/api/settlement/settle-market.ts';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import { aSignatureOf } from '../wallets/sign-act.ts';
import { aBet, aBettor, aQuotedBet, type TestBetting, type TestBettor, type TestMarket } from './betting.ts';

const BET = { id: col.text, userId: col.text, outcome: col.number, stake: col.usdc, payout: col.usdc };
export type TestBet = Readonly<Row<typeof BET>>;

/** An accepted bet of a few USDC. */
export async function aPlacedBet(
  betting: TestBetting,
  asked: { bettor: TestBettor; market: TestMarket; outcome?: number; amount?: number },
): Promise<TestBet> {
  const { bettor, market, outcome = 0, amount = 10 } = asked;
  const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount }));
  return storedBet(betting.db, id);
}

/** The same on a feed market, at its odds. */
export async function aFeedBet(
  betting: TestBetting,
  asked: { bettor: TestBettor; market: TestMarket; outcome?: number; amount?: number; odds: number },
): Promise<TestBet> {
  const { bettor, market, outcome = 0, amount = 10, odds } = asked;
  const outcomeId = market.outcomeIds[outcome] ?? '';
  const { id } = await placeBet(
    betting,
    aBet(bettor, { marketId: market.marketId, outcomeId, amount, odds }),
  );
  return storedBet(betting.db, id);
}

async function storedBet(db: Db, id: string): Promise<TestBet> {
  return row(
    db,
    BET,
    sql`
      select b.id, b.user_id, o.position as outcome, b.stake, b.payout
      from bets b join outcomes o on o.id = b.outcome_id where b.id = ${id}`,
  );
}

/** Bets by two bettors in turn, on the outcomes in turn. */
export async function manyBets(
  betting: TestBetting,
  { market, count, funds }: { market: TestMarket; count: number; funds?: MicroUsdc },
): Promise<TestBet[]> {
  const options = funds === undefined ? {} : { funds };
  const bettors = [await aBettor(betting.db, options), await aBettor(betting.db, options)];
  const bets: TestBet[] = [];
  for (let i = 0; i < count; i++) {
    const bettor = bettors[Math.floor(i / market.outcomeIds.length) % 2];
    if (bettor === undefined) throw new Error('there are two bettors');
    bets.push(
      await aPlacedBet(betting, { bettor, market, outcome: i % market.outcomeIds.length, amount: 1 + i }),
    );
  }
  return bets;
}

/** Records a cash-out, whatever the market would give for the bet. */
export async function sellBack(
  db: Db,
  { market: { marketId, outcomeIds }, bet, amount }: { market: TestMarket; bet: TestBet; amount: MicroUsdc },
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`select from markets where id = ${marketId} for update`);
    const key = `cash-out:${bet.id}`;
    const entry = cashOutEntry({ userId: bet.userId, marketId, amount });
    const made = await recordEntries(tx, [{ key, entry }]);
    await tx.execute(sql`
      update outcomes set open_returns = open_returns - ${bet.payout.toString()}::bigint
      where id = ${outcomeIds[bet.outcome] ?? ''}`);
    await tx.execute(sql`
      update markets set version = version + 1, received = received - ${amount.toString()}::bigint,
        open_stakes = open_stakes - ${bet.stake.toString()}::bigint
      where id = ${marketId}`);
    await tx.execute(sql`
      with ended as (
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version)
        select ${bet.id}, m.id, ${bet.userId}, 'cash-out', ${amount.toString()}::bigint, ${made.get(key)}::bigint,
          clock_timestamp(), m.version
        from markets m where m.id = ${marketId}
      )${takeFromMinutes(sql`select ${bet.id}::text as bet_id`)}
      select`);
  });
}

/** Ends betting now, as the clock would do later. */
export async function endBetting(db: Db, { marketId }: TestMarket, ago = '0 seconds'): Promise<void> {
  await db.execute(sql`
    update markets set closes_at = clock_timestamp() - ${ago}::interval where id = ${marketId}`);
}

/** A demo's admin decides the market's end, which makes it due for payment. */
export async function decideEnd(
  db: Db,
  {
    market: { marketId },
    result,
    admin,
    now,
  }: { market: TestMarket; result: MarketResult; admin: TestBettor; now?: Date },
): Promise<void> {
  const rehearsal = await rehearseEnd(db, { marketId, result });
  const proposer: Actor = { kind: 'admin', userId: admin.session.userId, address: admin.wallet.text };
  await proposeResolution(db, {
    marketId,
    result,
    source: 'admin',
    evidence: 'https://example.org/result',
    proposer,
    hash: rehearsal.hash,
    signature: aSignatureOf(admin, { kind: 'approve-result', rehearsal }, now),
    mode: 'demo',
  });
}

/** The outcomes at these indices won; the first one by default. */
export const wonBy = ({ outcomeIds }: TestMarket, ...places: readonly number[]): MarketResult => ({
  kind: 'won',
  outcomeIds: (places.length === 0 ? [0] : places).map((place) => outcomeIds[place] ?? ''),
});

/** Settles a market completely, step by step. */
export async function payAll(db: Db, { marketId }: TestMarket, chunk = 5000): Promise<SettleStep['kind'][]> {
  for (const steps: SettleStep['kind'][] = []; ; ) {
    const { kind } = await settleMarket(db, { marketId, chunk });
    steps.push(kind);
    if (kind === 'busy' || kind === 'ended' || kind === 'differs') return steps;
  }
}

/** A market and its money, amounts in micro-USDC. */
export async function marketOf(db: Db, { marketId }: TestMarket) {
  return row(
    db,
    {
      state: col.text,
      version: col.number,
      review: col.text.orNull,
      won: col.text.orNull,
      settledThrough: col.text.orNull,
      hasEnded: col.bool,
      lateFrom: col.text.orNull,
      funded: col.text,
      received: col.text,
      openStakes: col.text,
      openReturns: col.list(col.text),
      escrow: col.text.orNull,
      entries: col.list(col.text).orNull,
    },
    sql`
      select m.state, m.version::int, m.review, m.won_outcome_id as won, m.settled_through::text as settled_through,
        m.ended_at is not null as has_ended, m.late_from::text as late_from, m.funded::text, m.received::text,
        m.open_stakes::text as open_stakes, (
          select json_agg(o.open_returns::text order by o.position) from outcomes o where o.market_id = m.id
        ) as open_returns, a.balance::text as escrow, (
          select json_agg(n.key order by n.id) from entries n
          where n.id in (select p.entry_id from postings p where p.from_account = a.id) and n.kind <> 'cash-out'
        ) as entries
      from markets m left join accounts a on a.market_id = m.id where m.id = ${marketId}`,
  );
}

/** The recorded ends of a market's bets, ordered by bet id. */
export function endingsOf(db: Db, { marketId }: TestMarket) {
  return rows(
    db,
    { id: col.text, kind: col.text, amount: col.text },
    sql`
      select bet_id as id, kind, amount::text from bet_endings where market_id = ${marketId} order by bet_id collate "C"`,
  );
}

/** The expected ends of bets, in the form of `endingsOf`. */
export function endedAs(kind: 'payout' | 'refund' | 'cash-out', bets: readonly TestBet[]) {
  return bets
    .map(({ id, stake, payout }) => ({ id, kind, amount: String(kind === 'payout' ? payout : stake) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function balanceOf(db: Db, userId: string): Promise<bigint> {
  const [row] = await rows(
    db,
    { balance: col.text },
    sql`select balance::text from accounts where user_id = ${userId}`,
  );
  return BigInt(row?.balance ?? -1);
}

/** Accounts that break the rules: money is neither created nor lost, and each balance is the sum of its postings. */
export async function wrongAccounts(db: Db): Promise<unknown[]> {
  return rows(
    db,
    sql`
      select a.id::text, a.kind, a.balance::text from accounts a
      where ${wholeBalance(sql`a`)} <> coalesce((select sum(p.amount) from postings p where p.to_account = a.id), 0)
        - coalesce((select sum(p.amount) from postings p where p.from_account = a.id), 0)
      union all
      select 'all', 'all', sum(balance)::text
      from (select balance from accounts union all select balance from pool_slices) b having sum(balance) <> 0`,
  );
}
