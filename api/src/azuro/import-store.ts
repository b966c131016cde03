import type { FeedHalt } from '@tallystone/core/markets/suspension';
import { capOf } from '@tallystone/core/settings/market-caps';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows, value } from '../db/rows.ts';
import { runsAlone } from '../db/runs-alone.ts';
import { fillRuleOfNewMarket, isJoinedToChain, stateOfNewMarket } from '../markets/joined-to-chain.ts';
import { keepTerms } from '../markets/market-terms.ts';
import type { Caps, GameFacts, InPlay, NewFeedMarket } from './open-feed-markets.ts';

/** Longer than many imports in a row take: each is a few statements. */
const TURN_TIMEOUT = '15s';

/** Waits until no other import runs, because concurrent imports of the same games must take turns. */
export async function takeImportTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`
    select set_config('lock_timeout', ${TURN_TIMEOUT}, true), set_config('statement_timeout', ${TURN_TIMEOUT}, true)`);
  await takeLock(tx, 'azuro-import');
}

/**
 * Whether markets with several winners can be opened: not on the chain, whose contract pays one winner, and not while servers
 * of 0.1.0 may run beside this one, which would take bets on them as if one outcome won.
 */
export async function takesSeveralWinners(db: Db, mode: 'demo' | 'live'): Promise<boolean> {
  return mode === 'demo' && (await runsAlone(db));
}

/** The ids of the existing main markets of these games, by game id. */
export async function mainMarketsOf(db: Db, gameIds: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    db,
    { id: col.text, game_id: col.text },
    sql`
      select id, game_id from markets
      where is_main and deleted_at is null
        and game_id in (select json_array_elements_text(${JSON.stringify(gameIds)}::json))`,
  );
  return new Map(found.map((row) => [row.game_id, row.id]));
}

/** A game that has markets. */
const IMPORTED = {
  id: col.text,
  mainId: col.text.orNull,
  /** Whether betting on it has ended, or bets from after its true start await their refund. */
  isOver: col.bool,
  /** Whether an admin has paused or archived its main market. */
  isPaused: col.bool,
};

/** For a row `m` of markets: whether an admin keeps it from taking bets. */
const isPaused = sql`(m.disabled or m.archived_at is not null)`;

/**
 * Those of these games that have markets, locked, so that no update of the feed changes them meanwhile.
 *
 * @param deletedToo also those whose markets were all deleted, which have no main market
 */
export async function lockImported(
  tx: Tx,
  gameIds: readonly string[],
  { deletedToo }: { deletedToo: boolean },
): Promise<Map<string, Row<typeof IMPORTED>>> {
  const isAskedFor = sql`g.id in (select json_array_elements_text(${JSON.stringify(gameIds)}::json))`;
  await tx.execute(sql`select from games g where ${isAskedFor} order by g.id for update`);
  // A separate statement after the locks, so it sees what earlier transactions committed.
  const found = await rows(
    tx,
    IMPORTED,
    sql`
      select g.id, max(m.id) filter (where m.is_main) as main_id,
        g.state <> 'Prematch' or bool_or(m.feed_halt in ('started', 'canceled') is true
          or (m.late_from is not null and m.state not in ('settled', 'void'))) as is_over,
        coalesce(bool_or(m.is_main and ${isPaused}), false) as is_paused
      from games g ${deletedToo ? sql`left join` : sql`join`} markets m on m.game_id = g.id and m.deleted_at is null
      where ${isAskedFor} group by g.id`,
  );
  return new Map(found.map((row) => [row.id, row]));
}

/**
 * For a row `m` of markets: whether it was deleted before it ended. Few markets haven't ended, and an index has them. The feed
 * never offers a condition again whose market has ended.
 */
const wasDeleted = sql`(m.deleted_at is not null and m.state not in ('settled', 'void'))`;

/** A question of the feed that a market asks: a condition, or one outcome of it. */
export type KnownQuestion = Row<typeof QUESTION>;

const QUESTION = { conditionId: col.text, ofOutcome: col.text.orNull, gameId: col.text };

/**
 * What markets ask of these conditions. Only imports open such markets, and imports take turns.
 *
 * @param deletedToo also what deleted markets asked
 */
export function questionsOn(
  db: Db,
  conditionIds: readonly string[],
  { deletedToo }: { deletedToo: boolean },
): Promise<KnownQuestion[]> {
  const ofMarkets = (isAmong: SQL) => sql`
    select m.azuro_condition_id as condition_id, m.azuro_outcome_id as of_outcome, coalesce(g.in_play_of, g.id) as game_id
    from markets m join games g on g.id = m.game_id
    where ${isAmong}
      and m.azuro_condition_id in (select json_array_elements_text(${JSON.stringify(conditionIds)}::json))`;
  const existing = ofMarkets(sql`m.deleted_at is null`);
  // Not one condition with "or", which no index would answer.
  return rows(db, QUESTION, deletedToo ? sql`${existing} union all ${ofMarkets(wasDeleted)}` : existing);
}

/**
 * Says which of these conditions are known, because a market has them or a deleted one had them. Of the others it returns those
 * whose game is ahead by our books and has a main market that no admin has paused or archived.
 */
export async function lookUpConditions(
  db: Db,
  asked: readonly { readonly id: string; readonly gameId: string }[],
) {
  const given = asked.map(({ id, gameId }) => ({ id, game_id: gameId }));
  return rows(
    db,
    { id: col.text, gameId: col.text, isKnown: col.bool },
    sql`
      with asked as materialized (
        select a.id, a.game_id,
          exists (select from markets m where m.azuro_condition_id = a.id and m.deleted_at is null)
            or a.id in (select m.azuro_condition_id from markets m where ${wasDeleted} and m.pricing = 'feed') as is_known
        from json_to_recordset(${JSON.stringify(given)}::json) as a(id text, game_id text)
      )
      select asked.id, asked.game_id, asked.is_known from asked
      where asked.is_known or exists (
        select from games g join markets m on m.game_id = g.id
        where g.id = asked.game_id and g.state = 'Prematch' and m.is_main and m.deleted_at is null and not ${isPaused})`,
  );
}

/** A market with its id, and the ids and starting probabilities of its outcomes in order. */
interface FreshMarket extends NewFeedMarket {
  readonly id: string;
  readonly outcomeIds: readonly string[];
  readonly probabilities: readonly number[];
}

/** Inserts the games, markets, outcomes, terms, first odds and empty escrow accounts, one statement per table. */
export async function insertFeedMarkets(
  tx: Tx,
  markets: readonly FreshMarket[],
  caps: Caps,
  inPlay: InPlay | null,
): Promise<void> {
  const ofMarkets = new Map(markets.map(({ game }) => [game.id, game]));
  const games = [...ofMarkets.values()].map((game) => ({
    id: game.id,
    title: game.title,
    sport: game.sport.name,
    league: game.league.name,
    country: game.country.name,
    state: game.state,
    starts_at: game.startsAt.toISOString(),
    in_play_of: inPlay?.of ?? null,
    delay_seconds: inPlay?.delaySeconds ?? null,
  }));
  // A game whose markets were all deleted is in the table already: its row is updated, including its cap. While it has
  // markets, only the feed's updates change it, because they change its markets with it.
  await tx.execute(sql`
    with ${clock}
    insert into games (id, title, sport, league, country, state, starts_at, in_play_of, delay_seconds, cap, imported_at)
    select id, title, sport, league, country, state, starts_at, in_play_of, delay_seconds, ${caps.gameCap.toString()}::bigint, clock.now
    from json_to_recordset(${JSON.stringify(games)}::json) as g(
      id text, title text, sport text, league text, country text, state text, starts_at timestamptz, in_play_of text,
      delay_seconds smallint)
    cross join clock
    order by id
    on conflict (id) do update set title = excluded.title, sport = excluded.sport, league = excluded.league,
      country = excluded.country, state = excluded.state, starts_at = excluded.starts_at, cap = excluded.cap,
      imported_at = excluded.imported_at
    where not exists (select from markets m where m.game_id = games.id and m.deleted_at is null)`);

  const given = markets.map(({ game, ...market }) => ({
    id: market.id,
    title: market.title,
    description: market.description,
    category: market.category,
    subcategory: market.subcategory,
    game_id: game.id,
    is_main: market.isMain,
    market_group: market.group,
    own_name: market.name,
    cap: capOf(caps, market).toString(),
    line: market.line,
    winners: market.winners,
    condition_id: market.conditionId,
    of_outcome: market.ofOutcome,
    may_go_in_play: market.mayGoInPlay,
    // The feed counts a game's turnover, not a condition's.
    turnover: market.isMain ? game.turnover.toString() : null,
    priced_at: market.pricedAt.toISOString(),
    starts_at: game.startsAt.toISOString(),
    ends_at: (inPlay?.endsAt ?? game.startsAt).toISOString(),
    feed_halt: openingHalt(game, inPlay),
    odds: market.outcomes.map(({ odds }) => odds?.toString() ?? null),
  }));
  await tx.execute(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as m(
        id text, title text, description text, category text, subcategory text, game_id text, is_main boolean,
        market_group text, own_name text, cap bigint, line double precision, winners smallint, condition_id text, of_outcome text, may_go_in_play boolean, turnover bigint,
        priced_at timestamptz, starts_at timestamptz, ends_at timestamptz, feed_halt text, odds jsonb)
    ), opened as (
      insert into markets (id, title, description, category, subcategory, state, source, pricing, premium,
        game_id, is_main, market_group, own_name, line, winners, azuro_condition_id, azuro_outcome_id, may_go_in_play, turnover, priced_at,
        starts_at, ends_at, closes_at, feed_halt, loss_budget, funded, fill_rule, opening)
      select id, title, description, category, subcategory,
        case when feed_halt is null then ${stateOfNewMarket} else 'suspended' end, 'azuro', 'feed', false,
        game_id, is_main, market_group, own_name, line, winners, condition_id, of_outcome, may_go_in_play, turnover, least(priced_at, clock_timestamp()), starts_at, ends_at, ends_at, feed_halt,
        cap, 0, ${fillRuleOfNewMarket}, ${isJoinedToChain}
      from given order by game_id, condition_id, of_outcome
      returning id, version, priced_at
    ), priced as (
      insert into feed_prices (market_id, version, at, odds)
      select opened.id, opened.version, opened.priced_at, given.odds from opened join given using (id)
    )
    insert into accounts (kind, market_id) select 'escrow', id from opened`);

  const outcomes = markets.flatMap((market) =>
    market.outcomes.map((outcome, position) => ({
      id: market.outcomeIds[position],
      market_id: market.id,
      position,
      name: outcome.name,
      // As text, to keep every bit of the number.
      initial_probability: String(market.probabilities[position]),
      feed_odds: outcome.odds?.toString() ?? null,
      azuro_outcome_id: outcome.id,
    })),
  );
  await tx.execute(sql`
    insert into outcomes (id, market_id, position, name, initial_probability, feed_odds, azuro_outcome_id)
    select id, market_id, position, name, initial_probability, feed_odds, azuro_outcome_id
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o(id text, market_id text, position smallint,
      name text, initial_probability double precision, feed_odds bigint, azuro_outcome_id text)`);
  await keepTerms(
    tx,
    markets.map(({ id }) => id),
  );
}

/**
 * A game that was imported while it ran takes no bets as before its start. In play its markets wait for the feed's next price,
 * because the first one is from before.
 */
function openingHalt({ state }: GameFacts, inPlay: InPlay | null): FeedHalt | null {
  if (inPlay !== null) return 'stopped';
  return state === 'Live' ? 'started' : null;
}

/** Counts the games whose main market takes bets now. */
export async function countOpenGames(db: Db): Promise<number> {
  return value(
    db,
    col.number,
    sql`
      select count(*)::int as count from markets
      where pricing = 'feed' and is_main and state = 'open' and archived_at is null and deleted_at is null
        and closes_at > clock_timestamp()`,
  );
}
