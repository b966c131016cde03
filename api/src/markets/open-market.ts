import { randomBytes } from 'node:crypto';
import type { Category } from '@tallystone/core/http-api';
import { encodeId } from '@tallystone/core/ids';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announceMarketChange } from './market-changes.ts';

export interface NewMarket {
  title: string;
  description: string;
  category: Category;
  subcategory: string;
  /** Two or more, in the order they are shown. Probabilities are weights: they are normalised. */
  outcomes: readonly { name: string; probability: number }[];
  startsAt?: Date;
  /** Betting stops then. */
  endsAt: Date;
  source: 'practice' | 'custom';
  /** The most the house may lose on it, micro-USDC. */
  lossBudget: MicroUsdc;
}

export type OpenedMarket =
  | { kind: 'opened'; marketId: string; outcomeIds: string[] }
  /** The pool holds less than the loss budget: a market that cannot be funded does not open. */
  | { kind: 'refused'; reason: 'pool-too-small' };

/** Opens a market of our market maker and moves its loss budget from the pool into its escrow. */
export async function openMarket(tx: Tx, market: NewMarket): Promise<OpenedMarket> {
  const { lossBudget } = market;
  const book = openLmsrBook({
    initialProbabilities: market.outcomes.map((outcome) => outcome.probability),
    lossBudget,
  });
  const [pool] = await rows<{ balance: string }>(
    tx,
    sql`select balance::text from accounts where kind = 'pool' for update`,
  );
  if (BigInt(pool?.balance ?? 0) < lossBudget) return { kind: 'refused', reason: 'pool-too-small' };

  const marketId = encodeId('m_', randomBytes(13));
  const outcomes = market.outcomes.map(({ name }, position) => ({
    id: encodeId('o_', randomBytes(13)),
    position,
    name,
    // As text, so that every bit of the number arrives.
    initial_probability: String(book.initialProbabilities[position]),
  }));
  await tx.execute(sql`
    insert into markets (id, title, description, category, subcategory, state, source, premium,
      starts_at, ends_at, closes_at, loss_budget, funded)
    values (${marketId}, ${market.title}, ${market.description}, ${market.category}, ${market.subcategory},
      'open', ${market.source}, true, ${market.startsAt?.toISOString() ?? null},
      ${market.endsAt.toISOString()}, ${market.endsAt.toISOString()}, ${lossBudget.toString()},
      ${lossBudget.toString()})`);
  await tx.execute(sql`
    insert into outcomes (id, market_id, position, name, initial_probability)
    select id, ${marketId}, position, name, initial_probability
    from json_to_recordset(${JSON.stringify(outcomes)}::json)
      as o(id text, position smallint, name text, initial_probability double precision)`);
  await openAccount(tx, { kind: 'escrow', marketId });
  await recordEntries(tx, [
    { key: `market-open:${marketId}`, entry: marketOpenEntry({ marketId, amount: lossBudget }) },
  ]);
  await announceMarketChange(tx, marketId);
  return { kind: 'opened', marketId, outcomeIds: outcomes.map(({ id }) => id) };
}
