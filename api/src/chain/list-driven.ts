import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { isUnapplied } from '../markets/joined-to-chain.ts';

/** Markets per list; the others come with the next list. */
const MOST_MARKETS = 500;

/**
 * Markets that may need a step on the chain, in the order of their ids. Leaves out markets that only take bets, and markets
 * with events that couldn't be applied. Many of them just wait for days, so the next list begins after the last id of a full
 * list; otherwise later ids would never come.
 *
 * @returns the ids, and the id after which the next list begins: '' once this list wasn't full
 */
export async function listDriven(
  db: Db,
  { after = '', most = MOST_MARKETS }: { after?: string; most?: number } = {},
): Promise<{ ids: string[]; next: string }> {
  const ids = await values(
    db,
    col.text,
    sql`
      select m.id
      from markets m
      left join chain_markets c on c.market_id = m.id
      left join resolutions r on r.market_id = m.id and r.ended_at is null
      where m.state not in ('settled', 'void') and m.deleted_at is null and m.archived_at is null
        and m.id collate "C" > ${after}
        and not ${isUnapplied(sql`m.id`)}
        and (c.rests_until is null or c.rests_until <= clock_timestamp())
        and case
          when c.state is null then m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
          when c.state in ('opening', 'proposed') then true
          when c.state = 'open' then c.call_key is not null or r.approved_at is not null
            or m.review = 'chain-holds' or c.max_house_loss <> m.loss_budget
            or c.close_at <= (select k.block_at from chain_cursor k) - interval '14 days'
          when c.state in ('resolved', 'void') then c.call_key is not null or r.started_at is null
          else false end
      order by m.id collate "C"
      limit ${most}`,
  );
  return { ids, next: ids.length < most ? '' : (ids.at(-1) ?? '') };
}
