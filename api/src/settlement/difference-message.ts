import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { owedToWinners } from '../ledger/winners.ts';
import { sumPaid } from './settle-store.ts';

/**
 * What was approved for a market that is held back, and what its books, its payments and its escrow say instead, to the
 * micro-USDC. Null if the market has no end under way.
 */
export async function differenceMessage(db: Db, marketId: string): Promise<Message | null> {
  const [sums] = await rows(
    db,
    { bets: col.number, paid: col.text, held: col.text, owed: col.text, escrow: col.text },
    sql`
      select (r.rehearsal ->> 'paidBets')::int as bets, r.rehearsal ->> 'paid' as paid, r.rehearsal ->> 'escrow' as held,
        coalesce(${owedToWinners(sql`m`, { first: sql`r.outcome_id`, others: sql`r.also_won` })}, m.open_stakes)::text as owed, coalesce(a.balance, 0)::text as escrow
      from markets m join resolutions r on r.market_id = m.id and r.ended_at is null
      left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.id = ${marketId}`,
  );
  if (sums === undefined) return null;
  const done = await sumPaid(db, marketId);
  return say('difference', {
    approved: usdc(sums.paid),
    approvedBets: betsOf(sums.bets),
    held: usdc(sums.held),
    owed: usdc(sums.owed),
    paid: usdc(done.posted),
    paidBets: betsOf(done.bets),
    torn: done.posted === done.ended ? [] : [say('difference-torn', { ended: usdc(done.ended) })],
    escrow: usdc(sums.escrow),
  });
}

const betsOf = (count: number): Message => (count === 1 ? say('one-bet') : say('many-bets', { count }));
/** Keeps every digit, because a difference may be one micro-USDC. */
const usdc = (micro: string | bigint): number => usdcToNumber(microUsdc(BigInt(micro)));
