import { randomBytes } from 'node:crypto';
import { drawCommitment } from '@tallystone/core/markets/practice-draw';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';

const SEED_BYTES = 32;

/**
 * Gives every practice market whose betting hasn't ended the seed that will draw its result. Markets get it in the
 * transaction that opens them; markets older than this feature get it with the next upkeep. Once betting has ended it is
 * too late, because bettors couldn't tell when the seed was chosen.
 */
export async function openDraws(tx: Tx): Promise<void> {
  const without = await values(
    tx,
    col.text,
    sql`
      select m.id from markets m
      where m.source = 'practice' and m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
        and m.deleted_at is null and not exists (select from practice_draws d where d.market_id = m.id)`,
  );
  if (without.length === 0) return;
  const draws = without.map((id) => {
    const seed = randomBytes(SEED_BYTES);
    return { market_id: id, seed: seed.toString('hex'), commitment: drawCommitment(seed) };
  });
  await tx.execute(sql`
    insert into practice_draws (market_id, seed, commitment)
    select market_id, decode(seed, 'hex'), decode(commitment, 'hex')
    from json_to_recordset(${JSON.stringify(draws)}::json) as d(market_id text, seed text, commitment text)
    on conflict do nothing`);
}
