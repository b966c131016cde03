import type { WireChainPayouts } from '@tallystone/core/http-api';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** A bet that came to nothing so often on the chain is sent no more: anybody can pay it there. */
export const MOST_PAYMENT_TRIES = 12;
const SHOWN = 50;

/** What the contract still has to pay, and what the token has refused; null where no chain is followed. */
export async function chainPayouts(db: Db): Promise<WireChainPayouts | null> {
  const [sum] = await rows<{ is_joined: boolean; bets: number; amount: string; stuck: number }>(
    db,
    sql`
      select exists (select from chain_cursor) as is_joined, count(p.bet_id)::int as bets,
        coalesce(sum(p.amount), 0)::text as amount,
        count(p.bet_id) filter (where p.state = 'due' and p.tries >= ${MOST_PAYMENT_TRIES})::int as stuck
      from chain_payouts p where p.state in ('due', 'sent')`,
  );
  if (sum === undefined || !sum.is_joined) return null;
  const setAside = await rows<{ wallet: string; bets: number; amount: string }>(
    db,
    sql`
      select u.address as wallet, count(*)::int as bets, sum(p.amount)::text as amount
      from chain_payouts p join users u on u.id = p.user_id
      where p.state = 'set-aside'
      group by u.id
      order by sum(p.amount) desc, u.address limit ${SHOWN}`,
  );
  return {
    bets: sum.bets,
    amount: usdc(sum.amount),
    stuck: sum.stuck,
    setAside: setAside.map(({ wallet, bets, amount }) => ({ wallet, bets, amount: usdc(amount) })),
  };
}

const usdc = (micro: string): number => usdcToNumber(microUsdc(BigInt(micro)));
