import { larger } from '@tallystone/core/money/bounds';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { groupBy } from '../rounds/group-by.ts';
import { applyBlock, type BlockStep } from './apply-block.ts';
import { moveWindow } from './apply-market-event.ts';
import { balanceAfter } from './balance-after.ts';
import { bookAllOutflows } from './book-outflows.ts';
import type { ChainAlert } from './chain-alert.ts';
import { compareHistory, type Difference, type Move } from './compare-history.ts';
import {
  lockCursor,
  readCursor,
  readFollowedState,
  readReplacedBy,
  recordAlert,
  recordReplaced,
} from './cursor-store.ts';
import { describeDifference, describeEvents } from './describe-difference.ts';
import type { Block, ChainLog, EscrowChain } from './escrow-chain.ts';
import { FOLLOW_LIMITS, requireOneBlock, requirePossibleTimes } from './follow-chain.ts';
import { findOtherMoney, moneyOf } from './money-of.ts';
import {
  findTakenPlace,
  type KeptEvent,
  listEventBlocks,
  listKeptEvents,
  recordMoves,
  saysSomething,
} from './moved-store.ts';
import { argsInText } from './stored-log.ts';

/** How many compared events one audit row lists. */
const EVENTS_IN_A_ROW = 200;

export type Rejoining =
  | {
      readonly kind: 'rejoined';
      /** The cursor's block after rejoining. */
      readonly at: Block;
      /** The last block with an event that wasn't replaced. */
      readonly common: bigint;
      readonly compared: number;
      readonly moved: number;
      /** New events, which were applied to the books. */
      readonly added: readonly string[];
      /** Alerts that the new events raise. */
      readonly alerts: readonly ChainAlert[];
      /** An alert that stopped betting before and still does. */
      readonly left: ChainAlert | null;
    }
  | { readonly kind: 'no-alert'; readonly alert: ChainAlert | null }
  | { readonly kind: 'agrees'; readonly at: Block }
  | { readonly kind: 'behind'; readonly finalized: bigint; readonly cursor: bigint }
  | { readonly kind: 'differs'; readonly lines: readonly string[]; readonly since: Date }
  | { readonly kind: 'place-taken'; readonly event: string; readonly since: Date | null }
  /** The books or the chain moved on during the comparison. */
  | { readonly kind: 'overtaken' };

/**
 * Continues on a chain whose final blocks were replaced. If the chain still has everything that the books took from the
 * replaced blocks, in the same transactions, the books are right: only the blocks differ, and the new places are stored
 * beside the events. New events are applied as usual. Betting goes on unless another alert stops it. If any event is gone
 * or changed, this does nothing.
 *
 * @throws ChainUnreachable, ChainDisagreement and other errors of the chain; ChainContradiction and BooksDiffer if the nodes'
 *   answers don't add up. Nothing was changed then
 */
export async function rejoinChain(
  db: Db,
  chain: EscrowChain,
  { reason, now: clock }: { reason: string; now: Date },
): Promise<Rejoining> {
  if ((await readReplacedBy(db)) === null) {
    return { kind: 'no-alert', alert: (await readFollowedState(db)).alert };
  }
  const cursor = await readCursor(db);
  const { finalized } = await chain.head();
  if (finalized.number < cursor.number) {
    return { kind: 'behind', finalized: finalized.number, cursor: cursor.number };
  }
  if ((await chain.block(cursor.number)).hash === cursor.hash) return { kind: 'agrees', at: cursor };

  const { escrow } = chain.place;
  const balance = await chain.balance(finalized.number);
  const common = await findCommonBlock(db, chain);
  const kept = await listKeptEvents(db, common);
  const now = (await chain.logs({ from: common + 1n, to: finalized.number })).filter(saysSomething);
  const compared = compareHistory(kept, now);
  // Events may have moved before, so the first one on the chain isn't always the first that the books took.
  const since = kept.reduce<Date | null>(
    (first, { at }) => (first !== null && first < at ? first : at),
    null,
  );
  const money = {
    was: moneyOf(
      kept.map(({ log }) => log),
      escrow,
    ),
    is: moneyOf(now, escrow),
  };
  const differs = (difference: Difference): Rejoining => ({
    kind: 'differs',
    lines: describeDifference(difference, money),
    since: since ?? cursor.at,
  });
  if (compared.kind === 'differs') return differs(compared);
  const { moves } = compared;
  const changed = findOtherMoney(moves, money);
  if (changed.length > 0) {
    return differs({ kind: 'differs', gone: [], changed, added: compared.added, outOfOrder: null });
  }
  // Never before the cursor's old block, so that no later event can take the place of one that the books know.
  const until = moves.map((move) => move.now.block).reduce(larger, larger(common, cursor.number));
  const added = compared.added.filter(({ block }) => block <= until);
  const taken = await findTakenPlace(db, added);
  if (taken !== null) {
    return { kind: 'place-taken', event: describeEvents([taken], money.is.amounts)[0] ?? taken.name, since };
  }
  const steps = await stepsTo(chain, { until, from: cursor, moves, added, now, balance });
  const untilMs = clock.getTime() + FOLLOW_LIMITS.aheadSeconds * 1000;
  requirePossibleTimes([...steps.map(({ block }) => block), finalized], untilMs);
  const at = steps.at(-1)?.block ?? cursor;
  // Make sure that everything above was read from one chain.
  if ((await chain.block(finalized.number)).hash !== finalized.hash) return { kind: 'overtaken' };

  const moved = moves.filter((move) => move.kept.log.blockHash !== move.now.blockHash);
  const done = await transaction(db, async (tx) => {
    await lockCursor(tx);
    if ((await readReplacedBy(tx)) === null) return null;
    if (!(await recordReplaced(tx, cursor, null, { reason }))) return null;
    const { alert: left } = await readFollowedState(tx);
    await recordMoves(tx, moved);
    const found: ChainAlert[] = [];
    for (const step of steps) found.push(...(await applyBlock(tx, escrow, step)));
    for (const { now } of moved) if (now.name === 'ResultProposed') await moveWindow(tx, now);
    for (const each of found) await recordAlert(tx, each);
    await recordComparison(tx, { from: cursor, at, common, moves, added, reason });
    return { alerts: found, left };
  });
  if (done === null) return { kind: 'overtaken' };
  await bookAllOutflows(db);
  return {
    kind: 'rejoined',
    at,
    common,
    compared: moves.length,
    moved: moved.length,
    added: describeEvents(added, money.is.amounts),
    ...done,
  };
}

/** The last block with a booked event that the chain hasn't replaced; if there is none, the block before the contract. */
async function findCommonBlock(db: Db, chain: EscrowChain): Promise<bigint> {
  const blocks = await listEventBlocks(db);
  // If a block is the same, so are all blocks before it.
  let [same, other] = [0, blocks.length];
  while (same < other) {
    const middle = (same + other) >>> 1;
    const block = blocks[middle];
    if (block !== undefined && (await chain.block(block.number)).hash === block.hash) same = middle + 1;
    else other = middle;
  }
  return blocks[same - 1]?.number ?? chain.escrowBlock - 1n;
}

/** The steps to each block with events that the books lack, and to the block at which they continue. */
async function stepsTo(
  chain: EscrowChain,
  {
    until,
    from,
    moves,
    added,
    now,
    balance,
  }: {
    until: bigint;
    from: Block;
    moves: readonly Move<KeptEvent>[];
    added: readonly ChainLog[];
    now: readonly ChainLog[];
    /** The escrow's USDC after the last block that `now` covers. */
    balance: MicroUsdc;
  },
): Promise<BlockStep[]> {
  const byBlock = groupBy(now, ({ block }) => block);
  const known = new Set(moves.map((move) => move.now));
  const numbers = [...new Set([...added.map(({ block }) => block), until])].sort((a, b) => (a < b ? -1 : 1));
  const steps: BlockStep[] = [];
  let after = from;
  for (const number of numbers) {
    const logs = byBlock.get(number) ?? [];
    const block = await chain.block(number);
    requireOneBlock(block, logs);
    // Before the last block the contract may lack money that the books already have.
    const compared =
      number === until ? balanceAfter(balance, { number, logs: now, escrow: chain.place.escrow }) : null;
    steps.push({ after, block, logs, known, balance: compared });
    after = block;
  }
  return steps;
}

/** Writes each booked event with its old and new place into the audit, and the new events. */
async function recordComparison(
  tx: Tx,
  {
    from,
    at,
    common,
    moves,
    added,
    reason,
  }: {
    from: Block;
    at: Block;
    common: bigint;
    moves: readonly Move<KeptEvent>[];
    added: readonly ChainLog[];
    reason: string;
  },
): Promise<void> {
  const events = [
    ...moves.map(({ kept, now }) => ({ ...inAudit(now), was: placeOf(kept.log), is: placeOf(now) })),
    ...added.map((log) => ({ ...inAudit(log), was: null, is: placeOf(log) })),
  ];
  for (let first = 0; first === 0 || first < events.length; first += EVENTS_IN_A_ROW) {
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'chain.rejoin',
      subject: `blocks after ${common}`,
      before: { block: from.number.toString(), blockHash: from.hash },
      after: {
        block: at.number.toString(),
        blockHash: at.hash,
        ofEvents: events.length,
        events: events.slice(first, first + EVENTS_IN_A_ROW),
      },
      reason,
    });
  }
}

const inAudit = ({ name, args, txHash }: ChainLog) => ({
  name,
  txHash,
  args: argsInText(args),
});

const placeOf = ({ block, blockHash, logIndex }: ChainLog) => ({
  block: block.toString(),
  blockHash,
  logIndex,
});
