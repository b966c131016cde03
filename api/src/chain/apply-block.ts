import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { applyLogs } from './apply-logs.ts';
import { type BlockFacts, blockFacts, factsOf } from './block-facts.ts';
import { bookOutflows } from './book-outflows.ts';
import { type ChainAlert, FinalityBroken, rolesChanged } from './chain-alert.ts';
import { lockCursor, moveCursor, readCursor, readReplacedBy } from './cursor-store.ts';
import type { Block, ChainLog } from './escrow-chain.ts';
import { insertEvents } from './insert-events.ts';
import { reconcile } from './reconcile.ts';
import { roleEvents } from './role-events.ts';

/** A step along the finalized chain: from one block to a later one, with the logs of the later one. */
export interface BlockStep {
  /** Where the cursor has to be. Its hash counts too: another process may have gone on along another fork. */
  readonly after: Pick<Block, 'number' | 'hash'>;
  readonly block: Block;
  /** Of that block. Those between have none that the books lack. */
  readonly logs: readonly ChainLog[];
  /** What the books have already, from before they rejoined the chain; none where they only go on. */
  readonly known: ReadonlySet<ChainLog>;
  /** The escrow's USDC after the block, micro-USDC; null when it is not compared here. */
  readonly balance: MicroUsdc | null;
}

/**
 * Takes a finalized block into the books: stakes that came in confirm their bets, what came in besides and what left is
 * booked, markets stand as the chain says, and the cursor moves on, all of it or nothing. What cannot be applied is kept with
 * its amount, see `applyLogs`.
 *
 * @returns all that holds betting from now on; nothing when another process was first
 * @throws ChainContradiction, BooksDiffer when the block must not be believed; FinalityBroken when any process has found the
 *   block that the books are at replaced
 */
export async function applyBlock(tx: Tx, escrow: Hex, step: BlockStep): Promise<readonly ChainAlert[]> {
  const { block, known } = step;
  await lockCursor(tx);
  const cursor = await readCursor(tx);
  if (cursor.number !== step.after.number || cursor.hash !== step.after.hash) return [];
  const replacedBy = await readReplacedBy(tx);
  if (replacedBy !== null) throw new FinalityBroken(cursor, replacedBy);
  const logs = step.logs.filter((log) => !known.has(log));
  // By all logs: a transfer is explained by what else its transaction says.
  const facts = factsOf(blockFacts(step.logs, escrow), logs);
  // Games and markets first, as everybody locks.
  await lockMarkets(tx, facts);
  await insertEvents(tx, { block, logs });
  const alerts = await applyLogs(tx, { logs, facts });
  await bookOutflows(tx);
  if (step.balance !== null) await reconcile(tx, { at: block.number, balance: step.balance });
  await moveCursor(tx, block, step.balance);
  return [...alerts, ...roleEvents(logs).map(rolesChanged)];
}

async function lockMarkets(tx: Tx, { placed, markets }: BlockFacts): Promise<void> {
  const ids = [...placed, ...markets].map(({ args }) => idOfChainId(args.marketId));
  if (ids.length === 0) return;
  const list = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  await tx.execute(sql`
    select g.id from games g where g.id in (select m.game_id from markets m where m.id in ${list})
    order by g.id for update`);
  await tx.execute(sql`select m.id from markets m where m.id in ${list} order by m.id for update`);
}
