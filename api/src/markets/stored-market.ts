import type { ChainBet } from '@tallystone/core/betting/chain-rules';
import type { BettableMarket } from '@tallystone/core/betting/decide-bet';
import type { Category, MarketSource } from '@tallystone/core/http-api';
import type { MarketState } from '@tallystone/core/markets/market-state';
import type { ChainHalt, FeedHalt } from '@tallystone/core/markets/suspension';
import { leftOf, smaller } from '@tallystone/core/money/bounds';
import { type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { fillRule } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { type Position, writtenIn } from '../realtime/position.ts';
import { chainHaltOfMarket, chainLimitOfMarket, withChainMarket } from './joined-to-chain.ts';

/** A market as it is stored, with its outcomes in their order and the book they make. */
export interface StoredMarket extends BettableMarket {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly subcategory: string;
  readonly source: MarketSource;
  readonly premium: boolean;
  readonly tags: readonly string[];
  /** What stands against betting. */
  readonly disabled: boolean;
  readonly feedHalt: FeedHalt | null;
  readonly chainHalt: ChainHalt | null;
  /** What bounds live bets beside its book; null where there is no chain. */
  readonly onChain: Pick<ChainBet['market'], 'holdable' | 'chainLimit'> | null;
  /** Hidden: it is in no list, and takes no bets whatever its state. */
  readonly archivedAt: Date | null;
  /** Of the feed; null for all others. */
  readonly azuroConditionId: string | null;
  /** The feed's own, micro-USDT. */
  readonly turnover: MicroUsdc | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date;
  readonly version: number;
  /** The outcome that won, of a settled market. */
  readonly wonOutcomeId: string | null;
  /** All stakes ever taken, micro-USDC. */
  readonly staked: MicroUsdc;
  /** What the house put into its escrow, micro-USDC. */
  readonly funded: MicroUsdc;
  readonly draw: { readonly commitment: string; readonly seed: string | null } | null;
  readonly outcomeNames: readonly string[];
  /** The transaction that changed it last. */
  readonly changedIn: Position;
}

/** Any market that was ever opened and not deleted, or null. */
export async function getStoredMarket(db: Db, id: string): Promise<StoredMarket | null> {
  const [market] = await selectMarkets(db, sql`m.id = ${id} and m.deleted_at is null`);
  return market ?? null;
}

/** As above, but deleted ones too: their books stay. */
export async function getMarketOfBooks(db: Db, id: string): Promise<StoredMarket | null> {
  const [market] = await listMarketsOfBooks(db, [id]);
  return market ?? null;
}

/** The same for many. */
export async function listMarketsOfBooks(db: Db, ids: readonly string[]): Promise<StoredMarket[]> {
  return selectMarkets(db, isAmong(ids));
}

/**
 * The markets whose end is ahead and that nobody has put away.
 *
 * @param ids only these, or all for null
 */
export async function listStoredMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<StoredMarket[]> {
  const chosen = ids === null ? sql`` : sql` and ${isAmong(ids)}`;
  return selectMarkets(
    db,
    sql`m.ends_at > ${now.toISOString()}::timestamptz and m.archived_at is null and m.deleted_at is null${chosen}`,
  );
}

const isAmong = (ids: readonly string[]): SQL =>
  sql`m.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

interface MarketRow extends BookRow {
  id: string;
  title: string;
  description: string;
  category: Category;
  subcategory: string;
  state: MarketState;
  source: MarketSource;
  premium: boolean;
  tags: string[];
  disabled: boolean;
  feed_halt: FeedHalt | null;
  chain_halt: ChainHalt | null;
  chain_limit: string | null;
  archived_at: string | null;
  azuro_condition_id: string | null;
  turnover: string | null;
  starts_at: string | null;
  ends_at: string;
  closes_at: string;
  version: string;
  won_outcome_id: string | null;
  staked: string;
  draw_commitment: string | null;
  draw_seed: string | null;
  changed_in: string;
  outcomes: [id: string, name: string, ...OutcomeOfBook][];
}

async function selectMarkets(db: Db, condition: SQL): Promise<StoredMarket[]> {
  const found = await rows<MarketRow>(
    db,
    sql`
      select m.id, m.title, m.description, m.category, m.subcategory, ${stateWithChain} as state, m.source,
        m.premium, m.tags, m.disabled, m.feed_halt, ${chainHaltOfMarket} as chain_halt, m.archived_at,
        (${chainLimitOfMarket})::text as chain_limit, m.azuro_condition_id, m.turnover::text,
        m.starts_at, m.ends_at, m.closes_at, m.version::text, m.pricing, m.fill_rule, m.priced_at, m.loss_budget::text,
        m.funded::text, m.received::text, m.open_stakes::text, m.staked::text,
        case when m.state = 'settled' then m.won_outcome_id end as won_outcome_id,
        encode(d.commitment, 'hex') as draw_commitment,
        case when m.state in ('settled', 'void') then encode(d.seed, 'hex') end as draw_seed, g.cap::text as game_cap,
        case when m.pricing = 'feed' then (${riskOfOtherMarkets})::text end as other_risk,
        (select a.balance::text from accounts a where a.kind = 'pool') as pool,
        ${writtenIn(sql`m.changed_in`)} as changed_in,
        (
          select json_agg(
            json_build_array(o.id, o.name, o.initial_probability, o.open_returns::text, o.feed_odds::text,
              nullif(o.pending_returns, 0)::text, nullif(o.pending_stakes, 0)::text)
            order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m
      left join games g on g.id = m.game_id
      left join practice_draws d on d.market_id = m.id
      ${withChainMarket}
      where ${condition}
      order by m.ends_at, m.id`,
  );
  return found.map((row) => storedMarket(row));
}

function storedMarket(row: MarketRow): StoredMarket {
  const book = bookOf(
    row,
    row.outcomes.map(([, , ...outcome]) => outcome),
  );
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    subcategory: row.subcategory,
    state: row.state,
    source: row.source,
    premium: row.premium,
    tags: row.tags,
    disabled: row.disabled,
    feedHalt: row.feed_halt,
    chainHalt: row.chain_halt,
    onChain:
      row.chain_limit === null
        ? null
        : {
            chainLimit: microUsdc(BigInt(row.chain_limit)),
            holdable: holdableOf({ book, isFunded: row.funded !== '0' }, microUsdc(BigInt(row.pool ?? 0))),
          },
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
    azuroConditionId: row.azuro_condition_id,
    turnover: row.turnover === null ? null : microUsdc(BigInt(row.turnover)),
    startsAt: row.starts_at === null ? null : new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    closesAt: new Date(row.closes_at),
    version: Number(row.version),
    wonOutcomeId: row.won_outcome_id,
    staked: microUsdc(BigInt(row.staked)),
    funded: microUsdc(BigInt(row.funded)),
    draw: row.draw_commitment === null ? null : { commitment: row.draw_commitment, seed: row.draw_seed },
    outcomeIds: row.outcomes.map(([id]) => id),
    outcomeNames: row.outcomes.map(([, name]) => name),
    changedIn: BigInt(row.changed_in),
    book,
  };
}

/**
 * For a row `m` of markets, its state now: betting that has run out of time is closed, whether or not anybody has
 * written so, and one that is put away takes no bets, whatever else is said of it.
 */
export const stateOfMarket = sql`case
  when m.state not in ('open', 'suspended') then m.state
  when m.closes_at <= clock_timestamp() then 'closed'
  when m.archived_at is not null then 'suspended'
  else m.state end`;

/** The same as far as it is shown, of a row `withChainMarket`: a market that the contract takes no bets on takes none here. */
export const stateWithChain = sql`case
  when ${stateOfMarket} = 'open' and ${chainHaltOfMarket} is not null then 'suspended'
  else ${stateOfMarket} end`;

/**
 * For a row `m` of markets of a game: what the house stands to lose on the game's other markets, micro-USDC, whichever
 * of their pending bets stay (core/odds/pending.ts). Deleted ones have no bets.
 */
export const riskOfOtherMarkets = sql`
  select coalesce(sum(greatest(0, (
    select max(x.open_returns + x.pending_returns - x.pending_stakes) from outcomes x where x.market_id = s.id)
    - s.received, s.open_stakes - s.received)), 0)
  from markets s
  where s.game_id = m.game_id and s.id <> m.id and s.deleted_at is null and s.state not in ('settled', 'void')`;

/** What a book is made of, as both engines give it. */
export interface BookRow {
  pricing: 'lmsr' | 'feed';
  fill_rule: number;
  loss_budget: string;
  received: string;
  open_stakes: string;
  /** Of markets of the feed; null for all others. */
  priced_at: string | null;
  funded: string;
  game_cap: string | null;
  /** What the house stands to lose on the other markets of the game. */
  other_risk: string | null;
  /** What the pool holds, null before it is opened. */
  pool: string | null;
}

export type OutcomeOfBook = readonly [
  initialProbability: number,
  openReturns: string,
  feedOdds: string | null,
  /** Null for nothing, which in a demo it always is. */
  pendingReturns?: string | null,
  pendingStakes?: string | null,
];

/** The book that stored amounts make, with the outcomes in their order. */
export function bookOf(market: BookRow, outcomes: readonly OutcomeOfBook[]): Book {
  const owed = {
    rule: fillRule(market.fill_rule),
    lossBudget: microUsdc(BigInt(market.loss_budget)),
    openReturns: outcomes.map(([, returns]) => microUsdc(BigInt(returns))),
    received: microUsdc(BigInt(market.received)),
    openStakes: microUsdc(BigInt(market.open_stakes)),
    ...pendingOf(outcomes),
  };
  if (market.pricing === 'lmsr') {
    return { kind: 'lmsr', initialProbabilities: outcomes.map(([probability]) => probability), ...owed };
  }
  if (market.priced_at === null) throw new Error('a market of the feed has no moment of its price');
  return {
    kind: 'feed',
    odds: outcomes.map(([, , odds]) => (odds === null ? null : microOdds(BigInt(odds)))),
    pricedAt: new Date(market.priced_at),
    room: roomOf(market),
    ...owed,
  };
}

/** Absent while nothing is pending, as it always is in a demo. */
function pendingOf(outcomes: readonly OutcomeOfBook[]): Pick<Book, 'pending'> {
  const isPending = ([, , , returns = null]: OutcomeOfBook) => returns !== null;
  if (!outcomes.some(isPending)) return {};
  return {
    pending: {
      returns: outcomes.map(([, , , returns]) => microUsdc(BigInt(returns ?? 0))),
      stakes: outcomes.map(([, , , , stakes]) => microUsdc(BigInt(stakes ?? 0))),
    },
  };
}

/** What the pool can put beside the escrow for pending bets, once it has funded the market; micro-USDC. */
export function holdableOf(
  { book, isFunded }: { book: Book; isFunded: boolean },
  pool: MicroUsdc,
): MicroUsdc {
  if (book.kind === 'lmsr' || isFunded) return pool;
  return leftOf(pool, book.lossBudget);
}

/**
 * What the house may lose on a market of the feed: its cap, or what the other markets of its game leave of
 * the game's. Nothing while its cap is not in escrow and the pool cannot put it there.
 */
function roomOf(market: BookRow): MicroUsdc {
  const cap = microUsdc(BigInt(market.loss_budget));
  if (BigInt(market.funded) === 0n && BigInt(market.pool ?? 0) < cap) return ZERO_USDC;
  return smaller(leftOf(BigInt(market.game_cap ?? 0), BigInt(market.other_risk ?? 0)), cap);
}
