import { groupBy } from '../../rounds/group-by.ts';
import { sumOf } from './counts.ts';
import type { Distribution } from './distribution.ts';
import type { Market } from './offered.ts';
import type { ScoreModel } from './score.ts';
import { type Pair, SEEN, VIEW_OF, type View, winnersOf } from './winners-of.ts';

/** Odds without margin at which a market's outcomes pay back what is staked on average, in its order. */
export type FairOdds = readonly number[];

/** How far 1 / odds of all outcomes, per winner, sum above 1. */
const MARGIN = 0.05;
const LOWEST = 1.01;
const HIGHEST = 1_000;

/** How likely the ends of a market are. */
interface Chances {
  /** Of each outcome, in the market's order. Without returns they sum to the number of winners. */
  readonly winning: number[];
  /** Of a return of the stakes. */
  returned: number;
}

/** The chances of each market; those on parts that the model doesn't have are left out. */
export function chancesOf(markets: readonly Market[], model: Pick<ScoreModel, 'of'>): Map<Market, Chances> {
  const found = new Map<Market, Chances>();
  for (const alike of groupBy(markets, ({ part, rule }) => `${part} ${VIEW_OF[rule]}`).values()) {
    const [first] = alike;
    const pairs = first === undefined ? undefined : model.of(first.part);
    if (first === undefined || pairs === undefined) continue;
    const seen = pairsSeen(pairs, VIEW_OF[first.rule]);
    for (const market of alike) found.set(market, chancesIn(market, seen));
  }
  return found;
}

/** One pair for all that look the same, with their chance: far fewer than there are. */
function pairsSeen(pairs: Distribution, view: View): [Pair, number][] {
  const seen = SEEN[view];
  const chances = new Float64Array(seen.size);
  pairs.each((home, away, chance) => {
    const place = seen.of(home, away);
    chances[place] = (chances[place] ?? 0) + chance;
  });
  const found: [Pair, number][] = [];
  chances.forEach((chance, place) => {
    if (chance > 0) found.push([seen.pair(place), chance]);
  });
  return found;
}

function chancesIn(market: Market, pairs: readonly [Pair, number][]): Chances {
  const chances: Chances = { winning: market.outcomeIds.map(() => 0), returned: 0 };
  for (const [pair, chance] of pairs) {
    const winners = winnersOf(market, pair);
    if (winners === null) chances.returned += chance;
    else for (const winner of winners) chances.winning[winner] = (chances.winning[winner] ?? 0) + chance;
  }
  return chances;
}

/** Fair odds of each market; those on parts that the model doesn't have are left out. */
export function fairOddsOf(markets: readonly Market[], model: ScoreModel): Map<Market, FairOdds> {
  return new Map(
    [...chancesOf(markets, model)].map(([market, { winning, returned }]) => [
      market,
      winning.map((chance) => (1 - returned) / chance),
    ]),
  );
}

/** The odds that the feed sends for fair ones: with its margin, rounded down to cents. */
export function oddsOf(fair: number): string {
  return sentOdds(fair / (1 + MARGIN));
}

function sentOdds(odds: number): string {
  return String(Math.min(Math.max(Math.floor(odds * 100) / 100, LOWEST), HIGHEST));
}

/**
 * The odds of all outcomes of a market. Unlike `oddsOf`, it keeps the margin when an outcome is almost certain: that one
 * has the lowest odds, and the odds of the others fall.
 *
 * @param chances sum to the number of outcomes that win
 */
export function bookOf(chances: readonly number[]): string[] {
  const most = 1 / LOWEST;
  const goal = (1 + MARGIN) * sumOf(chances);
  const certain = new Set<number>();
  const inverse = () => {
    const left = goal - most * certain.size;
    const weight = sumOf(chances.filter((_, i) => !certain.has(i)));
    const even = 1 / (chances.length - certain.size);
    return chances.map((chance, i) => {
      if (certain.has(i)) return most;
      return left * (weight > 0 ? chance / weight : even);
    });
  };
  for (;;) {
    const shares = inverse();
    const over = shares.findIndex((share, i) => share > most && !certain.has(i));
    if (over === -1) return shares.map((share) => sentOdds(1 / share));
    certain.add(over);
  }
}
