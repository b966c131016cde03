import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import type { LoggedBet } from './bet-log.ts';

/** How many bets of the log are compared at once. */
const CHUNK = 5000;
const MICRO = 1_000_000;

/**
 * The bets that a log says were acknowledged and that the books don't have as they were acknowledged, each once and in the
 * order of the log.
 *
 * @returns them, and how many bets the log has
 */
export async function findUnbooked(
  db: Db,
  logged: AsyncIterable<readonly LoggedBet[]>,
): Promise<{ bets: number; unbooked: LoggedBet[] }> {
  const unbooked: LoggedBet[] = [];
  // A bet that was sent again is in the log again.
  const seen = new Set<string>();
  let chunk: LoggedBet[] = [];
  const compare = async () => {
    const wrong = await listUnbooked(db, chunk);
    unbooked.push(...chunk.filter(([id]) => wrong.has(id)));
    chunk = [];
  };
  for await (const bets of logged) {
    for (const bet of bets) {
      const [id] = bet;
      if (seen.has(id)) continue;
      seen.add(id);
      chunk.push(bet);
      if (chunk.length === CHUNK) await compare();
    }
  }
  await compare();
  return { bets: seen.size, unbooked };
}

async function listUnbooked(db: Db, bets: readonly LoggedBet[]): Promise<Set<string>> {
  const given = bets.map(([id, user, outcome, amount, odds]) => ({
    id,
    user_id: user,
    outcome_id: outcome,
    stake: Math.round(amount * MICRO),
    odds: Math.round(odds * MICRO),
  }));
  const found = await values(
    db,
    col.text,
    sql`
      select g.id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (id text, user_id text, outcome_id text, stake bigint, odds bigint)
      where not exists (
          select from bets b
          where b.id = g.id and b.user_id = g.user_id and b.outcome_id = g.outcome_id and b.stake = g.stake and b.odds = g.odds)
        and not exists (
          select from live_bets l
          where l.id = g.id and l.user_id = g.user_id and l.outcome_id = g.outcome_id and l.stake = g.stake and l.odds = g.odds)
        and not exists (
          select from orders o
          where o.id = g.id and o.user_id = g.user_id and o.outcome_id = g.outcome_id and o.stake = g.stake and o.odds = g.odds)
        and not exists (
          select from combos c
          where c.id = g.id and c.user_id = g.user_id and c.stake = g.stake and c.odds = g.odds and g.outcome_id = (
            select string_agg(s.outcome_id, '+' order by s.place) from combo_legs s where s.combo_id = c.id))`,
  );
  return new Set(found);
}

/** What a bet that is missing means, for the person who has to make up for it. */
export const unbookedSentence = ([id, user, outcome, amount, odds, at]: LoggedBet): string =>
  `bet ${id} of user ${user} was acknowledged at ${at}: ${amount.toFixed(2)} USDC on ${outcome} at ${odds.toFixed(2)}. The books don't have it like this`;
