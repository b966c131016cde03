import { createHash } from 'node:crypto';
import { formatWalletAddress } from '@tallystone/core/identity/wallet-address';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { sessions, users } from '../db/schema/users.ts';
import { forgetOldest } from '../http/forget-oldest.ts';
import { rememberMissing } from '../http/remember-missing.ts';
import type { Session } from '../http/session.ts';
import { holdsGrant } from './holds-grant.ts';

/** So long may a revoked session or grant still be believed. */
const BELIEVED_MS = 900;
const REMEMBERED = 20_000;
/** When a session was last used is written down no more often than that. */
const USE_NOTED_MS = 5 * 60_000;
/** 32 random bytes in base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

export interface Sessions {
  /** The session of a token, or null when there is none that is valid now. */
  find(token: string): Promise<Session | null>;
  /** Makes this process ask the database again, at once. */
  forget(tokenHash: Uint8Array): void;
}

/** SHA-256 of a token: what is stored, and all that is stored. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/**
 * Finds sessions. What was found is believed for less than a second; lookups that come in while one is
 * running share the next one, so that many users at once cost few queries. Tokens that nothing has are remembered too.
 */
export function openSessions(db: Db, now: () => Date): Sessions {
  const believed = new Map<string, { session: Session; until: number }>();
  // Chance alone makes tokens, so none comes to be that was asked for before; and what was revoked stays so.
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

  return {
    async find(token) {
      if (!TOKEN_FORM.test(token)) return null;
      const hash = Buffer.from(hashToken(token)).toString('hex');
      const known = believed.get(hash);
      if (known !== undefined && known.until > performance.now()) return valid(known.session);
      // The time counts from before the lookup: what it finds may be that old.
      const until = performance.now() + BELIEVED_MS;
      const session = await missing.find(hash, () => lookUp(hash));
      believed.delete(hash);
      if (session === null) return null;
      believed.set(hash, { session, until });
      forgetOldest(believed, REMEMBERED);
      return valid(session);
    },
    forget(tokenHash) {
      believed.delete(Buffer.from(tokenHash).toString('hex'));
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
    sql`
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
  // No call waits for the note, and one that fails is written with the next use.
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
