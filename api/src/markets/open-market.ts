import type { Category } from '@tallystone/core/http-api/markets';
import { outcomeIdOf } from '@tallystone/core/ids';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { randomId } from '../db/random-id.ts';
import { fillRow } from '../ledger/lock-pool.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { fillRuleOfNewMarket, isJoinedToChain, stateOfNewMarket } from './joined-to-chain.ts';
import { announceMarketChanges } from './market-changes.ts';
import { keepTerms } from './market-terms.ts';

/** With this many new markets the database's table statistics are out of date. */
const MANY = 500;

export interface NewMarket {
  title: string;
  description: string;
  category: Category;
  subcategory: string;
  /** Two or more, in display order. Probabilities are weights and get normalised. */
  outcomes: readonly { name: string; probability: number }[];
  startsAt?: Date;
  /** When betting ends. */
  endsAt: Date;
  source: 'practice' | 'custom';
  tags?: readonly string[];
  /** Whether admins get a reminder at its end. */
  autoResolve?: boolean;
  /** The most the house may lose on it, micro-USDC. */
  lossBudget: MicroUsdc;
}

export interface OpenedMarket {
  readonly marketId: string;
  readonly outcomeIds: string[];
}

export type Opening<T> =
  | ({ kind: 'opened' } & T)
  /** The pool has less than the loss budgets, so the markets can't be funded. */
  | { kind: 'refused'; reason: 'pool-too-small' };

/** Opens a market of our market maker and moves its loss budget from the pool into its escrow. */
export async function openMarket(tx: Tx, market: NewMarket): Promise<Opening<OpenedMarket>> {
  const opening = await openMarkets(tx, [market]);
  if (opening.kind === 'refused') return opening;
  const [opened] = opening.markets;
  if (opened === undefined) throw new Error('a market was opened and is not there');
  return { kind: 'opened', ...opened };
}

/** Opens many markets, all or none, in a few statements. Returns them in the given order. */
export async function openMarkets(
  tx: Tx,
  markets: readonly NewMarket[],
): Promise<Opening<{ markets: OpenedMarket[] }>> {
  const needed = microUsdc(markets.reduce((sum, { lossBudget }) => sum + lossBudget, 0n));
  if (!(await fillRow(tx, needed))) return { kind: 'refused', reason: 'pool-too-small' };
  const made = markets.map((market) => {
    const marketId = randomId('m_');
    return { market, marketId, outcomeIds: market.outcomes.map((_, place) => outcomeIdOf(marketId, place)) };
  });

  await tx.execute(sql`
    insert into markets (id, title, description, category, subcategory, state, source, premium, tags, auto_resolve,
      starts_at, ends_at, closes_at, loss_budget, funded, fill_rule, opening)
    select id, title, description, category, subcategory, ${stateOfNewMarket}, source, true, tags, auto_resolve,
      starts_at, ends_at, ends_at, loss_budget, loss_budget,
      ${fillRuleOfNewMarket}, ${isJoinedToChain}
    from json_to_recordset(${JSON.stringify(made.map(marketRow))}::json) as g(
      id text, title text, description text, category text, subcategory text, source text, tags jsonb,
      auto_resolve boolean, starts_at timestamptz, ends_at timestamptz, loss_budget bigint)`);
  await tx.execute(sql`
    insert into outcomes (id, market_id, position, name, initial_probability)
    select id, market_id, position, name, initial_probability
    from json_to_recordset(${JSON.stringify(made.flatMap(outcomeRows))}::json)
      as g(id text, market_id text, position smallint, name text, initial_probability double precision)`);
  const ids = made.map(({ marketId }) => marketId);
  await keepTerms(tx, ids);
  await tx.execute(sql`
    insert into accounts (kind, market_id)
    select 'escrow', id from json_array_elements_text(${JSON.stringify(ids)}::json) as m(id)`);
  await recordEntries(
    tx,
    made.map(({ marketId, market }) => ({
      key: `market-open:${marketId}`,
      entry: marketOpenEntry({ marketId, amount: market.lossBudget }),
    })),
  );
  await announceMarketChanges(tx, ids);
  // The database would do so within a minute. Until then it would plan for small tables, and the check of the books
  // would take hours.
  if (made.length >= MANY) await tx.execute(sql`analyze markets, outcomes, accounts, entries, postings`);
  return { kind: 'opened', markets: made.map(({ marketId, outcomeIds }) => ({ marketId, outcomeIds })) };
}

type MadeMarket = OpenedMarket & { readonly market: NewMarket };

function marketRow({ marketId, market }: MadeMarket) {
  return {
    id: marketId,
    title: market.title,
    description: market.description,
    category: market.category,
    subcategory: market.subcategory,
    source: market.source,
    tags: market.tags ?? [],
    auto_resolve: market.autoResolve ?? false,
    starts_at: market.startsAt?.toISOString() ?? null,
    ends_at: market.endsAt.toISOString(),
    loss_budget: market.lossBudget.toString(),
  };
}

function outcomeRows({ marketId, market, outcomeIds }: MadeMarket) {
  const { outcomes, lossBudget } = market;
  // The first prices don't depend on the fill rule.
  const book = openLmsrBook({
    rule: AT_LEAST,
    initialProbabilities: outcomes.map((outcome) => outcome.probability),
    lossBudget,
  });
  return outcomes.map(({ name }, position) => ({
    id: outcomeIds[position],
    market_id: marketId,
    position,
    name,
    // As text, to keep every bit of the number.
    initial_probability: String(book.initialProbabilities[position]),
  }));
}
