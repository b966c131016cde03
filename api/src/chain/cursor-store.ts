import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { takeAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { ALERT_KINDS, alertOf, type ChainAlert, FinalityBroken, isLasting } from './chain-alert.ts';
import type { Block } from './escrow-chain.ts';

/** So many characters one alert tells: a thief can have the chain say as much as he pays gas for. */
const MOST_TOLD = 4000;
const MORE = 'The audit tells the others.';

/**
 * Whoever moves the cursor, or decides by it, holds this lock until the end of the transaction, so that of several
 * processes one at a time says what the chain has decided. It is taken before any other.
 */
export function lockCursor(tx: Tx): Promise<void> {
  return takeAdvisoryLock(tx, 'chain-cursor');
}

const CURSOR = { number: col.bigint, hash: col.hex, at: col.date };

/** The last finalized block that is in the books. */
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
 * Goes on to a block whose events, and those of all before it, are in the books.
 *
 * @param balance the escrow's USDC after it; null when it was not asked
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

/** What the escrow held where the cursor stands; null when it was not asked there. */
export async function comparedWith(db: Db): Promise<{ at: bigint; balance: MicroUsdc } | null> {
  const [row] = await rows(
    db,
    { at: col.bigint, balance: col.usdc.orNull },
    sql`select c.block_number as at, c.chain_balance as balance from chain_cursor c`,
  );
  return row === undefined || row.balance === null ? null : { at: row.at, balance: row.balance };
}

/** The chain was followed to its last finalized block, and the books agree with it. */
export async function markReconciled(db: Db): Promise<void> {
  await db.execute(sql`update chain_cursor set reconciled_at = clock_timestamp()`);
}

/** The hash that the chain was last found to have in place of the cursor's, which was final; null while it has that one. */
export async function readReplacedBy(db: Db): Promise<Hex | null> {
  const [by = null] = await values(db, col.hex.orNull, sql`select c.replaced_by from chain_cursor c`);
  return by;
}

/**
 * Writes down that the chain has another block in place of the cursor's, or that this is over. The alert is read off this
 * alone, so that no other one can end it. A short one gives way to it.
 *
 * @param by the hash that the chain has; null when it has the cursor's, or when the books rejoin it
 * @param reason of the command that ended it; none when the chain was found so
 * @returns false when the cursor is elsewhere by now: nothing was written then
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
  await recordAudit(tx, {
    actor: { kind: reason === undefined ? 'system' : 'command-line' },
    action: after === null ? 'chain.alert-ended' : 'chain.alert',
    subject: 'finality-broken',
    ...(before !== null && { before }),
    ...(givesWay && { before: written }),
    ...(after !== null && { after }),
    ...(reason !== undefined && { reason }),
  });
  return true;
}

/** What all processes know of the chain's state, as one of them found it last. */
export interface FollowedState {
  readonly alert: ChainAlert | null;
  /** Seconds since the books were last found equal to the chain; null: never. */
  readonly unreadSeconds: number | null;
}

export async function readFollowedState(db: Db): Promise<FollowedState> {
  const { written, broken, unreadSeconds } = await readAlerts(db);
  if (broken === null) return { alert: written, unreadSeconds };
  if (written === null || !isLasting(written.kind)) return { alert: broken, unreadSeconds };
  // Of two that do not end by themselves neither hides the other.
  const sentence = `${written.sentence} ${broken.sentence}`;
  return { alert: { kind: written.kind, sentence }, unreadSeconds };
}

/** The alert that is written down, and the one that is read off the cursor's block being another one now. */
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
 * Writes down what holds betting, or that nothing does, and both in the audit. A lasting alert stays, and takes in the
 * sentence of each other lasting one, so that the admin who ends it sees them all. While a final block is replaced, which
 * `recordReplaced` writes down, no short one is written.
 *
 * @returns whether it is news
 */
export async function recordAlert(tx: Tx, alert: ChainAlert | null): Promise<boolean> {
  await lockCursor(tx);
  if (alert?.kind === 'finality-broken') return false;
  const { written: standing, broken } = await readAlerts(tx);
  if (standing !== null && isLasting(standing.kind)) return await addToLasting(tx, standing, alert);
  if (broken !== null && (alert === null || !isLasting(alert.kind))) return false;
  if (standing?.kind === alert?.kind) return false;
  await writeAlert(tx, alert);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: alert === null ? 'chain.alert-ended' : 'chain.alert',
    subject: alert?.kind ?? standing?.kind ?? '',
    ...(standing !== null && { before: standing }),
    ...(alert !== null && { after: alert }),
  });
  return true;
}

async function addToLasting(tx: Tx, standing: ChainAlert, alert: ChainAlert | null): Promise<boolean> {
  if (alert === null || !isLasting(alert.kind) || standing.sentence.includes(alert.sentence)) return false;
  if (!standing.sentence.endsWith(MORE)) {
    const isLong = standing.sentence.length + alert.sentence.length > MOST_TOLD;
    const sentence = `${standing.sentence} ${isLong ? MORE : alert.sentence}`;
    await tx.execute(sql`update chain_cursor set alert = ${sentence}`);
  }
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'chain.alert',
    subject: alert.kind,
    before: standing,
    after: alert,
  });
  return true;
}

/** Ends the alert that is written down. @returns what it was, or null */
export async function clearAlert(tx: Tx, reason: string): Promise<ChainAlert | null> {
  await lockCursor(tx);
  const { written: alert } = await readAlerts(tx);
  if (alert === null) return null;
  await writeAlert(tx, null);
  await recordAudit(tx, {
    actor: { kind: 'command-line' },
    action: 'chain.alert-ended',
    subject: alert.kind,
    before: alert,
    reason,
  });
  return alert;
}

async function writeAlert(tx: Tx, alert: ChainAlert | null): Promise<void> {
  await tx.execute(sql`
    update chain_cursor set alert_kind = ${alert?.kind ?? null}, alert = ${alert?.sentence ?? null},
      alerted_at = case when ${alert !== null}::boolean then clock_timestamp() end`);
}

/** What came in from outside and did not go back: what lies in the escrow by the books, micro-USDC. */
export async function bookedBalance(db: Db): Promise<MicroUsdc> {
  const [balance = ZERO_USDC] = await values(
    db,
    col.usdc,
    sql`select -a.balance from accounts a where a.kind = 'outside'`,
  );
  return balance;
}
