import type { RequestBody } from '@tallystone/core/http-api';
import type { WireLimits } from '@tallystone/core/http-api/account';
import { isLongBreak } from '@tallystone/core/identity/act-message';
import {
  decideBreak,
  decideOwnCap,
  type LimitsDecision,
  type OwnLimits,
} from '@tallystone/core/identity/decide-limits';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { revokeGuestSessions } from '../identity/revoke-session.ts';
import { limits } from './limits.ts';
import { lockOwnLimits, saveOwnLimits } from './limits-store.ts';

/**
 * Sets a user's own daily cap. A lower cap starts at once; a higher cap, or none, a day later.
 *
 * @throws HttpError `invalid-request` for an amount that cannot be a cap. Nothing was changed then
 */
export function changeLimits(
  db: Db,
  { session, mode, sent }: { session: Session; mode: 'demo' | 'live'; sent: RequestBody<'changeLimits'> },
): Promise<WireLimits> {
  return change(db, {
    session,
    mode,
    action: 'limits.change',
    refusedAs: 'invalid-request',
    decide: (own, now) => decideOwnCap(own, { ownCap: sent.ownCap, now }),
  });
}

/**
 * Starts a break, during which the user cannot bet and which cannot be shortened. A break longer than a day needs the
 * wallet's signature. Guests who show the wallet are signed out, and no new guest can sign in with it: see `requireNoBreak`.
 *
 * @param onGuestsEnded called with the token hashes of the guests who were signed out
 * @throws HttpError `wrong-state` if it would end before the present break; `signature-needed` and `signature-invalid`.
 *   Nothing was changed then
 */
export async function takeBreak(
  db: Db,
  {
    session,
    mode,
    sent: { period },
    signature,
    onGuestsEnded = () => undefined,
  }: {
    session: Session;
    mode: 'demo' | 'live';
    sent: Pick<RequestBody<'takeBreak'>, 'period'>;
    signature?: SentSignature;
    onGuestsEnded?: (tokenHashes: readonly Uint8Array[]) => void;
  },
): Promise<WireLimits> {
  let ended: readonly Uint8Array[] = [];
  const changed = await change(db, {
    session,
    mode,
    action: 'limits.break',
    refusedAs: 'wrong-state',
    decide: (own, now) => decideBreak(own, { period, now }),
    note: async (tx) => {
      const signed = isLongBreak(period)
        ? await requireSignature(tx, { kind: 'break', period }, signature)
        : undefined;
      ended = await revokeGuestSessions(tx, session.wallet);

      return { period, ...(signed !== undefined && { signed }) };
    },
  });
  onGuestsEnded(ended);
  return changed;
}

interface LimitsChange {
  readonly session: Session;
  readonly mode: 'demo' | 'live';
  readonly action: 'limits.change' | 'limits.break';
  readonly refusedAs: 'invalid-request' | 'wrong-state';
  decide(own: OwnLimits, now: Date): LimitsDecision;
  /** Does the rest of the change and checks what it needs. @returns what the audit keeps of it */
  note?(tx: Tx): Promise<Record<string, unknown>>;
}

async function change(db: Db, order: LimitsChange): Promise<WireLimits> {
  const { userId } = order.session;
  let decided: OwnLimits | null = null;
  try {
    await transaction(
      db,
      async (tx) => {
        decided = await decideAndSave(tx, order);
      },
      'limits',
    );
  } catch (error) {
    if (!(error instanceof CommitUnknownError)) throw error;
    await requireRecorded(db, { userId, decided, lost: error });
  }
  return limits(db, { userId, mode: order.mode });
}

async function decideAndSave(tx: Tx, order: LimitsChange): Promise<OwnLimits> {
  const { userId, wallet } = order.session;
  const { limits: before, now } = await lockOwnLimits(tx, userId);
  const decision = order.decide(before, now);
  if (decision.kind === 'refused') throw new HttpError(order.refusedAs, decision.reason);
  const { limits: after } = decision;
  const noted = await order.note?.(tx);
  // A repeated request changes nothing.
  if (isSame(before, after)) return after;
  await saveOwnLimits(tx, userId, after);
  await recordAudit(tx, {
    actor: { kind: 'user', userId, address: wallet.text },
    action: order.action,
    subject: wallet.text,
    before: audited(before),
    after: { ...audited(after), ...noted },
  });
  return after;
}

/** Looks up whether the change was stored, after the answer to its COMMIT was lost. */
async function requireRecorded(
  db: Db,
  { userId, decided, lost }: { userId: string; decided: OwnLimits | null; lost: CommitUnknownError },
): Promise<void> {
  const found = await lookUpLostCommit(() => transaction(db, (tx) => lockOwnLimits(tx, userId)));
  if (found !== null && decided !== null && isSame(found.recorded.limits, decided)) return;
  throw new HttpError(
    'not-ready',
    found === null ? say('limits-changed-or-not') : say('limits-not-recorded'),
    { retryAfterSeconds: found === null ? 5 : 1, cause: lost },
  );
}

const isSame = (a: OwnLimits, b: OwnLimits): boolean =>
  JSON.stringify(audited(a)) === JSON.stringify(audited(b));

function audited({ ownCap, next, blocked }: OwnLimits): Record<string, unknown> {
  const cap = (amount: MicroUsdc | null) => (amount === null ? null : usdcToNumber(amount));
  return {
    ownCap: cap(ownCap),
    ...(next !== null && { nextCap: cap(next.cap), nextFrom: next.from.toISOString() }),
    ...(blocked !== null && { blocked: blocked.kind, until: blocked.until.toISOString() }),
  };
}
