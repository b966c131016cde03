import type { Review } from '@tallystone/core/http-api/settlement';
import { RESULTS } from '@tallystone/core/sentences/results';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { hasOpenBetsFrom } from '../azuro/has-open-bets-from.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, type Row, rows, value, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { hasLateStart, hasOpenLateBets, recordLateStart, selectLateStarts } from '../markets/late-starts.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { mayBeTakenBack } from '../markets/may-be-taken-back.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import type { AwaitedMarket, FeedMarket } from './decide-feed-result.ts';
import { type EndingMarketRow, isEndedOnChain, lockEndingMarket } from './ending-market.ts';
import { currentResolution, endStored, type StoredResolution } from './resolution-store.ts';
import { takeBack } from './undo-resolution.ts';
import { stageOf } from './wire-resolution.ts';

/** Markets are asked after so long after their close, and longer than that only by hand. */
const ASKED_FOR = '14 days';
/** How long after it was paid a result is looked at again. */
const LOOKED_AT_AGAIN_FOR = '48 hours';

export interface StoredAwaited extends AwaitedMarket {
  readonly id: string;
  /** Bets that came after the start of the game are still to be given back: until then nothing else is paid. */
  readonly hasLateBets: boolean;
  readonly now: Date;
}

export interface FeedResolution extends FeedMarket {
  readonly id: number;
  readonly marketId: string;
  /** Null: void. */
  readonly outcomeId: string | null;
}

const feedMarket = sql`m.id as market_id, m.game_id, m.azuro_condition_id as condition_id, (
  select json_agg(json_build_object('id', o.id, 'azuroId', coalesce(o.azuro_outcome_id, ''), 'name', o.name) order by o.position)
  from outcomes o where o.market_id = m.id) as outcomes`;

const FEED_MARKET = {
  marketId: col.text,
  gameId: col.text,
  conditionId: col.text,
  outcomes: col.list(col.object({ id: col.text, azuroId: col.text, name: col.text })),
};

/**
 * Markets of the feed that wait for a result: betting has ended, or the feed has halted it. What an admin must look at
 * for more than being late is not among them, nor what a person took back from the feed: they decide.
 *
 * @param closedWithinMs only those that closed at most so long ago
 */
export async function listAwaited(
  db: Db,
  { closedWithinMs }: { closedWithinMs: number | null },
): Promise<StoredAwaited[]> {
  const since: SQL =
    closedWithinMs === null
      ? sql`${ASKED_FOR}::interval`
      : sql`${closedWithinMs}::float8 * interval '1 millisecond'`;
  const found = await rows(
    db,
    {
      ...FEED_MARKET,
      state: col.text,
      closesAt: col.date,
      startsAt: col.date,
      stoppedAt: col.date.orNull,
      hasLateBets: col.bool,
      now: col.date,
    },
    sql`
      select ${feedMarket}, ${stateOfMarket} as state, m.closes_at, g.starts_at, clock_timestamp() as now,
        case when m.feed_halt = 'stopped' then m.priced_at end as stopped_at,
        m.late_from is not null and ${hasOpenBetsFrom(sql`m.late_from`)} as has_late_bets
      from markets m join games g on g.id = m.game_id
      where m.pricing = 'feed' and m.deleted_at is null and m.archived_at is null
        and m.state in ('open', 'suspended', 'closed')
        and (m.state = 'closed' or m.closes_at <= clock_timestamp() or m.feed_halt in ('canceled', 'stopped')
          or g.state = 'Canceled')
        and greatest(m.closes_at, g.starts_at) > clock_timestamp() - ${since}
        and (m.review is null or m.review in ('removed', 'no-result', 'late-bets'))
        and not exists (
          select from resolutions r
          where r.market_id = m.id and r.source = 'feed' and r.ended_as <> 'paid' and r.ended_by is not null)
      order by m.game_id, m.id`,
  );
  return found.map(({ marketId: id, state, ...market }) => ({ ...market, id, isClosed: state === 'closed' }));
}

/** Results of the feed that are not being paid yet. */
export function listProposed(db: Db): Promise<FeedResolution[]> {
  return selectFeedResolutions(db, mayBeTakenBack);
}

/** Results of the feed that were paid a while ago and that nobody doubts yet. */
export function listPaid(db: Db): Promise<FeedResolution[]> {
  return selectFeedResolutions(
    db,
    sql`r.ended_as = 'paid' and m.review is null and m.ended_at > clock_timestamp() - ${LOOKED_AT_AGAIN_FOR}::interval`,
  );
}

/** That of a market, or null when it has none, or it has begun to be paid. */
export async function getProposed(db: Db, marketId: string): Promise<FeedResolution | null> {
  const [found] = await selectFeedResolutions(db, sql`m.id = ${marketId} and ${mayBeTakenBack}`);
  return found ?? null;
}

async function selectFeedResolutions(db: Db, which: SQL): Promise<FeedResolution[]> {
  return rows(
    db,
    { ...FEED_MARKET, id: col.whole, outcomeId: col.text.orNull },
    sql`
      select r.id, r.outcome_id, ${feedMarket}
      from resolutions r join markets m on m.id = r.market_id
      where r.source = 'feed' and m.pricing = 'feed' and ${which}
      order by m.game_id, r.id`,
  );
}

/**
 * Says that an admin must look at a market, with what the feed said. Being late gives way to every other reason, and no
 * reason to another.
 */
export function flagForReview(
  db: Db,
  { marketId, reason, raw }: { marketId: string; reason: Review; raw: unknown },
): Promise<void> {
  return transaction(db, async (tx) => {
    const flagged = await rows(
      tx,
      sql`
        update markets set review = ${reason}
        where id = ${marketId} and review is distinct from ${reason}
          and (review is null or review in ('removed', 'no-result'))
          and (${reason === 'corrected'} or state in ('open', 'suspended', 'closed'))
        returning id`,
    );
    if (flagged.length > 0) await tellOfReview(tx, { marketId, reason, raw });
  });
}

async function tellOfReview(
  tx: Tx,
  { marketId, reason, raw }: { marketId: string; reason: Review; raw: unknown },
): Promise<void> {
  await announceMarketChange(tx, marketId);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
    after: { review: reason, said: raw },
  });
}

/**
 * Takes back a result of the feed that is not being paid yet, because the feed now says something else: an admin has to
 * look at the market.
 *
 * @returns false when it has ended or begun to be paid meanwhile
 */
export function withdrawResolution(
  db: Db,
  { id, marketId }: { id: number; marketId: string },
  raw: unknown,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const market = await lockEndingMarket(tx, marketId);
    const current = await currentResolution(tx, marketId);
    if (market === null || current?.id !== id || current.startedAt !== null || isEndedOnChain(market))
      return false;
    const reason = RESULTS['end-feed-changed'];
    const state = await undoBySystem(tx, { market, current, reason });
    await tx.execute(sql`update markets set review = 'corrected' where id = ${marketId}`);
    await recordUndo(tx, { market, current, reason, after: { state, review: 'corrected', said: raw } });
    return true;
  });
}

interface Undone {
  readonly market: EndingMarketRow;
  readonly current: StoredResolution;
  readonly reason: string;
}

async function undoBySystem(tx: Tx, { market, current, reason }: Undone): Promise<'closed' | 'suspended'> {
  await endStored(tx, { id: current.id, as: 'undone', by: null, reason, now: market.now });
  return takeBack(tx, market, {});
}

async function recordUndo(
  tx: Tx,
  { market, current, reason, after }: Undone & { after: unknown },
): Promise<void> {
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.undo',
    subject: market.id,
    before: { state: market.state, resolution: current.id, stage: stageOf(current), hash: current.hash },
    after,
    reason,
  });
}

/** For a row `m` of markets: its result is no void and can be taken back, and pays bets that are late by the audit. */
const isLateUnderResult = sql`m.pricing = 'feed' and m.state = 'resolving' and exists (
    select from resolutions r where r.market_id = m.id and r.outcome_id is not null and ${mayBeTakenBack})
  and ${hasOpenLateBets}`;

/** Markets with a result that would pay bets which are late by the word of the feed in the audit. */
export async function listHeardUnderResult(db: Db): Promise<string[]> {
  return values(db, col.text, sql`select m.id from markets m where ${isLateUnderResult} order by m.id`);
}

/**
 * Takes back the result of such a market, also one that an admin proposed, so that its late bets are given back first.
 *
 * @returns whether it was one, and is no more
 */
export async function takeBackFromLate(db: Db, marketId: string): Promise<boolean> {
  const which = sql`select from markets m where m.id = ${marketId} and ${isLateUnderResult}`;
  // Nearly all results pay no late bet: they are not locked for it.
  if (!(await exists(db, which))) return false;
  return transaction(db, async (tx) => {
    const market = await lockEndingMarket(tx, marketId);
    if (market === null || !(await exists(tx, which))) return false;
    const current = await currentResolution(tx, marketId);
    const said = (await selectLateStarts(tx, marketId)).at(-1);
    if (current === null || said === undefined) return false;
    await makeLate(tx, { market, current, began: said.from });
    return true;
  });
}

/**
 * Markets that have a result which is not being paid yet, and bets that were placed when their game had begun, as far as is
 * known. The feed is asked again: its answer goes into the audit. What it said while there was a result is in the audit
 * already; versions before record 61 kept only the start of the game.
 */
export function listLateUnderResult(db: Db): Promise<Row<typeof GAME_OF_MARKET>[]> {
  return rows(
    db,
    GAME_OF_MARKET,
    sql`
      select m.id, m.game_id
      from markets m join games g on g.id = m.game_id
      where m.pricing = 'feed' and m.state = 'resolving'
        and g.starts_at < clock_timestamp() and g.state <> 'Canceled' and ${hasOpenBetsFrom(sql`g.starts_at`)}
        and exists (
          select from resolutions r
          where r.market_id = m.id and r.outcome_id is not null and ${mayBeTakenBack})
      order by m.game_id, m.id`,
  );
}

/** When a game began, by the answer of the feed as it came. */
export interface SaidStart {
  readonly gameId: string;
  readonly began: Date;
  readonly said: unknown;
}

const GAME_OF_MARKET = { id: col.text, gameId: col.text };

const saysLate = sql`m.late_from is not null and m.pricing = 'feed' and m.deleted_at is null
  and m.state in ('open', 'suspended', 'closed')`;

/**
 * Markets that say from when on their bets are late, without a word of the feed in the audit: a version before record 61 left
 * them, or an attacker altered the market.
 */
export async function listUnheard(db: Db): Promise<(Row<typeof GAME_OF_MARKET> & { closesAt: Date })[]> {
  return rows(
    db,
    { ...GAME_OF_MARKET, closesAt: col.date },
    sql`
      select m.id, m.game_id, m.closes_at from markets m
      where ${saysLate} and not ${hasLateStart} order by m.game_id, m.id`,
  );
}

/**
 * The feed was asked again of such a market: bets are late from the start that it gives, whatever the market said; none is
 * when it gives none in the past.
 */
export function hearStart(
  db: Db,
  { marketId, began, gameId, said }: { marketId: string } & SaidStart,
): Promise<void> {
  return transaction(db, async (tx) => {
    const from = sql`${began.toISOString()}::timestamptz`;
    await tx.execute(sql`select from markets where id = ${marketId} for update`);
    // A statement of its own after the lock: it sees what was waited for.
    const [heard] = await rows(
      tx,
      { version: col.whole, isLate: col.bool },
      sql`
        update markets m
        set late_from = case when late.it then ${from} end, version = m.version + 1
        from (
          select m.id, ${from} < clock_timestamp() and ${hasOpenBetsFrom(from)} as it from markets m where m.id = ${marketId}
        ) late
        where m.id = late.id and ${saysLate} and not ${hasLateStart}
        returning m.version, late.it as is_late`,
    );
    if (heard === undefined) return;
    await announceMarketChange(tx, marketId);
    const { version, isLate } = heard;
    await recordLateStart(tx, {
      marketId,
      gameId,
      began: isLate ? began : null,
      version,
      said,
    });
  });
}

/**
 * The game began earlier than was said: bets from then on are to be given back before anything else is paid. A result
 * that is not being paid yet is taken back for it, and comes again.
 *
 * @returns whether there are such bets
 */
export function markLateBets(
  db: Db,
  { marketId, began, gameId, said }: { marketId: string } & SaidStart,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const market = await lockEndingMarket(tx, marketId);
    if (market === null || !(await hasLateBets(tx, { marketId, began }))) return false;
    const current = await currentResolution(tx, marketId);
    if (isEndedOnChain(market)) return false;
    // What is being paid cannot be stopped; that it was paid wrongly is for people to see, see wereLateBetsPaid. Of a void
    // every stake goes back anyway.
    if (current !== null && (current.startedAt !== null || current.outcomeId === null)) return false;
    const version = await makeLate(tx, { market, current, began });
    await recordLateStart(tx, { marketId, gameId, began, version, said });
    return true;
  });
}

/**
 * A market whose bets from a moment on are late, without the result that it has.
 *
 * @returns the version that this made
 */
async function makeLate(
  tx: Tx,
  given: { market: EndingMarketRow; current: StoredResolution | null; began: Date },
): Promise<number> {
  const { market, current, began } = given;
  const undone =
    current === null
      ? null
      : {
          market,
          current,
          reason: RESULTS['end-began-earlier'],
        };
  const state = undone === null ? market.storedState : await undoBySystem(tx, undone);
  const from = sql`${began.toISOString()}::timestamptz`;
  const isClosed = state === 'closed';
  const version = await value(
    tx,
    col.whole,
    sql`
      update markets set late_from = least(late_from, ${from}), starts_at = ${from},
        closes_at = ${isClosed ? sql`closes_at` : sql`least(closes_at, ${from})`},
        ends_at = ${isClosed ? sql`ends_at` : sql`least(ends_at, ${from})`}, version = version + 1
      where id = ${market.id}
      returning version`,
  );
  await announceMarketChange(tx, market.id);
  if (undone !== null) await recordUndo(tx, { ...undone, after: { state, lateFrom: began.toISOString() } });
  return version;
}

/** Whether bets that have not ended, or are still on their way to the chain, were placed when the game had begun. */
export async function hasLateBets(
  db: Db,
  { marketId, began }: { marketId: string; began: Date },
): Promise<boolean> {
  const from = sql`${began.toISOString()}::timestamptz`;
  return exists(
    db,
    sql`
      select m.id from markets m
      where m.id = ${marketId} and m.state not in ('settled', 'void') and ${from} < clock_timestamp()
        and ${hasOpenBetsFrom(from)}`,
  );
}

/** Whether bets of an ended market were paid by its result though they were placed when its game had begun. */
export async function wereLateBetsPaid(
  db: Db,
  { marketId, began }: { marketId: string; began: Date },
): Promise<boolean> {
  const from = sql`${began.toISOString()}::timestamptz`;
  return exists(
    db,
    sql`
      select m.id from markets m
      where m.id = ${marketId} and m.state = 'settled' and exists (
        select from bets b left join bet_endings e on e.bet_id = b.id
        where b.market_id = m.id and b.priced_at is not null and b.placed_at >= ${from} and (e.kind is null or e.kind = 'payout'))`,
  );
}
