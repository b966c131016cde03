import { randomUUID } from 'node:crypto';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  aQuote,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anEvmWallet, aSolanaWallet, base58Of, shortFormOf } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { openMarket } from '../markets/open-market.ts';
import type { SentBet } from './bet-request.ts';
import { placeBet } from './place-bet.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

let database: TestDatabase;
let betting: TestBetting;
let bettor: TestBettor;
let market: TestMarket;
let yes: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
});
afterAll(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
  await database.close();
});
beforeEach(async () => {
  bettor = await aBettor(database.db);
  market = await aMarket(database.db);
  yes = market.outcomeIds[0] ?? '';
});

/** The error that answers a bet. It must have recorded nothing. */
async function refusalOf(bet: SentBet): Promise<HttpError> {
  const before = await recorded();
  const error = await placeBet(betting, bet).then(
    () => expect.fail('the bet was placed'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HttpError)) throw error;
  expect(await recorded()).toEqual(before);
  return error;
}

const recorded = () =>
  rows(
    database.db,
    sql`select (select count(*)::text from bets) as bets, (select count(*)::text from entries) as entries,
          (select sum(version)::text from markets) as versions`,
  );

describe('checks before the decision', () => {
  test.each([
    [-5],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1.005],
    [1e21],
    [1e-7],
    ['0x10'],
    [' 5 '],
    [''],
    ['5abc'],
    ['5.'],
    ['.5'],
    ['05'],
    ['+5'],
    ['-5'],
    ['5e0'],
    ['1,000'],
    ['٣'],
    ['12.345'],
    ['1000000000'],
    ['9'.repeat(32)],
    ['NaN'],
    ['Infinity'],
    ['1_000'],
    ['5\n'],
  ])('an amount of %j is no amount', async (amount) => {
    const error = await refusalOf(aBet(bettor, { ...market, outcomeId: yes, amount, odds: 1.98 }));
    expect(error.code).toBe('invalid-request');
  });

  test.each([[0], [-0], ['0'], ['0.00']])('a stake of %j is too small', async (amount) => {
    const error = await refusalOf(aBet(bettor, { ...market, outcomeId: yes, amount, odds: 1.98 }));
    expect(error.code).toBe('stake-too-small');
  });

  test.each([[1], [1.001], [1000.01], ['1.005'], [0], [-2], ['2,0'], ['1e2'], [Number.NaN]])(
    'odds of %j are no odds',
    async (odds) => {
      const error = await refusalOf(aBet(bettor, { ...market, outcomeId: yes, amount: 1, odds }));
      expect(error).toMatchObject({ code: 'invalid-request', reason: { code: 'not-odds' } });
    },
  );

  test("a bet in the name of another wallet is refused, even with that wallet's signature", async () => {
    const other = await aBettor(database.db);
    const bet = await aQuotedBet(betting, { bettor: other, market, amount: 5 });
    const error = await refusalOf({ ...bet, session: bettor.session });
    expect(error.code).toBe('wrong-wallet');
  });

  test('a wallet of the other family is refused as another wallet', async () => {
    const other = await aBettor(database.db, { wallet: aSolanaWallet() });
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const error = await refusalOf({ ...bet, body: { ...bet.body, publicKey: other.wallet.text } });
    expect(error.code).toBe('wrong-wallet');
  });

  test('an invalid wallet address is an invalid request', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const error = await refusalOf({ ...bet, body: { ...bet.body, publicKey: '0x12' } });
    expect(error).toMatchObject({ code: 'invalid-request', reason: { code: 'wallet-unreadable' } });
  });

  test('an EVM wallet may be written in either case', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const lower = { ...bet.body, publicKey: bettor.wallet.text.toLowerCase() };
    await expect(placeBet(betting, { ...bet, body: lower })).resolves.toMatchObject({ amount: 5 });
  });

  test.each(['amount', 'odds', 'outcomeId'] as const)(
    'a signature over another %s does not fit',
    async (field) => {
      const { odds } = await aQuote(betting, { bettor, market, amount: 5 });
      const sent = { amount: 5, odds, outcomeId: yes };
      const signed = { ...sent, [field]: field === 'outcomeId' ? (market.outcomeIds[1] ?? '') : 6 };
      const bet = aBet(bettor, { marketId: market.marketId, ...signed });
      const error = await refusalOf({ ...bet, body: { ...bet.body, ...sent } });
      expect(error.code).toBe('signature-invalid');
    },
  );

  test("another user's signature is refused", async () => {
    const other = await aBettor(database.db);
    const bet = aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.98 });
    const theirs = aBet(other, { ...market, outcomeId: yes, amount: 5, odds: 1.98 });
    const error = await refusalOf({ ...bet, body: { ...bet.body, signature: theirs.body.signature } });
    expect(error.code).toBe('signature-invalid');
  });

  test.each(['', '0x', '0x00', 'zz'.repeat(65), '00'.repeat(64), '00'.repeat(65), '00'.repeat(66)])(
    'the signature %j is none',
    async (signature) => {
      const bet = aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.98 });
      const error = await refusalOf({ ...bet, body: { ...bet.body, signature } });
      expect(error.code).toBe('signature-invalid');
    },
  );

  test('amounts sent as text are signed as they were sent', async () => {
    const { odds } = await aQuote(betting, { bettor, market, amount: 25 });
    const bet = aBet(bettor, {
      ...market,
      outcomeId: yes,
      amount: '25.00',
      odds: odds.toFixed(2),
    });
    await expect(placeBet(betting, bet)).resolves.toMatchObject({ amount: 25, odds });
  });

  test.each([
    ['the lowest odds', () => 1.01],
    ['the suggested minimum', ({ minOdds = 0 }: WireQuote) => minOdds],
    ['the odds themselves', ({ odds }: WireQuote) => odds],
  ])('a quote takes %s as the minimum, and the bet is filled at the odds', async (_, leastOf) => {
    const market = await aMarket(database.db);
    const quote = await aQuote(betting, { bettor, market, amount: 5 });
    const { outcomeId, odds, quoteId = '' } = quote;
    const minOdds = leastOf(quote);
    const bet = aBet(bettor, { ...market, outcomeId, amount: 5, odds: minOdds, quoteId });
    await expect(placeBet(betting, bet)).resolves.toMatchObject({ odds, minOdds });
  });

  test('a quote given for other odds is refused if bets are filled at exactly the signed ones', async () => {
    const asSigned = await aMarket(database.db);
    await database.db.execute(sql`update markets set fill_rule = 1 where id = ${asSigned.marketId}`);
    const { quoteId = '', odds, minOdds } = await aQuote(betting, { bettor, market: asSigned, amount: 25 });
    expect(minOdds).toBeUndefined();
    const [outcomeId = ''] = asSigned.outcomeIds;
    const other = aBet(bettor, { ...asSigned, outcomeId, amount: 25, odds: odds - 0.01, quoteId });
    expect(await refusalOf(other)).toMatchObject({ code: 'invalid-request' });
    const same = aBet(bettor, { ...asSigned, outcomeId, amount: 25, odds, quoteId });
    await expect(placeBet(betting, same)).resolves.toMatchObject({ odds });
  });

  test.each(['outcome', 'amount', 'bettor'] as const)(
    'a quote given for another %s is refused',
    async (other) => {
      const asked = {
        bettor: other === 'bettor' ? await aBettor(database.db) : bettor,
        market,
        outcome: other === 'outcome' ? 1 : 0,
        amount: other === 'amount' ? 6 : 5,
      };
      const { quoteId = '', odds } = await aQuote(betting, asked);
      const terms = {
        ...market,
        outcomeId: yes,
        amount: 5,
        odds,
        quoteId,
      };
      const error = await refusalOf(aBet(bettor, terms));
      expect(error.code).toBe('invalid-request');
    },
  );

  test.each(['q_x', '', 'q_aaaaaaaaaaaaaaaaaaaa.00000000.aaaaaaaaaaaaaaaaaaaaaa'])(
    'the quote %j is not ours',
    async (quoteId) => {
      const error = await refusalOf(
        aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.98, quoteId }),
      );
      expect(error.code).toBe('invalid-request');
    },
  );
});

describe('decisions under the lock', () => {
  test('a market that does not exist', async () => {
    const bet = aBet(bettor, { marketId: 'm_aaaaaaaaaaaaaaaaaaaa', outcomeId: yes, amount: 5, odds: 1.98 });
    expect(await refusalOf(bet)).toMatchObject({ code: 'unknown-market' });
  });

  test("an outcome of another market, at that market's price", async () => {
    const other = await aMarket(database.db);
    const bet = aBet(bettor, { ...market, outcomeId: other.outcomeIds[0] ?? '', amount: 5, odds: 1.98 });
    expect(await refusalOf(bet)).toMatchObject({ code: 'unknown-outcome' });
  });

  test('a market whose betting time is over', async () => {
    const closed = await aMarket(database.db, { endsAt: new Date(Date.now() - 1) });
    const bet = aBet(bettor, { ...closed, outcomeId: closed.outcomeIds[0] ?? '', amount: 5, odds: 1.98 });
    expect(await refusalOf(bet)).toMatchObject({ code: 'market-closed' });
  });

  test.each([
    ['closed', ['closed']],
    ['being resolved', ['closed', 'resolving']],
    // A void may be proposed while betting could still go on.
    ['being voided before its close', ['resolving']],
    ['settled', ['closed', 'resolving', 'settled']],
    ['void', ['resolving', 'void']],
  ])('a market that is %s', async (_what, states) => {
    const bet = aBet(bettor, { ...market, outcomeId: yes, amount: 1, odds: 1.9 });
    for (const state of states) {
      const won = state === 'settled' ? yes : null;
      await database.db.execute(sql`
        update markets
        set state = ${state}, won_outcome_id = ${won}, version = version + 1, ended_at = case
          when ${state} in ('settled', 'void') then clock_timestamp() end
        where id = ${market.marketId}`);
    }
    const { marketId } = market;
    if (states.includes('settled') || states.includes('void')) {
      const remainder = marketRemainderEntry({ marketId, amount: usdc(10_000) });
      await transaction(database.db, (tx) =>
        recordEntries(tx, [{ key: `market-remainder:${marketId}`, entry: remainder }]),
      );
    }
    expect((await refusalOf(bet)).code).toBe('market-closed');
    await expect(aQuote(betting, { bettor, market, amount: 1 })).rejects.toMatchObject({
      code: 'market-closed',
    });
  });

  test('a suspended market', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    await database.db.execute(
      sql`update markets set state = 'suspended', version = version + 1 where id = ${market.marketId}`,
    );
    expect(await refusalOf(bet)).toMatchObject({ code: 'market-suspended' });
  });

  test.each([0.5, 2, 1e9])(
    'odds %f times those offered are not taken, and the fresh quote can be bet on',
    async (times) => {
      const { odds } = await aQuote(betting, { bettor, market, amount: 100 });
      const asked = Math.min(1000, Math.round(odds * times * 100) / 100);
      if (asked < 1.01) return;
      const sent = placeBet(betting, aBet(bettor, { ...market, outcomeId: yes, amount: 100, odds: asked }));
      if (times < 1) {
        // A bettor may sign odds below the market's own.
        await expect(sent).resolves.toMatchObject({ odds: asked });
        return;
      }
      const error: HttpError = await sent.catch((thrown) => thrown);
      expect(error).toMatchObject({
        code: 'odds-changed',
        facts: { quote: { odds, amount: 100, version: 1 } },
      });
      const quote = error.facts.quote;
      const again = aBet(bettor, {
        ...market,
        outcomeId: yes,
        amount: 100,
        odds,
        quoteId: quote?.quoteId ?? '',
      });
      await expect(placeBet(betting, again)).resolves.toMatchObject({ odds });
    },
  );

  test('odds that the market has left behind', async () => {
    const slow = await aQuotedBet(betting, { bettor, market, amount: 10 });
    const rich = await aBettor(database.db, { funds: usdc(9000), cap: usdc(9000) });
    await placeBet(betting, await aQuotedBet(betting, { bettor: rich, market, amount: 3000 }));
    const error = await refusalOf(slow);
    expect(error).toMatchObject({ code: 'odds-changed', facts: { quote: { capLeft: 1000, version: 2 } } });
    expect(error.facts.quote?.odds).toBeLessThan(Number(slow.body.odds));
  });

  test('a stake above what the market takes is refused with the most it takes', async () => {
    const rich = await aBettor(database.db, { funds: usdc(1_000_000), cap: usdc(1_000_000) });
    const bet = aBet(rich, { ...market, outcomeId: yes, amount: 200_000, odds: 1.02 });
    const error = await refusalOf(bet);
    expect(error.code).toBe('stake-too-large');
    expect(error.facts.maxStake).toBeGreaterThan(10_000);
    expect(error.facts.maxStake).toBeLessThan(200_000);
  });

  test('a stake above what is left of the daily cap', async () => {
    const rich = await aBettor(database.db, { funds: usdc(5000) });
    await placeBet(betting, await aQuotedBet(betting, { bettor: rich, market, amount: 900.5 }));
    const error = await refusalOf(await aQuotedBet(betting, { bettor: rich, market, amount: 99.51 }));
    expect(error).toMatchObject({ code: 'cap-reached', facts: { capLeft: 99.5 } });
    await expect(
      placeBet(betting, await aQuotedBet(betting, { bettor: rich, market, amount: 99.5 })),
    ).resolves.toMatchObject({ amount: 99.5 });
  });

  test('a stake above the balance', async () => {
    const poor = await aBettor(database.db, { funds: usdc(20) });
    const error = await refusalOf(await aQuotedBet(betting, { bettor: poor, market, amount: 20.01 }));
    expect(error).toMatchObject({ code: 'insufficient-funds', facts: { balance: 20 } });
  });

  test('a quote that is older than two minutes', async () => {
    const past = { ...betting, now: () => new Date(Date.now() - 120_001) };
    const bet = await aQuotedBet(past, { bettor, market, amount: 5 });
    expect(await refusalOf(bet)).toMatchObject({ code: 'quote-expired' });
  });

  test('a quote that is more than a minute old is accepted', async () => {
    const past = { ...betting, now: () => new Date(Date.now() - 61_000) };
    await expect(
      placeBet(betting, await aQuotedBet(past, { bettor, market, amount: 5 })),
    ).resolves.toBeDefined();
  });

  test('no bet is taken while bets may not be taken', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const stopped = {
      ...betting,
      requireBettable: () => {
        throw new HttpError('not-ready', 'Not now.');
      },
    };
    await expect(placeBet(stopped, bet)).rejects.toMatchObject({ code: 'not-ready' });
  });
});

describe('a bet sent again', () => {
  test('with the same key and body is answered with the first answer', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const first = await placeBet(betting, bet);
    expect(await placeBet(betting, bet)).toEqual(first);
    expect(await placeBet(betting, { ...bet, body: { ...bet.body, amount: '5' } })).toEqual(first);
  });

  test('with the same key and another body is refused', async () => {
    const key = randomUUID();
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 5, key }));
    const error = await refusalOf(await aQuotedBet(betting, { bettor, market, amount: 6, key }));
    expect(error.code).toBe('already-placed');
  });

  test('with the same key on another market is refused', async () => {
    const key = randomUUID();
    const other = await aMarket(database.db);
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 5, key }));
    const error = await refusalOf(await aQuotedBet(betting, { bettor, market: other, amount: 5, key }));
    expect(error.code).toBe('already-placed');
  });

  test('with the same quote and another key is answered with the first answer', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const first = await placeBet(betting, bet);
    expect(await placeBet(betting, { ...bet, idempotencyKey: randomUUID() })).toEqual(first);
  });

  test("with another user's key is a bet of its own", async () => {
    const key = randomUUID();
    const other = await aBettor(database.db);
    const first = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 5, key }));
    const second = await placeBet(
      betting,
      await aQuotedBet(betting, { bettor: other, market, amount: 5, key }),
    );
    expect(second.id).not.toBe(first.id);
  });

  test('without quote and key is the same bet for ten minutes, however its signature is written', async () => {
    const bet = aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.9, key: null });
    const first = await placeBet(betting, bet);
    expect(await placeBet(betting, bet)).toEqual(first);
    const signature = bet.body.signature.replace(/1b$/, '00').replace(/1c$/, '01').toUpperCase().slice(2);
    expect(await placeBet(betting, { ...bet, body: { ...bet.body, signature } })).toEqual(first);
    const short = hexOf(shortFormOf(Buffer.from(bet.body.signature.slice(2), 'hex')));
    expect(await placeBet(betting, { ...bet, body: { ...bet.body, signature: short } })).toEqual(first);
  });

  test.each([
    ['an EVM wallet', anEvmWallet(), [(bytes: Uint8Array) => hexOf(shortFormOf(bytes))]],
    ['a Solana wallet', aSolanaWallet(), [base58Of, base64Of]],
  ] as const)(
    'is the same bet in every form of the signature of %s, with its key too',
    async (_, wallet, forms) => {
      const other = await aBettor(database.db, { wallet });
      for (const form of forms) {
        for (const key of [null, randomUUID()]) {
          const sent = aBet(other, {
            ...market,
            outcomeId: yes,
            amount: key === null ? 3 : 4,
            odds: 1.7,
            key,
          });
          const signature = form(Buffer.from(sent.body.signature.slice(2), 'hex'));
          const first = await placeBet(betting, { ...sent, body: { ...sent.body, signature } });
          expect(await placeBet(betting, sent)).toEqual(first);
        }
      }
    },
  );

  test('without quote and key is another bet after ten minutes', async () => {
    const bet = aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.9, key: null });
    const first = await placeBet(betting, bet);
    await database.db.execute(sql`alter table bets disable trigger user`);
    await database.db.execute(
      sql`update bets set placed_at = placed_at - interval '10 minutes' where id = ${first.id}`,
    );
    await database.db.execute(sql`alter table bets enable trigger user`);
    expect((await placeBet(betting, bet)).id).not.toBe(first.id);
  });

  test('after a refusal is decided again', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    await setState('suspended');
    expect(await refusalOf(bet)).toMatchObject({ code: 'market-suspended' });
    await setState('open');
    await expect(placeBet(betting, bet)).resolves.toMatchObject({ amount: 5 });
  });

  test('after its market has closed still gets its first answer', async () => {
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    const first = await placeBet(betting, bet);
    await database.db.execute(sql`
      update markets set closes_at = clock_timestamp(), ends_at = clock_timestamp() where id = ${market.marketId}`);
    expect(await refusalOf(aBet(bettor, { ...market, outcomeId: yes, amount: 5, odds: 1.9 }))).toMatchObject({
      code: 'market-closed',
    });
    expect(await placeBet(betting, bet)).toEqual(first);
  });

  const setState = (state: string) =>
    database.db.execute(
      sql`update markets set state = ${state}, version = version + 1 where id = ${market.marketId}`,
    );
});

test('a market that the pool cannot fund does not open', async () => {
  const opened = await transaction(database.db, (tx) =>
    openMarket(tx, {
      title: 'A market too large',
      description: '',
      category: 'crypto',
      subcategory: 'bitcoin',
      outcomes: [
        { name: 'Yes', probability: 1 },
        { name: 'No', probability: 1 },
      ],
      endsAt: new Date(Date.now() + 60_000),
      source: 'custom',
      lossBudget: usdc(20_000_000),
    }),
  );
  expect(opened).toEqual({ kind: 'refused', reason: 'pool-too-small' });
});
