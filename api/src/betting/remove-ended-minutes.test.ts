import { aFeedMarket } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { col, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { removeEndedMinutes } from './remove-ended-minutes.ts';

test('removes the minutes of markets that ended a day ago, some at a time, and no others', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const ended = await aFeedMarket(db);
  const open = await aFeedMarket(db);
  const justEnded = await aFeedMarket(db);
  await db.execute(sql`
    insert into bet_minutes (market_id, minute, net, highest)
    select m.id, 'epoch'::timestamptz + n * interval '1 minute', '{1,2}', '{1,2}'
    from markets m cross join generate_series(1, 3) n`);
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update markets set state = 'void',
        ended_at = clock_timestamp() - case when id = ${ended.marketId} then interval '25 hours' else interval '1 hour' end
      where id in (${ended.marketId}, ${justEnded.marketId})`);
  });
  const left = (marketId: string) =>
    values(db, col.text, sql`select minute::text as minute from bet_minutes where market_id = ${marketId}`);
  await transaction(db, (tx) => removeEndedMinutes(tx, 2));
  expect(await left(ended.marketId)).toHaveLength(1);
  await transaction(db, (tx) => removeEndedMinutes(tx));
  expect(await left(ended.marketId)).toEqual([]);
  expect(await left(open.marketId)).toHaveLength(3);
  expect(await left(justEnded.marketId)).toHaveLength(3);
  await database.close();
});
