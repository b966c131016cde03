import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
} from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet } from '../betting/place-bet.ts';
import type { Database } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { causesOf } from '../db/sql-state.ts';
import { transaction } from '../db/transaction.ts';
import { hasSameKey, hasSameQuote, lookUpByHash } from './same-bet.ts';

describe.each(testEngines)('bets with the same quote or key, on %s', (_name, open) => {
  let database: Database;
  let betId: string;
  let otherId: string;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    const betting = aBettingProcess(database.db);
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    ({ id: betId } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 5 })));
    ({ userId: otherId } = (await aBettor(database.db)).session);
  }, 120_000);
  afterAll(() => database.close());

  /** Writes the bet again, with other values where the database needs them, and undoes it. @returns what refused it */
  const writeAgain = (changes: Record<string, string>): Promise<unknown> =>
    undone(database.db, async (tx) => {
      await tx.execute(sql`
        insert into bets overriding system value
        select (jsonb_populate_record(b, ${JSON.stringify(changes)}::jsonb || jsonb_build_object(
          'id', 'again', 'seq', b.seq + 1, 'market_version', b.market_version + 1, 'entry_id', b.entry_id + 1))).*
        from bets b where b.id = ${betId}`);
      return null;
    }).catch((error: unknown) =>
      [...causesOf(error)].map((at) => ('constraint' in at ? at.constraint : '')).join(''),
    );

  test('the database refuses a second bet on a quote, and on a key of its bettor', async () => {
    expect(await writeAgain({ idempotency_key: 'another' })).toBe('bets_one_of_quote');
    expect(await writeAgain({ quote_id: 'another' })).toBe('bets_one_of_key');
    expect(await writeAgain({ idempotency_key: 'another', quote_id: 'another' })).toBeNull();
  });

  test('two bettors may choose the same key', async () => {
    expect(await writeAgain({ user_id: otherId, quote_id: 'another' })).toBeNull();
  });

  const asked = (id: string) => sql`(select user_id, quote_id, idempotency_key from bets where id = ${id}) a`;

  test.each(['bets', 'orders'])('%s are looked up by the hash, and not by the bettor', async (table) => {
    const lookUp = lookUpByHash(sql.raw(table), sql`a`);
    await transaction(database.db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      for (const [by, index] of [
        ['sameQuote', `${table}_one_of_quote`],
        ['sameKey', `${table}_one_of_key`],
      ] as const) {
        const plan = await rows(
          tx,
          sql`explain select l.id from ${asked(betId)} cross join lateral (${lookUp[by]}) l`,
        );
        expect(JSON.stringify(plan)).toContain(index);
      }
    });
  });

  test('a lookup finds the bet of the bettor, and not one of another bettor with the same key', async () => {
    const { sameQuote, sameKey } = lookUpByHash(sql`bets`, sql`a`);
    for (const lookUp of [sameQuote, sameKey]) {
      const found = (from: SQL) =>
        rows(database.db, sql`select l.id from ${from} cross join lateral (${lookUp}) l`);
      expect(await found(asked(betId))).toEqual([{ id: betId }]);
      const others = sql`
        (select ${otherId}::text as user_id, quote_id, idempotency_key from bets where id = ${betId}) a`;
      expect(await found(others)).toEqual([]);
    }
  });

  test('an index finds them', async () => {
    await transaction(database.db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      for (const [isSame, index] of [
        [hasSameQuote, 'bets_one_of_quote'],
        [hasSameKey, 'bets_one_of_key'],
      ] as const) {
        const plan = await rows(
          tx,
          sql`
            explain select l.id from json_to_recordset('[]') as a(user_id text, quote_id text, idempotency_key text)
            join bets l on ${isSame(sql`l`, sql`a`)}`,
        );
        expect(JSON.stringify(plan)).toContain(index);
      }
    });
  });
});
