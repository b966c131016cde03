import { describe, expect, test } from 'vitest';
import { compare, countsOf, divide, pick } from './counts.ts';
import { familiesOf, type Market, OFFERED_SPORTS } from './offered.ts';
import { chancesOf, fairOddsOf, oddsOf } from './price-markets.ts';
import type { ScoreModel, SideChances } from './score.ts';
import { modelScores } from './score-model.ts';
import { type Side, winnersOf } from './winners-of.ts';

const MARKETS = (sport: string) => familiesOf(sport).flatMap(({ markets }) => markets);

function requireModel(sport: string, chances: SideChances): ScoreModel {
  const model = modelScores(sport, chances);
  if (model === null) throw new Error(`expected a model of ${sport}`);
  return model;
}

const GAMES: (readonly [string, SideChances])[] = [
  ['football', [0.52, 0.26, 0.22]],
  ['football', [0.08, 0.17, 0.75]],
  ['football', [0.2, 0.6, 0.2]],
  ['ice-hockey', [0.55, null, 0.45]],
  ['ice-hockey', [0.36, 0.23, 0.41]],
  ['basketball', [0.61, null, 0.39]],
  ['basketball', [0.1, null, 0.9]],
  ['tennis', [0.3, null, 0.7]],
  ['american-football', [0.57, null, 0.43]],
  ['baseball', [0.47, null, 0.53]],
];

test('every sport that offers more has a model, and no other', () => {
  for (const sport of OFFERED_SPORTS) expect(modelScores(sport, [0.5, null, 0.5])).not.toBeNull();
  for (const sport of ['politics', 'cs2', 'mma']) expect(modelScores(sport, [0.5, null, 0.5])).toBeNull();
});

describe.each(GAMES)('%s with %j', (sport, chances) => {
  const model = requireModel(sport, chances);
  const main = MARKETS(sport).find((market) => isMain(market, sport, chances)) as Market;

  test("the main condition's chances come out as they go in", () => {
    const { winning, returned } = chancesOf([main], model).get(main) ?? { winning: [], returned: 1 };
    expect(returned).toBeCloseTo(0, 10);
    const given = chances.filter((chance) => chance !== null);
    for (const [i, chance] of given.entries()) expect(winning[i]).toBeCloseTo(chance, 4);
  });

  test("each market's chances sum to its winners, or to less if it can return stakes", () => {
    const priced = chancesOf(MARKETS(sport), model);
    expect(priced.size).toBe(MARKETS(sport).length);
    for (const [market, { winning, returned }] of priced) {
      const winners = market.rule === 'double-chance' ? 2 : 1;
      const sum = winning.reduce((total, each) => total + each, 0);
      expect([market.key, market.line, Math.abs(sum - winners * (1 - returned)) < 1e-4]).toEqual([
        market.key,
        market.line,
        true,
      ]);
      if (!Number.isInteger(market.line)) expect(returned).toBe(0);
    }
  });

  test('played scores have the drawn winner and come as often as the odds say', () => {
    const sides: readonly Side[] = chances[1] === null ? [0, 2] : [0, 1, 2];
    const weights = sides.map((side) => chances[side] ?? 0);
    const games = 600;
    const won = new Map<Market, number[]>();
    const returned = new Map<Market, number>();
    for (let game = 0; game < games; game++) {
      const winner = sides[pick(weights, (game + 0.5) / games)] ?? 0;
      const score = model.draw(winner, (name) => spread(game, name));
      const place = sides.indexOf(winner);
      expect(winnersOf(main, score[main.part] ?? [0, 0])).toEqual([place]);
      if (score.game !== undefined && score.first !== undefined && score.second !== undefined) {
        expect([score.first[0] + score.second[0], score.first[1] + score.second[1]]).toEqual(score.game);
        expect((score.halves?.[0] ?? 0) + (score.halves?.[1] ?? 0)).toBe(score.game[0] + score.game[1]);
      }
      for (const market of MARKETS(sport)) {
        const winners = winnersOf(market, score[market.part] ?? [0, 0]);
        if (winners === null) returned.set(market, (returned.get(market) ?? 0) + 1);
        for (const each of winners ?? []) {
          const counts = won.get(market) ?? market.outcomeIds.map(() => 0);
          counts[each] = (counts[each] ?? 0) + 1;
          won.set(market, counts);
        }
      }
    }
    for (const [market, { winning, returned: back }] of chancesOf(MARKETS(sport), model)) {
      const seen = winning.map((_, i) => (won.get(market)?.[i] ?? 0) / games);
      // Neighbouring scores are odd and even by turns, so evenly spread numbers find them only by chance.
      const bound = market.rule === 'odd-even' ? 0.08 : 0.03;
      const isNear = winning.every((chance, i) => Math.abs(chance - (seen[i] ?? 0)) < bound);
      expect([market.key, market.line, isNear]).toEqual([market.key, market.line, true]);
      expect(Math.abs(back - (returned.get(market) ?? 0) / games)).toBeLessThan(0.03);
    }
  });
});

/** Evenly spread numbers from 0 to below 1, without a pattern between names. */
function spread(game: number, name: string): number {
  const step = { score: 0.618_033_988_75, 'first:home': 0.754_877_666_2, 'first:away': 0.569_840_290_9 }[
    name
  ];
  return ((game + 1) * (step ?? 0.414_213_562_37)) % 1;
}

function isMain({ rule, part }: Market, sport: string, [, draw]: SideChances): boolean {
  if (draw !== null) return rule === 'result' && part === 'game';
  return rule === 'winner' && part === (sport === 'tennis' ? 'sets' : 'final');
}

describe('counts', () => {
  test.each([
    [1.4, 1],
    [110, 1],
    [4.4, 2],
    [23, 4.5],
  ])('with mean %d and spread %d have them', (mean, spreading) => {
    const { from, chances } = countsOf(mean, spreading);
    const moment = (power: number) =>
      chances.reduce((sum, chance, i) => sum + chance * (from + i - mean) ** power, 0);
    expect(moment(0)).toBeCloseTo(1, 10);
    expect(Math.abs(moment(1))).toBeLessThan(0.001);
    expect(Math.abs(moment(2) / (mean * spreading) - 1)).toBeLessThan(0.001);
  });

  test('are compared and divided', () => {
    const [first, second] = [countsOf(1, 1), countsOf(3, 1)];
    const [above, equal, below] = compare(first, second);
    expect(above + equal + below).toBeCloseTo(1, 10);
    // Skellam's distribution at zero for the rates 1 and 3.
    expect(equal).toBeCloseTo(0.1316, 3);
    expect(compare(first, second, 50)[0]).toBeCloseTo(1, 10);
    expect(compare(first, second, -50)[2]).toBeCloseTo(1, 10);
    // Of two goals, one in four is the first side's: 9, 6 and 1 in 16.
    const ways = divide(2, first, second);
    const sum = ways.reduce((total, each) => total + each, 0);
    expect(ways.map((each) => Math.round((each / sum) * 16))).toEqual([9, 6, 1]);
  });

  test('a share falls on the place that is as wide as its weight', () => {
    expect([0, 0.24, 0.26, 0.74, 0.76, 0.999_999].map((share) => pick([1, 2, 1], share))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(pick([1, 1, 0], 1)).toBe(1);
  });
});

test('odds have a margin of 5 %, are rounded down and stay within bounds', () => {
  expect([2, 3, 1.06, 1.001, 5_000].map(oddsOf)).toEqual(['1.9', '2.85', '1.01', '1.01', '1000']);
  const model = requireModel('football', [0.52, 0.26, 0.22]);
  for (const [market, fair] of fairOddsOf(MARKETS('football'), model)) {
    if (Math.max(...fair) > 80) continue;
    const winners = market.rule === 'double-chance' ? 2 : 1;
    const sum = fair.map(oddsOf).reduce((total, odds) => total + 1 / Number(odds), 0) / winners;
    expect([market.key, sum >= 1 && sum < 1.12]).toEqual([market.key, true]);
  }
});
