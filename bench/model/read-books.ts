import type pg from 'pg';
import { type PlainMarket, partId } from './plain-books.ts';

/** A market in the product, by the clock of the moment at which it was read. */
export interface ReadMarket extends PlainMarket {
  /** Its bets are being paid or refunded right now. */
  readonly isMoving: boolean;
}

/** How a bet ended, or that a part of it was sold, as the product wrote it. */
export interface ReadEnding {
  /** Of a part: `partId`. */
  readonly betId: string;
  readonly kind: 'payout' | 'refund' | 'cash-out';
  readonly amount: bigint;
}

/** A movement between the pool and a market's escrow: positive if the pool gained. */
interface ReadPoolMove {
  readonly marketId: string;
  readonly change: bigint;
}

export interface ReadBooks {
  /** The database's clock, in milliseconds. */
  readonly now: number;
  readonly markets: ReadonlyMap<string, ReadMarket>;
  /** By user id. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Since the last read. */
  readonly endings: readonly ReadEnding[];
  readonly poolMoves: readonly ReadPoolMove[];
}

interface MarketRow {
  id: string;
  state: string;
  late_from: string | null;
  owed: string;
  open_stakes: string;
  received: string;
  escrow: string;
}

/**
 * Reads changes in rounds. Ends of bets and movements of the pool are read once each: both are only ever
 * inserted, and their writers for these markets have finished when they are read.
 */
export class BooksReader {
  readonly #sql: pg.Client;
  #lastEntry = '0';
  #lastPosting = '0';

  constructor(sql: pg.Client) {
    this.#sql = sql;
  }

  /** Skips what was written before this batch. */
  async skip(): Promise<void> {
    const { rows } = await this.#sql.query<{ entry: string; posting: string }>(
      `select (select coalesce(max(id), 0) from entries) as entry, (select coalesce(max(id), 0) from postings) as posting`,
    );
    this.#lastEntry = rows[0]?.entry ?? '0';
    this.#lastPosting = rows[0]?.posting ?? '0';
  }

  async readMarkets(ids: readonly string[]): Promise<ReadonlyMap<string, ReadMarket>> {
    const { rows } = await this.#sql.query<MarketRow>({
      name: 'markets',
      text: `
        select m.id, m.late_from, m.open_stakes, m.received,
          -- A market with stale odds is suspended some seconds later, but bettors get the same answers before and after.
          case when m.state in ('open', 'suspended') and m.closes_at <= clock_timestamp() then 'closed'
            when m.state = 'suspended' and m.feed_halt = 'stale' and not m.disabled then 'open' else m.state end as state,
          (select string_agg(o.open_returns::text, ',' order by o.position) from outcomes o where o.market_id = m.id) as owed,
          (select a.balance from accounts a where a.kind = 'escrow' and a.market_id = m.id) as escrow
        from markets m where m.id = any($1)`,
      values: [ids],
    });
    return new Map(
      rows.map((row) => [
        row.id,
        {
          state: row.state,
          isMoving: row.state === 'resolving' || row.late_from !== null,
          owed: row.owed.split(',').map(BigInt),
          openStakes: BigInt(row.open_stakes),
          received: BigInt(row.received),
          escrow: BigInt(row.escrow),
        },
      ]),
    );
  }

  async read(asked: { marketIds: readonly string[]; userIds: readonly string[] }): Promise<ReadBooks> {
    const markets = await this.readMarkets(asked.marketIds);
    const balances = await this.#sql.query<{ user_id: string; balance: string }>({
      name: 'balances',
      text: `select user_id, balance from accounts where kind = 'user' and user_id = any($1)`,
      values: [asked.userIds],
    });
    const endings = await this.#sql.query<{
      bet_id: string;
      part_of: string | null;
      kind: ReadEnding['kind'];
      amount: string;
      entry_id: string;
    }>({
      name: 'endings',
      text: `
          select e.bet_id, e.part_of, e.kind, e.amount, e.entry_id
          from entries n cross join lateral (
            select x.bet_id, null as part_of, x.kind, x.amount, x.entry_id from bet_endings x where x.entry_id = n.id
            union all
            select s.bet_id, s.open_stake, 'cash-out', s.amount, s.entry_id from sold_parts s where s.entry_id = n.id) e
          where n.id > $1 and n.kind in ('cash-out', 'refund', 'settlement') order by n.id`,
      values: [this.#lastEntry],
    });
    const poolMoves = await this.#sql.query<{ id: string; market_id: string; change: string }>({
      name: 'pool',
      text: `
          select p.id, coalesce(f.market_id, t.market_id) as market_id,
            case when t.kind = 'pool' then p.amount else -p.amount end as change
          from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
          where p.id > $1 and ((f.kind = 'pool' and t.kind = 'escrow') or (f.kind = 'escrow' and t.kind = 'pool'))
          order by p.id`,
      values: [this.#lastPosting],
    });
    const clock = await this.#sql.query<{ now: string }>({
      name: 'now',
      text: `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    });
    this.#lastEntry = endings.rows.at(-1)?.entry_id ?? this.#lastEntry;
    this.#lastPosting = poolMoves.rows.at(-1)?.id ?? this.#lastPosting;
    return {
      now: Number(clock.rows[0]?.now),
      markets,
      balances: new Map(balances.rows.map((row) => [row.user_id, BigInt(row.balance)])),
      endings: endings.rows.map((row) => ({
        betId: row.part_of === null ? row.bet_id : partId(row.bet_id, row.part_of),
        kind: row.kind,
        amount: BigInt(row.amount),
      })),
      poolMoves: poolMoves.rows.map((row) => ({ marketId: row.market_id, change: BigInt(row.change) })),
    };
  }
}
