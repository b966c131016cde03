import type { MarketResult } from '@tallystone/core/settlement/result';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows, value } from '../db/rows.ts';
import { readPages } from '../ledger/read-pages.ts';
import { isOfMinimum } from '../ledger/signed-amount.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { selectAllLateStarts } from '../markets/late-starts.ts';
import { EVERY_START_RULE } from './cash-out-store.ts';

const BET = {
  id: col.text,
  entryId: col.text,
  isQuoted: col.bool,
  placedAt: col.date,
  pricedAt: col.date.orNull,
  outcomeId: col.text,
  stake: col.usdc,
  odds: col.odds,
  /** Null if exactly `odds` was signed. */
  signedOdds: col.odds.orNull,
  fillRule: col.number,
  payout: col.usdc,
  /** What was not sold in parts: the stake, and what it returns. Settlement pays for these. */
  stakeLeft: col.usdc,
  payoutLeft: col.usdc,
  status: col.text,
  /** The market's version that the bet made. */
  marketVersion: col.whole,
  endEntryId: col.text.orNull,
  endKind: col.text.orNull,
  endAmount: col.usdc.orNull,
  endVersion: col.whole.orNull,
  /** A live bet was decided when it was accepted, and only counts from this version on. */
  isLive: col.bool,
  /** When it was confirmed; null unless it is live. */
  decidedAt: col.date.orNull,
  /** The same for all bets that were placed, or confirmed, together. */
  batch: col.text,
};

/** A bet as it was placed, and what settlement paid for it. */
export type ReplayedBet = ReturnType<typeof replayedBet>;

function replayedBet({ endEntryId, endKind, endAmount, endVersion, ...bet }: Row<typeof BET>) {
  const hasEnded = endEntryId !== null && endKind !== null && endAmount !== null;
  return {
    ...bet,
    /** Cashed out or refunded before settlement. */
    endedEarly: endVersion !== null,
    settled:
      hasEnded && endVersion === null ? { entryId: endEntryId, kind: endKind, amount: endAmount } : null,
  };
}

/** An end before settlement, and what it ended of its bet: all that was left, or a part that was sold. */
const END = {
  betId: col.text,
  entryId: col.text,
  kind: col.text,
  amount: col.usdc,
  endedAt: col.date,
  pricedAt: col.date.orNull,
  /** The rule that a cash-out was decided by, see db/schema/bets.ts; null for a refund. */
  rule: col.number.orNull,
  /** The market in play whose odds decided a cash-out, and its version then. */
  pricedMarketId: col.text.orNull,
  pricedVersion: col.whole.orNull,
  /** Of a cash-out: whether its bettor signed the least that is paid. */
  isOfMinimum: col.bool,
  marketId: col.text,
  /** The market's version that it made. */
  version: col.whole,
  outcomeId: col.text,
  stake: col.usdc,
  payout: col.usdc,
  placedAt: col.date,
  /** The market's version that the bet made. */
  betVersion: col.whole,
};
export type ReplayedEnd = Row<typeof END>;

type Paged = { marketId: string; pageBets: number };

/** The bets of a market in the order of its versions, read page by page. */
export async function* betsInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<ReplayedBet> {
  const pages = readPages(
    db,
    BET,
    pageBets,
    (last) => sql`
      select b.id, b.entry_id::text, b.quote_id is not null as is_quoted, b.placed_at, b.priced_at, b.outcome_id,
        b.stake, b.odds, b.signed_odds, b.fill_rule, b.payout, ${stakeLeft} as stake_left, ${payoutLeft} as payout_left, b.status, b.market_version,
        n.entry_id::text as end_entry_id, n.kind as end_kind, n.amount as end_amount, n.market_version as end_version,
        l.id is not null as is_live, l.decided_at,
        coalesce(l.decided_at, b.placed_at)::text as batch
      from bets b left join bet_endings n on n.bet_id = b.id left join live_bets l on l.id = b.id ${withSold}
      where b.market_id = ${marketId} and b.market_version > ${last?.marketVersion ?? 0}::bigint
      order by b.market_version`,
  );
  for await (const bet of pages) yield replayedBet(bet);
}

/** The ends of a market's bets before its settlement, in the order of its versions; several can have the same version. */
export const earlyEndsInOrder = (db: Db, { marketId, pageBets }: Paged) =>
  readPages(
    db,
    END,
    pageBets,
    (last) => sql`
      select ended.*, b.outcome_id, b.placed_at, b.market_version as bet_version
      from (
        select n.bet_id, n.entry_id::text, n.kind, n.amount, n.ended_at, c.priced_at, c.rule,
          c.priced_market_id, c.priced_version, coalesce(${isOfMinimum(sql`c`)}, false) as is_of_minimum, n.market_id,
          n.market_version as version, ${stakeLeft} as stake, ${payoutLeft} as payout
        from bet_endings n
        join bets b on b.id = n.bet_id
        ${withSold}
        left join cash_outs c on c.bet_id = n.bet_id
        where n.market_id = ${marketId} and n.market_version is not null
        union all
        select c.bet_id, c.entry_id::text, 'cash-out', c.amount, c.sold_at, c.priced_at, ${EVERY_START_RULE}::int,
          c.priced_market_id, c.priced_version, c.priced_market_id is not null, c.market_id, c.market_version, c.stake, c.payout
        from sold_parts c where c.market_id = ${marketId}
      ) ended join bets b on b.id = ended.bet_id
      where (ended.version, ended.bet_id) > (${last?.version ?? 0}::bigint, ${last?.betId ?? ''})
      order by ended.version, ended.bet_id`,
  );

/** A live bet that was accepted, or failed. The bet that it became says that it was confirmed. */
const STEP = {
  version: col.whole,
  kind: col.oneOf(['accepted', 'failed']),
  id: col.text,
  entryId: col.text,
  placedAt: col.date,
  pricedAt: col.date.orNull,
  outcomeId: col.text,
  stake: col.usdc,
  odds: col.odds,
  payout: col.usdc,
  /** The open returns that its odds were decided on, as stored with it. */
  pricedOn: col.list(col.usdc),
};
export type ReplayedStep = Row<typeof STEP>;

/** The acceptances and failures of a market in the order of its versions. */
export const liveStepsInOrder = (db: Db, { marketId, pageBets }: Paged) =>
  readPages(
    db,
    STEP,
    pageBets,
    (last) => sql`
      select s.version, s.kind, l.id, l.hold_entry_id::text as entry_id, l.placed_at, l.priced_at,
        l.outcome_id, l.stake, l.odds, l.payout, l.priced_on
      from (
        select a.id, a.market_version as version, 'accepted' as kind from live_bets a where a.market_id = ${marketId}
        union all
        select f.id, f.decided_version, 'failed' from live_bets f
        where f.market_id = ${marketId} and f.state = 'failed'
      ) s
      join live_bets l on l.id = s.id
      where s.version > ${last?.version ?? 0}::bigint
      order by s.version`,
  );

/** A price that the charts show, in millionths. */
const KEPT_PRICE = { version: col.whole, at: col.date, price: col.list(col.number.orNull) };
export type KeptPrice = Row<typeof KEPT_PRICE>;

/** The market's prices that are kept one by one, in the order of its versions. */
export const pricesInOrder = (db: Db, { marketId, pageBets }: Paged) =>
  readPages(
    db,
    KEPT_PRICE,
    pageBets,
    (last) => sql`
      select p.version, p.at, to_json(p.price) as price from price_points p
      where p.market_id = ${marketId} and p.version > ${last?.version ?? 0}::bigint
      order by p.version`,
  );

/** How far settlement has come and by which result, and from when on the market's bets are late by its own mark. */
export async function selectMarketEnd(
  db: Db,
  marketId: string,
): Promise<{ settledThrough: number | null; result: MarketResult; lateFrom: Date | null }> {
  const [row] = await rows(
    db,
    {
      settledThrough: col.whole.orNull,
      won: col.text.orNull,
      alsoWon: col.list(col.text),
      lateFrom: col.date.orNull,
    },
    sql`
      select m.settled_through, m.won_outcome_id as won, to_json(m.also_won) as also_won, m.late_from from markets m where m.id = ${marketId}`,
  );
  if (row === undefined) throw new Error(`market ${marketId} went away while it was replayed`);
  const { won, alsoWon, ...end } = row;
  return { ...end, result: won === null ? { kind: 'void' } : { kind: 'won', outcomeIds: [won, ...alsoWon] } };
}

/** What the audit says of games that began earlier than the feed had said, by market. */
export type KnownStarts = Awaited<ReturnType<typeof selectKnownStarts>>;

/** @param audit the rows to read */
export async function selectKnownStarts(db: Db, audit: SQL) {
  const areKept = await value(
    db,
    col.bool,
    sql`
      select exists (
        select from ${audit} a where a.action = 'market.late-start' or a.after ? 'rawHash')`,
  );
  const found = await rows(
    db,
    { subject: col.text, lateFrom: col.date },
    sql`
      select a.subject, a.after ->> 'lateFrom' as late_from from ${audit} a
      where a.action in ('market.refund-late-bets', 'market.late-bets') and a.after ? 'lateFrom'`,
  );
  const before = new Map<string, Date[]>();
  for (const { subject, lateFrom } of found) before.set(subject, [...(before.get(subject) ?? []), lateFrom]);
  // Only migration 0019 writes such rows.
  const waiting = await rows(
    db,
    { id: col.text, lateFrom: col.date },
    sql`
      select w.key as id, w.value as late_from from ${audit} a, jsonb_each_text(a.after) w
      where a.action = 'markets.late-before' and a.actor = 'system'`,
  );
  return {
    /** The feed's own starts. */
    starts: await selectAllLateStarts(db, audit),
    /**
     * The starts by which versions before record 61 refunded bets, or reported them to the admins. They kept no answer of
     * the feed, and later versions write no such rows.
     */
    before,
    /**
     * From when on bets were late by the marks of markets that such a version left behind. These marks are no answer of the
     * feed, and no stake is refunded by them.
     */
    left: new Map(waiting.map(({ id, lateFrom }) => [id, lateFrom])),
    /** Whether a version that keeps the feed's answers has written these books. */
    areKept,
  };
}

/** The odds of a market at a version, in the order of its outcomes; null if it had none yet. */
export async function selectOddsAt(db: Db, { marketId, version }: { marketId: string; version: number }) {
  const [price] = await rows(
    db,
    { odds: col.list(col.odds.orNull) },
    sql`
      select p.odds from feed_prices p
      where p.market_id = ${marketId} and p.version <= ${version}
      order by p.version desc limit 1`,
  );
  return price?.odds ?? null;
}

export function selectPrices(db: Db, marketId: string) {
  return rows(
    db,
    { version: col.whole, at: col.date, odds: col.list(col.odds.orNull) },
    sql`
      select p.version, p.at, p.odds from feed_prices p
      where p.market_id = ${marketId}
      order by p.version`,
  );
}
