import type { Hex } from '@tallystone/core/escrow/abi-words';
import { smaller } from '@tallystone/core/money/bounds';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { groupBy } from '../rounds/group-by.ts';
import { applyBlock, type BlockStep } from './apply-block.ts';
import { isOutflowLog } from './apply-logs.ts';
import { ChainContradiction } from './block-facts.ts';
import { bookAllOutflows, overdrawnOutflows } from './book-outflows.ts';
import {
  type ChainAlert,
  FinalityBroken,
  overdrawn,
  paused,
  roleLost,
  rolesChanging,
  stale,
} from './chain-alert.ts';
import { markReconciled, readCursor, readReplacedBy, recordAlert, recordReplaced } from './cursor-store.ts';
import {
  type Block,
  ChainDisagreement,
  type ChainLog,
  ChainUnreachable,
  type EscrowChain,
  REMEMBERED_BLOCKS,
} from './escrow-chain.ts';
import { failOverdue } from './fail-overdue.ts';
import type { HouseKeys } from './keys.ts';
import { reconcileAgain } from './reconcile.ts';
import { findLostRole, roleEvents } from './role-events.ts';
import { hasPending, pendingBets, showIncluded } from './show-included.ts';

/** How many blocks that aren't final yet are read for the status of pending bets. */
const MOST_UNFINAL_BLOCKS = 512n;

export interface FollowLimits {
  /** If the newest block is older, the chain makes no blocks or the nodes don't report them. */
  readonly newestSeconds: number;
  /** The same for the newest final block. */
  readonly finalSeconds: number;
  /** A block whose time is further in the future is rejected. */
  readonly aheadSeconds: number;
}

export const FOLLOW_LIMITS: FollowLimits = {
  newestSeconds: 60,
  finalSeconds: 300,
  aheadSeconds: 120,
};

/**
 * Applies all new finalized blocks to the books in order, fails pending bets that the chain can no longer take, and shows
 * which pending bets are in a block already.
 *
 * @returns an alert that stops betting although the chain could be followed, or null
 * @throws whatever prevents following the chain; the books then stay as the last applied block left them
 */
export async function followChain(
  db: Db,
  chain: EscrowChain,
  { limits, now, holders = {} }: { limits: FollowLimits; now: Date; holders?: HouseKeys['holders'] },
): Promise<ChainAlert | null> {
  const { latest, finalized } = await chain.head();
  const isPaused = await chain.isPaused();
  let cursor = await requireSameHistory(db, chain, finalized);
  for (; cursor.number < finalized.number; cursor = await readCursor(db)) {
    const steps = await nextSteps(chain, { from: cursor, finalized, skipsOf: await pendingBets(db) });
    const untilMs = now.getTime() + limits.aheadSeconds * 1000;
    requirePossibleTimes([cursor, ...steps.map(({ block }) => block)], untilMs);
    for (const step of steps) {
      await transaction(
        db,
        async (tx) => {
          const alerts = await applyBlock(tx, chain.place.escrow, step);
          for (const alert of alerts) await recordAlert(tx, alert);
        },
        `chain-block@${firstEventOf(step)}`,
      );
      // Before the next block, which may be one that can't be followed: until then the pool seems to have what left it.
      if (step.logs.some(isOutflowLog)) await bookAllOutflows(db);
    }
  }
  while ((await transaction(db, failOverdue)) > 0);
  await bookAllOutflows(db);
  await transaction(db, reconcileAgain);
  await showUnfinal(db, chain, latest);
  const alert =
    (await overdrawnAlert(db)) ??
    (isPaused ? paused : null) ??
    staleAlert({ latest, finalized }, limits, now) ??
    // Last, because it asks the nodes again: the alerts above are raised even if they don't answer.
    (await roleAlert(db, chain, { latest, finalized, holders }));
  // Only now: the chain counts as read only once the nodes have said who holds the roles.
  await markReconciled(db);
  return alert;
}

/** Names a block's transaction for failpoints, see db/failpoint.ts. */
const firstEventOf = ({ logs }: BlockStep): string =>
  logs.find(({ name }) => name !== 'Transfer')?.name ?? 'nothing';

/**
 * Compares the cursor's block with the chain's and records the result.
 *
 * @returns the cursor's block
 * @throws FinalityBroken if the chain has another block in its place
 */
async function requireSameHistory(db: Db, chain: EscrowChain, finalized: Block): Promise<Block> {
  for (;;) {
    const applied = await readCursor(db);
    const known = await readReplacedBy(db);
    const found = await replacedBy(chain, { applied, known, finalized });
    // If nothing was recorded, the cursor has moved meanwhile: compare its new block.
    if (found === known || (await transaction(db, (tx) => recordReplaced(tx, applied, found)))) {
      if (found !== null) throw new FinalityBroken(applied, found);
      return applied;
    }
  }
}

/** The hash that the chain has instead of the cursor's block; null if they are the same. */
async function replacedBy(
  chain: EscrowChain,
  { applied, known, finalized }: { applied: Block; known: Hex | null; finalized: Block },
): Promise<Hex | null> {
  // Nodes that are behind don't know, so the earlier finding still counts.
  if (finalized.number < applied.number) return known;
  const { hash } = finalized.number === applied.number ? finalized : await chain.block(applied.number);
  return hash === applied.hash ? null : hash;
}

/**
 * Requires that block times don't go backwards or run ahead of our clock: bets fail and markets are abandoned by them.
 *
 * @param blocks in chain order
 * @throws ChainContradiction
 */
export function requirePossibleTimes(blocks: readonly Block[], untilMs: number): void {
  for (const [i, { number, at }] of blocks.entries()) {
    const before = blocks[i - 1];
    if (before === undefined) continue;
    if (at >= before.at && at.getTime() <= untilMs) continue;
    throw new ChainContradiction(
      `block ${number} is said to be made at ${at.toISOString()}, which is before the one before it or has not come yet`,
    );
  }
}

/** The steps through the next range of blocks: one to each block with logs, and one to the last block. */
async function nextSteps(
  chain: EscrowChain,
  { from, finalized, skipsOf }: { from: Block; finalized: Block; skipsOf: readonly Hex[] },
): Promise<BlockStep[]> {
  const { until: end, logs } = await chain.someLogs({
    from: from.number + 1n,
    to: finalized.number,
    skipsOf,
  });
  const byBlock = groupBy(logs, ({ block }) => block);
  const numbers = [...new Set([...byBlock.keys(), end])].sort((a, b) => (a < b ? -1 : 1));
  const steps: BlockStep[] = [];
  let after = from;
  for (const number of numbers) {
    const ofBlock = byBlock.get(number) ?? [];
    // Nodes forget the balances of older blocks. A difference there would still show in the last block.
    const isCompared = number + REMEMBERED_BLOCKS >= finalized.number;
    const [block, balance] = await Promise.all([
      number === finalized.number ? finalized : chain.block(number),
      isCompared ? chain.balance(number) : null,
    ]);
    requireOneBlock(block, ofBlock);
    steps.push({ after, block, logs: ofBlock, known: new Set(), balance });
    after = block;
  }
  return steps;
}

/** @throws ChainDisagreement if the logs name another block hash than the block itself */
export function requireOneBlock(block: Block, logs: readonly ChainLog[]): void {
  const other = logs.find(({ blockHash }) => blockHash !== block.hash);
  if (other === undefined) return;
  throw new ChainDisagreement(`block ${block.number}`, [block.hash, other.blockHash]);
}

/** Nothing depends on what it shows, so it ignores nodes that disagree about the newest blocks. */
async function showUnfinal(db: Db, chain: EscrowChain, latest: Block): Promise<void> {
  const { number } = await readCursor(db);
  if (latest.number - number > MOST_UNFINAL_BLOCKS || !(await hasPending(db))) return;
  try {
    const logs = latest.number > number ? await chain.logs({ from: number + 1n, to: latest.number }) : [];
    await showIncluded(db, logs);
  } catch (error) {
    if (error instanceof ChainDisagreement || error instanceof ChainUnreachable) return;
    throw error;
  }
}

/** Alerts if the chain paid money that the books will never cover on their own. */
async function overdrawnAlert(db: Db): Promise<ChainAlert | null> {
  const amount = await overdrawnOutflows(db);
  return amount > 0n ? overdrawn(amount) : null;
}

/** Alerts if a role of the contract has changed hands, or will once the newest blocks are final. */
async function roleAlert(
  db: Db,
  chain: EscrowChain,
  { latest, finalized, holders }: { latest: Block; finalized: Block; holders: HouseKeys['holders'] },
): Promise<ChainAlert | null> {
  const lost = await findLostRole(db, holders);
  if (lost !== null) return roleLost(lost);
  const { number } = await readCursor(db);
  const from = smaller(finalized.number, number);
  // If blocks haven't become final for this long, the stale alert stops betting already.
  if (latest.number - from > MOST_UNFINAL_BLOCKS) return null;
  const newest = await chain.newestRoleEvents({ from, to: latest.number });
  const [event] = roleEvents(newest.filter(({ block }) => block > number));
  return event === undefined ? null : rolesChanging(event);
}

function staleAlert(
  { latest, finalized }: { latest: Block; finalized: Block },
  { newestSeconds, finalSeconds }: FollowLimits,
  now: Date,
): ChainAlert | null {
  const age = ({ at }: Block) => Math.floor((now.getTime() - at.getTime()) / 1000);
  if (age(latest) > newestSeconds) return stale('newest', age(latest));
  if (age(finalized) > finalSeconds) return stale('final', age(finalized));
  return null;
}
