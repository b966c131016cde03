import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows, value } from '../db/rows.ts';

/** A range of entries, both ends included. */
export interface EntryRange {
  readonly firstEntry: string;
  readonly lastEntry: string;
}

const LEAF_BYTES = 32;

/**
 * SHA-256 of every leaf of a range of entries, in the order of the tree: entry by entry, first the bet, the combo, the ends
 * of bets (by bet id), the sold part of a bet, the end of a combo or the market that the entry is for, then the entry with its postings.
 */
export async function listLeafHashes(db: Db, range: EntryRange): Promise<Uint8Array[]> {
  const found = await value(
    db,
    col.bytes.orNull,
    sql`
      select string_agg(${hashOf(sql`l.leaf`)}, ''::bytea order by ${inTreeOrder}) as hashes
      from (${leavesOf(range)}) l`,
  );
  const hashes = found ?? new Uint8Array(0);
  return Array.from({ length: hashes.length / LEAF_BYTES }, (_, at) =>
    hashes.subarray(at * LEAF_BYTES, (at + 1) * LEAF_BYTES),
  );
}

/** The leaves about one bet or combo, with their places in the tree of the range. */
export function findBetLeaves(db: Db, { betId, ...range }: EntryRange & { betId: string }) {
  return rows(
    db,
    { leaf: col.text, index: col.number },
    sql`
      select leaf, place::int as index
      from (
        select l.*, row_number() over (order by ${inTreeOrder}) - 1 as place from (${leavesOf(range)}) l
      ) placed
      where bet_id = ${betId}
      order by place`,
  );
}

const inTreeOrder = sql`l.entry_id, l.kind, l.bet_id collate "C"`;

const hashOf = (text: SQL): SQL => sql`sha256(convert_to(${text}, 'UTF8'))`;

/**
 * Selects the leaves of a range of entries; `kind` is 1 for a bet, a combo, the end of one and a market, 2 for an entry, and
 * `bet_id` is also the id of a combo. The texts are those of core/src/ledger/receipt-leaf.ts, made for many rows at once.
 */
export function leavesOf({ firstEntry, lastEntry }: EntryRange): SQL {
  const isIn = (entryId: SQL) => sql`${entryId} between ${firstEntry}::bigint and ${lastEntry}::bigint`;
  return sql`
    select b.entry_id, 1 as kind, b.id as bet_id, concat_ws('|', case when b.signed_odds is null then 'bet' else 'filled-bet' end,
      b.entry_id, b.id, b.user_id, b.market_id, b.outcome_id, b.stake, b.odds, b.payout,
      ${millisecondsOf(sql`b.placed_at`)}, ${millisecondsOf(sql`b.closes_at`)}, b.market_version,
      encode(b.signed_hash, 'hex'), b.signed_odds, case when b.signed_odds is not null then b.fill_rule end) as leaf
    from bets b where ${isIn(sql`b.entry_id`)}
    union all
    select n.entry_id, 1, n.bet_id, concat_ws('|', n.kind, n.entry_id, n.bet_id, n.amount,
      ${millisecondsOf(sql`n.ended_at`)})
    from bet_endings n where ${isIn(sql`n.entry_id`)}
    union all
    select n.entry_id, 1, n.bet_id, concat_ws('|', 'partial-cash-out', n.entry_id, n.bet_id, n.open_stake, n.stake, n.payout,
      n.amount, ${millisecondsOf(sql`n.sold_at`)})
    from sold_parts n where ${isIn(sql`n.entry_id`)}
    union all
    select c.entry_id, 1, c.id, concat_ws('|', 'combo', c.entry_id, c.id, c.user_id, (
        select string_agg(concat_ws(':', g.market_id, g.outcome_id, g.odds, g.market_version), ',' order by g.place)
        from combo_legs g where g.combo_id = c.id),
      c.stake, c.odds, c.payout, ${millisecondsOf(sql`c.placed_at`)}, c.signed_odds, c.budget,
      encode(c.signed_hash, 'hex'))
    from combos c where ${isIn(sql`c.entry_id`)}
    union all
    select n.entry_id, 1, n.combo_id, concat_ws('|', n.kind, n.entry_id, n.combo_id, n.amount,
      ${millisecondsOf(sql`n.ended_at`)})
    from combo_endings n where ${isIn(sql`n.entry_id`)}
    union all
    select e.id, 1, '', concat_ws('|', 'market', e.id, t.market_id,
      encode(sha256(convert_to(t.terms, 'UTF8')), 'hex'))
    from entries e join market_terms t on t.market_id = split_part(e.key, ':', 2)
    where e.kind = 'market-open' and ${isIn(sql`e.id`)}
    union all
    select e.id, 2, '', concat_ws('|', 'entry', e.id, e.kind, e.key, coalesce(moved.postings, ''))
    from entries e
    left join (
      select p.entry_id,
        string_agg(p.from_account || '>' || p.to_account || ':' || p.amount, ',' order by p.id) as postings
      from postings p where ${isIn(sql`p.entry_id`)}
      group by p.entry_id
    ) moved on moved.entry_id = e.id
    where ${isIn(sql`e.id`)}`;
}

/** Whole milliseconds since 1970, like those of a Date. */
const millisecondsOf = (at: SQL): SQL =>
  sql`(extract(epoch from date_trunc('milliseconds', ${at})) * 1000)::bigint`;
