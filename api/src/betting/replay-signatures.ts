import { betMessage } from '@tallystone/core/betting/bet-message';
import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { Difference } from '../ledger/difference.ts';
import { signedHashOf } from './hash-parts.ts';

const PAGE = 5000;
const MOST_SHOWN = 20;

/** What a bettor signed, and what was made of it. */
const SIGNED_ROW = {
  id: col.text,
  /** Null, as the stake, of a cash-out whose end is missing. */
  entryId: col.text.orNull,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  signedHash: col.text,
  family: col.text,
  address: col.text,
  addressBytes: col.text,
  outcomeId: col.text,
  stake: col.usdc.orNull,
  /** Null for a cash-out. */
  odds: col.odds.orNull,
};
type SignedRow = Row<typeof SIGNED_ROW>;

/**
 * Checks again what every bettor signed: that the text says what was booked, that the wallet of the bettor signed it, and
 * that it is the text which the receipt has hashed.
 *
 * @returns how many texts there are, and what is not as it was signed
 */
export async function replaySignatures(db: Db): Promise<{ texts: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let texts = 0;
  for (const source of SOURCES) {
    let after = '';
    for (;;) {
      const page = await rows(db, SIGNED_ROW, source.page(after));
      for (const row of page) {
        const problem = problemOf(row, source.what);
        if (problem !== null && differences.length < MOST_SHOWN) differences.push(problem);
        after = row.id;
      }
      texts += page.length;
      if (page.length < PAGE) break;
    }
  }
  return { texts, differences };
}

const SIGNED = sql`s.signed_text, encode(s.signature, 'hex') as signature, encode(s.signed_hash, 'hex') as signed_hash,
  u.family, u.address, encode(u.address_bytes, 'hex') as address_bytes`;

/** A page of texts in the order of the ids of their bets. */
interface Source {
  readonly what: string;
  readonly page: (after: string) => SQL;
}

const SOURCES: readonly Source[] = [
  {
    what: 'bet',
    page: (after) => sql`
      select s.id, s.entry_id::text, s.outcome_id, s.stake::text,
        coalesce(s.signed_odds, s.odds)::text as odds, ${SIGNED}
      from bets s join users u on u.id = s.user_id
      where s.id > ${after} order by s.id limit ${PAGE}`,
  },
  {
    what: 'live bet',
    page: (after) => sql`
      select s.id, s.hold_entry_id::text as entry_id, s.outcome_id, s.stake::text, s.odds::text, ${SIGNED}
      from live_bets s join users u on u.id = s.user_id
      where s.id > ${after} order by s.id limit ${PAGE}`,
  },
  {
    what: 'cash-out of bet',
    page: (after) => sql`
      select s.bet_id as id, n.entry_id::text, b.outcome_id, n.amount::text as stake, null as odds, ${SIGNED}
      from cash_outs s join bets b on b.id = s.bet_id join users u on u.id = b.user_id
      left join bet_endings n on n.bet_id = s.bet_id and n.kind = 'cash-out'
      where s.bet_id > ${after} order by s.bet_id limit ${PAGE}`,
  },
];

function problemOf(row: SignedRow, what: string): Difference | null {
  const tell = (expected: string, found: string): Difference => ({
    entryId: row.entryId,
    what: `what was signed for ${what} ${row.id}`,
    expected,
    found,
  });
  if (!saysWhatWasBooked(row)) return tell('a text of these terms', row.signedText);
  const wallet = parseWalletAddress(row.address);
  if (
    wallet === null ||
    wallet.family !== row.family ||
    Buffer.from(wallet.bytes).toString('hex') !== row.addressBytes
  ) {
    return tell('a wallet', `${row.family} ${row.address}, of the bytes ${row.addressBytes}`);
  }
  const signature = Buffer.from(row.signature, 'hex');
  if (!verifySignature({ wallet, text: row.signedText, signature })) {
    return tell(`a signature of ${wallet.text}`, row.signature);
  }
  const hash = signedHashOf(row.signedText, row.signature);
  return hash === row.signedHash ? null : tell(`the hash ${hash}`, row.signedHash);
}

const BET = /^Place bet: (\S+) on \S+ at (\S+) odds$/;
const CASH_OUT = /^Cash out: \S+ for (\S+) USDC$/;

/** An amount may have been sent as a number or as text, so it is compared as what it comes to. */
function saysWhatWasBooked({ id, signedText: text, outcomeId, stake, odds }: SignedRow): boolean {
  const [, amount = '', at = ''] = (odds === null ? CASH_OUT : BET).exec(text) ?? [];
  const again =
    odds === null ? cashOutMessage({ betId: id, amount }) : betMessage({ amount, outcomeId, odds: at });
  if (text !== again || stake === null || parseUsdc(amount) !== stake) return false;
  return odds === null || parseOdds(at) === odds;
}
