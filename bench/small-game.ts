import { bookRules } from '@tallystone/core/betting/book-rules';
import { type BettableMarket, decideBet } from '@tallystone/core/betting/decide-bet';
import {
  CASH_OUT_AFTER_MS,
  type CashOutDecision,
  decideCashOut,
} from '@tallystone/core/betting/decide-cash-out';
import type { Refusal } from '@tallystone/core/betting/refusal';
import { leftOf, smaller } from '@tallystone/core/money/bounds';
import { type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { type Book, bookCashOutValue } from '@tallystone/core/odds/book';
import {
  atEveryStart,
  emptyStep,
  judgeSale,
  type MarketAtStarts,
  momentsOf,
  type SoldBet,
  type StartStep,
  type StartVerdict,
  startStepOf,
  stepOfBook,
  stepWith,
  stepWithout,
  unclearMoments,
} from '@tallystone/core/odds/every-start';
import { exposureOf } from '@tallystone/core/odds/exposure';
import type { FeedBook } from '@tallystone/core/odds/feed';
import type { FillRule } from '@tallystone/core/odds/fill-rule';
import type { LmsrBook } from '@tallystone/core/odds/lmsr';
import { setsOf } from '@tallystone/core/odds/winner-sets';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { countPayout, type Line, type Winners } from './count-loss.ts';
import { RICH } from './rich-bettor.ts';

/**
 * A game with few markets, or one market of our own, whose bets and cash-outs core decides. An act returns another
 * game and leaves this one as it is, so that every act can be tried from here.
 */
export interface SmallGame {
  /** The most the house may lose on all its markets together, micro-USDC. */
  readonly cap: MicroUsdc;
  readonly markets: readonly SmallMarket[];
  /** In milliseconds. */
  readonly now: number;
}

export interface SmallMarket {
  /** As core has it after each act. */
  readonly market: BettableMarket;
  /** All its bets in the order in which they were placed. */
  readonly lines: readonly Line[];
  /** Every result, the void first. */
  readonly results: readonly Winners[];
  /** The steps that the server stores, by when they begin. */
  readonly minutes: ReadonlyMap<number, StartStep>;
}

const OPENED_AT = Date.parse('2030-01-01T00:00:00Z');
const CLOSES_AT = new Date('2030-01-02T00:00:00Z');

/** A game of the feed without odds and bets. */
export function openSmallGame(given: {
  readonly rule: FillRule;
  readonly cap: MicroUsdc;
  readonly markets: readonly {
    readonly outcomes: number;
    readonly winners: number;
    readonly cap: MicroUsdc;
  }[];
}): SmallGame {
  const { rule, cap, markets } = given;
  return {
    cap,
    now: OPENED_AT,
    markets: markets.map(({ outcomes, winners, cap: own }) => {
      const none = Array.from({ length: outcomes }, () => ZERO_USDC);
      return openMarket({
        kind: 'feed',
        rule,
        winners,
        odds: none.map(() => null),
        pricedAt: new Date(OPENED_AT),
        lossBudget: own,
        room: own,
        openReturns: none,
        received: ZERO_USDC,
        openStakes: ZERO_USDC,
      });
    }),
  };
}

/** A market of our own, as a game that has no other market. */
export function openOwnMarket(book: LmsrBook): SmallGame {
  return { cap: book.lossBudget, now: OPENED_AT, markets: [openMarket(book)] };
}

function openMarket(book: Book): SmallMarket {
  const outcomeIds = book.openReturns.map((_, outcome) => String(outcome));
  return {
    market: { state: 'open', closesAt: CLOSES_AT, outcomeIds, book },
    lines: [],
    results: [null, ...everyResult(outcomeIds.length, book.winners)],
    minutes: new Map(),
  };
}

/** The game some time later, when the feed has these odds for one of its markets. */
export function withOdds(
  game: SmallGame,
  { place, odds, afterMs }: { place: number; odds: readonly MicroOdds[]; afterMs: number },
): SmallGame {
  const now = game.now + afterMs;
  const each = marketOf(game, place);
  const book = feedOf(each);
  const others = game.markets.filter((_, index) => index !== place);
  const left = others.reduce((sum, { market }) => sum - exposureOf(market.book), BigInt(game.cap));
  const room = smaller(leftOf(left, 0n), book.lossBudget);
  const priced: FeedBook = { ...book, odds, room, pricedAt: new Date(now) };
  return withMarket({ ...game, now }, place, { ...each, market: { ...each.market, book: priced } });
}

/**
 * One bet, decided by core.
 *
 * @returns the game with the bet, or why core refused it
 * @throws Error if core accepts it below the signed odds
 */
export function placeBet(
  game: SmallGame,
  { place, outcome, stake, odds }: { place: number; outcome: number; stake: MicroUsdc; odds: MicroOdds },
): SmallGame | Refusal {
  const each = marketOf(game, place);
  const now = new Date(game.now);
  const decision = decideBet(bookRules, {
    market: each.market,
    funds: RICH,
    terms: { outcomeId: String(outcome), stake, odds, quoteExpiresAt: CLOSES_AT },
    now,
  });
  if (decision.kind === 'rejected') return decision;
  if (decision.odds < odds) throw new Error(`a bet signed at ${odds} was filled at ${decision.odds}`);
  const payout = countPayout(stake, decision.odds);
  const line: Line = { at: game.now, outcome, stake: Number(stake), payout, soldFor: null };
  return withMarket(game, place, {
    ...each,
    market: decision.marketAfter,
    lines: [...each.lines, line],
    minutes: withStep(each, line),
  });
}

/** The steps after another bet. */
function withStep({ market: { book }, minutes, lines }: SmallMarket, line: Line): Map<number, StartStep> {
  const sets = setsOf(book);
  const minute = startStepOf(line.at);
  const isLatest = line.at > (lines.at(-1)?.at ?? 0);
  const step = stepWith(sets, minutes.get(minute) ?? emptyStep(sets, minute), { ...betOf(line), isLatest });
  return new Map([...minutes, [minute, step]]);
}

/** A cash-out, decided by core from its coarsest facts to the bets one by one. */
export interface Sale {
  /** What the market gives for the bet, micro-USDC. */
  readonly amount: MicroUsdc;
  /** The decisions from the coarsest facts to the finest; the last is never `unclear`. */
  readonly decisions: readonly CashOutDecision['kind'][];
  /** The game with the bet sold, whether core accepts that or not. */
  readonly after: SmallGame;
  readonly isAccepted: boolean;
}

/**
 * Sells an open bet as soon as it may be sold.
 *
 * @param line one of the market's open bets
 * @returns null if it has no price
 */
export function sellBet(game: SmallGame, place: number, line: Line): Sale | null {
  const now = new Date(Math.max(game.now, line.at + CASH_OUT_AFTER_MS));
  const each = marketOf(game, place);
  const { book } = each.market;
  const decide = (starts: MarketAtStarts | null) =>
    decideCashOut({
      mode: 'demo',
      market: book.kind === 'feed' ? { ...each.market, book: { ...book, pricedAt: now } } : each.market,
      bet: { ...betOf(line), outcomeId: String(line.outcome), placedAt: new Date(line.at), hasEnded: false },
      escrow: microUsdc(book.lossBudget + book.received),
      starts,
      asked: null,
      now,
    });
  const decisions = book.kind === 'lmsr' ? [decide(null)] : everyDepth(game, place, decide);
  const last = decisions.at(-1);
  if (last?.kind === 'unavailable' && last.why === 'no-price') return null;
  if (last?.kind !== 'accepted' && !(last?.kind === 'unavailable' && last.why === 'not-covered'))
    throw new Error(`a cash-out ended as ${JSON.stringify(last, (_, value) => String(value))}`);
  const amount = bookCashOutValue(book, betOf(line)) ?? ZERO_USDC;
  const isAccepted = last?.kind === 'accepted';
  const sold: SmallMarket = {
    ...each,
    market: isAccepted ? last.marketAfter : each.market,
    lines: each.lines.map((other) => (other === line ? { ...line, soldFor: Number(amount) } : other)),
    minutes: withoutBet(each, line),
  };
  return {
    amount,
    isAccepted,
    decisions: decisions.map(({ kind }) => kind),
    after: withMarket({ ...game, now: now.getTime() }, place, sold),
  };
}

/** By the market as one step, by its stored minutes, and by the bets of the minutes that are unclear, or of all. */
function everyDepth(
  game: SmallGame,
  place: number,
  decide: (starts: MarketAtStarts) => CashOutDecision,
): CashOutDecision[] {
  const whole = decide(
    startsOf(game, place, { steps: ({ market }) => [stepOfBook(setsOf(market.book), market.book)] }),
  );
  const minutes = startsOf(game, place, { steps: minutesOf });
  const byMinutes = decide(minutes);
  const read = byMinutes.kind === 'unclear' ? new Set(unclearMoments(minutes, [byMinutes.sold])) : null;
  const byBets = decide(startsOf(game, place, { steps: (each) => withBetsOf(each, read) }));
  return [whole, byMinutes, byBets];
}

/**
 * Core's verdict on a sale with other caps than the game's own, from its bets one by one.
 *
 * @param caps of the market, of each other market and of the game, micro-USDC
 */
export function judgeWith(
  game: SmallGame,
  { place, line, amount }: { place: number; line: Line; amount: MicroUsdc },
  caps: { readonly own: MicroUsdc; readonly others: MicroUsdc; readonly game: MicroUsdc },
): StartVerdict {
  const sold: SoldBet = { ...betOf(line), paid: amount };
  return judgeSale(startsOf(game, place, { steps: (each) => withBetsOf(each, null), caps }), sold);
}

function startsOf(
  { cap, markets }: SmallGame,
  place: number,
  {
    steps,
    caps,
  }: {
    steps: (each: SmallMarket) => StartStep[];
    caps?: { readonly own: MicroUsdc; readonly others: MicroUsdc; readonly game: MicroUsdc };
  },
): MarketAtStarts {
  const [starts] = atEveryStart(
    {
      cap: caps?.game ?? cap,
      markets: markets.map((each, index) => {
        const { book } = each.market;
        return {
          cap: (index === place ? caps?.own : caps?.others) ?? book.lossBudget,
          kept: microUsdc(book.received - book.openStakes),
          sets: setsOf(book),
          steps: steps(each),
        };
      }),
    },
    [place],
  );
  if (starts === undefined) throw new Error('a market of the game has starts');
  return starts;
}

const minutesOf = ({ minutes }: SmallMarket): StartStep[] =>
  [...minutes.values()].sort((a, b) => a.at - b.at);

/** @param read the minutes whose bets are read one by one; null: all */
function withBetsOf(each: SmallMarket, read: ReadonlySet<number> | null): StartStep[] {
  const bets = openOf(each).filter(({ at }) => read === null || read.has(startStepOf(at)));
  const unread = read === null ? [] : minutesOf(each).filter(({ at }) => !read.has(at));
  return [...unread, ...momentsOf(setsOf(each.market.book), bets.map(betOf))].sort((a, b) => a.at - b.at);
}

function withoutBet({ market: { book }, minutes }: SmallMarket, line: Line): Map<number, StartStep> {
  const minute = startStepOf(line.at);
  const step = minutes.get(minute);
  if (step === undefined) throw new Error('a bet is of a minute');
  return new Map([...minutes, [minute, stepWithout(setsOf(book), step, betOf(line))]]);
}

/** The bets that were not sold. */
export const openOf = ({ lines }: SmallMarket): Line[] => lines.filter(({ soldFor }) => soldFor === null);

/** A bet in core's types. */
export const betOf = ({ at, outcome, stake, payout }: Line) => ({
  at,
  outcome,
  stake: microUsdc(BigInt(stake)),
  payout: microUsdc(BigInt(payout)),
});

export function marketOf({ markets }: SmallGame, place: number): SmallMarket {
  const each = markets[place];
  if (each === undefined) throw new RangeError(`market ${place} of a game with ${markets.length}`);
  return each;
}

function feedOf({ market: { book } }: SmallMarket): FeedBook {
  if (book.kind !== 'feed') throw new Error('a market of the feed stays one');
  return book;
}

const withMarket = (game: SmallGame, place: number, market: SmallMarket): SmallGame => ({
  ...game,
  markets: game.markets.map((each, index) => (index === place ? market : each)),
});
