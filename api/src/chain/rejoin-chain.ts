import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { applyBlock, type BlockStep } from './apply-block.ts';
import { moveWindow } from './apply-market-event.ts';
import { balanceAfter } from './balance-after.ts';
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
import type { Block, ChainLog, EscrowChain } from './escrow-chain.ts';
import { FOLLOW_LIMITS, logsByBlock, requireOneBlock, requirePossibleTimes } from './follow-chain.ts';
import { argsInText } from './insert-events.ts';
import { findOtherMoney, moneyOf } from './money-of.ts';
import {
  findTakenPlace,
  type KeptEvent,
  listEventBlocks,
  listKeptEvents,
  recordMoves,
  saysSomething,
} from './moved-store.ts';
import { tellDifference, tellEvents } from './tell-difference.ts';

/** So many events of the comparison one row of the audit tells. */
const EVENTS_IN_A_ROW = 200;

export type Rejoining =
  | {
      readonly kind: 'rejoined';
      /** Where the books are on the chain now. */
      readonly at: Block;
      /** The last block with an event that was the same all along. */
      readonly common: bigint;
      readonly compared: number;
      readonly moved: number;
      /** Events that came besides, and are in the books now. */
      readonly added: readonly string[];
      /** What they say against betting. */
      readonly alerts: readonly ChainAlert[];
      /** What else held betting before, and does still. */
      readonly left: ChainAlert | null;
    }
  | { readonly kind: 'no-alert'; readonly alert: ChainAlert | null }
  | { readonly kind: 'agrees'; readonly at: Block }
  | { readonly kind: 'behind'; readonly finalized: bigint; readonly cursor: bigint }
  | { readonly kind: 'differs'; readonly lines: readonly string[]; readonly since: Date }
  | { readonly kind: 'place-taken'; readonly event: string; readonly since: Date | null }
  /** The books or the chain went on while they were compared. */
  | { readonly kind: 'overtaken' };

/**
 * Goes on with a chain whose final blocks were replaced. Where everything that the books took from the replaced blocks is on the
 * chain, in the same transactions, the books are right as they are: only the blocks are others, which is written beside the
 * events. What came besides is applied as from any block. Betting goes on unless something else holds it. Where anything is gone
 * or changed nothing is done.
 *
 * @throws ChainUnreachable, ChainDisagreement and what else asking the chain throws; ChainContradiction and BooksDiffer where
 *   what the nodes say does not add up. Nothing was changed then
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
  // Where events have moved before, the first one on the chain need not be the first that the books took.
  const since = kept.map((each) => each.at).reduce<Date | null>(earlier, null);
  const money = {
    was: moneyOf(
      kept.map(({ log }) => log),
      escrow,
    ),
    is: moneyOf(now, escrow),
  };
  const differs = (difference: Difference): Rejoining => ({
    kind: 'differs',
    lines: tellDifference(difference, money),
    since: since ?? cursor.at,
  });
  if (compared.kind === 'differs') return differs(compared);
  const { moves } = compared;
  const changed = findOtherMoney(moves, money);
  if (changed.length > 0) {
    return differs({ kind: 'differs', gone: [], changed, added: compared.added, outOfOrder: null });
  }
  // Not before the block that the books were at: no event to come can have the place of one that they know.
  const last = latest(common, ...moves.map((move) => move.now.block));
  const until = latest(last, cursor.number);
  const added = compared.added.filter(({ block }) => block <= until);
  const taken = await findTakenPlace(db, added);
  if (taken !== null) {
    return { kind: 'place-taken', event: tellEvents([taken], money.is.amounts)[0] ?? taken.name, since };
  }
  const told = tellEvents(added, money.is.amounts);
  const steps = await stepsTo(chain, { until, from: cursor, moves, added, now, balance });
  const untilMs = clock.getTime() + FOLLOW_LIMITS.aheadSeconds * 1000;
  requirePossibleTimes([...steps.map(({ block }) => block), finalized], untilMs);
  const at = steps.at(-1)?.block ?? cursor;
  // All of it was read of one chain.
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
  return {
    kind: 'rejoined',
    at,
    common,
    compared: moves.length,
    moved: moved.length,
    added: told,
    ...done,
  };
}

const earlier = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other);

function latest(one: bigint, ...others: readonly bigint[]): bigint {
  let found = one;
  for (const other of others) if (other > found) found = other;
  return found;
}

/** The last block with an event in the books that the chain has as it was; else the one before the contract. */
async function findCommonBlock(db: Db, chain: EscrowChain): Promise<bigint> {
  const blocks = await listEventBlocks(db);
  // A block that is the same has the same before it.
  let [same, other] = [0, blocks.length];
  while (same < other) {
    const middle = (same + other) >>> 1;
    const block = blocks[middle];
    if (block !== undefined && (await chain.block(block.number)).hash === block.hash) same = middle + 1;
    else other = middle;
  }
  return blocks[same - 1]?.number ?? chain.escrowBlock - 1n;
}

/** A step to each block that has events which the books lack, and to the one that they go on from. */
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
    /** The escrow's, after the last of the blocks that `now` is of. */
    balance: MicroUsdc;
  },
): Promise<BlockStep[]> {
  const byBlock = logsByBlock(now);
  const known = new Set(moves.map((move) => move.now));
  const numbers = [...new Set([...added.map(({ block }) => block), until])].sort((a, b) => (a < b ? -1 : 1));
  const steps: BlockStep[] = [];
  let after = from;
  for (const number of numbers) {
    const logs = byBlock.get(number) ?? [];
    const block = await chain.block(number);
    requireOneBlock(block, logs);
    // Before the last one the contract may not hold yet what the books know.
    const compared =
      number === until ? balanceAfter(balance, { number, logs: now, escrow: chain.place.escrow }) : null;
    steps.push({ after, block, logs, known, balance: compared });
    after = block;
  }
  return steps;
}

/** Each event of the books with where it was and where it is, and what came besides. */
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
