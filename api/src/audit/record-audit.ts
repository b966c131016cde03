import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, value } from '../db/rows.ts';
import { storableJson } from '../db/storable-json.ts';

/** Who makes a change: a signed-in admin, a user changing their own data, the command line tool, or the server. */
export type Actor =
  | { readonly kind: 'admin'; readonly userId: string; readonly address: string }
  | { readonly kind: 'user'; readonly userId: string; readonly address: string }
  | { readonly kind: 'command-line' }
  | { readonly kind: 'system' };

export interface AuditedChange {
  readonly actor: Actor;
  /** A verb and its object, such as `settings.change`. */
  readonly action: string;
  /** What was changed, such as the id of a market. */
  readonly subject: string;
  /** JSON values. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/**
 * Longer JSON values are stored as their beginning and SHA-256, so rows stay bounded. The most that a call may do to
 * markets under one signature fits: admin/bulk-trail.test.ts tests the longest case.
 */
export const LONGEST_VALUE = 1024 * 1024;
const BEGINNING = 1000;

/**
 * Records who changed what, in the same transaction as the change. Call it last, because writers take turns. Each row
 * is chained to the previous one, so changing or removing one leaves a trace: hash = SHA-256(hash before || id,
 * moment, user, actor, action, subject, before, after, reason as JSON).
 *
 * @returns the row's id
 * @throws Error when a signed act's value is too long, because a cut value would lose what was signed. The
 *   transaction must end with it
 */
export async function recordAudit(tx: Tx, change: AuditedChange): Promise<number> {
  const { actor, action, subject, reason = null } = change;
  const isPerson = actor.kind === 'admin' || actor.kind === 'user';
  const userId = isPerson ? actor.userId : null;
  const name = isPerson ? actor.address : actor.kind;
  const [before, after] = [storableJson(change.before), storableJson(change.after)];
  if (isSigned(change.after) && [before, after].some(isTooLong)) {
    throw new Error(
      `the audit has no room for the signed act ${action} of ${subject}, so nothing was changed`,
    );
  }
  await takeLock(tx, 'audit');
  return value(
    tx,
    col.whole,
    sql`
    with last as (
      select coalesce(max(id), 0) as id from audit
    ), given as (
      select last.id + 1 as id, date_trunc('milliseconds', clock_timestamp()) as at, ${userId}::text as user_id,
        ${name}::text as actor, ${action}::text as action, ${subject}::text as subject,
        ${bounded(before)}::jsonb as before, ${bounded(after)}::jsonb as after, ${reason}::text as reason,
        coalesce((select a.hash from audit a where a.id = last.id), '\\x'::bytea) as hash_before
      from last
    )
    insert into audit (id, at, user_id, actor, action, subject, before, after, reason, hash)
    select id, at, user_id, actor, action, subject, before, after, reason, ${auditHash(sql`given`)}
    from given
    returning id`,
  );
}

const isSigned = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'signed' in value;

const isTooLong = (json: string | null): boolean => json !== null && json.length > LONGEST_VALUE;

function bounded(json: string | null): string | null {
  if (json === null || !isTooLong(json)) return json;
  const sha256 = createHash('sha256').update(json).digest('hex');
  return storableJson({ characters: json.length, sha256, begins: json.slice(0, BEGINNING) });
}

/** The hash of a row; the named relation has its columns and `hash_before`. */
export function auditHash(row: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`sha256(${row}.hash_before || convert_to(${auditContent(row)}, 'UTF8'))`;
}

/** The text of a row that is hashed after the previous hash. */
export function auditContent(row: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`jsonb_build_array(
    ${row}.id, (extract(epoch from ${row}.at) * 1000)::bigint, ${row}.user_id, ${row}.actor, ${row}.action,
    ${row}.subject, ${row}.before, ${row}.after, ${row}.reason)::text`;
}
