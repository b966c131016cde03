import { orders, usedBooks } from '@tallystone/testkit/rules/books.ts';
import { feedBookAfter, freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, MICRO, type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Book, bookFill, bookOdds } from '../odds/book.ts';
import { applyBet } from '../odds/exposure.ts';
import type { FeedBook } from '../odds/feed.ts';
import { AS_SIGNED } from '../odds/fill-rule.ts';
import { maxStakeOn, openLmsrBook } from '../odds/lmsr.ts';
import { marketRisk } from './market-risk.ts';
import type { MarketState } from './market-state.ts';

const now = new Date('2026-11-21T12:05:00.000Z');
const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * 10_000n);

const riskOf = (
  book: Book,
  market: { state?: MarketState; closesAt?: Date; funded?: MicroUsdc; won?: readonly number[] | null } = {},
  { pool = usdc(1_000_000), at = now }: { pool?: MicroUsdc; at?: Date } = {},
) =>
  marketRisk({
    market: {
      state: 'open',
      closesAt: new Date('2026-11-22T12:00:00.000Z'),
      funded: book.lossBudget,
      won: null,
      ...market,
      book,
    },
    pool,
    now: at,
  });

const anOwnBook = () =>
  openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usdc(10_000) });
const aFeedBook = (book: Partial<FeedBook> = {}): FeedBook => ({
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  odds: [odds(2), odds(1.8)],
  pricedAt: new Date('2026-11-21T12:00:00.000Z'),
  lossBudget: usdc(5000),
  room: usdc(5000),
  openReturns: [ZERO_USDC, ZERO_USDC],
  received: ZERO_USDC,
  openStakes: ZERO_USDC,
  ...book,
});

describe('what the house has at stake', () => {
  test('is nothing of its budget on a market without bets', () => {
    const risk = riskOf(anOwnBook());
    expect(risk).toMatchObject({ atRisk: usdc(10_000), worstCase: 0n, voidResult: 0n });
    expect(risk.outcomes).toMatchObject([
      { owed: 0n, houseResult: 0n },
      { owed: 0n, houseResult: 0n },
    ]);
  });

  test('is on each outcome what it owes there minus what it received', () => {
    let book = applyBet(anOwnBook(), { outcome: 0, stake: usdc(100), odds: odds(1.9) });
    book = applyBet(book, { outcome: 1, stake: usdc(40), odds: odds(2) });
    const risk = riskOf(book);
    expect(risk.outcomes).toMatchObject([
      { owed: usdc(190), houseResult: usdc(-50) },
      { owed: usdc(80), houseResult: usdc(60) },
    ]);
    expect(risk).toMatchObject({ worstCase: usdc(50), voidResult: 0n });
  });

  test('is on a winner of a double chance at least what is left if the most costly other wins too', () => {
    const book = aFeedBook({
      winners: 2,
      odds: [odds(1.5), odds(1.5), odds(1.5)],
      openReturns: [usdc(300), usdc(120), usdc(450)],
      received: usdc(600),
      openStakes: usdc(620),
      room: usdc(1000),
    });
    const risk = riskOf(book);
    expect(risk).toMatchObject({ worstCase: usdc(150), voidResult: usdc(-20) });
    expect(risk.outcomes).toMatchObject([
      { owed: usdc(300), houseResult: usdc(-150), maxStake: usdc(1700), limitedBy: 'game-cap' },
      { owed: usdc(120), houseResult: usdc(30), maxStake: usdc(2060), limitedBy: 'game-cap' },
      { owed: usdc(450), houseResult: usdc(-150), maxStake: usdc(1700), limitedBy: 'game-cap' },
    ]);
  });

  test.each<[MarketState, number[] | null, number]>([
    ['settled', [0, 2], 150],
    ['settled', [0, 1], 0],
    ['settled', [1, 2], 70],
    ['void', null, 20],
  ])('once a double chance is %s with the winners %s is the actual loss', (state, won, lost) => {
    const book = aFeedBook({
      winners: 2,
      odds: [odds(1.5), odds(1.5), odds(1.5)],
      openReturns: [usdc(300), usdc(220), usdc(450)],
      received: usdc(600),
      openStakes: usdc(620),
    });
    expect(riskOf(book, { state, won }).worstCase).toBe(usdc(lost));
  });

  test('includes a void if bets were cashed out with a profit', () => {
    // 100 staked and 30 paid for one of the bets: the remaining stakes exceed what is left of them.
    const book = aFeedBook({ received: usdc(70), openStakes: usdc(90), openReturns: [usdc(60), usdc(80)] });
    expect(riskOf(book)).toMatchObject({ worstCase: usdc(20), voidResult: usdc(-20) });
  });

  test('is the cap plus the pool’s top-up', () => {
    expect(riskOf(aFeedBook(), { funded: usdc(5100) }).atRisk).toBe(usdc(5100));
    expect(riskOf(aFeedBook(), { funded: ZERO_USDC }).atRisk).toBe(usdc(5000));
  });

  test.each<[MarketState, number[] | null, number]>([
    ['settled', [0], 50],
    ['settled', [1], 0],
    ['void', null, 5],
    ['resolving', [0], 50],
  ])('once it is %s with the winner %s is the actual loss', (state, won, lost) => {
    const book = aFeedBook({
      received: usdc(135),
      openStakes: usdc(140),
      openReturns: [usdc(185), usdc(80)],
    });
    expect(riskOf(book, { state, won }).worstCase).toBe(usdc(lost));
  });

  test('never exceeds the budget, on any book of our market maker', () => {
    fc.assert(
      fc.property(usedBooks, (book) => {
        const { atRisk, worstCase, outcomes, voidResult } = riskOf(book);
        expect(atRisk).toBe(book.lossBudget);
        expect(worstCase <= atRisk).toBe(true);
        const results = [...outcomes.map(({ houseResult }) => houseResult), voidResult, ZERO_USDC];
        const [worst = ZERO_USDC] = results.sort((a, b) => (a < b ? -1 : 1));
        expect(worstCase).toBe(-worst);
      }),
      runs(100),
    );
  });

  test('never exceeds the cap, on any feed book', () => {
    fc.assert(
      fc.property(freshFeedBooks, fc.array(orders, { maxLength: 10 }), (fresh, crowd) => {
        const { atRisk, worstCase } = riskOf(feedBookAfter(fresh, crowd));
        expect(worstCase <= atRisk).toBe(true);
      }),
      runs(100),
    );
  });
});

describe('the largest stake', () => {
  test('of our market maker is limited by the highest probability', () => {
    const book = anOwnBook();
    const [first] = riskOf(book).outcomes;
    expect(first).toMatchObject({ maxStake: maxStakeOn(book, 0), limitedBy: 'probability' });
  });

  test('is taken, and a cent more is not, on any book of our market maker with odds for it', () => {
    fc.assert(
      fc.property(usedBooks, fc.nat(5), (book, place) => {
        const outcome = place % book.openReturns.length;
        const { maxStake = ZERO_USDC } = riskOf(book).outcomes[outcome] ?? {};
        if (maxStake > 0n) {
          const offered = bookOdds(book, { outcome, stake: maxStake });
          expect(offered).not.toBeNull();
          if (offered !== null)
            expect(bookFill(book, { outcome, stake: maxStake, odds: offered, isQuoted: true })).toBe(offered);
        }
        expect(bookOdds(book, { outcome, stake: microUsdc(maxStake + CENT) })).toBeNull();
      }),
      runs(100),
    );
  });

  test.each<[string, Partial<FeedBook>, MicroUsdc, MicroUsdc, string]>([
    ['the market cap', {}, usdc(5000), usdc(0), 'market-cap'],
    ['the market cap that the pool will put there', {}, ZERO_USDC, usdc(5000), 'market-cap'],
    ['what the game leaves', { room: usdc(1000) }, usdc(5000), usdc(0), 'game-cap'],
    ['what the house has', { room: ZERO_USDC }, ZERO_USDC, usdc(4999), 'budget'],
  ])('on a feed market is limited by %s', (_, feed, funded, pool, limitedBy) => {
    const book = aFeedBook(feed);
    const [first, second] = riskOf(book, { funded }, { pool }).outcomes;
    expect(first).toMatchObject({ limitedBy, maxStake: book.room });
    expect(second).toMatchObject({ limitedBy, maxStake: ((book.room * MICRO) / 800_000n / CENT) * CENT });
  });

  test('is zero if the feed has no odds', () => {
    const risk = riskOf(aFeedBook({ odds: [null, odds(1.8)] }));
    expect(risk.outcomes).toMatchObject([{ maxStake: 0n, limitedBy: 'odds' }, { limitedBy: 'market-cap' }]);
  });

  test('of the feed is taken, and a cent more is not', () => {
    const book = applyBet(aFeedBook(), { outcome: 0, stake: usdc(123.45), odds: odds(2) });
    const [first] = riskOf(book).outcomes;
    const stake = first?.maxStake ?? ZERO_USDC;
    const bet = { outcome: 0, odds: odds(2), isQuoted: true };
    expect(bookFill(book, { ...bet, stake })).toBe(bet.odds);
    expect(bookFill(book, { ...bet, stake: microUsdc(stake + CENT) })).toBeNull();
  });

  test.each<[string, Parameters<typeof riskOf>[1], Date]>([
    ['is suspended', { state: 'suspended' }, now],
    ['is closed', { state: 'closed' }, now],
    ['is settled', { state: 'settled', won: [0] }, now],
    ['ran out of time a moment ago', { closesAt: now }, now],
    ['has odds that are too old', {}, new Date('2026-11-21T12:10:00.001Z')],
  ])('is zero while a market %s', (_, market, at) => {
    for (const outcome of riskOf(aFeedBook(), market, { at }).outcomes)
      expect(outcome).toMatchObject({ maxStake: 0n, limitedBy: 'closed' });
  });
});
