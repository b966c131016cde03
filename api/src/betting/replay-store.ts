import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows, value } from '../db/rows.ts';
import { type LateStart, selectAllLateStarts } from '../markets/late-starts.ts';

/** A bet as it was placed, and what settlement paid for it. */
export interface ReplayedBet {
  readonly id: string;
  readonly entryId: string;
  readonly isQuoted: boolean;
  readonly placedAt: Date;
  readonly pricedAt: Date | null;
  readonly outcomeId: string;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  /** Null where it is exactly `odds`. */
  readonly signedOdds: MicroOdds | null;
  readonly fillRule: number;
  readonly payout: MicroUsdc;
  readonly status: string;
  readonly marketVersion: number;
  /** Sold or given back before settlement. */
  readonly endedEarly: boolean;
  /** Of a live bet: it was decided when it was accepted, and only counts from this version on. */
  readonly isLive: boolean;
  /** When that was; null where it is none. */
  readonly decidedAt: Date | null;
  /** The same of bets that were placed, or confirmed, together. */
  readonly batch: string;
  readonly settled: { readonly entryId: string; readonly kind: string; readonly amount: MicroUsdc } | null;
}

/** An end before settlement, and the bet that it ended. */
export interface ReplayedEnd {
  readonly betId: string;
  readonly entryId: string;
  readonly kind: string;
  readonly amount: MicroUsdc;
  readonly endedAt: Date;
  readonly pricedAt: Date | null;
  /** By which rule a cash-out was taken, see db/schema/bets.ts; null for a refund. */
  readonly rule: number | null;
  /** The market's version that it made. */
  readonly version: number;
  readonly outcomeId: string;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  readonly placedAt: Date;
  /** The market's version that the bet made. */
  readonly betVersion: number;
}

type Paged = { marketId: string; pageBets: number };

/** The bets of a market in the order of its versions, read page by page. */
export async function* betsInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<ReplayedBet> {
  let after = 0;
  for (;;) {
    const page = await rows(
      db,
      {
        id: col.text,
        entryId: col.text,
        isQuoted: col.bool,
        placedAt: col.date,
        pricedAt: col.date.orNull,
        outcomeId: col.text,
        stake: col.usdc,
        odds: col.odds,
        signedOdds: col.odds.orNull,
        fillRule: col.number,
        payout: col.usdc,
        status: col.text,
        marketVersion: col.whole,
        endEntryId: col.text.orNull,
        endKind: col.text.orNull,
        endAmount: col.usdc.orNull,
        endVersion: col.whole.orNull,
        isLive: col.bool,
        decidedAt: col.date.orNull,
        batch: col.text,
      },
      sql`
        select b.id, b.entry_id::text, b.quote_id is not null as is_quoted, b.placed_at, b.priced_at, b.outcome_id,
          b.stake, b.odds, b.signed_odds, b.fill_rule, b.payout, b.status, b.market_version,
          n.entry_id::text as end_entry_id, n.kind as end_kind, n.amount as end_amount, n.market_version as end_version,
          l.id is not null as is_live, l.decided_at,
          case when l.id is null then b.placed_at::text else b.placed_in::text end as batch
        from bets b left join bet_endings n on n.bet_id = b.id left join live_bets l on l.id = b.id
        where b.market_id = ${marketId} and b.market_version > ${after}::bigint
        order by b.market_version
        limit ${pageBets}`,
    );
    for (const { endEntryId, endKind, endAmount, endVersion, ...bet } of page) {
      const hasEnded = endEntryId !== null && endKind !== null && endAmount !== null;
      yield {
        ...bet,
        endedEarly: endVersion !== null,
        settled:
          hasEnded && endVersion === null ? { entryId: endEntryId, kind: endKind, amount: endAmount } : null,
      };
      after = bet.marketVersion;
    }
    if (page.length < pageBets) return;
  }
}

/** The ends of bets of a market before its settlement, in the order of its versions; some are of one version. */
export async function* earlyEndsInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<ReplayedEnd> {
  let after = { version: 0, betId: '' };
  for (;;) {
    const page = await rows(
      db,
      {
        betId: col.text,
        entryId: col.text,
        kind: col.text,
        amount: col.usdc,
        endedAt: col.date,
        pricedAt: col.date.orNull,
        rule: col.number.orNull,
        version: col.whole,
        outcomeId: col.text,
        stake: col.usdc,
        payout: col.usdc,
        placedAt: col.date,
        betVersion: col.whole,
      },
      sql`
        select n.bet_id, n.entry_id::text, n.kind, n.amount, n.ended_at, c.priced_at,
          c.rule, n.market_version as version, b.outcome_id, b.stake, b.payout, b.placed_at,
          b.market_version as bet_version
        from bet_endings n
        join bets b on b.id = n.bet_id
        left join cash_outs c on c.bet_id = n.bet_id
        where n.market_id = ${marketId} and n.market_version is not null
          and (n.market_version, n.bet_id) > (${after.version}::bigint, ${after.betId})
        order by n.market_version, n.bet_id
        limit ${pageBets}`,
    );
    yield* page;
    after = page.at(-1) ?? after;
    if (page.length < pageBets) return;
  }
}

/** A live bet as it was accepted. */
export interface ReplayedAcceptance {
  readonly id: string;
  readonly entryId: string;
  readonly placedAt: Date;
  readonly pricedAt: Date | null;
  readonly outcomeId: string;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  readonly payout: MicroUsdc;
  /** The open returns that it says its odds were decided on. */
  readonly pricedOn: readonly MicroUsdc[];
}

/** What happened to a live bet: it was accepted, or it failed. That it was confirmed is told by the bet it became. */
export type ReplayedStep = { readonly version: number; readonly bet: ReplayedAcceptance } & {
  readonly kind: 'accepted' | 'failed';
};

/** The acceptances and failures of a market in the order of its versions. */
export async function* liveStepsInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<ReplayedStep> {
  let after = 0;
  for (;;) {
    const page = await rows(
      db,
      {
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
        pricedOn: col.list(col.usdc),
      },
      sql`
        select s.version, s.kind, l.id, l.hold_entry_id::text as entry_id, l.placed_at, l.priced_at,
          l.outcome_id, l.stake, l.odds, l.payout, l.priced_on
        from (
          select a.id, a.market_version as version, 'accepted' as kind from live_bets a where a.market_id = ${marketId}
          union all
          select f.id, f.decided_version, 'failed' from live_bets f
          where f.market_id = ${marketId} and f.state = 'failed'
        ) s
        join live_bets l on l.id = s.id
        where s.version > ${after}::bigint
        order by s.version
        limit ${pageBets}`,
    );
    for (const { version, kind, ...bet } of page) {
      yield { version, kind, bet };
      after = version;
    }
    if (page.length < pageBets) return;
  }
}

/** A price as the charts show it. */
export interface KeptPrice {
  readonly version: number;
  readonly at: Date;
  /** Millionths. */
  readonly price: readonly (number | null)[];
}

/** The prices of a market that are kept one by one, in the order of its versions. */
export async function* pricesInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<KeptPrice> {
  let after = 0;
  for (;;) {
    const page = await rows(
      db,
      { version: col.whole, at: col.date, price: col.list(col.number.orNull) },
      sql`
        select p.version, p.at, to_json(p.price) as price from price_points p
        where p.market_id = ${marketId} and p.version > ${after}::bigint
        order by p.version
        limit ${pageBets}`,
    );
    yield* page;
    after = page.at(-1)?.version ?? after;
    if (page.length < pageBets) return;
  }
}

/** How far settlement has come, by which result, and from when on the market says that bets came too late. */
export async function selectMarketEnd(
  db: Db,
  marketId: string,
): Promise<{ settledThrough: number | null; result: MarketResult; lateFrom: Date | null }> {
  const [row] = await rows(
    db,
    { settledThrough: col.whole.orNull, won: col.text.orNull, lateFrom: col.date.orNull },
    sql`
      select m.settled_through, m.won_outcome_id as won, m.late_from from markets m where m.id = ${marketId}`,
  );
  if (row === undefined) throw new Error(`market ${marketId} went away while it was replayed`);
  const { settledThrough, won, lateFrom } = row;
  return {
    settledThrough,
    result: won === null ? { kind: 'void' } : { kind: 'won', outcomeId: won },
    lateFrom,
  };
}

/** What the audit says of games that began earlier than was said, by the market. */
export interface HeardStarts {
  /** The word of the feed. */
  readonly starts: ReadonlyMap<string, readonly LateStart[]>;
  /**
   * The starts that versions before record 61 gave bets back from, or told the admins of. They kept no word of the feed; no
   * later one writes such rows.
   */
  readonly before: ReadonlyMap<string, readonly Date[]>;
  /**
   * From when on bets were late by the markets themselves when they came from such a version. That is no word of the
   * feed, and no stake is given back by it.
   */
  readonly left: ReadonlyMap<string, Date>;
  /** Whether a version has written these books that keeps the word of the feed. */
  readonly areKept: boolean;
}

export async function selectHeardStarts(db: Db): Promise<HeardStarts> {
  const areKept = await value(
    db,
    col.bool,
    sql`
      select exists (
        select from audit a where a.action = 'market.late-start' or a.after ? 'rawHash')`,
  );
  const found = await rows(
    db,
    { subject: col.text, lateFrom: col.date },
    sql`
      select a.subject, a.after ->> 'lateFrom' as late_from from audit a
      where a.action in ('market.refund-late-bets', 'market.late-bets') and a.after ? 'lateFrom'`,
  );
  const before = new Map<string, Date[]>();
  for (const { subject, lateFrom } of found) before.set(subject, [...(before.get(subject) ?? []), lateFrom]);
  // Written by migration 0019 alone.
  const waiting = await rows(
    db,
    { id: col.text, lateFrom: col.date },
    sql`
      select w.key as id, w.value as late_from from audit a, jsonb_each_text(a.after) w
      where a.action = 'markets.late-before' and a.actor = 'system'`,
  );
  const left = new Map(waiting.map(({ id, lateFrom }) => [id, lateFrom]));
  return { starts: await selectAllLateStarts(db), before, left, areKept };
}

export async function selectPrices(
  db: Db,
  marketId: string,
): Promise<{ version: number; at: Date; odds: (MicroOdds | null)[] }[]> {
  return rows(
    db,
    { version: col.whole, at: col.date, odds: col.list(col.odds.orNull) },
    sql`
      select p.version, p.at, p.odds from feed_prices p
      where p.market_id = ${marketId}
      order by p.version`,
  );
}
