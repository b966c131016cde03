import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { clock } from '../db/read-clock.ts';
import { col, rows, values } from '../db/rows.ts';
import { ALERT_KINDS, alertOf, type ChainAlert, FinalityBroken, isLasting } from './chain-alert.ts';
import type { Block } from './escrow-chain.ts';

/** Longest alert text, in characters. A thief who pays the gas can make the chain log as much as they like. */
const LONGEST_ALERT = 4000;
const MORE = 'The audit tells the others.';

/**
 * Code that moves the cursor, or decides by it, holds this lock until its transaction ends, so only one process at a
 * time applies what the chain has decided. Take it before any other lock.
 */
export function lockCursor(tx: Tx): Promise<void> {
  return takeLock(tx, 'chain-cursor');
}

const CURSOR = { number: col.bigint, hash: col.hex, at: col.date };

/** The last finalized block that was applied to the books. */
export async function readCursor(db: Db): Promise<Block> {
  const [cursor] = await rows(
    db,
    CURSOR,
    sql`
      select c.block_number as number, c.block_hash as hash, c.block_at as at
      from chain_cursor c`,
  );
  if (cursor === undefined) throw new Error('expected the cursor of the chain to be opened');
  return cursor;
}

/**
 * Moves the cursor to a block. Its events, and those of all earlier blocks, are in the books.
 *
 * @param balance the escrow's USDC after the block; null if it wasn't read
 */
export async function moveCursor(
  tx: Tx,
  { number, hash, at }: Block,
  balance: MicroUsdc | null,
): Promise<void> {
  await tx.execute(sql`
    update chain_cursor set block_number = ${number}::bigint, block_hash = decode(${hash.slice(2)}, 'hex'),
      block_at = ${at.toISOString()}::timestamptz, chain_balance = ${balance}::numeric`);
}

/** The escrow's USDC at the cursor's block; null if it wasn't read there. */
export async function comparedWith(db: Db): Promise<{ at: bigint; balance: MicroUsdc } | null> {
  const [row] = await rows(
    db,
    { at: col.bigint, balance: col.usdc.orNull },
    sql`select c.block_number as at, c.chain_balance as balance from chain_cursor c`,
  );
  return row === undefined || row.balance === null ? null : { at: row.at, balance: row.balance };
}

/** Notes that the chain was followed to its last finalized block and that the books agree with it. */
export async function markReconciled(db: Db): Promise<void> {
  await db.execute(sql`with ${clock} update chain_cursor set reconciled_at = clock.now from clock`);
}

/** The hash that the chain was last found to have instead of the cursor's final block; null if they are the same. */
export async function readReplacedBy(db: Db): Promise<Hex | null> {
  const [by = null] = await values(db, col.hex.orNull, sql`select c.replaced_by from chain_cursor c`);
  return by;
}

/**
 * Records that the chain has replaced the cursor's block, or that this is over. The finality alert is derived from this
 * record alone, so no other alert can end it. It replaces an alert that isn't lasting.
 *
 * @param by the hash that the chain has; null if it has the cursor's, or if the books rejoin the chain
 * @param reason given with the command that ended it; absent if the state was found on the chain
 * @returns false if the cursor has moved: nothing was written then
 */
export async function recordReplaced(
  tx: Tx,
  at: Pick<Block, 'number' | 'hash'>,
  by: Hex | null,
  { reason }: { reason?: string } = {},
): Promise<boolean> {
  await lockCursor(tx);
  const cursor = await readCursor(tx);
  if (cursor.number !== at.number || cursor.hash !== at.hash) return false;
  const { written, broken: before } = await readAlerts(tx);
  const digits = by?.slice(2) ?? null;
  await tx.execute(sql`update chain_cursor set replaced_by = decode(${digits}::text, 'hex')`);
  if ((before === null) === (by === null)) return true;
  const { broken: after } = await readAlerts(tx);
  const givesWay = after !== null && written !== null && !isLasting(written.kind);
  if (givesWay) await writeAlert(tx, null);
  await noteAlert(tx, { before: givesWay ? written : before, after, reason });
  return true;
}

/** The chain's state as some process last found it, shared by all processes. */
export interface FollowedState {
  readonly alert: ChainAlert | null;
  /** Seconds since the books were last found equal to the chain; null: never. */
  readonly unreadSeconds: number | null;
}

export async function readFollowedState(db: Db): Promise<FollowedState> {
  const { written, broken, unreadSeconds } = await readAlerts(db);
  if (broken === null) return { alert: written, unreadSeconds };
  if (written === null || !isLasting(written.kind)) return { alert: broken, unreadSeconds };
  // Neither of these ends on its own, so neither may hide the other.
  const sentence = `${written.sentence} ${broken.sentence}`;
  return { alert: { kind: written.kind, sentence }, unreadSeconds };
}

/** The stored alert, and the one derived from the cursor's block having been replaced. */
async function readAlerts(
  db: Db,
): Promise<{ written: ChainAlert | null; broken: ChainAlert | null; unreadSeconds: number | null }> {
  const [row] = await rows(
    db,
    {
      alertKind: col.oneOf(ALERT_KINDS).orNull,
      alert: col.text.orNull,
      number: col.bigint,
      hash: col.hex,
      replacedBy: col.hex.orNull,
      unreadSeconds: col.number.orNull,
    },
    sql`
      select c.alert_kind, c.alert, c.block_number as number, c.block_hash as hash, c.replaced_by,
        extract(epoch from clock_timestamp() - c.reconciled_at)::float8 as unread_seconds
      from chain_cursor c`,
  );
  if (row === undefined) return { written: null, broken: null, unreadSeconds: null };
  const { alertKind: kind, alert: sentence, replacedBy: by, unreadSeconds, ...cursor } = row;
  return {
    written: kind === null || sentence === null ? null : { kind, sentence },
    broken: by === null ? null : alertOf(new FinalityBroken(cursor, by)),
    unreadSeconds,
  };
}

/**
 * Stores the alert that stops betting, or that there is none, and adds an audit row. A lasting alert stays and collects
 * the sentences of other lasting ones, so the admin who ends it sees them all. While a final block is replaced, which
 * `recordReplaced` stores, only lasting alerts are stored.
 *
 * @returns whether anything changed
 */
export async function recordAlert(tx: Tx, alert: ChainAlert | null): Promise<boolean> {
  await lockCursor(tx);
  if (alert?.kind === 'finality-broken') return false;
  const { written: stored, broken } = await readAlerts(tx);
  if (stored !== null && isLasting(stored.kind)) return await addToLasting(tx, stored, alert);
  if (broken !== null && (alert === null || !isLasting(alert.kind))) return false;
  if (stored?.kind === alert?.kind) return false;
  await writeAlert(tx, alert);
  await noteAlert(tx, { before: stored, after: alert });
  return true;
}

async function addToLasting(tx: Tx, stored: ChainAlert, alert: ChainAlert | null): Promise<boolean> {
  if (alert === null || !isLasting(alert.kind) || stored.sentence.includes(alert.sentence)) return false;
  if (!stored.sentence.endsWith(MORE)) {
    const isLong = stored.sentence.length + alert.sentence.length > LONGEST_ALERT;
    const sentence = `${stored.sentence} ${isLong ? MORE : alert.sentence}`;
    await tx.execute(sql`update chain_cursor set alert = ${sentence}`);
  }
  await noteAlert(tx, { before: stored, after: alert });
  return true;
}

/** Ends the stored alert. @returns the alert, or null if there was none */
export async function clearAlert(tx: Tx, reason: string): Promise<ChainAlert | null> {
  await lockCursor(tx);
  const { written: alert } = await readAlerts(tx);
  if (alert === null) return null;
  await writeAlert(tx, null);
  await noteAlert(tx, { before: alert, reason });
  return alert;
}

/**
 * Writes into the audit that an alert has changed, or has ended if there is none after it.
 *
 * @param change the reason is that of the command; absent: the server found it
 */
function noteAlert(
  tx: Tx,
  change: { before?: ChainAlert | null; after?: ChainAlert | null; reason?: string | undefined },
): Promise<number> {
  const { before = null, after = null, reason } = change;
  return recordAudit(tx, {
    actor: { kind: reason === undefined ? 'system' : 'command-line' },
    action: after === null ? 'chain.alert-ended' : 'chain.alert',
    subject: after?.kind ?? before?.kind ?? '',
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    ...(reason !== undefined && { reason }),
  });
}

async function writeAlert(tx: Tx, alert: ChainAlert | null): Promise<void> {
  await tx.execute(sql`
    with ${clock}
    update chain_cursor set alert_kind = ${alert?.kind ?? null}, alert = ${alert?.sentence ?? null},
      alerted_at = case when ${alert !== null}::boolean then clock.now end
    from clock`);
}

/** The escrow's balance according to the books: money that came from outside and hasn't left. Micro-USDC. */
export async function bookedBalance(db: Db): Promise<MicroUsdc> {
  const [balance = ZERO_USDC] = await values(
    db,
    col.usdc,
    sql`select -a.balance from accounts a where a.kind = 'outside'`,
  );
  return balance;
}
