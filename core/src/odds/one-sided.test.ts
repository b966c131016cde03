import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CENT,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '../money/micro-usdc.ts';
import type { MarketResult } from '../settlement/result.ts';
import { settleBet } from '../settlement/settle-bet.ts';
import { bookCashOutValue, bookMaxStake } from './book.ts';
import { applyBet, exposureOf, worstCaseOf } from './exposure.ts';
import {
  type FeedBook,
  fairProbabilityOf,
  feedHonours,
  feedMaxStakeOn,
  feedOddsFor,
  feedProbabilitiesOf,
  marginOf,
} from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';
import { payoutOf } from './payout.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);

/** A market on one player, who has these odds. */
const aBook = (price: MicroOdds | null, parts: Partial<FeedBook> = {}): FeedBook => ({
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  isOneSided: true,
  odds: [price, null],
  pricedAt: new Date('2026-11-21T12:00:00.000Z'),
  lossBudget: usd(100),
  room: usd(100),
  openReturns: [ZERO_USDC, ZERO_USDC],
  received: ZERO_USDC,
  openStakes: ZERO_USDC,
  ...parts,
});

describe('a market of which the feed prices one side', () => {
  test.each([
    [LOWEST_ODDS, 1 / 1.01],
    [odds(1.25), 0.8],
    [odds(4), 0.25],
    [HIGHEST_ODDS, 0.001],
  ])('at odds of %d has the probability that they say, and the other side the rest', (price, chance) => {
    const probabilities = feedProbabilitiesOf(aBook(price));
    expect(probabilities).toEqual([expect.closeTo(chance, 12), expect.closeTo(1 - chance, 12)]);
    for (const each of probabilities) expect(each).toBeGreaterThan(0);
  });

  test('without odds has no probability of the one', () => {
    expect(feedProbabilitiesOf(aBook(null))).toEqual([0, 1]);
    expect(feedProbabilitiesOf({ odds: [], winners: 1, isOneSided: true })).toEqual([]);
  });

  test('has no margin, no fair probability and no value of a bet', () => {
    const book = aBook(odds(3));
    expect(marginOf(book)).toBeNull();
    expect([0, 1].map((outcome) => fairProbabilityOf(book, outcome))).toEqual([null, null]);
    expect(bookCashOutValue(book, { outcome: 0, payout: usd(30) })).toBeNull();
  });

  test('takes bets on that side only, up to its room', () => {
    const book = aBook(odds(3));
    expect([0, 1].map((outcome) => feedMaxStakeOn(book, outcome))).toEqual([usd(50), 0n]);
    expect(feedOddsFor(book, { outcome: 1, stake: microUsdc(CENT) })).toBeNull();
    const onOther = { outcome: 1, stake: usd(1), odds: LOWEST_ODDS };
    expect([true, false].map((isQuoted) => feedHonours(book, { ...onOther, isQuoted }))).toEqual([
      false,
      false,
    ]);
    const full = applyBet(book, { outcome: 0, stake: usd(50), odds: odds(3) });
    expect([exposureOf(full), worstCaseOf(full), feedMaxStakeOn(full, 0)]).toEqual([usd(100), usd(150), 0n]);
  });
});

interface Bet {
  /** Which player. */
  readonly on: number;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
}

/** What the house loses on bets, counted one by one, if each player ends as given; bets from `start` on are returned. */
function lossOf(bets: readonly Bet[], ends: readonly MarketResult[], start: number): bigint {
  return bets.reduce((loss, { on, ...bet }, place) => {
    const open = { outcomeId: 'scores', stake: bet.stake, payout: payoutOf(bet) };
    const end = ends[on];
    if (end === undefined) throw new RangeError(`no end of player ${on}`);
    const { paid } = place >= start ? { paid: bet.stake } : settleBet(open, end);
    return loss + paid - bet.stake;
  }, 0n);
}

const ENDS: readonly MarketResult[] = [
  { kind: 'won', outcomeIds: ['scores'] },
  { kind: 'won', outcomeIds: ['no'] },
  { kind: 'void' },
];
/** Every way in which so many players may end, each by himself: 3^n. */
const everyEnd = (players: number): MarketResult[][] =>
  players === 0 ? [[]] : everyEnd(players - 1).flatMap((rest) => ENDS.map((end) => [...rest, end]));

/** The most that the house loses over all ends, and over all starts of the game between the bets. */
function worstOf(bets: readonly Bet[], players: number): bigint {
  let worst = 0n;
  for (const ends of everyEnd(players)) {
    for (let start = 0; start <= bets.length; start++) {
      const loss = lossOf(bets, ends, start);
      if (loss > worst) worst = loss;
    }
  }
  return worst;
}

/** The books of the players after the bets. */
function booksAfter(bets: readonly Bet[], players: number): FeedBook[] {
  const books = Array.from({ length: players }, () => aBook(odds(2), { room: usd(1_000_000) }));
  return bets.reduce(
    (all, { on, ...bet }) =>
      all.map((book, place) => (place === on ? applyBet(book, { outcome: 0, ...bet }) : book)),
    books,
  );
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);

describe('the worst cases of players whose ends say nothing of each other', () => {
  const STAKES = [usd(0.01), usd(20)];
  const PRICES = [LOWEST_ODDS, odds(3), HIGHEST_ODDS];
  const CHOICES = STAKES.flatMap((stake) => PRICES.map((price) => ({ stake, odds: price })));

  test.each([1, 2, 3, 4])('sum to the worst of all 3^%i ends and all starts, whatever was bet', (players) => {
    let tried = 0;
    const chosen = (on: number, bets: readonly Bet[]): void => {
      if (on === players) {
        tried += 1;
        expect(sumOf(booksAfter(bets, players).map(exposureOf))).toBe(worstOf(bets, players));
        return;
      }
      chosen(on + 1, bets);
      for (const choice of CHOICES) chosen(on + 1, [...bets, { on, ...choice }]);
    };
    chosen(0, []);
    expect(tried).toBe((CHOICES.length + 1) ** players);
  });

  test('sum to it with several bets on each, in any order', () => {
    const bets = fc.array(
      fc.record({
        on: fc.nat(3),
        stake: fc.bigInt({ min: 1n, max: 50_000n }).map((cents) => microUsdc(cents * CENT)),
        odds: fc.bigInt({ min: 101n, max: 100_000n }).map((hundredths) => microOdds(hundredths * ODDS_STEP)),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(bets, (given) => {
        expect(sumOf(booksAfter(given, 4).map(exposureOf))).toBe(worstOf(given, 4));
      }),
      runs(60),
    );
  });

  test('and the largest stake that leaves that within the cap of the game is the one that is taken', () => {
    const gameCap = usd(120);
    const bets: Bet[] = [
      { on: 0, stake: usd(20), odds: odds(3) },
      { on: 1, stake: usd(10), odds: odds(5) },
    ];
    const others = sumOf(booksAfter(bets, 3).map(exposureOf));
    const book = aBook(odds(4), { room: microUsdc(gameCap - others) });
    const stake = bookMaxStake(book, 0);
    const lossWith = (more: bigint) =>
      worstOf([...bets, { on: 2, stake: microUsdc(stake + more), odds: odds(4) }], 3);
    expect(stake).toBe(usd(13.33));
    expect(lossWith(0n) <= gameCap).toBe(true);
    expect(lossWith(CENT) <= gameCap).toBe(false);
  });
});
