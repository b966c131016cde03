import { createHash } from 'node:crypto';
import type { WireSession } from '@tallystone/core/http-api/identity';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows, values } from '../db/rows.ts';
import { sessions, users } from '../db/schema/users.ts';
import { forgetOldest } from '../http/forget-oldest.ts';
import { rememberMissing } from '../http/remember-missing.ts';
import type { Session } from '../http/session.ts';
import { holdsGrant } from './holds-grant.ts';

/** How long a found session is believed; a revoked session or grant may still count for this long. */
const BELIEVED_MS = 900;
/** How long a wallet's session is recalled for a call that looks itself whether it was revoked. */
const RECALLED_MS = 60_000;
const REMEMBERED = 20_000;
/** How often the last use of a session is stored at most. */
const USE_NOTED_MS = 5 * 60_000;
/** 32 random bytes in base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

export interface Sessions {
  /** The valid session of a token, or null. */
  find(token: string): Promise<Session | null>;
  /** The same for a call that checks the session itself: it may have been revoked within the last minute. */
  recall(token: string): Promise<Session | null>;
  /** Makes this process read the session from the database again. */
  forget(tokenHash: Uint8Array): void;
}

/** SHA-256 of a token. Only this hash is stored. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/**
 * Finds sessions. Believes them for less than a second. Lookups that arrive while a query is running share the next query, so
 * many users at once cost few queries. Unknown tokens are remembered too.
 */
export function openSessions(db: Db, now: () => Date): Sessions {
  const known = new Map<string, { session: Session; since: number }>();
  // Tokens are random, so an unknown one never becomes valid later; and a revoked one stays revoked.
  const missing = rememberMissing({ now });
  let waiting = new Map<string, Promise<Session | null>>();
  let running: Promise<unknown> = Promise.resolve();

  const lookUp = (hash: string): Promise<Session | null> => {
    const joined = waiting.get(hash);
    if (joined) return joined;
    if (waiting.size === 0) nextBatch();
    const found = batch.then((sessions) => sessions.get(hash) ?? null);
    waiting.set(hash, found);
    return found;
  };
  let batch: Promise<Map<string, Session>>;
  const nextBatch = () => {
    batch = running.then(() => {
      const hashes = [...waiting.keys()];
      waiting = new Map();
      return selectSessions(db, hashes, now());
    });
    running = batch.catch(() => undefined);
  };

  const valid = (session: Session) => (session.expiresAt > now() ? session : null);

  const findWithin = async (
    token: string,
    trustedMs: (found: Session) => number,
  ): Promise<Session | null> => {
    if (!TOKEN_FORM.test(token)) return null;
    const hash = Buffer.from(hashToken(token)).toString('hex');
    const found = known.get(hash);
    if (found !== undefined && performance.now() - found.since < trustedMs(found.session))
      return valid(found.session);
    // Counted from before the lookup, because its result may be that old.
    const since = performance.now();
    const session = await missing.find(hash, () => lookUp(hash));
    known.delete(hash);
    if (session === null) return null;
    known.set(hash, { session, since });
    forgetOldest(known, REMEMBERED);
    return valid(session);
  };

  return {
    find: (token) => findWithin(token, () => BELIEVED_MS),
    async recall(token) {
      // A guest's first bet opens an account before it is decided.
      const session = await findWithin(token, ({ verified }) => (verified ? RECALLED_MS : BELIEVED_MS));
      return session === null ? null : { ...session, mayHaveEnded: true };
    },
    forget(tokenHash) {
      known.delete(Buffer.from(tokenHash).toString('hex'));
    },
  };
}

const SESSION = {
  hash: col.text,
  userId: col.text,
  verified: col.bool,
  expiresAt: col.date,
  family: col.oneOf(users.family),
  addressBytes: col.bytes,
  walletType: col.oneOf(users.walletType),
  chain: col.oneOf(sessions.chain).orNull,
  kycLevel: col.number,
  capOverride: col.usdc.orNull,
  isAdmin: col.bool,
  isGuardian: col.bool,
  isUseNoted: col.bool,
};

async function selectSessions(db: Db, hashes: string[], now: Date): Promise<Map<string, Session>> {
  const notedUntil = new Date(now.getTime() - USE_NOTED_MS).toISOString();
  const found = await rows(
    db,
    SESSION,
    sql`${KEPT_PLAN}
      select encode(s.token_hash, 'hex') as hash, s.user_id, not u.guest as verified, s.expires_at, u.family, u.address_bytes,
        u.wallet_type, s.chain, u.kyc_level, u.daily_stake_cap as cap_override,
        ${holdsGrant('admin')} as is_admin, ${holdsGrant('guardian')} as is_guardian,
        s.last_used_at > ${notedUntil}::timestamptz as is_use_noted
      from json_array_elements_text(${JSON.stringify(hashes)}::json) as asked(hash)
      join sessions s on s.token_hash = decode(asked.hash, 'hex')
      join users u on u.id = s.user_id
      where s.revoked_at is null`,
  );
  const used = found.flatMap(({ hash, isUseNoted }) => (isUseNoted ? [] : [hash]));
  // Not awaited by any request. If it fails, the next use is stored instead.
  if (used.length > 0) noteUse(db, used, now).catch(() => undefined);
  return new Map(found.map((row) => [row.hash, sessionOf(row)]));
}

async function noteUse(db: Db, hashes: readonly string[], now: Date): Promise<void> {
  await db.execute(sql`
    update sessions s set last_used_at = ${now.toISOString()}
    from json_array_elements_text(${JSON.stringify(hashes)}::json) as used(hash)
    where s.token_hash = decode(used.hash, 'hex')`);
}

function sessionOf({ hash, family, addressBytes, isUseNoted, ...session }: Row<typeof SESSION>): Session {
  const bytes = Uint8Array.from(addressBytes);
  return {
    ...session,
    tokenHash: Uint8Array.from(Buffer.from(hash, 'hex')),
    wallet: { family, bytes, text: formatWalletAddress(family, bytes) },
  };
}

/** A user's open sessions: the current one first, then by last use. Reveals neither tokens nor their hashes. */
export async function listSessions(
  db: Db,
  { session: { userId, tokenHash }, now }: { session: Session; now: Date },
): Promise<WireSession[]> {
  return rows(
    db,
    {
      id: col.text,
      current: col.bool,
      chain: col.oneOf(sessions.chain).orNull,
      createdAt: col.iso,
      lastUsedAt: col.iso,
      expiresAt: col.iso,
    },
    sql`
      select s.id, s.token_hash = ${tokenHash} as current, s.chain, s.created_at, s.last_used_at,
        s.expires_at
      from sessions s
      where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz
      order by current desc, s.last_used_at desc, s.id`,
  );
}

/** Which of these sessions are valid at a moment, by the database. Hashes of tokens, in hex. */
export async function liveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const found = await values(
    db,
    col.text,
    sql`
      select asked.hash from json_array_elements_text(${JSON.stringify(tokenHashes)}::json) as asked(hash)
      join sessions s on s.token_hash = decode(asked.hash, 'hex')
      where s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz`,
  );
  return new Set(found);
}
