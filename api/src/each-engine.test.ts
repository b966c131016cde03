import { betMessage } from '@tallystone/core/betting/bet-message';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import type {
  WireListedMarket,
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
} from '@tallystone/core/http-api/markets';
import { evenChance } from '@tallystone/testkit/betting/chance.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { aTestApp, demoSignInWith, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet, aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from './app.ts';
import type { Database } from './db/open-database.ts';
import { transaction } from './db/transaction.ts';
import { foldPrices } from './markets/fold-prices.ts';
import { topUpMarkets } from './practice/top-up.ts';

/** What the probabilities of each outcome came to, one after the other. */
const movesOf = ({ outcomes }: WireMarketHistory) =>
  outcomes.map(({ id, probability }) => [id, probability.filter((p, i) => p !== probability[i - 1])]);

/** A small set of tests that both engines have to pass. Races are tested on PostgreSQL. */
describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let app: App;

  beforeAll(async () => {
    database = await open();
    app = await aTestApp(database);
    await transaction(database.db, (tx) => topUpMarkets(tx, { now: new Date(), random: evenChance() }));
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test.each([
    ['an EVM wallet', anEvmWallet()],
    ['a Solana wallet', aSolanaWallet()],
  ])('%s signs in, bets once however often it sends the bet, and finds the bet', async (_name, signer) => {
    const { headers, user } = await signInWith(app, signer);
    const markets = (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
    expect(markets).toHaveLength(8);
    const [market] = markets;
    const outcomeId = market?.outcomes[0]?.id ?? '';
    const quote = (
      await app.http.inject({
        url: `/api/markets/${market?.id}/quote`,
        query: { outcomeId, amount: '25' },
        headers,
      })
    ).json<WireQuote>();
    const text = betMessage({ amount: '25', outcomeId, odds: String(quote.odds) });
    const bet = () =>
      app.http.inject({
        method: 'POST',
        url: '/api/bets',
        headers: { ...headers, 'idempotency-key': `key of ${user.publicKey}` },
        payload: {
          publicKey: user.publicKey,
          marketId: market?.id,
          outcomeId,
          amount: 25,
          odds: quote.odds,
          quoteId: quote.quoteId,
          signature: Buffer.from(signer.sign(text)).toString('hex'),
        },
      });
    const answers = await Promise.all([bet(), bet(), bet()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const bets = (await app.http.inject({ url: '/api/user/bets', headers })).json();
    expect(bets).toMatchObject([
      { amount: 25, odds: quote.odds, status: 'confirmed', market: { title: market?.title } },
    ]);
    const limits = (await app.http.inject({ url: '/api/user/limits', headers })).json();
    expect(limits).toMatchObject({ balance: 975, usedToday: 25, capLeft: 975 });
    const profile = (await app.http.inject({ url: '/api/user/profile', headers })).json();
    expect(profile.stats).toEqual({
      totalBets: 1,
      combos: 0,
      activeBets: 1,
      totalWagered: 25,
      endedBets: 0,
      profit: 0,
      openStakes: 25,
    });
  });

  test('sessions, refresh, logout and readiness work the same', async () => {
    const { headers } = await demoSignInWith(app);
    const post = (url: string) => app.http.inject({ method: 'POST', url, headers });
    const answers = await Promise.all([
      post('/api/admin/refresh-markets'),
      post('/api/admin/refresh-markets'),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect((await app.http.inject('/api/health/ready')).statusCode).toBe(200);
    expect((await app.http.inject('/api/health/betting')).json()).toEqual({ status: 'open', reasons: [] });
    expect((await post('/api/auth/logout')).statusCode).toBe(200);
    expect((await post('/api/admin/refresh-markets')).statusCode).toBe(401);
  });

  test('a table that is missing is named', async () => {
    await database.db.execute(sql`alter table seals rename to seals_away`);
    const other = await aTestApp(database);
    expect((await other.http.inject('/api/health/betting')).json()).toMatchObject({
      error: 'Tables are missing in the database: seals.',
    });
    expect((await other.http.inject('/api/health/ready')).statusCode).toBe(200);
    await other.close();
    await database.db.execute(sql`alter table seals_away rename to seals`);
  });

  test('history, risk, activity and picture of a market are the same', async () => {
    const markets = (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
    // The market on which both bet above.
    const market = markets.find(({ volume }) => volume > 0);
    const read = async <T>(what: string) =>
      (await app.http.inject(`/api/markets/${market?.id}/${what}`)).json<T>();
    const [before, risk, activity] = [
      await read<WireMarketHistory>('history?range=All'),
      await read<WireMarketRisk>('risk'),
      await read<WireMarketActivity>('activity'),
    ];
    expect(before.outcomes.map(({ probability }) => probability.at(-1))).toEqual(
      market?.outcomes.map(({ probability }) => probability),
    );
    expect(risk.escrow).toBe(risk.atRisk + 50);
    expect(risk.worstCase).toBeGreaterThan(0);
    expect(activity.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['bet', 25],
      ['bet', 25],
      ['opened', undefined],
    ]);
    await foldPrices(database.db, { chunk: 1 });
    // The line ends at the current second.
    expect(movesOf(await read<WireMarketHistory>('history?range=All'))).toEqual(movesOf(before));
    const picture = await app.http.inject(`/api/markets/${market?.id}/picture`);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });
});
