import type { CashOutDecision } from '@tallystone/core/betting/decide-cash-out';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  atEveryStart,
  type BetAtStart,
  emptyStep,
  type MarketAtStarts,
  momentsOf,
  type StartStep,
  startStepOf,
  stepOfBook,
  stepWith,
  stepWithout,
  unclearMoments,
} from '@tallystone/core/odds/every-start';
import type { FeedBook } from '@tallystone/core/odds/feed';
import type { WinnerSets } from '@tallystone/core/odds/winner-sets';

/** A market of the feed as the server knows it: its book, sums per minute, and its open bets. */
export interface MarketByMinutes {
  readonly book: FeedBook;
  readonly sets: WinnerSets;
  readonly open: readonly BetAtStart[];
  readonly minutes: ReadonlyMap<number, StartStep>;
}

/** What a decision had to read. */
export type Depth = 'markets' | 'minutes' | 'bets';

/**
 * Decides a cash-out as the server does: from the books of the game's markets, or else from their minutes, or else from the bets of the
 * minutes that are unclear.
 *
 * @param of.place which of the markets has the bet
 * @throws Error if it stays unclear
 */
export function decideFromCoarse(
  of: { readonly cap: MicroUsdc; readonly markets: readonly MarketByMinutes[]; readonly place: number },
  decide: (starts: MarketAtStarts) => CashOutDecision,
): { readonly decision: CashOutDecision; readonly depth: Depth } {
  const decision = decide(startsOf(of, ({ sets, book }) => [stepOfBook(sets, book)]));
  if (decision.kind !== 'unclear') return { decision, depth: 'markets' };
  const minutes = startsOf(of, minutesOf);
  const finer = decide(minutes);
  if (finer.kind !== 'unclear') return { decision: finer, depth: 'minutes' };
  const unclear = new Set(unclearMoments(minutes, [finer.sold]));
  const finest = decide(startsOf(of, (each) => withBetsOf(each, unclear)));
  if (finest.kind === 'unclear') throw new Error('what was read to the last bet is clear');
  return { decision: finest, depth: 'bets' };
}

function startsOf(
  { cap, markets, place }: Parameters<typeof decideFromCoarse>[0],
  steps: (of: MarketByMinutes) => StartStep[],
): MarketAtStarts {
  const all = markets.map((each) => ({
    cap: each.book.lossBudget,
    kept: microUsdc(each.book.received - each.book.openStakes),
    sets: each.sets,
    steps: steps(each),
  }));
  const [starts] = atEveryStart({ cap, markets: all }, [place]);
  if (starts === undefined) throw new Error('a market of the game has starts');
  return starts;
}

const minutesOf = ({ minutes }: MarketByMinutes): StartStep[] =>
  [...minutes.values()].sort((a, b) => a.at - b.at);

function withBetsOf(of: MarketByMinutes, unclear: ReadonlySet<number>): StartStep[] {
  const bets = of.open.filter(({ at }) => unclear.has(startStepOf(at)));
  const coarse = minutesOf(of).filter(({ at }) => !unclear.has(at));
  return [...coarse, ...momentsOf(of.sets, bets)].sort((a, b) => a.at - b.at);
}

/** The minutes after another bet. @param isLatest whether it is later than all others, to the millisecond */
export function minutesWith(
  { sets, minutes }: Pick<MarketByMinutes, 'sets' | 'minutes'>,
  bet: BetAtStart & { readonly isLatest: boolean },
): Map<number, StartStep> {
  const minute = startStepOf(bet.at);
  const step = minutes.get(minute) ?? emptyStep(sets, minute);
  return new Map([...minutes, [minute, stepWith(sets, step, bet)]]);
}

/** The minutes without a bet, or a part of one. @throws Error if they didn't have it */
export function minutesWithout(
  { sets, minutes }: Pick<MarketByMinutes, 'sets' | 'minutes'>,
  bet: BetAtStart,
): Map<number, StartStep> {
  const minute = startStepOf(bet.at);
  const step = minutes.get(minute);
  if (step === undefined) throw new Error('a bet is of a minute');
  return new Map([...minutes, [minute, stepWithout(sets, step, bet)]]);
}
