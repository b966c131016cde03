import { gunzipSync } from 'node:zlib';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { aBettor } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs } from '@tallystone/testkit/server/desk.ts';
import { withProcessorTime } from '@tallystone/testkit/server/processor-time.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

/** It takes 1 piece from memory, and 70 if the list is read from the database. */
const BAR_PIECES = 5;

test("the admin's list of 10,000 markets and 100,000 bets is answered from memory", async () => {
  const database = await createTestDatabase();
  const app = await aTestApp(database);
  await aBettor(database.db);
  await database.db.execute(sql`
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at,
      loss_budget, funded, archived_at)
    select 'm_' || n, 'Question ' || n || ' of many that are asked', '', 'crypto', 'bitcoin', 'open', 'custom', true,
      now() + interval '1 day', now() + interval '1 day', 1000000000, 0, now()
    from generate_series(1, 10000) n`);
  await database.db.execute(sql`
    insert into outcomes (id, market_id, position, name, initial_probability)
    select 'o_' || n || '_' || p, 'm_' || n, p, 'Outcome ' || p, 0.5
    from generate_series(1, 10000) n, generate_series(0, 1) p`);
  for (let from = 1; from < 100_000; from += 10_000) {
    await database.db.execute(sql`
      with e as (
        insert into entries (kind, key)
        select 'bet', 'bet:many:' || n from generate_series(${from}::int, ${from + 9_999}::int) n
        returning id, key
      )
      insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
        daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash)
      select 'b_' || e.id, (select id from users limit 1), 'm_' || (e.id % 10000 + 1),
        'o_' || (e.id % 10000 + 1) || '_0', 1000000, 2000000, 2000000, 'confirmed', now(), now() + interval '1 day',
        1000000000, e.id, e.id, '', '', e.key::bytea, ''
      from e`);
  }
  await database.db.execute(sql`analyze`);
  const ask = callAs(app, await anAdmin(app, database.db));
  const get = (more: Record<string, string> = {}) =>
    withProcessorTime(() =>
      ask({ url: '/api/admin/markets', headers: { 'accept-encoding': 'gzip', ...more } }),
    );
  const least = (asked: readonly { pieces: number }[]) => Math.min(...asked.map(({ pieces }) => pieces));
  const cold = await get();
  const listed: WireAdminMarket[] = JSON.parse(gunzipSync(cold.result.rawPayload).toString());
  expect(listed.length).toBeGreaterThanOrEqual(10_000);
  expect(listed.reduce((sum, { bets }) => sum + bets, 0)).toBeGreaterThanOrEqual(100_000);
  const warm = [await get(), await get(), await get()];
  const tag = { 'if-none-match': String(cold.result.headers.etag) };
  const known = [await get(tag), await get(tag), await get(tag)];
  expect(known.map(({ result }) => result.statusCode)).toEqual([304, 304, 304]);
  expect(least(warm)).toBeLessThan(BAR_PIECES);
  expect(least(known)).toBeLessThan(BAR_PIECES);
  await app.close();
  await database.close();
});
