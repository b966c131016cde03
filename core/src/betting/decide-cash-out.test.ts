import { freshBooks, orders, stakeOf } from '@tallystone/testkit/rules/books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, type MicroOdds, type MicroUsdc, microOdds, microUsdc } from '../money/micro-usdc.ts';
import type { Book } from '../odds/book.ts';
import {
  atEveryStart,
  type BetAtStart,
  emptyStep,
  type MarketAtStarts,
  type MarketStarts,
  momentsOf,
} from '../odds/every-start.ts';
import { applyBet, worstCaseOf } from '../odds/exposure.ts';
import { type FeedBook, FRESH_PRICE_MS } from '../odds/feed.ts';
import { AS_SIGNED } from '../odds/fill-rule.ts';
import {
  cashOutValue,
  honours,
  isSound,
  type LmsrBook,
  oddsFor,
  openLmsrBook,
  slackOf,
} from '../odds/lmsr.ts';
import { HIGHEST_ODDS, ODDS_STEP } from '../odds/parse-odds.ts';
import { payoutOf } from '../odds/payout.ts';
import { winnerSets } from '../odds/winner-sets.ts';
import { CASH_OUTS } from '../sentences/cash-outs.ts';
import { cashOutMessage } from './cash-out-message.ts';
import type { BettableMarket } from './decide-bet.ts';
import { CASH_OUT_AFTER_MS, decideCashOut, type NoCashOut, type OpenBet } from './decide-cash-out.ts';

const SETS = winnerSets(2, 1);
const now = new Date('2026-11-21T12:00:00.000Z');
const atFromNow = (ms: number) => new Date(now.getTime() + ms);

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

const signed = { outcome: 0, stake: usd(100), odds: odds(1.99) };
const lmsr = applyBet(
  openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) }),
  signed,
);
const feed: FeedBook = {
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  odds: [odds(2), odds(2)],
  pricedAt: now,
  lossBudget: usd(500),
  room: usd(500),
  openReturns: [usd(199), usd(0)],
  received: usd(100),
  openStakes: usd(100),
};

const aMarket = (parts: Partial<BettableMarket> = {}): BettableMarket => ({
  state: 'open',
  closesAt: atFromNow(1),
  outcomeIds: ['o_yes', 'o_no'],
  book: lmsr,
  ...parts,
});

const aBet = (parts: Partial<OpenBet> = {}): OpenBet => ({
  outcomeId: 'o_yes',
  stake: usd(100),
  payout: usd(199),
  placedAt: atFromNow(-CASH_OUT_AFTER_MS),
  hasEnded: false,
  ...parts,
});

type Given = Parameters<typeof decideCashOut>[0];

const decide = (parts: Partial<Given> = {}) =>
  decideCashOut({
    mode: 'demo',
    market: aMarket(),
    bet: aBet(),
    escrow: usd(10_100),
    starts: someStarts(),
    asked: null,
    now,
    ...parts,
  });

/** The starts of a game's only market with `aBet`'s bet and others. */
function someStarts(cap = 500, others: BetAtStart[] = [], kept = 0): MarketAtStarts {
  return startsOf(cap, aMarketAt(cap, others, kept));
}

function aMarketAt(cap: number, others: BetAtStart[] = [], kept = 0): MarketStarts {
  const bet = { at: aBet().placedAt.getTime(), outcome: 0, stake: usd(100), payout: usd(199) };
  const steps = momentsOf(SETS, [bet, ...others]);
  return { cap: usd(cap), kept: usd(kept), sets: SETS, steps };
}

/** The starts of the first market of a game. */
function startsOf(cap: number, ...markets: MarketStarts[]): MarketAtStarts {
  const [starts] = atEveryStart({ cap: usd(cap), markets });
  if (starts === undefined) throw new Error('a market has its starts');
  return starts;
}

const without = (book: Book, paid: MicroUsdc): Book => ({
  ...book,
  openReturns: [usd(0), usd(0)],
  received: microUsdc(book.received - paid),
  openStakes: usd(0),
});

describe('decideCashOut accepts', () => {
  test.each<[string, Partial<Given>, Book, number]>([
    ['what the market gives', {}, lmsr, 99.84],
    ['exactly that, signed', { asked: usd(99.84) }, lmsr, 99.84],
    ['less, as it was signed', { asked: usd(90) }, lmsr, 90],
    ['all that it gives, if a minimum was signed', { asked: usd(90), isMinimum: true }, lmsr, 99.84],
    ['all of a minimum that it gives exactly', { asked: usd(99.84), isMinimum: true }, lmsr, 99.84],
    ['a cent', { asked: usd(0.01) }, lmsr, 0.01],
    ['at the price of the feed', { market: aMarket({ book: feed }) }, feed, 96.51],
    [
      'at a feed price in its last valid moment',
      { market: aMarket({ book: { ...feed, pricedAt: atFromNow(-FRESH_PRICE_MS) } }) },
      { ...feed, pricedAt: atFromNow(-FRESH_PRICE_MS) },
      96.51,
    ],
  ])('%s', (_, parts, book, amount) => {
    const market = { ...aMarket(), ...parts.market, book: without(book, usd(amount)) };
    expect(decide(parts)).toEqual({ kind: 'accepted', amount: usd(amount), marketAfter: market });
  });

  test('no minimum that is above it', () => {
    expect(decide({ asked: usd(99.85), isMinimum: true })).toEqual({ kind: 'fell', amount: usd(99.84) });
  });

  test('a bet worth just a cent', () => {
    // 0.0207 at even odds, minus 3%: 0.0100395.
    const bet = aBet({ stake: usd(0.01), payout: microUsdc(20_700n) });
    expect(decide({ market: aMarket({ book: feed }), bet })).toMatchObject({
      kind: 'accepted',
      amount: usd(0.01),
    });
  });

  test('to the last cent that the escrow can spare', () => {
    const others = applyBet(lmsr, { outcome: 1, stake: usd(50), odds: odds(2) });
    const market = aMarket({ book: others });
    const decision = decide({ market, asked: usd(90), escrow: usd(190) });
    expect(decision.kind).toBe('accepted');
    expect(decide({ market, asked: usd(90), escrow: usd(189.99) })).toMatchObject({ why: 'not-covered' });
  });
});

describe('decideCashOut refuses', () => {
  test.each<[string, Partial<Given>, NoCashOut, Date | null]>([
    ['with real stakes', { mode: 'live' }, 'live-mode', null],
    ['a bet that has ended', { bet: aBet({ hasEnded: true }) }, 'bet-ended', null],
    ['on a suspended market', { market: aMarket({ state: 'suspended' }) }, 'market-suspended', null],
    ['at the moment betting closes', { market: aMarket({ closesAt: now }) }, 'market-closed', null],
    [
      'on a suspended market that has closed by the clock',
      { market: aMarket({ state: 'suspended', closesAt: now }) },
      'market-closed',
      null,
    ],
    ['on a closed market', { market: aMarket({ state: 'closed' }) }, 'market-closed', null],
    ['on a resolving market', { market: aMarket({ state: 'resolving' }) }, 'market-closed', null],
    ['on a settled market', { market: aMarket({ state: 'settled' }) }, 'market-closed', null],
    ['on a void market', { market: aMarket({ state: 'void' }) }, 'market-closed', null],
    [
      'at a stale feed price',
      { market: aMarket({ book: { ...feed, pricedAt: atFromNow(-FRESH_PRICE_MS - 1) } }) },
      'feed-stale',
      null,
    ],
    [
      'before a minute has passed',
      { bet: aBet({ placedAt: atFromNow(1 - CASH_OUT_AFTER_MS) }) },
      'too-soon',
      atFromNow(1),
    ],
    [
      'while the feed has no odds for an outcome',
      { market: aMarket({ book: { ...feed, odds: [odds(2), null] } }) },
      'no-price',
      null,
    ],
    ['a bet worth less than a cent', { bet: aBet({ payout: microUsdc(10_000n) }) }, 'no-price', null],
    ['an amount of zero', { asked: usd(0) }, 'no-price', null],
    ['an amount below nothing', { asked: usd(-5) }, 'no-price', null],
    ['a bet that the escrow can’t pay', { escrow: usd(99.83) }, 'not-covered', null],
    [
      'a bet that would take a feed market beyond its room',
      {
        market: aMarket({
          book: { ...feed, room: usd(50), openReturns: [usd(199), usd(0)], received: usd(40) },
        }),
      },
      'not-covered',
      null,
    ],
  ])('%s', (_, parts, why, availableAt) => {
    expect(decide(parts)).toEqual({ kind: 'unavailable', why, availableAt });
  });

  test('a bet whose sale isn’t covered if the game started before the other bets', () => {
    const book = { ...feed, room: usd(1_000), openReturns: [usd(199), usd(400)], received: usd(300) };
    const other = { at: now.getTime() - 1, outcome: 1, stake: usd(200), payout: usd(400) };
    const given = { market: aMarket({ book }), escrow: usd(600), asked: usd(50) };
    const capped = (cap: number) => decide({ ...given, starts: someStarts(cap, [other], -50) });
    // 50 were lost before and 50 are kept now; 400 remain owed, minus a stake of 200.
    expect(capped(200).kind).toBe('accepted');
    expect(capped(199.99)).toMatchObject({ why: 'not-covered' });
    // Another market's loss is added.
    const lost = { cap: usd(70), kept: usd(-70), sets: SETS, steps: [] };
    const both = (cap: number) =>
      decide({ ...given, starts: startsOf(cap, aMarketAt(200, [other], -50), lost) });
    expect(both(270).kind).toBe('accepted');
    expect(both(269.99)).toMatchObject({ why: 'not-covered' });
  });

  test('nothing yet if a step may exceed the cap, and returns which bets to read', () => {
    const steps = [{ ...emptyStep(SETS, 7), net: [usd(99), usd(-100)], highest: [usd(99), usd(0)] }];
    const starts = startsOf(60, { cap: usd(60), kept: usd(-57), sets: SETS, steps });
    const { stake, payout, placedAt } = aBet();
    expect(decide({ market: aMarket({ book: feed }), starts })).toEqual({
      kind: 'unclear',
      sold: { outcome: 0, stake, payout, paid: usd(96.51), at: placedAt.getTime() },
    });
  });

  test.each(['open', 'suspended', 'closed'] as const)(
    'a bet on a market of which the feed prices one side, while it is %s',
    (state) => {
      const book: FeedBook = { ...feed, isOneSided: true, odds: [odds(2), null] };
      const given = { market: aMarket({ book, state }), starts: null };
      expect(decide(given)).toMatchObject({ kind: 'unavailable', why: 'one-sided' });
      expect(decide({ ...given, asked: usd(1), isMinimum: true })).toMatchObject({ why: 'one-sided' });
      // Not even if it had odds on both sides.
      const priced = { ...feed, isOneSided: true };
      expect(decide({ ...given, market: aMarket({ book: priced, state }) })).toMatchObject({
        why: 'one-sided',
      });
    },
  );

  test('to decide on a feed market without its game’s starts', () => {
    expect(() => decide({ market: aMarket({ book: feed }), starts: null })).toThrow(/starts of its game/);
  });

  test('more than the market gives, and returns what it gives', () => {
    expect(decide({ asked: usd(99.85) })).toEqual({ kind: 'fell', amount: usd(99.84) });
  });

  test('with the first applicable reason, in this order', () => {
    const stale = { ...feed, pricedAt: atFromNow(-FRESH_PRICE_MS - 1) };
    const soon = { placedAt: now, payout: microUsdc(1n) };
    const steps: Partial<Given>[] = [
      {
        mode: 'live',
        bet: aBet({ ...soon, hasEnded: true }),
        market: aMarket({ state: 'suspended', book: stale }),
      },
      { bet: aBet({ ...soon, hasEnded: true }), market: aMarket({ state: 'suspended', book: stale }) },
      { bet: aBet(soon), market: aMarket({ state: 'suspended', book: { ...stale, isOneSided: true } }) },
      { bet: aBet(soon), market: aMarket({ state: 'suspended', book: stale }) },
      { bet: aBet(soon), market: aMarket({ book: stale }) },
      { bet: aBet(soon) },
      { bet: aBet({ payout: microUsdc(1n) }), asked: usd(1_000), escrow: usd(0) },
      { asked: usd(1_000), escrow: usd(0) },
      { escrow: usd(0) },
    ];
    expect(
      steps.map((step) => {
        const decision = decide(step);
        return decision.kind === 'unavailable' ? decision.why : decision.kind;
      }),
    ).toEqual([
      'live-mode',
      'bet-ended',
      'one-sided',
      'market-suspended',
      'feed-stale',
      'too-soon',
      'no-price',
      'fell',
      'not-covered',
    ]);
  });
});

describe('why a bet cannot be cashed out', () => {
  /** One of each; the type of the record ensures completeness. */
  const reasons: Record<NoCashOut, true> = {
    'live-mode': true,
    'bet-ended': true,
    'market-closed': true,
    'market-suspended': true,
    'feed-stale': true,
    'too-soon': true,
    'no-price': true,
    'one-sided': true,
    'not-covered': true,
    waiting: true,
  };

  test('each has its own sentence that says what happens to the bet', () => {
    const sentences = (Object.keys(reasons) as NoCashOut[]).map((why) => CASH_OUTS[`cash-out-${why}`]);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Z].*(stays open|nothing to cash out).*\.$/);
      expect(sentence.match(/\.(\s|$)/g)).toHaveLength(1);
    }
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

test('the signed text names the bet and the amount as sent', () => {
  expect(cashOutMessage({ betId: 'b_1', amount: '12.5' })).toBe('Cash out: b_1 for 12.5 USDC');
});

describe('whatever a crowd bets at the best odds it can get, and sells back', () => {
  const steps = fc.array(fc.record({ order: orders, sells: fc.boolean(), which: fc.nat(40) }), {
    minLength: 10,
    maxLength: 60,
  });

  function greediest(book: LmsrBook, bet: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
    const fresh = oddsFor(book, bet);
    if (fresh === null) return null;
    let low = fresh / ODDS_STEP;
    let high = HIGHEST_ODDS / ODDS_STEP;
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (honours(book, { ...bet, odds: microOdds(middle * ODDS_STEP) })) low = middle;
      else high = middle - 1n;
    }
    return microOdds(low * ODDS_STEP);
  }

  /** The bet with the largest profit in a cash-out. */
  function bestOf<B extends { outcome: number; stake: MicroUsdc; payout: MicroUsdc }>(
    book: LmsrBook,
    open: readonly B[],
  ): B | undefined {
    const gainOf = (bet: B) => Number((cashOutValue(book, bet) ?? 0n) - bet.stake);
    return [...open].sort((a, b) => gainOf(b) - gainOf(a))[0];
  }

  test('the house loses no more than its budget, and can always pay every outcome and a void', () => {
    const seen = { sold: 0, notCovered: 0, voidIsWorst: 0 };
    fc.assert(
      fc.property(freshBooks, steps, (fresh, plan) => {
        let book = fresh;
        let escrow: bigint = fresh.lossBudget;
        let open: (OpenBet & { outcome: number })[] = [];
        for (const { order, sells, which } of plan) {
          // Any bet, or the one with the largest gain.
          const chosen = which % 2 === 0 ? open[which % Math.max(1, open.length)] : bestOf(book, open);
          if (sells && chosen !== undefined) {
            const market = aMarket({ book, outcomeIds: ['0', '1', '2', '3', '4', '5'] });
            const decision = decide({ market, bet: chosen, escrow: microUsdc(escrow) });
            if (decision.kind === 'accepted') {
              seen.sold += 1;
              escrow -= decision.amount;
              open = open.filter((each) => each !== chosen);
              // The market stays one of the market maker.
              book = decision.marketAfter.book as LmsrBook;
            } else if (decision.kind === 'unavailable' && decision.why === 'not-covered') {
              seen.notCovered += 1;
            }
          } else {
            const outcome = order.outcome % book.openReturns.length;
            // Often the largest stake, which pumps a price.
            const stake = stakeOf(book, which % 3 === 0 ? { ...order, share: 1 } : order);
            const best = greediest(book, { outcome, stake });
            if (best === null) continue;
            const bet = { outcome, stake, odds: best };
            if (!honours(book, bet)) continue;
            book = applyBet(book, bet);
            escrow += stake;
            open.push({ ...aBet(), outcomeId: String(outcome), outcome, stake, payout: payoutOf(bet) });
          }
          // Recalculated from only the open bets and the payments.
          const stakes = open.reduce((sum, bet) => sum + bet.stake, 0n);
          const owed = book.openReturns.map((_, outcome) =>
            open.reduce((sum, bet) => (bet.outcome === outcome ? sum + bet.payout : sum), 0n),
          );
          for (const each of [stakes, ...owed]) expect(each <= escrow).toBe(true);
          expect(book.openStakes).toBe(stakes);
          expect(book.openReturns).toEqual(owed);
          expect(escrow).toBe(fresh.lossBudget + book.received);
          expect(isSound(book)).toBe(true);
          expect(slackOf(book)).toBeGreaterThanOrEqual(0.000001);
          if (worstCaseOf(book) === stakes && stakes > book.received) seen.voidIsWorst += 1;
        }
      }),
      runs(200),
    );
    // Each case must occur often, or the property shows nothing.
    expect(seen.sold).toBeGreaterThan(500);
    expect(seen.notCovered).toBeGreaterThan(0);
    expect(seen.voidIsWorst).toBeGreaterThan(20);
  });
});
