import { betMessage } from '@tallystone/core/betting/bet-message';
import {
  automaticCashOutMessage,
  cashOutMessage,
  partialCashOutMessage,
} from '@tallystone/core/betting/cash-out-message';
import { comboMessage } from '@tallystone/core/combos/combo-message';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { parseOdds } from '@tallystone/core/odds/parse-odds';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row } from '../db/rows.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import type { Difference } from '../ledger/difference.ts';
import { readPages } from '../ledger/read-pages.ts';
import { filledOrder, isOfMinimum } from '../ledger/signed-amount.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { signedHashOf } from './hash-parts.ts';

const PAGE = 5000;
const MOST_SHOWN = 20;

/** What a bettor signed, and what was booked for it. */
const SIGNED_ROW = {
  id: col.text,
  /** Null, like the stake, if the end of a cash-out is missing. */
  entryId: col.text.orNull,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  signedHash: col.text,
  family: col.text,
  address: col.text,
  addressBytes: col.text,
  /** Of a combo all of them, joined by `+`. Of a sold part its stake and the open stake before it. */
  outcomeId: col.text,
  stake: col.usdc.orNull,
  /** Null for a cash-out. */
  odds: col.odds.orNull,
};
type SignedRow = Row<typeof SIGNED_ROW>;

/**
 * Checks every text that a bettor signed: it must say what was booked, the bettor's wallet must have signed it, and it must
 * be the text whose hash is on the receipt.
 *
 * @returns how many texts there are, and the differences
 */
export async function replaySignatures(
  db: Db,
  since: Since = SINCE_NOTHING,
): Promise<{ texts: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let texts = 0;
  for (const { what, after } of SOURCES) {
    for await (const row of readPages(db, SIGNED_ROW, PAGE, (last) => after(last, since))) {
      texts += 1;
      const problem = problemOf(row, what);
      if (problem !== null && differences.length < MOST_SHOWN) differences.push(problem);
    }
  }
  return { texts, differences };
}

const SIGNED = sql`s.signed_text, encode(s.signature, 'hex') as signature, encode(s.signed_hash, 'hex') as signed_hash,
  u.family, u.address, encode(u.address_bytes, 'hex') as address_bytes`;

const OUTCOMES_OF_COMBO = sql`(
  select string_agg(l.outcome_id, '+' order by l.place) from combo_legs l where l.combo_id = s.id) as outcome_id`;

/**
 * Each selects the texts after one of them: bets and combos in the order of their entries, cash-outs in that of the ids of
 * their bets or combos.
 */
const SOURCES: readonly { what: string; after: (last: SignedRow | null, since: Since) => SQL }[] = [
  {
    what: 'bet',
    after: (last, since) => sql`
      select s.id, s.entry_id::text, s.outcome_id, s.stake::text,
        coalesce(s.signed_odds, s.odds)::text as odds, ${SIGNED}
      from bets s join users u on u.id = s.user_id
      where s.entry_id > ${last?.entryId ?? since.entryId}::bigint
      -- By the column: the bare name would be the text that is selected.
      order by s.entry_id`,
  },
  {
    what: 'bet',
    after: (last, since) => sql`
      select s.id, s.entry_id::text, s.outcome_id, s.stake::text,
        coalesce(s.signed_odds, s.odds)::text as odds, ${SIGNED}
      from ${endedSince(since)} n join bets s on s.id = n.bet_id join users u on u.id = s.user_id
      where s.entry_id <= ${since.entryId}::bigint and s.entry_id > ${last?.entryId ?? '0'}::bigint
      order by s.entry_id`,
  },
  {
    what: 'live bet',
    after: (last, since) => sql`
      select s.id, s.hold_entry_id::text as entry_id, s.outcome_id, s.stake::text, s.odds::text, ${SIGNED}
      from live_bets s join users u on u.id = s.user_id
      where s.hold_entry_id > ${last?.entryId ?? since.entryId}::bigint
      order by s.hold_entry_id`,
  },
  {
    // Also those that failed: their stakes were held by this signature.
    what: 'order',
    after: (last, since) => sql`
      select s.id, s.entry_id::text, s.outcome_id, s.stake::text, s.odds::text, ${SIGNED}
      from orders s join users u on u.id = s.user_id
      where s.entry_id > ${last?.entryId ?? since.entryId}::bigint
      order by s.entry_id`,
  },
  {
    what: 'cash-out of bet',
    after: (last, since) => sql`
      select s.bet_id as id, n.entry_id::text, b.outcome_id, case
          -- A part may have been sold before in the same way.
          when n.bet_id is not null and ${isOfMinimum(sql`s`)} then (${filledOrder(sql`o.bet_id = s.bet_id and o.open_stake is null`)})
          else n.amount end::text as stake, null as odds, ${SIGNED}
      from ${soldSince(since)} s join bets b on b.id = s.bet_id join users u on u.id = b.user_id
      left join bet_endings n on n.bet_id = s.bet_id and n.kind = 'cash-out'
      where s.bet_id > ${last?.id ?? ''} order by s.bet_id`,
  },
  {
    what: 'part of bet',
    after: (last, since) => sql`
      select s.bet_id as id, s.entry_id::text, s.stake || ' ' || s.open_stake as outcome_id,
        case when s.priced_market_id is null then s.amount else (${filledOrder(sql`o.bet_id = s.bet_id and o.open_stake = s.open_stake`)}) end::text as stake,
        null as odds, ${SIGNED}
      from sold_parts s join users u on u.id = s.user_id
      where s.entry_id > ${last?.entryId ?? since.entryId}::bigint
      order by s.entry_id`,
  },
  {
    what: 'combo',
    after: (last, since) => sql`
      select s.id, s.entry_id::text, ${OUTCOMES_OF_COMBO}, s.stake::text, s.signed_odds::text as odds, ${SIGNED}
      from combos s join users u on u.id = s.user_id
      where s.entry_id > ${last?.entryId ?? since.entryId}::bigint
      order by s.entry_id`,
  },
  {
    what: 'combo',
    after: (last, since) => sql`
      select s.id, s.entry_id::text, ${OUTCOMES_OF_COMBO}, s.stake::text, s.signed_odds::text as odds, ${SIGNED}
      from combos s join users u on u.id = s.user_id
      where s.entry_id <= ${since.entryId}::bigint and s.entry_id > ${last?.entryId ?? '0'}::bigint and s.id in (
        select n.combo_id from combo_endings n where n.entry_id > ${since.entryId}::bigint)
      order by s.entry_id`,
  },
  {
    what: 'cash-out of combo',
    after: (last, since) => sql`
      select s.combo_id as id, n.entry_id::text, '' as outcome_id,
        -- What was paid after a delay may be more than what was signed.
        case when n.combo_id is null then null else coalesce((${filledOrder(sql`o.combo_id = s.combo_id`)}), n.amount) end::text as stake,
        null as odds, ${SIGNED}
      from combo_cash_outs s join combos c on c.id = s.combo_id join users u on u.id = c.user_id
      left join combo_endings n on n.combo_id = s.combo_id and n.kind = 'cash-out'
      where s.combo_id > ${last?.id ?? ''} and coalesce(n.entry_id > ${since.entryId}::bigint,
        ${since.scope.kind === 'everything'})
      order by s.combo_id`,
  },
];

/** The ends after the verified entry: who gets their money must have signed their bets, however old those are. */
function endedSince({ scope }: Since): SQL {
  if (scope.kind === 'everything') return sql`(select bet_id from bet_endings limit 0)`;
  return sql`(
    select n.bet_id from bet_endings n where n.entry_id > ${scope.entryId}::bigint
    union
    select n.bet_id from sold_parts n where n.entry_id > ${scope.entryId}::bigint
    offset 0)`;
}

/** The cash-outs with ends after the verified entry; without one also those whose end is missing. */
function soldSince({ scope }: Since): SQL {
  if (scope.kind === 'everything') return sql`cash_outs`;
  return sql`(
    select c.* from bet_endings n join cash_outs c on c.bet_id = n.bet_id
    where n.entry_id > ${scope.entryId}::bigint
    -- Read by the entry, not by the order of the ids.
    offset 0)`;
}

function problemOf(row: SignedRow, what: string): Difference | null {
  const difference = (expected: string, found: string): Difference => ({
    entryId: row.entryId,
    what: `what was signed for ${what} ${row.id}`,
    expected,
    found,
  });
  if (!saysWhatWasBooked(row, what)) return difference('a text of these terms', row.signedText);
  const wallet = parseWalletAddress(row.address);
  if (
    wallet === null ||
    wallet.family !== row.family ||
    Buffer.from(wallet.bytes).toString('hex') !== row.addressBytes
  ) {
    return difference('a wallet', `${row.family} ${row.address}, of the bytes ${row.addressBytes}`);
  }
  const signature = Buffer.from(row.signature, 'hex');
  if (!verifySignature({ wallet, text: row.signedText, signature })) {
    return difference(`a signature of ${wallet.text}`, row.signature);
  }
  const hash = signedHashOf(row.signedText, row.signature);
  return hash === row.signedHash ? null : difference(`the hash ${hash}`, row.signedHash);
}

const PLACED = /^Place (?:bet|combo): (\S+) on \S+ at (\S+) odds$/;
const CASH_OUT = /^Cash out: \S+ for (\S+) USDC$/;
const PART = /^Cash out a part: \S+, (\S+) of (\S+) USDC, for (\S+) USDC$/;
const AUTOMATIC = /^Cash out automatically: \S+ for at least (\S+) USDC$/;

/** Amounts are compared as parsed, because they may have been sent as numbers or as text. */
function saysWhatWasBooked(row: SignedRow, what: string): boolean {
  const { signedText: text, stake, odds } = row;
  if (what === 'part of bet') return saysWhichPart(row);
  const shape = odds !== null ? PLACED : isAutomatic(row, what) ? AUTOMATIC : CASH_OUT;
  const [, amount = '', at = ''] = shape.exec(text) ?? [];
  if (text !== textOf(row, { what, amount, at }) || stake === null || parseUsdc(amount) !== stake)
    return false;
  return odds === null || parseOdds(at) === odds;
}

/** The same for a sold part of a bet. */
function saysWhichPart({ id, signedText, stake: paid, outcomeId }: SignedRow): boolean {
  const [, stake = '', of = '', amount = ''] = PART.exec(signedText) ?? [];
  return (
    signedText === partialCashOutMessage({ betId: id, stake, of, amount }) &&
    `${parseUsdc(stake)} ${parseUsdc(of)}` === outcomeId &&
    paid !== null &&
    parseUsdc(amount) === paid
  );
}

/** Only bets are cashed out automatically. */
const isAutomatic = ({ signedText }: SignedRow, what: string): boolean =>
  what === 'cash-out of bet' && AUTOMATIC.test(signedText);

/** The text that core makes of what was booked, with the amount and the odds as they were signed. */
function textOf(row: SignedRow, { what, amount, at }: { what: string; amount: string; at: string }): string {
  const { id, outcomeId, odds } = row;
  if (odds === null)
    return (isAutomatic(row, what) ? automaticCashOutMessage : cashOutMessage)({ betId: id, amount });
  if (what === 'combo') return comboMessage({ amount, outcomeIds: outcomeId.split('+'), odds: at });
  return betMessage({ amount, outcomeId, odds: at });
}
