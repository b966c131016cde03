import { FRESH_IN_PLAY_MS, SCORE_SETTLES_MS } from '@tallystone/core/in-play/judge-order';
import { priceOfOdds } from '@tallystone/core/markets/price-point';
import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows, values } from '../db/rows.ts';
import { games, markets } from '../db/schema/markets.ts';
import { isOneSided } from '../ledger/question.ts';
import { isInPlay } from '../markets/is-in-play.ts';
import { mayBeTakenBack } from '../markets/may-be-taken-back.ts';
import { recordHalts } from '../markets/record-halts.ts';
import { priceText } from '../markets/record-price.ts';
import type { GameUpdate } from './azuro-feed.ts';
import type { FollowedChange } from './decide-follow.ts';
import { hasOpenBetsFrom } from './has-open-bets-from.ts';

export type Wanted = Awaited<ReturnType<typeof listWanted>>;

/**
 * Lists what to follow: the odds of markets whose betting hasn't ended, and the games of all unfinished markets until
 * two days after their start, because a game may be postponed.
 */
export async function listWanted(db: Db) {
  const found = await rows(
    db,
    { condition_id: col.text, game_id: col.text, is_in_play: col.bool, is_priced: col.bool },
    sql`
      select m.azuro_condition_id as condition_id, coalesce(g.in_play_of, g.id) as game_id, g.in_play_of is not null as is_in_play,
        m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
          and m.feed_halt is distinct from 'started' as is_priced
      from markets m join games g on g.id = m.game_id
      where m.deleted_at is null and m.state not in ('settled', 'void') and m.feed_halt is distinct from 'canceled'
        and g.state in ('Prematch', 'Live', 'Stopped') and g.starts_at > clock_timestamp() - interval '2 days'
      order by g.starts_at, g.id`,
  );
  return {
    conditionIds: [...new Set(found.filter((row) => row.is_priced).map((row) => row.condition_id))],
    // A game has many markets.
    gameIds: [...new Set(found.map((row) => row.game_id))],
    /** Those of the games whose score is shown. */
    scoredIds: [...new Set(found.filter((row) => row.is_in_play).map((row) => row.game_id))],
  };
}

/**
 * For a row `m` of markets: whether late bets may still be refunded. A market that is being paid, or whose result is
 * final on the chain, is paid by that result whatever the feed says now.
 */
const mayWait = sql`(m.state <> 'resolving' or exists (
  select from resolutions r where r.market_id = m.id and ${mayBeTakenBack}))`;

/** Locks the markets of these conditions or games, each game before its market, then reads them. */
export async function lockFollowed(
  tx: Tx,
  { by, ids }: { by: 'condition' | 'game'; ids: readonly string[] },
): Promise<{ markets: FollowedMarket[]; now: Date }> {
  const asked = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  // A game in play is followed by the feed's id of the game.
  const isAskedFor =
    by === 'condition'
      ? sql`m.deleted_at is null and m.azuro_condition_id in ${asked}`
      : sql`m.deleted_at is null and m.game_id in (select g.id from games g where g.id in ${asked} or g.in_play_of in ${asked})`;
  const games = await values(
    tx,
    col.text,
    sql`
      select g.id from games g where g.id in (select m.game_id from markets m where ${isAskedFor})
      order by g.id for update`,
  );
  // A market imported since then has a game that isn't locked. It gets the next update.
  const isLocked = sql`${isAskedFor}
    and m.game_id in (select json_array_elements_text(${JSON.stringify(games)}::json))`;
  await tx.execute(sql`select m.id from markets m where ${isLocked} order by m.id for update`);
  // A separate statement after the locks, so it sees what earlier transactions committed.
  const found = await rows(
    tx,
    FOLLOWED,
    sql`
      select m.id, m.state, m.azuro_condition_id as condition_id, m.game_id, coalesce(g.in_play_of, g.id) as feed_game_id,
        case when g.in_play_of is not null then json_build_object('subcategory', m.subcategory, 'clock', g.clock,
          'isOn', (select s.in_play from settings s)) end as in_play, m.is_main, g.state as game_state,
        g.starts_at as game_starts_at, m.feed_halt, m.starts_at, m.ends_at, m.closes_at, m.late_from, m.priced_at, m.winners, ${isOneSided} as is_one_sided,
        exists (
          select from markets x
          where x.game_id = m.game_id and x.late_from is not null and x.state not in ('settled', 'void')
        ) as awaits_refunds,
        clock_timestamp() as now, (
          select json_agg(json_build_object('azuroId', coalesce(o.azuro_outcome_id, ''), 'odds', o.feed_odds::text) order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m join games g on g.id = m.game_id
      where ${isLocked}
      order by m.id`,
  );
  return { now: found[0]?.now ?? new Date(0), markets: found.map(({ now: _, ...market }) => market) };
}

const FOLLOWED = {
  id: col.text,
  /** The stored state: a market past its close may still be postponed. */
  state: col.oneOf(markets.state),
  conditionId: col.text,
  gameId: col.text,
  /** The feed's id of the game. */
  feedGameId: col.text,
  /** Null unless it is a market in play. `isOn`: whether the settings let people bet on it. */
  inPlay: col.object({ subcategory: col.text, clock: col.text, isOn: col.bool }).orNull,
  isMain: col.bool,
  gameState: col.oneOf(games.state),
  gameStartsAt: col.date,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  startsAt: col.date,
  endsAt: col.date,
  closesAt: col.date,
  /** When the game began, if earlier than announced. Open bets from then on are refunded. */
  lateFrom: col.date.orNull,
  /** Whether late bets on its game, on this market or another, still await their refund. */
  awaitsRefunds: col.bool,
  /** Only a later price counts. After a new score it is a few seconds ahead. */
  pricedAt: col.date,
  winners: col.number,
  /** Whether the feed prices its first outcome only. The other has no id of the feed. */
  isOneSided: col.bool,
  now: col.date,
  /** In order. */
  outcomes: col.list(col.object({ azuroId: col.text, odds: col.odds.orNull })),
};

/** The part of a feed market that following the feed needs. */
export type FollowedMarket = Readonly<Omit<Row<typeof FOLLOWED>, 'now'>>;

/**
 * Saves changes of locked markets, one statement per table. An admin's pause stays.
 *
 * @returns the markets that have late bets now, with their new versions
 */
export async function saveFollowed(
  tx: Tx,
  changes: readonly (FollowedChange & { readonly before: FollowedMarket })[],
): Promise<{ marketId: string; version: number; lateBy: GameUpdate }[]> {
  if (changes.length === 0) return [];
  const halted = changes.filter(({ before, after }) => isHalted(before, after)).map(({ after }) => after.id);
  const given = changes.map(({ before, after, isVisible, lateBy }) => ({
    id: after.id,
    game_id: after.gameId,
    game_state: after.gameState,
    game_starts_at: after.gameStartsAt,
    feed_halt: after.feedHalt,
    starts_at: after.startsAt,
    ends_at: after.endsAt,
    closes_at: after.closesAt,
    late_from: after.lateFrom,
    began: lateBy?.startsAt ?? null,
    priced_at: after.pricedAt,
    raises: isVisible ? 1 : 0,
    ...newOdds(before, after),
  }));
  const changed = sql`json_to_recordset(${JSON.stringify(given)}::json) as c(id text, game_id text, game_state text,
    game_starts_at timestamptz, feed_halt text, starts_at timestamptz, ends_at timestamptz, closes_at timestamptz,
    late_from timestamptz, began timestamptz, priced_at timestamptz, raises int, odds jsonb, price text)`;
  await tx.execute(sql`
    update games g set state = c.game_state, starts_at = c.game_starts_at from ${changed}
    where g.id = c.game_id and (g.state, g.starts_at) is distinct from (c.game_state, c.game_starts_at)`);
  const saved = await rows(
    tx,
    { id: col.text, version: col.whole, isLate: col.bool },
    sql`
    with ${clock}
    update markets m set feed_halt = c.feed_halt,
      state = case when m.state not in ('open', 'suspended') then m.state
        when m.disabled or m.opening or c.feed_halt is not null then 'suspended' else 'open' end,
      starts_at = c.starts_at, ends_at = c.ends_at,
      -- The contract's own close never changes: if a game is postponed, betting still ends at the first close.
      closes_at = least(c.closes_at, (select k.close_at from chain_markets k where k.market_id = m.id)),
      late_from = case when ${hasOpenBetsFrom(sql`c.late_from`)} then c.late_from else m.late_from end,
      -- Odds are never younger than now, whatever the clock of the process that received them says. Those of a stopped market
      -- don't count, and the next ones may have to be later than now.
      priced_at = least(c.priced_at, clock.now + case when c.feed_halt = 'stopped' then ${SCORE_SETTLES_MS}::float8 else 0 end
        * interval '1 millisecond'), version = m.version + c.raises
    from ${changed} cross join clock where m.id = c.id
    returning m.id, m.version::text, c.began is not null and ${mayWait} and ${hasOpenBetsFrom(sql`c.began`)} as is_late`,
  );
  await recordHalts(tx, halted);
  await tx.execute(sql`
    with c as (select * from ${changed} where jsonb_typeof(c.odds) = 'array'), priced as (
      insert into feed_prices (market_id, version, at, odds)
      select m.id, m.version, m.priced_at, c.odds from c join markets m using (id)
    ), pointed as (
      insert into price_points (market_id, version, at, price)
      select m.id, m.version, m.priced_at, c.price::integer[] from c join markets m using (id)
    )
    update outcomes o set feed_odds = (c.odds ->> o.position::int)::bigint from c where o.market_id = c.id`);
  const lateUpdates = new Map(changes.map(({ after, lateBy }) => [after.id, lateBy]));
  return saved.flatMap(({ id, version, isLate }) => {
    const lateBy = lateUpdates.get(id);
    return isLate && lateBy ? [{ marketId: id, version, lateBy }] : [];
  });
}

/** Whether the betting on a market in play is suspended by a change. */
const isHalted = (before: FollowedMarket, after: FollowedMarket): boolean =>
  after.inPlay !== null && before.state === 'open' && after.feedHalt !== null;

/** The odds and the market's price from them, if they changed. */
function newOdds(
  before: FollowedMarket,
  after: FollowedMarket,
): { odds: (string | null)[] | null; price: string | null } {
  const odds = after.outcomes.map((outcome) => outcome.odds);
  if (odds.every((each, place) => each === before.outcomes[place]?.odds)) return { odds: null, price: null };
  return {
    odds: odds.map((each) => each?.toString() ?? null),
    price: priceText(priceOfOdds({ ...after, odds })),
  };
}

/**
 * Halts the open markets that take no more bets, in id order: their odds haven't been confirmed for too long, or they are in play and
 * an admin has switched that off. A price of one that is opened at this moment halts it again (decide-follow.ts).
 *
 * @returns their ids
 */
export async function haltUnbettable(tx: Tx): Promise<string[]> {
  const isOff = sql`${isInPlay} and not (select s.in_play from settings s)`;
  const isUnbettable = sql`m.pricing = 'feed' and m.state in ('open', 'suspended')
    and m.deleted_at is null and m.feed_halt is null and m.closes_at > clock.now
    and (m.priced_at < clock.now - case when ${isInPlay} then ${FRESH_IN_PLAY_MS}::float8 else ${FRESH_PRICE_MS}::float8 end
      * interval '1 millisecond' or ${isOff})`;
  const locked = await values(
    tx,
    col.text,
    sql`
      with ${clock} select m.id from markets m cross join clock where ${isUnbettable} order by m.id for update of m`,
  );
  if (locked.length === 0) return [];
  const halted = await values(
    tx,
    col.text,
    sql`
      with ${clock}
      update markets m set feed_halt = case when ${isOff} then 'stopped' else 'stale' end, state = 'suspended',
        version = m.version + 1
      from clock
      where m.id in (select json_array_elements_text(${JSON.stringify(locked)}::json))
        and ${isUnbettable}
      returning m.id`,
  );
  await recordHalts(tx, halted);
  return halted;
}
