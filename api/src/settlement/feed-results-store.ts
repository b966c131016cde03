import type { Review } from '@tallystone/core/http-api/settlement';
import { RESULTS } from '@tallystone/core/sentences/results';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { hasOpenBetsFrom } from '../azuro/has-open-bets-from.ts';
import type { Db, Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { col, exists, type Row, rows, value, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { isInPlay } from '../markets/is-in-play.ts';
import { hasLateStart, hasOpenLateBets, recordLateStart, selectLateStarts } from '../markets/late-starts.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { mayBeTakenBack } from '../markets/may-be-taken-back.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { type EndingMarketRow, isEndedOnChain, lockEndingMarket } from './ending-market.ts';
import { currentResolution, type StoredResolution } from './resolution-store.ts';
import { auditUndo, undo } from './undo-resolution.ts';

/** For this long after its close the feed is asked for a market's result; after that an admin has to give one. */
const ASKED_FOR = '14 days';
/** For this long after its payment a result is checked again. */
const CHECKED_AGAIN_FOR = '48 hours';
const SYSTEM = { kind: 'system' } as const;

const feedMarket = sql`m.id as market_id, (
  select coalesce(g.in_play_of, g.id) from games g where g.id = m.game_id) as game_id, m.winners, m.azuro_condition_id as condition_id, m.azuro_outcome_id as of_outcome, (
  select json_agg(json_build_object('id', o.id, 'azuroId', coalesce(o.azuro_outcome_id, ''), 'name', o.name) order by o.position)
  from outcomes o where o.market_id = m.id) as outcomes`;

const FEED_MARKET = {
  marketId: col.text,
  /** The feed's id. */
  gameId: col.text,
  winners: col.number,
  conditionId: col.text,
  ofOutcome: col.text.orNull,
  outcomes: col.list(col.object({ id: col.text, azuroId: col.text, name: col.text })),
};

const FEED_RESOLUTION = {
  ...FEED_MARKET,
  id: col.whole,
  /** Null for a void. */
  outcomeId: col.text.orNull,
  alsoWon: col.list(col.text),
};
export type FeedResolution = Row<typeof FEED_RESOLUTION>;

export type StoredAwaited = Awaited<ReturnType<typeof listAwaited>>[number];

/**
 * Markets of the feed that wait for a result: betting has ended, or the feed has halted it. Left out are markets under
 * review for more than a late result, and markets whose feed result a person took back: people decide those.
 *
 * @param closedWithinMs only markets that closed at most this long ago; null for the longest that the feed is asked
 */
export async function listAwaited(db: Db, closedWithinMs: number | null) {
  const found = await rows(
    db,
    {
      ...FEED_MARKET,
      state: col.text,
      closesAt: col.date,
      startsAt: col.date,
      stoppedAt: col.date.orNull,
      /** Whether bets placed after the start of the game still have to be refunded: until then nothing else is paid. */
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
        and greatest(m.closes_at, g.starts_at) > clock_timestamp()
          - coalesce(${closedWithinMs}::float8 * interval '1 millisecond', ${ASKED_FOR}::interval)
        and (m.review is null or m.review in ('removed', 'no-result', 'late-bets'))
        and not exists (
          select from resolutions r
          where r.market_id = m.id and r.source = 'feed' and r.ended_as <> 'paid' and r.ended_by is not null)
      order by m.game_id, m.id`,
  );
  return found.map(({ marketId: id, state, ...market }) => ({ ...market, id, isClosed: state === 'closed' }));
}

/** Results from the feed whose payment has not begun. */
export function listProposed(db: Db): Promise<FeedResolution[]> {
  return selectFeedResolutions(db, mayBeTakenBack);
}

/** Results from the feed that were paid a short while ago and are not under review. */
export function listPaid(db: Db): Promise<FeedResolution[]> {
  return selectFeedResolutions(
    db,
    sql`r.ended_as = 'paid' and m.review is null and m.ended_at > clock_timestamp() - ${CHECKED_AGAIN_FOR}::interval`,
  );
}

/** The market's result from the feed; null if it has none, or its payment has begun. */
export async function getProposed(db: Db, marketId: string): Promise<FeedResolution | null> {
  const [found] = await selectFeedResolutions(db, sql`m.id = ${marketId} and ${mayBeTakenBack}`);
  return found ?? null;
}

async function selectFeedResolutions(db: Db, which: SQL): Promise<FeedResolution[]> {
  return rows(
    db,
    FEED_RESOLUTION,
    sql`
      select r.id, r.outcome_id, to_json(r.also_won) as also_won, ${feedMarket}
      from resolutions r join markets m on m.id = r.market_id
      where r.source = 'feed' and m.pricing = 'feed' and ${which}
      order by m.game_id, r.id`,
  );
}

/**
 * Marks a market for review by an admin, and audits the feed's answer. Any other reason replaces that the result is late;
 * no other reason is replaced.
 */
export function flagForReview(
  db: Db,
  { marketId, reason, raw }: { marketId: string; reason: Review; raw: unknown },
): Promise<void> {
  return transaction(db, async (tx) => {
    const isFlagged = await exists(
      tx,
      sql`
        update markets set review = ${reason}
        where id = ${marketId} and review is distinct from ${reason}
          and (review is null or review in ('removed', 'no-result'))
          and (${reason === 'corrected'} or state in ('open', 'suspended', 'closed'))
        returning id`,
    );
    if (!isFlagged) return;
    await announceMarketChange(tx, marketId);
    await recordAudit(tx, {
      actor: SYSTEM,
      action: 'market.review',
      subject: marketId,
      after: { review: reason, said: raw },
    });
  });
}

/**
 * Takes back a result from the feed whose payment has not begun, because the feed now says something else. The market is
 * marked for review by an admin.
 *
 * @returns false if the result has ended, or its payment has begun
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
    const undone = { market, current, actor: SYSTEM, reason: RESULTS['end-feed-changed'] };
    const state = await undo(tx, undone, { review: 'corrected' });
    await auditUndo(tx, undone, { state, review: 'corrected', said: raw });
    return true;
  });
}

/** For a row `m` of markets: its result is not a void, can be taken back, and would pay bets that are late by the audit. */
const wouldPayLateBets = sql`m.pricing = 'feed' and m.state = 'resolving' and exists (
    select from resolutions r where r.market_id = m.id and r.outcome_id is not null and ${mayBeTakenBack})
  and ${hasOpenLateBets}`;

/** Markets whose result would pay bets that are late by the feed's starts in the audit. */
export async function listResultsPayingLateBets(db: Db): Promise<string[]> {
  return values(db, col.text, sql`select m.id from markets m where ${wouldPayLateBets} order by m.id`);
}

/**
 * Takes back a result that would pay late bets, even if an admin proposed it, so that the late bets are refunded first.
 *
 * @returns whether it was taken back
 */
export async function takeBackIfPayingLateBets(db: Db, marketId: string): Promise<boolean> {
  const which = sql`select from markets m where m.id = ${marketId} and ${wouldPayLateBets}`;
  // Nearly all results pay no late bet: don't lock those markets.
  if (!(await exists(db, which))) return false;
  return transaction(db, async (tx) => {
    const market = await lockEndingMarket(tx, marketId);
    if (market === null || !(await exists(tx, which))) return false;
    const current = await currentResolution(tx, marketId);
    const start = (await selectLateStarts(tx, marketId)).at(-1);
    if (current === null || start === undefined) return false;
    await makeLate(tx, { market, current, began: start.from });
    return true;
  });
}

/**
 * Markets that have a result whose payment has not begun, and bets placed after the start of the game, as far as it is
 * known. The server asks the feed for these again and audits its answer. Answers that came while there was a result are in
 * the audit already, but versions before record 61 kept only the start of the game.
 */
export function listResultsToRecheck(db: Db): Promise<Row<typeof GAME_OF_MARKET>[]> {
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

/** When a game began, as the feed answered. */
export interface GameStart {
  readonly gameId: string;
  readonly began: Date;
  /** The answer as it came. */
  readonly said: unknown;
}

const GAME_OF_MARKET = { id: col.text, gameId: col.text };

const isMarkedLate = sql`m.late_from is not null and m.pricing = 'feed' and m.deleted_at is null
  and m.state in ('open', 'suspended', 'closed')`;

/**
 * Markets that are marked as having late bets although the audit has no start from the feed: a version before record 61
 * left them so, or an attacker altered the market.
 */
export function listLateWithoutStart(db: Db) {
  return rows(
    db,
    { ...GAME_OF_MARKET, closesAt: col.date },
    sql`
      select m.id, m.game_id, m.closes_at from markets m
      where ${isMarkedLate} and not ${hasLateStart} order by m.game_id, m.id`,
  );
}

/**
 * Records the start that the feed gave for such a market. Bets are late from that start on, whatever the market said; no
 * bet is late if the start isn't in the past.
 */
export function recordStart(
  db: Db,
  { marketId, began, gameId, said }: { marketId: string } & GameStart,
): Promise<void> {
  return transaction(db, async (tx) => {
    const from = momentOf(began);
    await tx.execute(sql`select from markets where id = ${marketId} for update`);
    // A separate statement after the lock sees what the lock waited for.
    const [recorded] = await rows(
      tx,
      { version: col.whole, isLate: col.bool },
      sql`
        with ${clock}
        update markets m
        set late_from = case when late.it then ${from} end, version = m.version + 1
        from (
          select m.id, ${from} < clock.now and ${hasOpenBetsFrom(from)} as it
          from markets m cross join clock where m.id = ${marketId}
        ) late
        where m.id = late.id and ${isMarkedLate} and not ${hasLateStart}
        returning m.version, late.it as is_late`,
    );
    if (recorded === undefined) return;
    await announceMarketChange(tx, marketId);
    const { version, isLate } = recorded;
    await recordLateStart(tx, { marketId, gameId, began: isLate ? began : null, version, said });
  });
}

/**
 * Marks a market whose game began earlier than the feed had said: bets placed from then on are refunded before anything
 * else is paid. A result whose payment has not begun is taken back, and is proposed again later.
 *
 * @returns whether the market has such bets and is marked
 */
export function markLateBets(
  db: Db,
  { marketId, began, gameId, said }: { marketId: string } & GameStart,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const market = await lockEndingMarket(tx, marketId);
    if (market === null || !(await hasLateBets(tx, { marketId, began }))) return false;
    const current = await currentResolution(tx, marketId);
    if (isEndedOnChain(market)) return false;
    // A payment that has begun cannot be stopped; wereLateBetsPaid later shows admins that it was wrong. A void gives every
    // stake back anyway.
    if (current !== null && (current.startedAt !== null || current.outcomeId === null)) return false;
    const version = await makeLate(tx, { market, current, began });
    await recordLateStart(tx, { marketId, gameId, began, version, said });
    return true;
  });
}

/**
 * Takes back the market's result, if it has one, and makes its bets from a moment on late.
 *
 * @returns the market's new version
 */
async function makeLate(
  tx: Tx,
  { market, current, began }: { market: EndingMarketRow; current: StoredResolution | null; began: Date },
): Promise<number> {
  const undone = current && { market, current, actor: SYSTEM, reason: RESULTS['end-began-earlier'] };
  const state = undone === null ? market.storedState : await undo(tx, undone);
  const from = momentOf(began);
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
  if (undone !== null) await auditUndo(tx, undone, { state, lateFrom: began.toISOString() });
  return version;
}

const momentOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whether open or pending bets were placed after the game had begun. */
export async function hasLateBets(
  db: Db,
  { marketId, began }: { marketId: string; began: Date },
): Promise<boolean> {
  const from = momentOf(began);
  return exists(
    db,
    sql`
      select m.id from markets m
      where m.id = ${marketId} and m.state not in ('settled', 'void') and ${from} < clock_timestamp()
        and ${hasOpenBetsFrom(from)}`,
  );
}

/** Whether a settled market decided bets or selections of combos by its result although they were placed after its game had begun. */
export async function wereLateBetsPaid(
  db: Db,
  { marketId, began }: { marketId: string; began: Date },
): Promise<boolean> {
  return exists(
    db,
    sql`
      select m.id from markets m
      where m.id = ${marketId} and m.state = 'settled' and not ${isInPlay} and exists (
        select from bets b left join bet_endings e on e.bet_id = b.id
        where b.market_id = m.id and b.priced_at is not null and b.placed_at >= ${momentOf(began)} and (e.kind is null or e.kind = 'payout')
        union all
        select from combo_legs l join combos c on c.id = l.combo_id
        where l.market_id = m.id and l.result in ('won', 'lost') and c.placed_at >= ${momentOf(began)})`,
  );
}
