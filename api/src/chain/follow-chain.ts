import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { EscrowRole } from '@tallystone/core/escrow/escrow-abi';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { applyBlock, type BlockStep } from './apply-block.ts';
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
import { reconcileAgain } from './reconcile.ts';
import { findLostRole, roleEvents } from './role-events.ts';
import { hasPending, pendingBets, showIncluded } from './show-included.ts';

/** What is shown of blocks that are not final goes back no further. */
const MOST_UNFINAL_BLOCKS = 512n;

export interface FollowLimits {
  /** A newest block that is older means that no new ones are made, or that we are not told of them. */
  readonly newestSeconds: number;
  /** The same of blocks that are final. */
  readonly finalSeconds: number;
  /** A block that is made so much later than now was not made. */
  readonly aheadSeconds: number;
}

const NONE: ReadonlySet<ChainLog> = new Set();

/** Who holds which role, by the keys on this machine. */
export type RoleHolders = Partial<Readonly<Record<EscrowRole, Hex>>>;

export const FOLLOW_LIMITS: FollowLimits = {
  newestSeconds: 60,
  finalSeconds: 300,
  aheadSeconds: 120,
};

/**
 * Takes all finalized blocks that are not in the books yet into them, one after the other, ends what the chain can no
 * longer take, and shows what is on its way.
 *
 * @returns what holds betting though the chain could be followed, or null
 * @throws whatever stands against following it; the books are then as the last block left them
 */
export async function followChain(
  db: Db,
  chain: EscrowChain,
  { limits, now, holders = {} }: { limits: FollowLimits; now: Date; holders?: RoleHolders },
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
        `chain-block@${eventOf(step)}`,
      );
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
    // Last, since it asks the nodes again: what is known already is told also where they do not answer.
    (await roleAlert(db, chain, { latest, finalized, holders }));
  // Not before: a chain that does not say who holds the roles was not read.
  await markReconciled(db);
  return alert;
}

/** What a block is told apart by where a crash is to interrupt its transaction. */
const eventOf = ({ logs }: BlockStep): string =>
  logs.find(({ name }) => name !== 'Transfer')?.name ?? 'nothing';

/**
 * Compares the block that the books are at with the chain's, and writes down what it finds.
 *
 * @returns that block
 * @throws FinalityBroken when it is another one on the chain
 */
async function requireSameHistory(db: Db, chain: EscrowChain, finalized: Block): Promise<Block> {
  for (;;) {
    const applied = await readCursor(db);
    const known = await readReplacedBy(db);
    const found = await replacedBy(chain, { applied, known, finalized });
    const isNews = found !== known;
    // Otherwise the books are at another block by now, which is compared instead.
    if (!isNews || (await transaction(db, (tx) => recordReplaced(tx, applied, found)))) {
      if (found !== null) throw new FinalityBroken(applied, found);
      return applied;
    }
  }
}

/** The hash that the chain has in place of the block that the books are at; null when it has that block. */
async function replacedBy(
  chain: EscrowChain,
  { applied, known, finalized }: { applied: Block; known: Hex | null; finalized: Block },
): Promise<Hex | null> {
  // Nodes that are behind cannot tell, so what was found before is so still.
  if (finalized.number < applied.number) return known;
  const { hash } = finalized.number === applied.number ? finalized : await chain.block(applied.number);
  return hash === applied.hash ? null : hash;
}

/**
 * By the time of a block bets fail and markets are abandoned, so none may run ahead of us, or back.
 *
 * @param blocks in their order
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

/** The next stretch of blocks: a step to each that has logs, and to the last one. */
async function nextSteps(
  chain: EscrowChain,
  { from, finalized, skipsOf }: { from: Block; finalized: Block; skipsOf: readonly Hex[] },
): Promise<BlockStep[]> {
  const { until: end, logs } = await chain.someLogs({
    from: from.number + 1n,
    to: finalized.number,
    skipsOf,
  });
  const byBlock = logsByBlock(logs);
  const numbers = [...new Set([...byBlock.keys(), end])].sort((a, b) => (a < b ? -1 : 1));
  const steps: BlockStep[] = [];
  let after = from;
  for (const number of numbers) {
    const ofBlock = byBlock.get(number) ?? [];
    // Older ones are not, since nodes forget what accounts held in them; what is wrong there is wrong in the last one too.
    const isCompared = number + REMEMBERED_BLOCKS >= finalized.number;
    const [block, balance] = await Promise.all([
      number === finalized.number ? finalized : chain.block(number),
      isCompared ? chain.balance(number) : null,
    ]);
    requireOneBlock(block, ofBlock);
    steps.push({ after, block, logs: ofBlock, known: NONE, balance });
    after = block;
  }
  return steps;
}

export function logsByBlock(logs: readonly ChainLog[]): Map<bigint, ChainLog[]> {
  const byBlock = new Map<bigint, ChainLog[]>();
  for (const log of logs) {
    const ofBlock = byBlock.get(log.block);
    if (ofBlock === undefined) byBlock.set(log.block, [log]);
    else ofBlock.push(log);
  }
  return byBlock;
}

/** @throws ChainDisagreement when the logs of a block are said to be of another one */
export function requireOneBlock(block: Block, logs: readonly ChainLog[]): void {
  const other = logs.find(({ blockHash }) => blockHash !== block.hash);
  if (other === undefined) return;
  throw new ChainDisagreement(`block ${block.number}`, [block.hash, other.blockHash]);
}

/** What it finds binds nobody, so that nodes of two minds about the newest blocks hold nothing up. */
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

/** What the chain paid and the books will never give by themselves. */
async function overdrawnAlert(db: Db): Promise<ChainAlert | null> {
  const amount = await overdrawnOutflows(db);
  return amount > 0n ? overdrawn(amount) : null;
}

/** Whose keys accept, limit and end is not what it was, or will not be when the newest blocks are final. */
async function roleAlert(
  db: Db,
  chain: EscrowChain,
  { latest, finalized, holders }: { latest: Block; finalized: Block; holders: RoleHolders },
): Promise<ChainAlert | null> {
  const lost = await findLostRole(db, holders);
  if (lost !== null) return roleLost(lost);
  const { number } = await readCursor(db);
  const isBehind = finalized.number < number;
  const from = isBehind ? finalized.number : number;
  // Blocks that have not become final for so long hold betting by themselves.
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
