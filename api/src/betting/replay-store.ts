import { type MicroOdds, type MicroUsdc, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
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
  /** By which rule a cash-out was taken, see schema.ts; null for a refund. */
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
  let after = '0';
  for (;;) {
    const page = await rows<{
      id: string;
      entry_id: string;
      is_quoted: boolean;
      placed_at: string;
      priced_at: string | null;
      outcome_id: string;
      stake: string;
      odds: string;
      signed_odds: string | null;
      fill_rule: number;
      payout: string;
      status: string;
      market_version: string;
      end_entry_id: string | null;
      end_kind: string | null;
      end_amount: string | null;
      end_version: string | null;
      is_live: boolean;
      decided_at: string | null;
      batch: string;
    }>(
      db,
      sql`
        select b.id, b.entry_id::text, b.quote_id is not null as is_quoted, b.placed_at, b.priced_at, b.outcome_id,
          b.stake::text, b.odds::text, b.signed_odds::text, b.fill_rule, b.payout::text, b.status, b.market_version::text, n.entry_id::text as end_entry_id,
          n.kind as end_kind, n.amount::text as end_amount, n.market_version::text as end_version,
          l.id is not null as is_live, l.decided_at,
          case when l.id is null then b.placed_at::text else b.placed_in::text end as batch
        from bets b left join bet_endings n on n.bet_id = b.id left join live_bets l on l.id = b.id
        where b.market_id = ${marketId} and b.market_version > ${after}::bigint
        -- By the column: the bare name would be the text that is selected.
        order by b.market_version
        limit ${pageBets}`,
    );
    for (const row of page) {
      const { end_entry_id: endEntry, end_kind: endKind, end_amount: endAmount } = row;
      const hasEnded = endEntry !== null && endKind !== null && endAmount !== null;
      yield {
        id: row.id,
        entryId: row.entry_id,
        isQuoted: row.is_quoted,
        placedAt: new Date(row.placed_at),
        pricedAt: row.priced_at === null ? null : new Date(row.priced_at),
        outcomeId: row.outcome_id,
        stake: microUsdc(BigInt(row.stake)),
        odds: microOdds(BigInt(row.odds)),
        signedOdds: row.signed_odds === null ? null : microOdds(BigInt(row.signed_odds)),
        fillRule: row.fill_rule,
        payout: microUsdc(BigInt(row.payout)),
        status: row.status,
        marketVersion: Number(row.market_version),
        endedEarly: row.end_version !== null,
        isLive: row.is_live,
        decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
        batch: row.batch,
        settled:
          hasEnded && row.end_version === null
            ? { entryId: endEntry, kind: endKind, amount: microUsdc(BigInt(endAmount)) }
            : null,
      };
      after = row.market_version;
    }
    if (page.length < pageBets) return;
  }
}

/** The ends of bets of a market before its settlement, in the order of its versions; some are of one version. */
export async function* earlyEndsInOrder(db: Db, { marketId, pageBets }: Paged): AsyncGenerator<ReplayedEnd> {
  let after = { version: '0', betId: '' };
  for (;;) {
    const page = await rows<{
      bet_id: string;
      entry_id: string;
      kind: string;
      amount: string;
      ended_at: string;
      priced_at: string | null;
      rule: number | null;
      version: string;
      outcome_id: string;
      stake: string;
      payout: string;
      placed_at: string;
      bet_version: string;
    }>(
      db,
      sql`
        select n.bet_id, n.entry_id::text, n.kind, n.amount::text, n.ended_at, c.priced_at,
          c.rule, n.market_version::text as version, b.outcome_id, b.stake::text, b.payout::text, b.placed_at,
          b.market_version::text as bet_version
        from bet_endings n
        join bets b on b.id = n.bet_id
        left join cash_outs c on c.bet_id = n.bet_id
        where n.market_id = ${marketId} and n.market_version is not null
          and (n.market_version, n.bet_id) > (${after.version}::bigint, ${after.betId})
        order by n.market_version, n.bet_id
        limit ${pageBets}`,
    );
    for (const row of page) {
      yield {
        betId: row.bet_id,
        entryId: row.entry_id,
        kind: row.kind,
        amount: microUsdc(BigInt(row.amount)),
        endedAt: new Date(row.ended_at),
        pricedAt: row.priced_at === null ? null : new Date(row.priced_at),
        rule: row.rule,
        version: Number(row.version),
        outcomeId: row.outcome_id,
        stake: microUsdc(BigInt(row.stake)),
        payout: microUsdc(BigInt(row.payout)),
        placedAt: new Date(row.placed_at),
        betVersion: Number(row.bet_version),
      };
      after = { version: row.version, betId: row.bet_id };
    }
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
  let after = '0';
  for (;;) {
    const page = await rows<{
      version: string;
      kind: ReplayedStep['kind'];
      id: string;
      entry_id: string;
      placed_at: string;
      priced_at: string | null;
      outcome_id: string;
      stake: string;
      odds: string;
      payout: string;
      priced_on: string[];
    }>(
      db,
      sql`
        select s.version::text, s.kind, l.id, l.hold_entry_id::text as entry_id, l.placed_at, l.priced_at,
          l.outcome_id, l.stake::text, l.odds::text, l.payout::text, l.priced_on
        from (
          select a.id, a.market_version as version, 'accepted' as kind from live_bets a where a.market_id = ${marketId}
          union all
          select f.id, f.decided_version, 'failed' from live_bets f
          where f.market_id = ${marketId} and f.state = 'failed'
        ) s
        join live_bets l on l.id = s.id
        where s.version > ${after}::bigint
        -- By the column: the bare name would be the text that is selected.
        order by s.version
        limit ${pageBets}`,
    );
    for (const row of page) {
      const micro = (text: string) => microUsdc(BigInt(text));
      yield {
        version: Number(row.version),
        kind: row.kind,
        bet: {
          id: row.id,
          entryId: row.entry_id,
          placedAt: new Date(row.placed_at),
          pricedAt: row.priced_at === null ? null : new Date(row.priced_at),
          outcomeId: row.outcome_id,
          stake: micro(row.stake),
          odds: microOdds(BigInt(row.odds)),
          payout: micro(row.payout),
          pricedOn: row.priced_on.map(micro),
        },
      };
      after = row.version;
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
  let after = '0';
  for (;;) {
    const page = await rows<{ version: string; at: string; price: (number | null)[] }>(
      db,
      sql`
        select p.version::text, p.at, to_json(p.price) as price from price_points p
        where p.market_id = ${marketId} and p.version > ${after}::bigint
        -- By the column: the bare name would be the text that is selected.
        order by p.version
        limit ${pageBets}`,
    );
    for (const { version, at, price } of page) {
      yield { version: Number(version), at: new Date(at), price };
      after = version;
    }
    if (page.length < pageBets) return;
  }
}

/** How far settlement has come, by which result, and from when on the market says that bets came too late. */
export async function selectMarketEnd(
  db: Db,
  marketId: string,
): Promise<{ settledThrough: number | null; result: MarketResult; lateFrom: Date | null }> {
  const [row] = await rows<{ settled_through: string | null; won: string | null; late_from: string | null }>(
    db,
    sql`
      select m.settled_through::text, m.won_outcome_id as won, m.late_from from markets m where m.id = ${marketId}`,
  );
  if (row === undefined) throw new Error(`market ${marketId} went away while it was replayed`);
  const { won, late_from: lateFrom } = row;
  return {
    settledThrough: row.settled_through === null ? null : Number(row.settled_through),
    result: won === null ? { kind: 'void' } : { kind: 'won', outcomeId: won },
    lateFrom: lateFrom === null ? null : new Date(lateFrom),
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
  const [kept] = await rows<{ are_kept: boolean }>(
    db,
    sql`
      select exists (
        select from audit a where a.action = 'market.late-start' or a.after ? 'rawHash') as are_kept`,
  );
  const found = await rows<{ subject: string; late_from: string }>(
    db,
    sql`
      select a.subject, a.after ->> 'lateFrom' as late_from from audit a
      where a.action in ('market.refund-late-bets', 'market.late-bets') and a.after ? 'lateFrom'`,
  );
  const before = new Map<string, Date[]>();
  for (const { subject, late_from: from } of found) {
    before.set(subject, [...(before.get(subject) ?? []), new Date(from)]);
  }
  // Written by migration 0019 alone.
  const waiting = await rows<{ id: string; late_from: string }>(
    db,
    sql`
      select w.key as id, w.value as late_from from audit a, jsonb_each_text(a.after) w
      where a.action = 'markets.late-before' and a.actor = 'system'`,
  );
  const left = new Map(waiting.map(({ id, late_from: from }) => [id, new Date(from)]));
  return { starts: await selectAllLateStarts(db), before, left, areKept: kept?.are_kept === true };
}

export async function selectPrices(
  db: Db,
  marketId: string,
): Promise<{ version: number; at: Date; odds: (MicroOdds | null)[] }[]> {
  const found = await rows<{ version: string; at: string; odds: (string | null)[] }>(
    db,
    sql`
      select p.version::text, p.at, p.odds from feed_prices p
      where p.market_id = ${marketId}
      order by p.version`,
  );
  return found.map(({ version, at, odds }) => ({
    version: Number(version),
    at: new Date(at),
    odds: odds.map((each) => (each === null ? null : microOdds(BigInt(each)))),
  }));
}
