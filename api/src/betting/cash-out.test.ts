import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { anEvmWallet, aSolanaWallet, shortFormOf } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { cashOut } from './cash-out.ts';
import { listBets, listPositions } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { quoteCashOut } from './quote-cash-out.ts';

describe.each(movedEngines)('a cash-out on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
  });
  afterEach(async () => {
    for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
      expect(offenders).toEqual([]);
    }
  });
  afterAll(() => database.close());

  const bet = async (bettor: TestBettor, market: TestMarket, amount: number, outcome = 0) =>
    placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount }));
  const aMinuteLater = () => database.advance(60_000);
  const quoteOf = (bettor: TestBettor, betId: string) =>
    quoteCashOut(betting, { session: bettor.session, betId });
  const sell = (bettor: TestBettor, betId: string, amount: number | string) =>
    cashOut(betting, aCashOut(bettor, { betId, amount }));
  const changeMarket = ({ marketId }: TestMarket, change: string) =>
    database.db.execute(
      sql`update markets set ${sql.raw(change)}, version = version + 1 where id = ${marketId}`,
    );

  /** Everything that a cash-out could change. */
  async function standing({ marketId }: TestMarket, { session }: TestBettor) {
    const [row] = await rows(
      database.db,
      sql`
        select m.version::text, m.received::text, m.open_stakes::text, m.staked::text,
          (select json_agg(o.open_returns::text order by o.position) from outcomes o where o.market_id = m.id) as owed,
          (select a.balance::text from accounts a where a.market_id = m.id) as escrow,
          (select a.balance::text from accounts a where a.user_id = ${session.userId}) as funds,
          (select count(*)::text from entries) as entries, (select count(*)::text from bet_endings) as endings,
          (select count(*)::text from cash_outs) as cash_outs
        from markets m where m.id = ${marketId}`,
    );
    return row as Record<string, string>;
  }

  test.each([
    ['an EVM wallet', anEvmWallet()],
    ['a Solana wallet', aSolanaWallet()],
  ])(
    'signed by %s moves what was quoted out of the escrow, and the bet has ended',
    async (_wallet, wallet) => {
      const bettor = await aBettor(database.db, { wallet });
      const market = await aMarket(database.db);
      const placed = await bet(bettor, market, 100);
      await aMinuteLater();
      const { amount, version } = await quoteOf(bettor, placed.id);
      // Less than the stake: every rounding is to the disadvantage of a bettor who cashes out at once.
      expect(amount).toBeGreaterThan(98);
      expect(amount).toBeLessThanOrEqual(100);
      expect(version).toBe(2);
      const [listed] = await listOf(bettor);
      expect(listed).toMatchObject({ status: 'confirmed', cashOut: amount });
      expect(listed).not.toHaveProperty('result');

      await betting.marketList.read();
      const sold = await sell(bettor, placed.id, amount ?? 0);
      expect(sold).toEqual({
        betId: placed.id,
        amount,
        stake: 100,
        profit: Math.round(((amount ?? 0) - 100) * 100) / 100,
        endedAt: expect.any(String),
      });
      const micro = BigInt(Math.round((amount ?? 0) * 100)) * 10_000n;
      expect(await standing(market, bettor)).toMatchObject({
        version: '3',
        received: String(100_000_000n - micro),
        open_stakes: '0',
        staked: '100000000',
        owed: ['0', '0'],
        escrow: String(10_100_000_000n - micro),
        funds: String(900_000_000n + micro),
      });
      const [ended] = await listOf(bettor);
      expect(ended).toMatchObject({
        status: 'settled',
        result: 'cashed-out',
        paid: amount,
        profit: sold.profit,
        endedAt: sold.endedAt,
      });
      expect(ended).not.toHaveProperty('cashOut');
      const [signed] = await rows(
        database.db,
        { text: col.text, kind: col.text, version: col.text, is_priced: col.bool },
        sql`
        select c.signed_text as text, e.kind, e.market_version::text as version, c.priced_at is not null as is_priced
        from cash_outs c join bet_endings e using (bet_id) where c.bet_id = ${placed.id}`,
      );
      expect(signed).toEqual({
        text: `Cash out: ${placed.id} for ${amount} USDC`,
        kind: 'cash-out',
        version: '3',
        is_priced: false,
      });
      expect(await quoteOf(bettor, placed.id)).toMatchObject({
        amount: null,
        reason: expect.stringMatching(/ended/),
      });
    },
  );

  const listOf = ({ session, wallet }: TestBettor) =>
    listBets(database.db, { userId: session.userId, family: wallet.family, before: null, mode: 'demo' });

  test('of each open position is listed in one read: the value that a quote gives, or the same reason', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const [closing, paused] = [await aMarket(database.db), await aMarket(database.db)];
    const priced = [await bet(bettor, market, 100), await bet(bettor, market, 20)];
    const onClosed = await bet(bettor, closing, 10);
    const onPaused = await bet(bettor, paused, 10);
    const ended = await bet(bettor, market, 30);
    await aMinuteLater();
    await sell(bettor, ended.id, (await quoteOf(bettor, ended.id)).amount ?? 0);
    await changeMarket(closing, `state = 'closed'`);
    await changeMarket(paused, `state = 'suspended'`);
    const soon = await bet(bettor, market, 5);

    const positions = await listPositions(database.db, {
      userId: bettor.session.userId,
      family: bettor.wallet.family,
      mode: 'demo',
    });
    expect(positions.map(({ id }) => id).sort()).toEqual(
      [...priced, onClosed, onPaused, soon].map(({ id }) => id).sort(),
    );
    const shown = new Map(positions.map((position) => [position.id, position]));
    for (const { id } of priced) expect(shown.get(id)?.cashOut).toBe((await quoteOf(bettor, id)).amount);
    expect(shown.get(onClosed.id)?.noCashOut).toEqual({ code: 'market-closed' });
    expect(shown.get(onPaused.id)?.noCashOut).toEqual({ code: 'market-suspended' });
    expect(shown.get(soon.id)?.noCashOut).toMatchObject({ code: 'too-soon' });
    for (const { id } of [onClosed, onPaused, soon]) {
      expect((await quoteOf(bettor, id)).why).toEqual({ code: `cash-out-${shown.get(id)?.noCashOut?.code}` });
    }
    // The same bets of another bettor are not listed.
    const stranger = await aBettor(database.db);
    expect(
      await listPositions(database.db, { userId: stranger.session.userId, family: 'evm', mode: 'demo' }),
    ).toEqual([]);
  });

  test('sent again gets the first answer, and another amount is refused', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    await aMinuteLater();
    const amount = (await quoteOf(bettor, placed.id)).amount ?? 0;
    // In its short form, and then in its full form.
    const asked = aCashOut(bettor, { betId: placed.id, amount });
    const short = Buffer.from(shortFormOf(Buffer.from(asked.body.signature.slice(2), 'hex'))).toString('hex');
    const first = await cashOut(betting, { ...asked, body: { ...asked.body, signature: short } });
    const after = await standing(market, bettor);
    expect(await sell(bettor, placed.id, amount)).toEqual(first);
    expect(await sell(bettor, placed.id, amount.toFixed(2))).toEqual(first);
    await expect(sell(bettor, placed.id, amount - 1)).rejects.toMatchObject({
      code: 'cash-out-unavailable',
      message: expect.stringMatching(/^This position has ended/),
    });
    // Even after its market has ended.
    await changeMarket(market, `state = 'closed'`);
    expect(await sell(bettor, placed.id, amount)).toEqual(first);
    expect(await standing(market, bettor)).toEqual({ ...after, version: '4' });
  });

  test('waits for a minute to pass, and says until when', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    const before = await standing(market, bettor);
    await database.advance(30_000);
    const availableAt = new Date(new Date(placed.placedAt).getTime() + 60_000).toISOString();
    expect(await quoteOf(bettor, placed.id)).toEqual({
      betId: placed.id,
      openStake: 100,
      amount: null,
      reason: expect.stringMatching(/one minute/),
      why: { code: 'cash-out-too-soon' },
      availableAt,
      version: 2,
    });
    const [waiting] = await listOf(bettor);
    expect(waiting).toMatchObject({ noCashOut: { code: 'too-soon', availableAt } });
    expect(waiting).not.toHaveProperty('cashOut');
    await expect(sell(bettor, placed.id, 50)).rejects.toMatchObject({ code: 'cash-out-unavailable' });
    expect(await standing(market, bettor)).toEqual(before);
    await database.advance(30_000);
    expect(await sell(bettor, placed.id, 50)).toMatchObject({ amount: 50, profit: -50 });
  });

  test("of another user's bet, or of none, is not found", async () => {
    const bettor = await aBettor(database.db);
    const stranger = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    await aMinuteLater();
    const before = await standing(market, bettor);
    for (const betId of [placed.id, 'b_aaaaaaaaaaaaaaaaaaaa']) {
      await expect(quoteOf(stranger, betId)).rejects.toMatchObject({ code: 'not-found' });
      await expect(sell(stranger, betId, 50)).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await standing(market, bettor)).toEqual(before);
  });

  test('needs the signature of its wallet over this bet and this amount', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    const other = await bet(bettor, market, 100);
    await aMinuteLater();
    const good = aCashOut(bettor, { betId: placed.id, amount: 50 });
    const forged = [
      { ...good, body: { ...good.body, amount: 50.01 } },
      { ...good, body: { ...good.body, amount: '50.00' } },
      { ...good, betId: other.id },
      { ...good, body: aCashOut(await aBettor(database.db), { betId: placed.id, amount: 50 }).body },
      { ...good, body: { ...good.body, signature: '0x' } },
      { ...good, body: { ...good.body, signature: good.body.signature.replace(/..$/, '05') } },
    ];
    const before = await standing(market, bettor);
    for (const sent of forged) {
      await expect(cashOut(betting, sent)).rejects.toMatchObject({
        code: 'signature-invalid',
        message: expect.stringMatching(/so your position stays open/),
      });
    }
    expect(await standing(market, bettor)).toEqual(before);
    expect(await cashOut(betting, good)).toMatchObject({ amount: 50 });
  });

  test.each([0, -1, 0.001, 1e21, Number.NaN, '', '1e2', '01', '1,5', ' 5', '5 ', '0x10', '1000000000'])(
    'of %j USDC is refused for its amount',
    async (amount) => {
      const bettor = await aBettor(database.db);
      await expect(sell(bettor, 'b_aaaaaaaaaaaaaaaaaaaa', amount)).rejects.toMatchObject({
        code: 'invalid-request',
      });
    },
  );

  test('at an old quote is refused with what the market gives now, and paid as signed when that is more', async () => {
    const bettor = await aBettor(database.db);
    const other = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    const second = await bet(bettor, market, 100);
    await aMinuteLater();
    const old = (await quoteOf(bettor, placed.id)).amount ?? 0;
    await bet(other, market, 300, 1);
    const before = await standing(market, bettor);
    const now = (await quoteOf(bettor, placed.id)).amount ?? 0;
    expect(now).toBeLessThan(old - 1);
    await expect(sell(bettor, placed.id, old)).rejects.toMatchObject({
      code: 'odds-changed',
      facts: { cashOut: now },
      message: expect.stringMatching(new RegExp(`is now ${now.toFixed(2)} USDC`)),
    });
    expect(await standing(market, bettor)).toEqual(before);
    expect(await sell(bettor, placed.id, now)).toMatchObject({ amount: now });

    const low = (await quoteOf(bettor, second.id)).amount ?? 0;
    await bet(other, market, 300, 0);
    expect((await quoteOf(bettor, second.id)).amount).toBeGreaterThan(low + 1);
    expect(await sell(bettor, second.id, low)).toMatchObject({ amount: low });
  });

  test.each([
    ['suspended', `state = 'suspended', disabled = true`, /is suspended/],
    ['closed by the clock alone', `closes_at = clock_timestamp() - interval '1 second'`, /has closed/],
    ['closed', `state = 'closed'`, /has closed/],
    ['being resolved', `state = 'resolving'`, /has closed/],
  ])('on a market that is %s is refused', async (_state, change, reason) => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    await aMinuteLater();
    await changeMarket(market, change);
    const before = await standing(market, bettor);
    expect(await quoteOf(bettor, placed.id)).toMatchObject({
      amount: null,
      reason: expect.stringMatching(reason),
    });
    await expect(sell(bettor, placed.id, 50)).rejects.toMatchObject({
      code: 'cash-out-unavailable',
      message: expect.stringMatching(reason),
    });
    expect((await listOf(bettor))[0]).not.toHaveProperty('cashOut');
    expect(await standing(market, bettor)).toEqual(before);
  });

  test('in live mode is refused until the contract can pay for it', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const placed = await bet(bettor, market, 100);
    await aMinuteLater();
    const live: TestBetting = { ...betting, mode: 'live' };
    expect(await quoteCashOut(live, { session: bettor.session, betId: placed.id })).toMatchObject({
      amount: null,
    });
    await expect(cashOut(live, aCashOut(bettor, { betId: placed.id, amount: 50 }))).rejects.toMatchObject({
      code: 'cash-out-unavailable',
    });
    const { userId } = bettor.session;
    const [listed] = await listBets(database.db, { userId, family: 'evm', before: null, mode: 'live' });
    expect(listed).not.toHaveProperty('cashOut');
  });

  test('on a market of the feed follows its odds, and only while they are fresh', async () => {
    const bettor = await aBettor(database.db);
    const market = await aFeedMarket(database.db, { odds: [2, 2] });
    await moveFeedOdds(database.db, market, [2, 2]);
    const placed = await bet(bettor, market, 100);
    await aMinuteLater();
    // 200 to win at one half, less 3%.
    expect((await quoteOf(bettor, placed.id)).amount).toBe(97);
    await moveFeedOdds(database.db, market, [4, 1.33]);
    await expect(sell(bettor, placed.id, 97)).rejects.toMatchObject({
      code: 'odds-changed',
      facts: { cashOut: 48.4 },
    });
    await database.advance(600_001);
    await expect(sell(bettor, placed.id, 48.4)).rejects.toMatchObject({
      code: 'cash-out-unavailable',
      message: expect.stringMatching(/out of date/),
    });
    await moveFeedOdds(database.db, market, [4, 1.33]);
    expect(await sell(bettor, placed.id, 48.4)).toMatchObject({ amount: 48.4, profit: -51.6 });
    const [stored] = await rows(
      database.db,
      { is_fresh: col.bool },
      sql`
        select c.priced_at = date_trunc('milliseconds', m.priced_at) as is_fresh
        from cash_outs c join markets m on m.id = ${market.marketId} where c.bet_id = ${placed.id}`,
    );
    expect(stored?.is_fresh).toBe(true);
  });

  test('is refused if the market could then not pay all other bets', async () => {
    const cheap = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
    const partner = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
    const market = await aFeedMarket(database.db, { odds: [10, 1.1], cap: usdc(1000) });
    await moveFeedOdds(database.db, market, [10, 1.1]);
    const first = await bet(cheap, market, 100);
    await bet(partner, market, 1000, 1);
    const second = await bet(cheap, market, 120);
    await aMinuteLater();
    // The outcome becomes nearly certain. If both bets were cashed out and the market then voided, the partner's stake would be missing.
    await moveFeedOdds(database.db, market, [1.01, 100]);
    expect(await sell(cheap, first.id, 960.3)).toMatchObject({ amount: 960.3 });
    const before = await standing(market, cheap);
    expect(await quoteOf(cheap, second.id)).toMatchObject({
      amount: null,
      reason: expect.stringMatching(/left for this market are needed for other bets/),
    });
    await expect(sell(cheap, second.id, 1152.36)).rejects.toMatchObject({ code: 'cash-out-unavailable' });
    expect(await standing(market, cheap)).toEqual(before);
  });
});
