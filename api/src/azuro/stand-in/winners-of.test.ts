import { describe, expect, test } from 'vitest';
import type { Market, Rule } from './offered.ts';
import { type Pair, SEEN, VIEW_OF, winnersOf } from './winners-of.ts';

const market = (rule: Rule, line = 0): Market => ({ key: '', rule, part: 'game', line, outcomeIds: [] });

/** All scores with up to five goals of each side. */
const SCORES: Pair[] = Array.from({ length: 36 }, (_, i) => [Math.floor(i / 6), i % 6]);

/** Independently written: the outcomes that win, by name. */
const EXPECTED: Readonly<Record<string, { outcomes: string[]; wins: (h: number, a: number) => string[] }>> = {
  result: { outcomes: ['1', 'X', '2'], wins: (h, a) => [h > a ? '1' : h < a ? '2' : 'X'] },
  winner: { outcomes: ['1', '2'], wins: (h, a) => (h === a ? [] : [h > a ? '1' : '2']) },
  'double-chance': {
    outcomes: ['1X', '12', '2X'],
    wins: (h, a) => (h > a ? ['1X', '12'] : h < a ? ['12', '2X'] : ['1X', '2X']),
  },
  'odd-even': { outcomes: ['Odd', 'Even'], wins: (h, a) => [(h + a) % 2 ? 'Odd' : 'Even'] },
  'both-score': { outcomes: ['Yes', 'No'], wins: (h, a) => [h && a ? 'Yes' : 'No'] },
  'both-score-and-result': {
    outcomes: ['Yes1', 'YesX', 'Yes2', 'No1', 'NoX', 'No2'],
    wins: (h, a) => [`${h && a ? 'Yes' : 'No'}${h > a ? '1' : h < a ? '2' : 'X'}`],
  },
};

describe.each(Object.entries(EXPECTED))('%s', (rule, { outcomes, wins }) => {
  test('has the winners that follow from every small score', () => {
    for (const score of SCORES)
      expect(namesOf(market(rule as Rule), score, outcomes)).toEqual(wins(...score));
  });
});

function namesOf(of: Market, score: Pair, outcomes: readonly string[]): string[] {
  return (winnersOf(of, score) ?? []).map((place) => outcomes[place] ?? '');
}

describe('a line', () => {
  const either = (lead: number) => (lead === 0 ? [] : [lead > 0 ? 'Over' : 'Under']);
  test.each([0.5, 1, 1.5, 2, 2.5, 3, 3.5])('of %d is beaten, missed, or met and then returned', (line) => {
    for (const score of SCORES) {
      const [h, a] = score;
      const ends: [Rule, number][] = [
        ['total', h + a - line],
        ['home-total', h - line],
        ['away-total', a - line],
        ['handicap', h + line - a],
      ];
      for (const [rule, lead] of ends) {
        expect(namesOf(market(rule, line), score, ['Over', 'Under'])).toEqual(either(lead));
      }
      expect(namesOf(market('handicap', -line), score, ['Over', 'Under'])).toEqual(either(h - line - a));
    }
  });

  test('with three outcomes has a draw in place of a return', () => {
    expect(winnersOf(market('three-way-handicap', -1), [2, 0])).toEqual([0]);
    expect(winnersOf(market('three-way-handicap', -1), [2, 1])).toEqual([1]);
    expect(winnersOf(market('three-way-handicap', -1), [1, 1])).toEqual([2]);
  });

  test('counts with both sides scoring, or with the result', () => {
    const both = ['YesOver', 'YesUnder', 'NoOver', 'NoUnder'];
    const result = ['1Over', '1Under', 'XOver', 'XUnder', '2Over', '2Under'];
    for (const score of SCORES) {
      const [h, a] = score;
      const total = h + a > 2.5 ? 'Over' : 'Under';
      expect(namesOf(market('both-score-and-total', 2.5), score, both)).toEqual([
        `${h && a ? 'Yes' : 'No'}${total}`,
      ]);
      const side = h > a ? '1' : h < a ? '2' : 'X';
      expect(namesOf(market('result-and-total', 2.5), score, result)).toEqual([`${side}${total}`]);
    }
  });
});

test('pairs that look the same to a rule have the same winners', () => {
  for (const [name, view] of Object.entries(VIEW_OF)) {
    const of = market(name as Rule, name.includes('total') ? 2.5 : 1);
    for (const score of SCORES) {
      const seen = SEEN[view].pair(SEEN[view].of(...score));
      expect(winnersOf(of, seen)).toEqual(winnersOf(of, score));
    }
  }
});
