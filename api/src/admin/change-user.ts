import type { RequestBody } from '@tallystone/core/http-api';
import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { cleanText } from '@tallystone/core/markets/clean-text';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { SETTING_RANGES } from '@tallystone/core/settings/settings';
import { sql } from 'drizzle-orm';
import { type Audited, type JudgedProposal, proposeChange } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { exists } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { getSettings } from '../settings/get-settings.ts';
import { capOfUser, type StoredUser, selectUsers, wireAdminUser } from './stored-user.ts';

const REASON_LENGTH = { min: 3, max: 500 };
const { max: LARGEST_CAP } = SETTING_RANGES.stakeCapLevel0;

export interface UserChange {
  readonly userId: string;
  /** The request body. */
  readonly sent: RequestBody<'changeUser'>;
  readonly actor: Actor;
  readonly mode: 'demo' | 'live';
}

/**
 * Changes a user's level or daily stake cap and audits it with the reason. In live mode, raising the level or the
 * effective cap waits for a second admin. The command line needs none: its user already controls the machine.
 *
 * @returns the user after the change
 * @throws HttpError `invalid-request` with a sentence per field, `not-found`, or `forbidden` for the admin's own
 *   user. Nothing is changed then
 */
export async function changeUser(
  db: Db,
  user: UserChange,
): Promise<WireAdminUser & { waits?: { changeId: string } }> {
  const { userId, sent, actor, mode } = user;
  const parsed = parseChange(sent);
  return transaction(db, async (tx) => {
    const change = await judge(tx, user, parsed);
    const { before, after, settings } = change;
    if (change.isRaised && mode === 'live' && actor.kind === 'admin') {
      const waits = await proposeChange(tx, {
        kind: 'change-user',
        subject: userId,
        payload: sent,
        summary: summaryOf(change, parsed),
        actor,
        refusal: say('cap-needs-second'),
      });
      return { ...wireAdminUser(before, settings), waits };
    }
    await recordAudit(tx, { actor, ...(await save(tx, change, parsed)) });
    return wireAdminUser(after, settings);
  });
}

/** Judges a change that another admin proposed, against the user's current state. @throws HttpError as `changeUser` */
export async function judgeUserChange(tx: Tx, user: UserChange): Promise<JudgedProposal> {
  const parsed = parseChange(user.sent);
  const change = await judge(tx, user, parsed);
  return {
    summary: summaryOf(change, parsed),
    make: async () => ({ marketIds: [], audited: await save(tx, change, parsed) }),
  };
}

type JudgedChange = Awaited<ReturnType<typeof judge>>;

/** The user stays locked until the transaction ends. */
async function judge(tx: Tx, { userId, actor, mode }: UserChange, { kycLevel, ownCap }: ParsedChange) {
  if (actor.kind === 'admin' && actor.userId === userId) {
    throw new HttpError('forbidden', say('not-your-own'));
  }
  const before = await lockUser(tx, userId);
  const after: StoredUser = {
    ...before,
    ...(kycLevel !== undefined && { kycLevel }),
    ...(ownCap !== undefined && { ownCap }),
  };
  if (after.kycLevel !== before.kycLevel && before.isAdmin) {
    const kycLevel = say('admin-level');
    throw refusalOf(kycLevel, { kycLevel });
  }
  if (after.kycLevel === before.kycLevel && after.ownCap === before.ownCap) {
    throw new HttpError('invalid-request', say('user-same'));
  }
  const settings = await getSettings(tx, mode);
  // A higher level may raise the cap even when the user's own cap hides it.
  const isRaised =
    after.kycLevel > before.kycLevel || capOfUser(after, settings) > capOfUser(before, settings);
  return { before, after, settings, isRaised };
}

async function save(tx: Tx, { before, after }: JudgedChange, { reason }: ParsedChange): Promise<Audited> {
  await tx.execute(sql`
    with ${pinned()}
    update users
    set kyc_level = ${after.kycLevel}, daily_stake_cap = ${after.ownCap?.toString() ?? null}::bigint,
      epoch = ${epochAfter(sql`users.epoch`)}
    where id = ${after.id}`);
  return {
    action: 'user.change',
    subject: before.address,
    before: audited(before, after),
    after: audited(after, before),
    reason,
  };
}

function summaryOf({ before, after, settings }: JudgedChange, { reason }: ParsedChange): Message {
  const [was, is] = [usdcToNumber(capOfUser(before, settings)), usdcToNumber(capOfUser(after, settings))];
  const levels = { before: before.kycLevel, after: after.kycLevel };
  const level = levels.before === levels.after ? [] : [say('and-level', levels)];
  const what = { who: before.address, level, reason };
  return was === is
    ? say('keep-cap', { ...what, amount: is })
    : say('change-cap', { ...what, before: was, after: is });
}

interface ParsedChange {
  kycLevel?: 0 | 1;
  ownCap?: MicroUsdc | null;
  reason: string;
}

function parseChange(sent: UserChange['sent']): ParsedChange {
  const fields: Record<string, Message> = {};
  const reason = cleanText(sent.reason);
  if (reason.length < REASON_LENGTH.min || reason.length > REASON_LENGTH.max) {
    fields.reason = say('reason-length', REASON_LENGTH);
  }
  const parsed: ParsedChange = { reason };
  const { kycLevel, dailyStakeCap } = sent;
  if (kycLevel === 0 || kycLevel === 1) parsed.kycLevel = kycLevel;
  else if (kycLevel !== undefined) fields.kycLevel = say('level-range');
  if (dailyStakeCap === null) parsed.ownCap = null;
  else if (dailyStakeCap !== undefined) {
    const cap = parseUsdc(dailyStakeCap);
    if (cap !== null && cap <= LARGEST_CAP) parsed.ownCap = cap;
    else fields.dailyStakeCap = say('user-cap-range', { max: usdcToNumber(LARGEST_CAP) });
  }
  const [problem] = Object.values(fields);
  if (problem !== undefined) throw refusalOf(problem, fields);
  return parsed;
}

const refusalOf = (problem: Message, fields: Record<string, Message>) =>
  new HttpError('invalid-request', say('nothing-changed', { problem }), { facts: { fields } });

/** The user, whose row stays locked until the transaction ends. */
async function lockUser(tx: Tx, userId: string): Promise<StoredUser> {
  // No id contains NUL, and PostgreSQL refuses text with NUL.
  const isThere =
    !userId.includes('\0') &&
    (await exists(tx, sql`select from users where id = ${userId} for no key update`));
  const [user] = isThere ? await selectUsers(tx, sql`select ${userId}::text`) : [];
  if (user === undefined) throw new HttpError('not-found', say('no-such-user'));
  return user;
}

/**
 * One side of a change: the fields that differ from the other side, plus the user id, because guests can show any
 * address.
 */
function audited(user: StoredUser, other: StoredUser): Record<string, unknown> {
  return {
    userId: user.id,
    ...(user.kycLevel !== other.kycLevel && { kycLevel: user.kycLevel }),
    ...(user.ownCap !== other.ownCap && {
      dailyStakeCap: user.ownCap === null ? null : usdcToNumber(user.ownCap),
    }),
  };
}
