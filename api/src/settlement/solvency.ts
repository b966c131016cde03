import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { PROMISES } from '@tallystone/core/sentences/promises';
import { reasonOf } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { currentHead } from '../ledger/chain-heads.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import { largestTogether, owedToWinners, winnersOfMarket } from '../ledger/winners.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { type EscrowReader, escrowFigures, readBooksAtBlock } from './escrow-figures.ts';

const MOST_MARKETS = 500;
const LATEST_PAYOUTS = 100;
/** However many calls come, the books are read only this often. */
const KEPT_MS = 5_000;

type Figures = Omit<WireSolvency, 'invariants'>;

/** The latest figures of each database, read or being read. */
const kept = new WeakMap<Db, { at: number; figures: Promise<Figures> }>();

interface Source {
  readonly mode: 'demo' | 'live';
  /** Only in live mode, and null there while no chain is followed. */
  readonly escrow: EscrowReader | null;
}

/** What the house holds and owes, in live mode also by the chain, and when each invariant was last checked. */
export async function solvency(
  db: Db,
  {
    mode,
    now,
    checked,
    escrow = null,
  }: { mode: 'demo' | 'live'; now: Date; checked: readonly CheckedInvariant[]; escrow?: EscrowReader | null },
): Promise<WireSolvency> {
  const figures = await figuresOf(db, { mode, escrow }, now);
  return {
    ...figures,
    invariants: checked.map(({ number, promise, holds, checkedAt }) => {
      const promiseReason = reasonOf(PROMISES, promise);
      return {
        number,
        promise,
        ...(promiseReason !== null && { promiseReason }),
        holds,
        checkedAt: checkedAt?.toISOString() ?? null,
      };
    }),
  };
}

/** Concurrent calls share one reading, and calls soon after get its result. */
function figuresOf(db: Db, source: Source, now: Date): Promise<Figures> {
  const at = now.getTime();
  const last = kept.get(db);
  // If the clock was set back, the figures must not be kept for ever.
  if (last !== undefined && at >= last.at && at - last.at < KEPT_MS) return last.figures;
  const figures = readFigures(db, source);
  const entry = { at, figures };
  kept.set(db, entry);
  figures.catch(() => {
    if (kept.get(db) === entry) kept.delete(db);
  });
  return figures;
}

async function readFigures(db: Db, { mode, escrow }: Source): Promise<Figures> {
  const { books, ...figures } = await db.transaction(
    async (tx) => {
      const head = await currentHead(tx);
      return {
        ...(await readTotals(tx)),
        combos: await readCombos(tx),
        mode,
        markets: await listMarkets(tx),
        chain: head && { ...head, at: head.at.toISOString() },
        payoutSeconds: await payoutSeconds(tx),
        books: mode === 'live' ? await readBooksAtBlock(tx) : null,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (mode === 'demo') return figures;
  // The chain is asked about the last block of these books, after their transaction has ended.
  const onChain = escrow === null || books === null ? null : await escrowFigures(escrow, books);
  return { ...figures, onChain };
}

/**
 * For a row `m` of markets with its escrow `e`: the most that it may still have to pay. Pending bets count as if their
 * stakes had arrived. While the market is being paid, that is what its result owes minus what has been paid, because its
 * sums stay as they were when the payment began.
 */
const worstCase: SQL = sql`case
  when m.settled_through is null
    then (
      select greatest(m.open_stakes + sum(o.pending_stakes),
        ${largestTogether(sql`m`, sql`o.open_returns + o.pending_returns`)})
      from outcomes o where o.market_id = m.id)
  else coalesce(${owedToWinners(sql`m`, winnersOfMarket(sql`m`))}, m.open_stakes)
    - (m.funded + m.received - e.balance)
  end`;

const unsettled: SQL = sql`
  markets m join accounts e on e.kind = 'escrow' and e.market_id = m.id and e.balance > 0
  where m.state not in ('settled', 'void')`;

function readTotals(tx: Tx) {
  return row(
    tx,
    {
      at: col.iso,
      pool: col.wireUsdc,
      escrow: col.wireUsdc,
      userFunds: col.wireUsdc,
      worstCase: col.wireUsdc,
      marketCount: col.number,
    },
    sql`
      select clock_timestamp() as at, funds.*, markets.*
      from (
        select coalesce(${poolBalance}, 0) as pool,
          coalesce(sum(a.balance) filter (where a.kind = 'escrow'), 0) as escrow,
          -- What waits in an order is still its bettor's.
          coalesce(sum(a.balance) filter (where a.kind in ('user', 'orders')), 0) as user_funds
        from accounts a
      ) funds
      cross join (
        select coalesce(sum(${worstCase}), 0) as worst_case, count(*)::int as market_count from ${unsettled}
      ) markets`,
  );
}

/** What is kept for the open combos, and the most that they may be paid. */
function readCombos(tx: Tx): Promise<NonNullable<Figures['combos']>> {
  return row(
    tx,
    { held: col.wireUsdc, worstCase: col.wireUsdc, open: col.number },
    sql`
      select (select coalesce(sum(a.balance), 0) from accounts a where a.kind = 'combos') as held,
        coalesce(sum(c.payout), 0) as worst_case, count(*)::int as open
      from open_combos o join combos c on c.id = o.combo_id`,
  );
}

function listMarkets(tx: Tx): Promise<Figures['markets']> {
  return rows(
    tx,
    {
      id: col.text,
      title: col.text,
      state: col.oneOf(markets.state),
      escrow: col.wireUsdc,
      worstCase: col.wireUsdc,
      openStakes: col.wireUsdc,
    },
    sql`
      select m.*
      from (
        select m.id, m.title, ${stateOfMarket} as state, e.balance as escrow, ${worstCase} as worst_case, m.open_stakes
        from ${unsettled}
      ) m
      order by m.worst_case desc, m.escrow desc, m.id
      limit ${MOST_MARKETS}`,
  );
}

async function payoutSeconds(tx: Tx): Promise<Figures['payoutSeconds']> {
  const { median, p95, markets } = await row(
    tx,
    { median: col.number.orNull, p95: col.number.orNull, markets: col.number },
    sql`
      select percentile_cont(0.5) within group (order by took.seconds) as median,
        percentile_cont(0.95) within group (order by took.seconds) as p95, count(*)::int as markets
      from (
        select extract(epoch from r.ended_at - r.started_at)::float8 as seconds
        from resolutions r where r.ended_as = 'paid'
        order by r.ended_at desc
        limit ${LATEST_PAYOUTS}
      ) took`,
  );
  return median === null || p95 === null ? null : { median, p95, markets };
}
