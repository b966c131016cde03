import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { applyLogs } from './apply-logs.ts';
import { type BlockFacts, blockFacts, factsOf } from './block-facts.ts';
import { type ChainAlert, FinalityBroken, rolesChanged } from './chain-alert.ts';
import { lockCursor, moveCursor, readCursor, readReplacedBy } from './cursor-store.ts';
import type { Block, ChainLog } from './escrow-chain.ts';
import { reconcile } from './reconcile.ts';
import { roleEvents } from './role-events.ts';
import { insertEvents } from './stored-log.ts';

/** A step along the finalized chain: from one block to a later one, with the logs of the later one. */
export interface BlockStep {
  /** Where the cursor must be. The hash matters too: another process may have followed another fork. */
  readonly after: Pick<Block, 'number' | 'hash'>;
  readonly block: Block;
  /** Logs of `block`. The blocks in between have none that the books lack. */
  readonly logs: readonly ChainLog[];
  /** Logs that the books have already from before they rejoined the chain; otherwise empty. */
  readonly known: ReadonlySet<ChainLog>;
  /** The escrow's USDC after the block, micro-USDC; null if it isn't compared here. */
  readonly balance: MicroUsdc | null;
}

/**
 * Applies a finalized block to the books, all of it or nothing: stakes confirm their bets, deposits are booked, outflows are kept
 * to be booked (`bookAllOutflows`), markets take the state that the chain gives them, and the cursor moves on. Events that can't
 * be applied are kept with their amounts, see `applyLogs`.
 *
 * @returns the alerts that stop betting from now on; none if another process was first
 * @throws ChainContradiction, BooksDiffer if the block must not be believed; FinalityBroken if any process has found that the
 *   cursor's block was replaced
 */
export async function applyBlock(tx: Tx, escrow: Hex, step: BlockStep): Promise<readonly ChainAlert[]> {
  const { block, known } = step;
  await lockCursor(tx);
  const cursor = await readCursor(tx);
  if (cursor.number !== step.after.number || cursor.hash !== step.after.hash) return [];
  const replacedBy = await readReplacedBy(tx);
  if (replacedBy !== null) throw new FinalityBroken(cursor, replacedBy);
  const logs = step.logs.filter((log) => !known.has(log));
  // All logs are needed: other events of its transaction explain a transfer.
  const facts = factsOf(blockFacts(step.logs, escrow), logs);
  // Games, then markets: the order of locks everywhere.
  await lockMarkets(tx, facts);
  await insertEvents(tx, { block, logs });
  const alerts = await applyLogs(tx, { logs, facts });
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
