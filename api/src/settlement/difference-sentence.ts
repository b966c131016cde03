import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { sumPaid } from './settle-store.ts';

/**
 * What was approved of a market that is held back, and what its books, its payments and its escrow say instead, to the
 * micro: a sentence. Empty when nothing of it is to be paid.
 */
export async function differenceSentence(db: Db, marketId: string): Promise<string> {
  const [sums] = await rows(
    db,
    { bets: col.number, paid: col.text, held: col.text, owed: col.text, escrow: col.text },
    sql`
      select (r.rehearsal ->> 'paidBets')::int as bets, r.rehearsal ->> 'paid' as paid, r.rehearsal ->> 'escrow' as held,
        coalesce(o.open_returns, m.open_stakes)::text as owed, coalesce(a.balance, 0)::text as escrow
      from markets m join resolutions r on r.market_id = m.id and r.ended_at is null
      left join outcomes o on o.id = r.outcome_id
      left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.id = ${marketId}`,
  );
  if (sums === undefined) return '';
  const done = await sumPaid(db, marketId);
  const approved = `${usdc(sums.paid)} USDC for ${betsOf(sums.bets)} out of ${usdc(sums.held)}`;
  const paid = `${usdc(done.posted)} were paid for ${betsOf(done.bets)}`;
  const isTornApart = done.posted !== done.ended;
  const ended = isTornApart ? ` (the bets say ${usdc(done.ended)})` : '';
  return `Approved were ${approved}; the books owe ${usdc(sums.owed)}, ${paid}${ended} and ${usdc(sums.escrow)} lie in escrow.`;
}

const betsOf = (count: number): string => (count === 1 ? '1 bet' : `${count} bets`);
/** With every digit: a difference may be one micro-USDC. */
const usdc = (micro: string | bigint): number => usdcToNumber(microUsdc(BigInt(micro)));
