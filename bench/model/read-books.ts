import type pg from 'pg';
import { type PlainCombo, type PlainMarket, partId } from './plain-books.ts';

/** A market in the product, by the clock of the moment at which it was read. */
export interface ReadMarket extends PlainMarket {
  /** Its bets are being paid or refunded right now, or selections of combos get their results. */
  readonly isMoving: boolean;
}

/** How a bet ended, or that a part of it was sold, as the product wrote it. */
export interface ReadEnding {
  /** Of a part: `partId`. */
  readonly betId: string;
  readonly kind: 'payout' | 'refund' | 'cash-out';
  readonly amount: bigint;
}

/** A combo as the product has it. */
export interface ReadCombo extends Omit<PlainCombo, 'returnNow'> {
  readonly id: string;
  readonly userId: string;
  /** What is kept for it if it is open, and how much of that the house added; zero once it has ended. */
  readonly kept: bigint;
  readonly byHouse: bigint;
}

/** A movement between the pool and a market's escrow, or what is kept for a combo: positive if the pool gained. */
interface ReadPoolMove {
  /** The market, or the combo. */
  readonly of: string;
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
  /** Those that were open at the last read or were placed since. */
  readonly combos: readonly ReadCombo[];
  /** The account of all combos, and what their rows say should be in it. */
  readonly combosAccount: { readonly balance: bigint; readonly kept: bigint };
}

const COMBO_RESULTS = { payout: 'won', refund: 'void', 'cash-out': 'cashed-out', loss: 'lost' } as const;
const LEG_RESULTS: Readonly<Record<string, 'won' | 'lost' | 'void'>> = {
  won: 'won',
  lost: 'lost',
  void: 'void',
};

interface MarketRow {
  id: string;
  state: string;
  late_from: string | null;
  /** Every value comes as text. */
  has_open_legs: 't' | 'f';
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
  #lastCombo = '0';
  /** Combos with a selection that was open at the last read. */
  readonly #watched = new Set<string>();

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
        select m.id, m.late_from, m.state in ('settled', 'void') and exists (
            select from combo_legs l where l.market_id = m.id and l.result is null
          ) as has_open_legs, m.open_stakes, m.received,
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
          isMoving: row.state === 'resolving' || row.late_from !== null || row.has_open_legs === 't',
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
    const poolMoves = await this.#sql.query<{ id: string; of: string; change: string }>({
      name: 'pool',
      text: `
          select p.id, coalesce(f.market_id, t.market_id, c.id, e.combo_id) as of,
            case when t.kind = 'pool' then p.amount else -p.amount end as change
          from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
          left join combos c on c.entry_id = p.entry_id left join combo_endings e on e.entry_id = p.entry_id
          where p.id > $1 and ((f.kind = 'pool' and t.kind in ('escrow', 'combos')) or (f.kind in ('escrow', 'combos') and t.kind = 'pool'))
          order by p.id`,
      values: [this.#lastPosting],
    });
    const combos = await this.#readCombos();
    const [account] = (
      await this.#sql.query<{ balance: string; kept: string }>({
        name: 'combos-account',
        text: `
          select coalesce((select sum(balance) from accounts where kind = 'combos'), 0) as balance, coalesce((
            select sum(c.payout) from combos c where not exists (select from combo_endings e where e.combo_id = c.id)), 0) as kept`,
      })
    ).rows;
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
      combos,
      combosAccount: { balance: BigInt(account?.balance ?? 0), kept: BigInt(account?.kept ?? 0) },
      poolMoves: poolMoves.rows.map((row) => ({ of: row.of, change: BigInt(row.change) })),
    };
  }

  /** What the house has added to all open combos. */
  async readAddedToCombos(): Promise<bigint> {
    const { rows } = await this.#sql.query<{ added: string }>({
      name: 'added-to-combos',
      text: `
        select coalesce(sum(c.payout - c.stake), 0) as added from combos c
        where not exists (select from combo_endings e where e.combo_id = c.id)`,
    });
    return BigInt(rows[0]?.added ?? 0);
  }

  async #readCombos(): Promise<ReadCombo[]> {
    const { rows } = await this.#sql.query<{
      id: string;
      seq: string;
      user_id: string;
      stake: string;
      payout: string;
      kind: keyof typeof COMBO_RESULTS | null;
      amount: string | null;
      results: string;
    }>({
      name: 'combos',
      text: `
        select c.id, c.seq, c.user_id, c.stake, c.payout, e.kind, e.amount,
          (select string_agg(coalesce(l.result, ''), ',' order by l.place) from combo_legs l where l.combo_id = c.id) as results
        from combos c left join combo_endings e on e.combo_id = c.id
        where c.seq > $1 or c.id = any($2) order by c.seq`,
      values: [this.#lastCombo, [...this.#watched]],
    });
    // Those that are read again have lower ones.
    for (const { seq } of rows) if (BigInt(seq) > BigInt(this.#lastCombo)) this.#lastCombo = seq;
    return rows.map((row) => {
      const isOpen = row.kind === null;
      const legs = row.results.split(',').map((each) => LEG_RESULTS[each] ?? null);
      // Its selections get their results even if it has ended.
      if (legs.includes(null)) this.#watched.add(row.id);
      else this.#watched.delete(row.id);
      return {
        id: row.id,
        userId: row.user_id,
        result: row.kind === null ? 'open' : COMBO_RESULTS[row.kind],
        paid: BigInt(row.amount ?? 0),
        legs,
        kept: isOpen ? BigInt(row.payout) : 0n,
        byHouse: isOpen ? BigInt(row.payout) - BigInt(row.stake) : 0n,
      };
    });
  }
}
