import { type BreakPeriod, breakPeriodSchema } from '@tallystone/core/http-api/account';
import {
  type ActFrame,
  actMessage,
  isLongBreak,
  type SignedAct,
} from '@tallystone/core/identity/act-message';
import { blockOf } from '@tallystone/core/identity/decide-limits';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { type SQL, sql } from 'drizzle-orm';
import { WHOLE_AUDIT } from '../audit/audit-start.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { Difference } from '../ledger/difference.ts';
import { storedRehearsal, wireRehearsal } from '../settlement/stored-rehearsal.ts';

const PAGE = 1000;
const MOST_SHOWN = 20;
/** How far the database's clock, which dates the rows, may differ from the server's. */
const CLOCKS_MS = 60_000;

/** Audit actions that may be irreversible acts, by the `acts.sign` subject that marks when they began to be signed. */
const ACTIONS = {
  acts: ['limits.break', 'market.approve', 'market.propose', 'market.void', 'change.approve'],
  markets: ['market.object', 'markets.close', 'markets.delete'],
} as const;

/** Each action with the audit row after which it must be signed; row 0 when there is no `acts.sign` row. */
async function readActions(
  db: Db,
  audit: SQL,
): Promise<{ action: string; first: string; by_person: boolean }[]> {
  const since = await rows(
    db,
    { subject: col.text, first: col.text },
    sql`select subject, min(id)::text as first from ${audit} a where action = 'acts.sign' group by subject`,
  );
  return Object.entries(ACTIONS).flatMap(([signedSince, actions]) => {
    const first = since.find(({ subject }) => subject === signedSince)?.first ?? '0';
    return actions.map((action) => ({ action, first, by_person: signedSince === 'markets' }));
  });
}

const SIGNED = col.object({ text: col.text.orUndefined, signature: col.text.orUndefined });

/** An audit row that may be an irreversible act. */
const ACT = {
  id: col.text,
  at: col.date,
  action: col.text,
  subject: col.text,
  reason: col.text.orNull,
  /** For an objection: how many came before it. */
  before: col.object({ objections: col.number.orUndefined }),
  after: col.object({
    // A malformed value still counts as signed, but without a signature.
    signed: (cell: unknown, name: string) =>
      cell === undefined
        ? undefined
        : (SIGNED.orUndefined(cell, name) ?? { text: undefined, signature: undefined }),
    period: col.text.orUndefined,
    until: col.text.orUndefined,
    source: col.text.orUndefined,
    stage: col.text.orUndefined,
    hash: col.text.orUndefined,
    seen: col.text.orUndefined,
  }),
  /** The acting user's address; null when no user acted. */
  address: col.text.orNull,
  /** For the end of a market. */
  rehearsal: storedRehearsal.orNull,
  /** The rehearsal's hash, hex. */
  rehearsed: col.text.orNull,
  /** For a bulk action: every market in the request. */
  markets: col.list(col.object({ id: col.text, title: col.text })).orNull,
  /** False for rows from before acts were signed. */
  mustBeSigned: col.bool,
};
type ActRow = Row<typeof ACT>;

/**
 * Verifies the signature of every irreversible act again: that a signature exists since acts are signed, that its
 * text says what the audit row says was done and when, that the acting user's wallet signed that text, and that no
 * other act used its nonce. The end of a break must match its period.
 *
 * @returns the number of signed acts, and up to 20 mismatches
 */
export async function replayActs(
  db: Db,
  { rows: audit } = WHOLE_AUDIT,
): Promise<{ acts: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  /** Audit row ids by the nonce they were signed with. */
  const rowOf = new Map<string, string>();
  const actions = JSON.stringify(await readActions(db, audit));
  let acts = 0;
  let after = '0';
  for (;;) {
    const page = await rows(
      db,
      ACT,
      sql`
        select a.id::text, a.at, a.action, a.subject, a.reason, coalesce(a.before, '{}') as before,
          coalesce(a.after, '{}') as after, u.address, r.rehearsal, encode(r.rehearsal_hash, 'hex') as rehearsed,
          (
            select json_agg(json_build_object('id', m.id, 'title', m.title))
            from jsonb_path_query(jsonb_build_array(a.before -> 'skipped', a.after -> 'closed', a.after -> 'deleted'),
              '$[*][*]') as signed (id)
            join markets m on m.id = signed.id #>> '{}'
            where a.action in ('markets.close', 'markets.delete')
          ) as markets,
          a.id > k.first as must_be_signed
        from ${audit} a
        join json_to_recordset(${actions}::json) as k(action text, first bigint, by_person boolean) on k.action = a.action
        left join users u on u.id = a.user_id
        left join resolutions r on r.market_id = a.subject
          and r.id::text = case a.action when 'market.object' then a.before else a.after end ->> 'resolution'
        where a.id > ${after}::bigint
          -- Most of these rows are markets that closed on time; without a user they need no signature.
          and (a.user_id is not null or a.after ? 'signed' or not k.by_person)
        order by a.id limit ${PAGE}`,
    );
    for (const row of page) {
      after = row.id;
      const isSigned = row.after.signed !== undefined || (row.mustBeSigned && isIrreversible(row));
      if (isSigned) acts += 1;
      const problem =
        (isSigned ? signatureProblem(row, rowOf) : null) ?? (row.mustBeSigned ? endProblem(row) : null);
      if (problem !== null && differences.length < MOST_SHOWN) differences.push(problem);
    }
    if (page.length < PAGE) return { acts, differences };
  }
}

/** Whether a person did it and had to sign it. */
function isIrreversible({ action, after, address }: ActRow): boolean {
  switch (action) {
    case 'limits.break':
      return !isPeriod(after.period) || isLongBreak(after.period);
    case 'market.propose':
    case 'market.void':
      // A proposal that waits for a second admin is signed by that admin. The feed, the draw and the command line
      // have no wallet.
      return address !== null && after.source === 'admin' && after.stage !== 'approval';
    case 'market.object':
    case 'markets.close':
    case 'markets.delete':
      // An objection made on the chain is signed there; the command line has no wallet.
      return address !== null;
    default:
      return true;
  }
}

const differenceOf = ({ action, subject, id }: ActRow, expected: string, found: string): Difference => ({
  entryId: null,
  what: `what was signed for ${action} of ${subject}, audit row ${id}`,
  expected,
  found,
});

function signatureProblem(row: ActRow, rowOf: Map<string, string>): Difference | null {
  const differs = (expected: string, found: string) => differenceOf(row, expected, found);
  const { text, signature } = row.after.signed ?? {};
  if (typeof text !== 'string' || typeof signature !== 'string') return differs('a signature', 'none');
  const act = actOf(row);
  const wallet = parseWalletAddress(row.address ?? '');
  if (act === null || wallet === null) return differs('an act of a wallet', text);
  const frame = frameOf(text, wallet.text);
  const again = frame === null ? null : textAgain(act, frame);
  if (frame === null || again !== text) return differs(again ?? 'the text of an act', text);
  const { nonce, issuedAt, expiresAt } = frame;
  const at = row.at.getTime();
  if (at < issuedAt.getTime() - CLOCKS_MS || at > expiresAt.getTime() + CLOCKS_MS)
    return differs(`an act from ${issuedAt.toISOString()} to ${expiresAt.toISOString()}`, instant(at));
  const other = rowOf.get(nonce);
  if (other !== undefined) return differs('a nonce of its own', `the nonce of audit row ${other}`);
  rowOf.set(nonce, row.id);
  return verifySignature({ wallet, text, signature: Buffer.from(signature, 'hex') })
    ? null
    : differs(`a signature of ${wallet.text}`, signature);
}

/** A break must end when its period says. */
function endProblem(row: ActRow): Difference | null {
  const { period, until } = row.after;
  if (row.action !== 'limits.break' || !isPeriod(period)) return null;
  const at = row.at.getTime();
  const end = Date.parse(until ?? '');
  // The break was decided just before the row was written. A month may have ended in between, and months differ in
  // length.
  const ends = [at - CLOCKS_MS, at].map((from) => blockOf(period, new Date(from)).until.getTime());
  return ends.some((expected) => Math.abs(end - expected) <= CLOCKS_MS)
    ? null
    : differenceOf(row, `${period}, so until ${instant(ends[1] ?? 0)}`, until ?? 'no end');
}

const isPeriod = (text: string | undefined): text is BreakPeriod => breakPeriodSchema.safeParse(text).success;

const instant = (ms: number): string => new Date(ms).toISOString();

/** The act that the audit row describes, with the result or the markets it names. */
function actOf(row: ActRow): SignedAct | null {
  const { action, subject, reason, before, after, rehearsal, rehearsed, markets } = row;
  switch (action) {
    case 'limits.break':
      return isPeriod(after.period) && isLongBreak(after.period)
        ? { kind: 'break', period: after.period }
        : null;
    case 'change.approve':
      return after.seen === undefined
        ? null
        : { kind: 'approve-change', changeId: subject, summary: after.seen };
    case 'market.object':
      return rehearsal === null || rehearsed === null || reason === null
        ? null
        : {
            kind: 'object',
            rehearsal: wireRehearsal(rehearsal, rehearsed),
            reason,
            isSecond: before.objections !== 0,
          };
    case 'markets.close':
    case 'markets.delete':
      return markets === null ? null : { kind: action === 'markets.close' ? 'close-now' : 'delete', markets };
    default:
      return rehearsal === null || after.hash === undefined
        ? null
        : { kind: 'approve-result', rehearsal: wireRehearsal(rehearsal, after.hash) };
  }
}

const FRAME =
  /^(?<domain>\S+) wants [\s\S]*\n\nNonce: (?<nonce>\S+)\nIssued At: (?<issuedAt>\S+)\nExpiration Time: (?<expiresAt>\S+)$/;

/** The frame that the text itself states; null when it states none. */
function frameOf(text: string, address: string): ActFrame | null {
  const { domain, nonce, issuedAt: from, expiresAt: until } = FRAME.exec(text)?.groups ?? {};
  const [issuedAt, expiresAt] = [new Date(from ?? ''), new Date(until ?? '')];
  if (domain === undefined || nonce === undefined) return null;
  if (Number.isNaN(issuedAt.getTime()) || Number.isNaN(expiresAt.getTime())) return null;
  return { domain, address, nonce, issuedAt, expiresAt };
}

/** The act's text rebuilt with the signed frame; null when the frame is invalid. */
function textAgain(act: SignedAct, frame: ActFrame): string | null {
  try {
    return actMessage(act, frame);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
