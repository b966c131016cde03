import { leftOf, smaller } from '@tallystone/core/money/bounds';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { fillRule } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { asksTheSame, isOneSided } from '../ledger/question.ts';
import { costOfOutcome, largestTogether, lossOfEnded } from '../ledger/winners.ts';
import { writtenIn } from '../realtime/position.ts';
import { byPlaceOnGame } from './by-place-on-game.ts';
import {
  chainHalt,
  chainHaltOfMarket,
  chainLimitOfMarket,
  isJoinedToChain,
  withChainMarket,
} from './joined-to-chain.ts';

/** A market as it is stored, with its outcomes in order and the book they make. */
export type StoredMarket = Readonly<ReturnType<typeof storedMarket>>;

/** What the stream needs of a market: what changes about it, not what it is on. */
export type MovingMarket = Pick<
  StoredMarket,
  Exclude<keyof typeof MOVING, keyof typeof bookColumns | 'outcomes'> | 'book'
>;

/** Any market that was opened and not deleted, or null. */
export async function getStoredMarket(db: Db, id: string): Promise<StoredMarket | null> {
  // Each quote reads one, and planning it takes eight times as long as reading it.
  const [market] = await selectMarkets(db, sql`m.id = ${id} and m.deleted_at is null`, KEPT_PLAN);
  return market ?? null;
}

/** Like `getStoredMarket`, but includes deleted markets, whose books stay. */
export async function getMarketOfBooks(db: Db, id: string): Promise<StoredMarket | null> {
  const [market] = await listMarketsOfBooks(db, [id]);
  return market ?? null;
}

/** The same for many markets. */
export async function listMarketsOfBooks(db: Db, ids: readonly string[]): Promise<StoredMarket[]> {
  return selectMarkets(db, isAmong(ids));
}

/**
 * All markets of a game that aren't archived, in any state, the main one first. A market in play takes the place of the one that
 * its condition had before the start.
 */
export async function listMarketsOfGame(db: Db, gameId: string): Promise<StoredMarket[]> {
  const found = await selectMarkets(
    db,
    sql`m.game_id in (select games.id from games where games.id = ${gameId} or games.in_play_of = ${gameId})
      and m.archived_at is null and m.deleted_at is null
      and not exists (
        select from markets p join games r on r.id = p.game_id
        where r.in_play_of = m.game_id and ${asksTheSame(sql`p`, sql`m`)}
          and p.archived_at is null and p.deleted_at is null)`,
  );
  return found.sort(
    (a, b) =>
      Number(b.isMain) - Number(a.isMain) || byPlaceOnGame(a, b) || a.title.localeCompare(b.title, 'en'),
  );
}

/**
 * The markets of the list that end later and aren't archived: of a game only the main one.
 *
 * @param ids only these, or all for null
 */
export async function listStoredMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<StoredMarket[]> {
  const chosen = ids === null ? sql`` : sql` and ${isAmong(ids)}`;
  return selectMarkets(db, sql`m.is_main and ${isOfferedAt(now)}${chosen}`);
}

/** Of these markets in any state, or of those of the list for null, what the stream needs. */
export async function listMovingMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<MovingMarket[]> {
  const found = await rows(
    db,
    MOVING,
    // A plan for some ids is good for others. It is read in each second in which a market changes.
    sql`${ids === null ? sql`` : KEPT_PLAN}
      select ${movingColumns}, ${outcomesOfMarket(outcomeFields)} as outcomes
      from markets m
      left join games g on g.id = m.game_id
      ${withChainMarket}
      where ${ids === null ? sql`m.is_main and ${isOfferedAt(now)}` : isAmong(ids)}
      order by m.ends_at, m.id`,
  );
  // Added to each row, which is new: a copy of so many columns costs more than the book.
  return found.map((row) => Object.assign(row, { book: bookOf(row, row.outcomes) }));
}

/** Those of these markets that end later and aren't archived, whether or not the list has them. */
export async function listOfferedMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<StoredMarket[]> {
  return selectMarkets(db, sql`${isOfferedAt(now)} and ${isAmong(ids)}`);
}

const isOfferedAt = (now: Date): SQL =>
  sql`m.ends_at > ${now.toISOString()}::timestamptz and m.archived_at is null and m.deleted_at is null`;

const isAmong = (ids: readonly string[]): SQL =>
  sql`m.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/** The columns that make a book. */
export const bookColumns = {
  pricing: col.oneOf(markets.pricing),
  fillRule: col.number,
  /** How many outcomes win. */
  winners: col.number,
  /** Whether the feed prices its first outcome only. */
  isOneSided: col.bool,
  lossBudget: col.usdc,
  received: col.usdc,
  openStakes: col.usdc,
  /** Null unless it is a feed market. */
  pricedAt: col.date.orNull,
  /** What the house has put into its escrow, micro-USDC. */
  funded: col.usdc,
  gameCap: col.usdc.orNull,
  /** What the house may lose on the other markets of the game. */
  otherRisk: col.usdc.orNull,
  /** The pool's balance; null before the pool is opened. */
  pool: col.usdc.orNull,
};
export type BookRow = Row<typeof bookColumns>;

export const outcomeColumns = {
  initialProbability: col.number,
  openReturns: col.usdc,
  feedOdds: col.odds.orNull,
  /** Null for zero, as always in a demo. */
  pendingReturns: col.usdc.orNull,
  pendingStakes: col.usdc.orNull,
};
type OutcomeOfBook = Row<typeof outcomeColumns>;

/** An outcome in a list of outcomes. */
export const marketOutcome = col.object({ id: col.text, name: col.text, ...outcomeColumns });

const MOVING = {
  ...bookColumns,
  id: col.text,
  version: col.whole,
  state: col.oneOf(markets.state),
  source: col.oneOf(markets.source),
  /** False for the markets of a game that only its page has. */
  isMain: col.bool,
  /** Null unless it is a feed market. */
  gameId: col.text.orNull,
  /** What the feed says about its running game; null unless it is in play. */
  inPlay: col.object({
    delay: col.number,
    home: col.number.orNull,
    away: col.number.orNull,
    clock: col.text,
    period: col.text,
  }).orNull,
  /** How many other markets its game has, for a game's main market. */
  more: col.number,
  /** An admin, the feed or the contract may each stop bets. */
  disabled: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  chainHalt,
  /** An archived market is in no list and takes no bets, whatever its state. */
  archivedAt: col.date.orNull,
  startsAt: col.date.orNull,
  endsAt: col.date,
  closesAt: col.date,
  /** Null unless it is settled; the first of several. */
  wonOutcomeId: col.text.orNull,
  alsoWon: col.all(col.text),
  /** All stakes ever taken, micro-USDC. */
  staked: col.usdc,
  /** The position of its last change in the stream. */
  changedAt: col.bigint,
  outcomes: col.list(col.object(outcomeColumns)),
};

const MARKET = {
  ...MOVING,
  title: col.text,
  description: col.text,
  category: col.oneOf(markets.category),
  subcategory: col.text,
  /** Null unless it is a feed market; either may be empty. */
  league: col.text.orNull,
  country: col.text.orNull,
  premium: col.bool,
  group: col.oneOf(markets.group).orNull,
  ownName: col.text.orNull,
  line: col.number.orNull,
  tags: col.list(col.text),
  chainLimit: col.usdc.orNull,
  /** Null unless it is a feed market. */
  azuroConditionId: col.text.orNull,
  /** The feed's own, micro-USDT. */
  turnover: col.usdc.orNull,
  drawCommitment: col.text.orNull,
  drawSeed: col.text.orNull,
  outcomes: col.list(marketOutcome),
};

/** @param mark `KEPT_PLAN` if each condition of this text has the same best plan */
async function selectMarkets(db: Db, condition: SQL, mark = sql``): Promise<StoredMarket[]> {
  const found = await rows(
    db,
    MARKET,
    sql`${mark}
      select ${movingColumns}, m.title, m.description, m.category, m.subcategory, g.league, g.country, m.premium,
        m.market_group as group, m.own_name, m.line, m.tags, (${chainLimitOfMarket}) as chain_limit, m.azuro_condition_id,
        m.turnover, encode(d.commitment, 'hex') as draw_commitment,
        case when m.state in ('settled', 'void') then encode(d.seed, 'hex') end as draw_seed,
        ${outcomesOfMarket(sql`'id', o.id, 'name', o.name, ${outcomeFields}`)} as outcomes
      from markets m
      left join games g on g.id = m.game_id
      left join practice_draws d on d.market_id = m.id
      ${withChainMarket}
      where ${condition}
      order by m.ends_at, m.id`,
  );
  return found.map(storedMarket);
}

function storedMarket(row: Row<typeof MARKET>) {
  const {
    outcomes,
    drawCommitment: commitment,
    drawSeed: seed,
    chainLimit,
    pricing,
    fillRule,
    lossBudget,
    received,
    openStakes,
    pricedAt,
    gameCap,
    otherRisk,
    pool,
    group,
    ownName,
    ...market
  } = row;
  const book = bookOf(row, outcomes);
  return {
    ...market,
    // Markets of older versions are on the winner.
    group: group ?? ('result' as const),
    name: ownName ?? 'Winner',
    /** The chain's limits on live bets; null without a chain. */
    onChain:
      chainLimit === null
        ? null
        : { chainLimit, holdable: holdableOf({ book, isFunded: row.funded !== 0n }, pool ?? ZERO_USDC) },
    draw: commitment === null ? null : { commitment, seed },
    outcomeIds: outcomes.map(({ id }) => id),
    outcomeNames: outcomes.map(({ name }) => name),
    book,
  };
}

/**
 * For a row `m` of markets, its state now. It is closed once its time is over, even if that isn't written yet, and an
 * archived market is suspended.
 */
export const stateOfMarket = sql`case
  when m.state not in ('open', 'suspended') then m.state
  when m.closes_at <= clock_timestamp() then 'closed'
  when m.archived_at is not null then 'suspended'
  else m.state end`;

/** The state as shown, for a row `withChainMarket`: also suspended if the contract takes no bets on it. */
export const stateWithChain = sql`case
  when ${stateOfMarket} = 'open' and ${chainHaltOfMarket} is not null then 'suspended'
  else ${stateOfMarket} end`;

/**
 * For a row `m` of markets of a game: the most the house may lose on the game's other markets, micro-USDC, whichever of
 * their pending bets become final (core/odds/pending.ts), and what it has lost on those that ended. Deleted markets have no
 * bets, and neither have those without funds, which most of a game's markets are, except for pending ones on a chain.
 */
export const riskOfOtherMarkets = sql`
  select coalesce(sum(greatest(0, case when s.state in ('settled', 'void') then ${lossOfEnded(sql`s`)}
    else greatest(${largestTogether(sql`s`, costOfOutcome)}, s.open_stakes) - s.received end)), 0)
  from markets s
  where s.game_id = m.game_id and s.id <> m.id and s.deleted_at is null and (s.funded > 0 or ${isJoinedToChain})`;

/**
 * For a row `m` of markets of a game `g`: how many other markets people find on its page. That of a game in play also has the markets
 * from before the start that didn't go in play.
 */
const otherMarkets = sql`
  select count(*)::int from markets s
  where s.game_id in (m.game_id, g.in_play_of) and s.id <> m.id and s.deleted_at is null and s.archived_at is null
    and (s.game_id = m.game_id or not exists (
      select from markets p
      where p.game_id = m.game_id and ${asksTheSame(sql`p`, sql`s`)}
        and p.deleted_at is null and p.archived_at is null))`;

/** The fields of a row `o` of outcomes that make a book. */
const outcomeFields = sql`
  'initialProbability', o.initial_probability, 'openReturns', o.open_returns::text, 'feedOdds', o.feed_odds::text,
  'pendingReturns', nullif(o.pending_returns, 0)::text, 'pendingStakes', nullif(o.pending_stakes, 0)::text`;

/** For a row `m` of markets: its outcomes in order, with these fields. */
const outcomesOfMarket = (fields: SQL): SQL => sql`(
  select json_agg(json_build_object(${fields}) order by o.position) from outcomes o where o.market_id = m.id)`;

/** What changes about a row `m` of markets with its game `g`, `withChainMarket`. */
const movingColumns = sql`
  m.id, m.version, ${stateWithChain} as state, m.source, m.is_main, coalesce(g.in_play_of, g.id) as game_id,
  case when g.in_play_of is not null then json_build_object('delay', g.delay_seconds, 'home', g.score_home,
    'away', g.score_away, 'clock', g.clock, 'period', g.period) end as in_play,
  case when m.is_main and m.game_id is not null then (${otherMarkets}) else 0 end as more,
  m.disabled, m.feed_halt, ${chainHaltOfMarket} as chain_halt, m.archived_at, m.starts_at, m.ends_at, m.closes_at,
  case when m.state = 'settled' then m.won_outcome_id end as won_outcome_id,
  case when m.state = 'settled' and m.also_won <> '{}' then to_json(m.also_won) end as also_won,
  m.staked, ${writtenIn(sql`m.epoch`)} as changed_at,
  m.pricing, m.fill_rule, m.winners, ${isOneSided} as is_one_sided, m.loss_budget, m.received, m.open_stakes, m.priced_at,
  m.funded, g.cap as game_cap, case when m.pricing = 'feed' then (${riskOfOtherMarkets}) end as other_risk,
  ${poolBalance} as pool`;

/** The book from stored amounts, with the outcomes in order. */
export function bookOf(market: BookRow, outcomes: readonly OutcomeOfBook[]): Book {
  const owed = {
    rule: fillRule(market.fillRule),
    winners: market.winners,
    lossBudget: market.lossBudget,
    openReturns: outcomes.map(({ openReturns }) => openReturns),
    received: market.received,
    openStakes: market.openStakes,
    ...pendingOf(outcomes),
  };
  if (market.pricing === 'lmsr') {
    return { kind: 'lmsr', initialProbabilities: outcomes.map((each) => each.initialProbability), ...owed };
  }
  if (market.pricedAt === null) throw new Error('a market of the feed has no moment of its price');
  return {
    kind: 'feed',
    odds: outcomes.map(({ feedOdds }) => feedOdds),
    ...(market.isOneSided && { isOneSided: true }),
    pricedAt: market.pricedAt,
    room: roomOf(market),
    ...owed,
  };
}

/** Absent while no bet is pending, as always in a demo. */
function pendingOf(outcomes: readonly OutcomeOfBook[]): Pick<Book, 'pending'> {
  if (outcomes.every(({ pendingReturns }) => pendingReturns === null)) return {};
  return {
    pending: {
      returns: outcomes.map(({ pendingReturns }) => pendingReturns ?? ZERO_USDC),
      stakes: outcomes.map(({ pendingStakes }) => pendingStakes ?? ZERO_USDC),
    },
  };
}

/** What the pool can hold for pending bets, in addition to the escrow, once it has funded the market; micro-USDC. */
export function holdableOf(
  { book, isFunded }: { book: Book; isFunded: boolean },
  pool: MicroUsdc,
): MicroUsdc {
  if (book.kind === 'lmsr' || isFunded) return pool;
  return leftOf(pool, book.lossBudget);
}

/**
 * What the house may lose on a feed market: its cap, or what the game's other markets leave of the game's cap, if less.
 * Zero if its cap isn't in escrow and the pool can't fund it.
 */
function roomOf(market: BookRow): MicroUsdc {
  const { lossBudget: cap, funded, pool, gameCap, otherRisk } = market;
  if (funded === 0n && (pool ?? 0n) < cap) return ZERO_USDC;
  return smaller(leftOf(gameCap ?? 0n, otherRisk ?? 0n), cap);
}
