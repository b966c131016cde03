import { actMessage, isLongBreak, type SignedAct } from '@tallystone/core/identity/act-message';
import type { BreakPeriod } from '@tallystone/core/identity/decide-limits';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { KeptSignature } from '../identity/require-signature.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { Difference } from '../ledger/difference.ts';
import { type StoredRehearsal, wireRehearsal } from '../settlement/stored-rehearsal.ts';

const PAGE = 1000;
const MOST_SHOWN = 20;
const DAY_MS = 86_400_000;

/** A row of the audit about what may be an act that cannot be undone. */
interface ActRow {
  id: string;
  at: string;
  action: string;
  subject: string;
  after: {
    signed?: Partial<KeptSignature>;
    period?: BreakPeriod;
    until?: string;
    source?: string;
    stage?: string;
    hash?: string;
    seen?: string;
  };
  /** Of the user who did it; null where none did. */
  address: string | null;
  /** Of an end of a market. */
  rehearsal: StoredRehearsal | null;
  /** False where it is from before acts were signed. */
  must_be_signed: boolean;
}

/**
 * Checks again the signature of every act that cannot be undone: that there is one since acts are signed, that its text
 * says what the row of the audit says was done, and that the wallet of the user who did it signed that text.
 *
 * @returns how many acts are signed, and what is not as it was signed
 */
export async function replayActs(db: Db): Promise<{ acts: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let acts = 0;
  let after = '0';
  for (;;) {
    const page = await rows<ActRow>(
      db,
      sql`
        select a.id::text, a.at, a.action, a.subject, coalesce(a.after, '{}') as after, u.address, r.rehearsal,
          a.id > coalesce((select min(s.id) from audit s where s.action = 'acts.sign'), 0) as must_be_signed
        from audit a left join users u on u.id = a.user_id
        left join resolutions r on r.market_id = a.subject and r.id::text = a.after ->> 'resolution'
        where a.id > ${after}::bigint
          and a.action in ('limits.break', 'market.approve', 'market.propose', 'market.void', 'change.approve')
        order by a.id limit ${PAGE}`,
    );
    for (const row of page) {
      after = row.id;
      if (row.after.signed === undefined && !(row.must_be_signed && isIrreversible(row))) continue;
      acts += 1;
      const problem = problemOf(row);
      if (problem !== null && differences.length < MOST_SHOWN) differences.push(problem);
    }
    if (page.length < PAGE) return { acts, differences };
  }
}

/** Whether it is an act of a person that needs a signature. */
function isIrreversible({ action, at, after, address }: ActRow): boolean {
  switch (action) {
    case 'limits.break':
      return after.until === undefined || Date.parse(after.until) - Date.parse(at) > DAY_MS;
    case 'market.propose':
    case 'market.void':
      // What waits for a second admin is signed by that one; the feed, the draw and the command line have no wallet.
      return address !== null && after.source === 'admin' && after.stage !== 'approval';
    default:
      return true;
  }
}

function problemOf(row: ActRow): Difference | null {
  const tell = (expected: string, found: string): Difference => ({
    entryId: null,
    what: `what was signed for ${row.action} of ${row.subject}, audit row ${row.id}`,
    expected,
    found,
  });
  const { text, signature } = row.after.signed ?? {};
  if (typeof text !== 'string' || typeof signature !== 'string') return tell('a signature', 'none');
  const act = actOf(row);
  const wallet = parseWalletAddress(row.address ?? '');
  if (act === null || wallet === null) return tell('an act of a wallet', text);
  const again = textAgain(act, { text, address: wallet.text });
  if (again !== text) return tell(again ?? 'the text of an act', text);
  return verifySignature({ wallet, text, signature: Buffer.from(signature, 'hex') })
    ? null
    : tell(`a signature of ${wallet.text}`, signature);
}

/** The act as the row of the audit, and the result that it names, say it. */
function actOf({ action, subject, after, rehearsal }: ActRow): SignedAct | null {
  switch (action) {
    case 'limits.break':
      return after.period !== undefined && isLongBreak(after.period)
        ? { kind: 'break', period: after.period }
        : null;
    case 'change.approve':
      return after.seen === undefined
        ? null
        : { kind: 'approve-change', changeId: subject, summary: after.seen };
    default:
      return rehearsal === null || after.hash === undefined
        ? null
        : { kind: 'approve-result', rehearsal: wireRehearsal(rehearsal, after.hash) };
  }
}

const FRAME =
  /^(?<domain>\S+) wants [\s\S]*\n\nNonce: (?<nonce>\S+)\nIssued At: (?<issuedAt>\S+)\nExpiration Time: (?<expiresAt>\S+)$/;

/** The text of the act with the frame of the one that was signed; null where that has none. */
function textAgain(act: SignedAct, { text, address }: { text: string; address: string }): string | null {
  const { domain, nonce, issuedAt, expiresAt } = FRAME.exec(text)?.groups ?? {};
  const times = [issuedAt, expiresAt].map((time) => new Date(time ?? ''));
  const [from, until] = times;
  if (domain === undefined || nonce === undefined || from === undefined || until === undefined) return null;
  if (times.some((time) => Number.isNaN(time.getTime()))) return null;
  try {
    return actMessage(act, { domain, address, nonce, issuedAt: from, expiresAt: until });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
