import { aMarket, betOverHttp } from '@tallystone/testkit/betting/betting.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { removeGuests } from './remove-guests.ts';

describe.each(movedEngines)('removing guests, on %s', (_name, open) => {
  let database: MovedDatabase;
  let app: App;
  beforeAll(async () => {
    database = await open();
    app = await aTestApp(database, { now: database.now });
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const logout = ({ headers }: SignedIn) =>
    app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
  const remove = () => transaction(database.db, removeGuests);
  const known = async () => {
    const found = await rows(
      database.db,
      { address: col.text },
      sql`select address from users order by created_at`,
    );
    return found.map(({ address }) => address);
  };

  test('removes those without funds, a minute after their session, and no others', async () => {
    const [idle, bettor, present, owner] = [anEvmWallet(), anEvmWallet(), anEvmWallet(), anEvmWallet()];
    const gone = await demoSignInWith(app, idle);
    const hasBet = await demoSignInWith(app, bettor);
    await demoSignInWith(app, present);
    const signed = await signInWith(app, owner);
    const market = await aMarket(database.db);
    const placed = await betOverHttp(app, { wallet: bettor, headers: hasBet.headers, market, amount: 5 });
    expect(placed.statusCode).toBe(200);
    for (const each of [gone, hasBet, signed]) await logout(each);
    const all = [idle, bettor, present, owner].map(({ wallet }) => wallet.text);

    await remove();
    expect(await known()).toEqual(all);
    await database.advance(61_000);
    await remove();
    expect(await known()).toEqual(all.slice(1));
    await database.advance(12 * 3_600_000);
    await remove();
    expect(await known()).toEqual([all[1], all[3]]);
    // Of the ones removed no session is left; of the others they go a day after their end, with all others.
    expect(await rows(database.db, sql`select distinct user_id from sessions`)).toHaveLength(2);
    await remove();
    expect(await known()).toEqual([all[1], all[3]]);
  });
});
