import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import { followChainUpTo } from '@tallystone/testkit/betting/live-betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs, trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import type { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { createMarket } from './create-market.ts';

let database: TestDatabase;
let app: App;
let call: ReturnType<typeof callAs>;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  admin = await anAdmin(app, database.db);
  call = callAs(app, admin);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const form = (fields: Partial<NewMarketForm> = {}): NewMarketForm => ({
  type: 'crypto',
  category: 'bitcoin',
  title: 'Above 100k at new year?',
  outcomes: ['Yes', 'No'],
  ...fields,
});
const create = (fields: Partial<NewMarketForm> = {}) =>
  call({ method: 'POST', url: '/api/admin/create-market', payload: form(fields) });
const countMarkets = async () =>
  Number((await rows(database.db, { n: col.text }, sql`select count(*)::text as n from markets`))[0]?.n);

describe('creating a market', () => {
  test('opens it with equal odds and the configured budget, and audits it', async () => {
    await database.db.execute(sql`update settings set liquidity_budget = 2500000000`);
    const answer = await create({
      title: '  Will \u202eit   snow?\u200b ',
      description: 'In Oslo,\nby noon.',
      subcategory: 'weather',
      tags: ['snow', 'snow', 'oslo'],
      autoResolve: true,
      outcomes: ['Yes', 'No', 'Somewhat'],
    });
    expect(answer.statusCode).toBe(200);
    const { id } = answer.json<{ id: string }>();
    const listed = (await app.http.inject('/api/markets'))
      .json()
      .find((market: { id: string }) => market.id === id);
    expect(listed).toMatchObject({
      title: 'Will it snow?',
      description: 'In Oslo, by noon.',
      category: 'crypto',
      subcategory: 'bitcoin',
      state: 'open',
      source: 'custom',
      premium: true,
      tags: ['weather', 'snow', 'oslo'],
      volume: 0,
    });
    expect(
      listed.outcomes.map(({ name, probability }: { name: string; probability: number }) => [
        name,
        probability,
      ]),
    ).toEqual([
      ['Yes', 33.3333],
      ['No', 33.3333],
      ['Somewhat', 33.3333],
    ]);
    const [stored] = await rows(
      database.db,
      sql`
      select loss_budget::text, funded::text, auto_resolve, state, opening, fill_rule,
        (select balance::text from accounts a where a.market_id = m.id) as escrow
      from markets m where id = ${id}`,
    );
    expect(stored).toEqual({
      loss_budget: '2500000000',
      funded: '2500000000',
      auto_resolve: true,
      state: 'open',
      opening: false,
      fill_rule: 2,
      escrow: '2500000000',
    });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      actor: admin.wallet.text,
      action: 'market.create',
      subject: id,
      before: null,
      after: { title: 'Will it snow?', lossBudget: '2500.00', outcomes: ['Yes', 'No', 'Somewhat'] },
    });
  });

  test('with a chain, waits for its opening there, with bets filled exactly as signed', async () => {
    await followChainUpTo(database.db, 1);
    const { id } = (await create({ title: 'On a chain' })).json<{ id: string }>();
    await database.db.execute(sql`delete from chain_cursor`);
    expect(
      await rows(database.db, sql`select state, opening, fill_rule from markets where id = ${id}`),
    ).toEqual([{ state: 'suspended', opening: true, fill_rule: 1 }]);
  });

  test('takes starting probabilities in a demo', async () => {
    const { id } = (await create({ title: 'Weighted', probabilities: [80, 20] })).json<{ id: string }>();
    const market = (await app.http.inject(`/api/markets/${id}`)).json();
    expect(market.outcomes.map(({ probability }: { probability: number }) => probability)).toEqual([80, 20]);
  });

  test('with invalid fields gets a sentence per field and opens nothing', async () => {
    const before = [await countMarkets(), (await trailOf(database.db)).length];
    const answer = await create({
      title: 'x',
      outcomes: ['A', 'a'],
      type: 'weather',
      eventDate: '2020-01-01T00:00Z',
    });
    expect(answer.statusCode).toBe(400);
    const { code, error, fields } = answer.json();
    expect(code).toBe('invalid-request');
    expect(error).toMatch(/\. No market was created\.$/);
    expect(Object.keys(fields).sort()).toEqual(['eventDate', 'outcomes', 'title', 'type']);
    expect([await countMarkets(), (await trailOf(database.db)).length]).toEqual(before);
  });

  test('that ends far ahead waits for futures trading', async () => {
    const far = { title: 'In two months', eventDate: new Date(Date.now() + 60 * 86_400_000).toISOString() };
    expect((await create(far)).json().fields).toHaveProperty('eventDate');
    await database.db.execute(sql`update settings set futures_trading = true`);
    expect((await create(far)).statusCode).toBe(200);
    await database.db.execute(sql`update settings set futures_trading = false`);
  });

  test('many times at once opens it once, in any case and spacing', async () => {
    const before = await countMarkets();
    const titles = ['Sent twice?', 'SENT TWICE?', ' sent  twice? ', 'Sent twice\u200b?', 'Ｓent twice?'];
    const answers = await Promise.all([...titles, ...titles].map((title) => create({ title })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'already-exists',
      fields: { title: 'An open market already has this title.' },
    });
    expect(await countMarkets()).toBe(before + 1);
  });

  test('may reuse the title of an ended market', async () => {
    const { id } = (await create({ title: 'Again and again' })).json<{ id: string }>();
    await database.db.execute(
      sql`update markets set ends_at = now() - interval '1 second', closes_at = now() - interval '1 second' where id = ${id}`,
    );
    expect((await create({ title: 'Again and again' })).statusCode).toBe(200);
  });

  test('needs a pool that can fund it; practice money is unlimited', async () => {
    const before = await countMarkets();
    // More than the pool's ten million.
    await database.db.execute(sql`update settings set liquidity_budget = 20000000000000`);
    const terms = {
      form: form({ title: 'Dear' }),
      actor: { kind: 'command-line' },
      now: new Date(),
    } as const;
    await expect(createMarket(database.db, { mode: 'live', ...terms })).rejects.toMatchObject({
      code: 'pool-too-small',
    });
    expect(await countMarkets()).toBe(before);
    await expect(createMarket(database.db, { mode: 'demo', ...terms })).resolves.toHaveProperty('id');
    await database.db.execute(sql`update settings set liquidity_budget = 1000000000`);
  });

  test('needs a second admin in live mode only with weights', async () => {
    const actor = { kind: 'command-line' } as const;
    const live = (fields: Partial<NewMarketForm>) =>
      createMarket(database.db, { mode: 'live', form: form(fields), actor, now: new Date() });
    await expect(live({ title: 'Live one', probabilities: [60, 40] })).rejects.toMatchObject({
      code: 'second-admin-needed',
    } satisfies Partial<HttpError>);
    await expect(live({ title: 'Live one', probabilities: [40, 40] })).resolves.toHaveProperty('id');
  });

  test.each([
    [{ title: 7 }],
    [{ outcomes: 'Yes' }],
    [{ outcomes: Array(101).fill('x') }],
    [{ owner: 'me' }],
    [{ title: 'x'.repeat(10_001) }],
    [{ probabilities: ['50', '50'] }],
  ])('%.40j isn’t a valid form', async (fields) => {
    const answer = await call({
      method: 'POST',
      url: '/api/admin/create-market',
      payload: { ...form(), ...fields },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
  });
});
