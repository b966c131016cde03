import type { WireChainPayouts } from '@tallystone/core/http-api/settlement';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row, rows } from '../db/rows.ts';

/** After this many failed payments on the chain the server stops sending a bet's payment: anyone can pay it there. */
export const MOST_PAYMENT_TRIES = 12;
const SHOWN = 50;

/** What the contract still has to pay, and the payouts that the token has refused; null if no chain is followed. */
export async function chainPayouts(db: Db): Promise<WireChainPayouts | null> {
  const { isJoined, ...sum } = await row(
    db,
    { isJoined: col.bool, bets: col.number, amount: col.wireUsdc, stuck: col.number },
    sql`
      select exists (select from chain_cursor) as is_joined, count(p.bet_id)::int as bets,
        coalesce(sum(p.amount), 0) as amount,
        count(p.bet_id) filter (where p.state = 'due' and p.tries >= ${MOST_PAYMENT_TRIES})::int as stuck
      from chain_payouts p where p.state in ('due', 'sent')`,
  );
  if (!isJoined) return null;
  const setAside = await rows(
    db,
    { wallet: col.text, bets: col.number, amount: col.wireUsdc },
    sql`
      select u.address as wallet, count(*)::int as bets, sum(p.amount) as amount
      from chain_payouts p join users u on u.id = p.user_id
      where p.state = 'set-aside'
      group by u.id
      order by sum(p.amount) desc, u.address limit ${SHOWN}`,
  );
  return { ...sum, setAside };
}
