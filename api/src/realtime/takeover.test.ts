import { PGlite } from '@electric-sql/pglite';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { isOfOneServer } from '@tallystone/core/stream-position';
import { aMarket, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { listen, openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { endEpochs, epochAfter, pinned } from '../db/epochs.ts';
import { overEmbedded } from '../db/open-database.ts';

const setOn = (db: Db, id: string, change: SQL) =>
  db.execute(
    sql`with ${pinned()} update markets set ${change}, epoch = ${epochAfter(sql`markets.epoch`)} where id = ${id}`,
  );

test('every reader continues when a database server that lacks changes takes over', async () => {
  const client = await PGlite.create();
  const before = overEmbedded(client);
  await before.migrate();
  await fundTheHouse(before.db);
  const [changed, other] = [await aMarket(before.db), await aMarket(before.db)];
  let db = before.db;
  const moving = new Proxy(before.db, { get: (_, name) => Reflect.get(db, name) });
  const app = await aTestApp({ ...before, db: moving });
  const url = await listen(app);
  const bettor = await signInWith(app);
  const copy = await client.dumpDataDir('none');
  const after = overEmbedded(await PGlite.create({ loadDataDir: copy }));

  // The first server runs on for a while, and the new one has none of those changes.
  await endEpochs(before.db);
  const change = (on: Db, version: number) =>
    setOn(on, changed.marketId, sql`version = ${version}, tags = '["new"]'`);
  await change(before.db, 2);
  const reader = await openReader(url);
  const own = await openReader(url, { headers: bettor.headers });
  await expect.poll(() => [reader, own].every(({ position }) => position !== null)).toBe(true);
  const list = async () => (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
  const versions = async () =>
    (await list()).map(({ id, version }) => [id === changed.marketId, version]).sort();
  expect(await versions()).toEqual([
    [false, 1],
    [true, 2],
  ]);
  const last = reader.position ?? '';
  const eventsBefore = own.received('account').length;

  db = after.db;
  // The same version with other content, and a change that is found with the change of another market.
  await change(after.db, 2);
  await setOn(after.db, other.marketId, sql`version = 3, tags = '["late"]'`);
  await setOn(after.db, changed.marketId, sql`title = 'Otherwise'`);
  for (const each of [reader, own]) {
    await expect.poll(() => each.newsOf(other.marketId).at(-1)?.version).toBe(3);
    expect(each.received('snapshot')).toHaveLength(1);
    expect(each.received('snapshot')[0]?.data.markets).toHaveLength(2);
    // The reader with a pending account event gets it without an id.
    expect(isOfOneServer(BigInt(each.received('snapshot')[0]?.data.position ?? 0), BigInt(last))).toBe(false);
  }
  // The list learned of it from the stream, because no change may have been announced.
  expect(await versions()).toEqual([
    [false, 3],
    [true, 2],
  ]);
  expect((await list()).find(({ id }) => id === changed.marketId)?.title).toBe('Otherwise');
  // Their funds may differ, too.
  await expect.poll(() => own.received('account').length).toBeGreaterThan(eventsBefore);

  // Then everything continues as before, also for a reader that returns with a position of the first server.
  await change(after.db, 4);
  app.lists.markAllStale();
  const newest = () => reader.received('markets').at(-1)?.data.markets[0];
  await expect.poll(newest).toMatchObject({ id: changed.marketId, version: 4 });
  expect(reader.received('snapshot')).toHaveLength(1);
  // The epochs of the second server are past it.
  await endEpochs(after.db);
  const back = await openReader(url, { headers: { 'last-event-id': last } });
  await expect.poll(() => back.received('snapshot').length).toBe(1);

  for (const each of [reader, own, back]) each.close();
  await app.close();
  await Promise.all([before, after].map((database) => database.close()));
});
