import { describe, expect, test } from 'vitest';
import { createDropLog } from './drop-log.ts';
import { parseCondition } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const OUTCOMES = [
  { outcomeId: '29', odds: '1.84', title: null, sort: '1' },
  { outcomeId: '30', odds: '3.6', title: 'null', sort: 2 },
  { outcomeId: '31', odds: 4, title: 'Away' },
];
const CONDITION = {
  conditionId: '3006',
  state: 'Active',
  title: null,
  margin: 0,
  outcomes: OUTCOMES,
  game: { gameId: '1006', sport: { sportId: '33' } },
  wonOutcomeIds: [],
};

function read(...elements: unknown[]) {
  const drops = createDropLog(() => NOW);
  const parse = (element: unknown) => parseCondition(element, drops);
  return { conditions: parseEach(elements, { what: 'condition', parse, drops }), drops };
}

/** The parsed odds of a first outcome with these fields, and the notes. */
function readOdds(odds: unknown, state = 'Active') {
  const [first, ...others] = OUTCOMES;
  const { conditions, drops } = read({ ...CONDITION, state, outcomes: [{ ...first, odds }, ...others] });
  return { odds: conditions[0]?.outcomes[0]?.odds, why: drops.latest()[0]?.why };
}

test('a condition is parsed even without the fields of newer servers', () => {
  expect(read(CONDITION).conditions).toEqual([
    {
      id: '3006',
      gameId: '1006',
      sportId: '33',
      state: 'Active',
      hidden: false,
      isLiveEnabled: false,
      title: null,
      category: null,
      marketId: null,
      sort: null,
      outcomes: [
        { id: '29', title: null, odds: 1_840_000n, sort: 1, line: null },
        { id: '30', title: null, odds: 3_600_000n, sort: 2, line: null },
        { id: '31', title: 'Away', odds: 4_000_000n, sort: null, line: null },
      ],
      wonOutcomeIds: [],
    },
  ]);
});

test.each([
  [true, true],
  [false, false],
  [null, false],
  ['true', false],
  [1, false],
])('isLiveEnabled %j is %s', (isLiveEnabled, expected) => {
  expect(read({ ...CONDITION, isLiveEnabled }).conditions).toMatchObject([{ isLiveEnabled: expected }]);
});

test('the fields of newer servers are parsed', () => {
  const newer = {
    hidden: true,
    category: 'Winner',
    marketId: '7',
    marketVarietyId: '2',
    sort: '3',
    margin: '0.04',
  };
  expect(read({ ...CONDITION, ...newer, wonOutcomeIds: [29, '31'] }).conditions).toMatchObject([
    { hidden: true, category: 'winner', marketId: '7_2', sort: 3, wonOutcomeIds: ['29', '31'] },
  ]);
});

test.each<[unknown, string | null]>([
  [undefined, null],
  [null, null],
  ['', null],
  ['null', null],
  ['2.5', '2.5'],
  ['-1', '-1'],
  ['0', '0'],
  [2.5, '2.5'],
  [{}, '?'],
])('point %o of an outcome means the line %o', (point, line) => {
  const [first, ...others] = OUTCOMES;
  const { conditions } = read({ ...CONDITION, outcomes: [{ ...first, point }, ...others] });
  expect(conditions[0]?.outcomes.map((outcome) => outcome.line)).toEqual([line, null, null]);
});

describe('odds', () => {
  test.each<[unknown, bigint | null]>([
    ['1.01', 1_010_000n],
    ['1.019', 1_010_000n],
    ['2', 2_000_000n],
    ['1.40', 1_400_000n],
    [2.999999, 2_990_000n],
    ['1000', 1_000_000_000n],
    ['1', null],
    ['1.009', null],
  ])('%j are read, down to two decimals', (odds, expected) => {
    expect(readOdds(odds)).toEqual({ odds: expected, why: undefined });
  });

  test.each<[unknown, string]>([
    ['-1.5', 'its odds are not a number that odds can be'],
    ['0', 'its odds are below 1'],
    ['0.99', 'its odds are below 1'],
    ['1000.01', 'its odds are above 1000'],
    ['10000', 'its odds are not a number that odds can be'],
    [1e9, 'its odds are not a number that odds can be'],
    [1e21, 'its odds are not a number that odds can be'],
    ['1e3', 'its odds are not a number that odds can be'],
    ['0x2', 'its odds are not a number that odds can be'],
    ['1,5', 'its odds are not a number that odds can be'],
    [' 1.5', 'its odds are not a number that odds can be'],
    ['NaN', 'its odds are not a number that odds can be'],
    [null, 'its odds are not a number that odds can be'],
    [undefined, 'its odds are not a number that odds can be'],
    [true, 'its odds are not a number that odds can be'],
    [['1.5'], 'its odds are not a number that odds can be'],
    [{ value: 1.5 }, 'its odds are not a number that odds can be'],
    ['9'.repeat(99), 'its odds are not a number that odds can be'],
  ])('%j are invalid: the outcome takes no bets, and it is noted', (odds, why) => {
    expect(readOdds(odds)).toEqual({ odds: null, why });
  });

  test('of a condition that takes no bets may be missing or zero', () => {
    for (const odds of ['0', 0, null, undefined])
      expect(readOdds(odds, 'Stopped')).toEqual({ odds: null, why: undefined });
    expect(readOdds('-1', 'Stopped').why).toBeDefined();
  });

  test('of a condition that takes no bets may be anything, without failing other conditions', () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    for (const odds of [deep, [], {}, { valueOf: 1, toString: 1 }])
      expect(readOdds(odds, 'Stopped')).toEqual({
        odds: null,
        why: 'its odds are not a number that odds can be',
      });
  });

  test('of a closed or hidden outcome become null', () => {
    const [first, ...others] = OUTCOMES;
    for (const closed of [{ state: 'Stopped' }, { hidden: true }]) {
      const { conditions } = read({ ...CONDITION, outcomes: [{ ...first, ...closed }, ...others] });
      expect(conditions[0]?.outcomes.map(({ odds }) => odds)).toEqual([null, 3_600_000n, 4_000_000n]);
    }
  });
});

describe('a condition is dropped and noted', () => {
  const [first, second] = OUTCOMES;
  test.each<[string, unknown, string]>([
    ['that is text', '<html>', 'it is not an object'],
    ['without an id', { ...CONDITION, conditionId: undefined }, 'its id is not an id'],
    ['of no game', { ...CONDITION, game: undefined }, 'its game is not an object'],
    ['of a game without a sport', { ...CONDITION, game: { gameId: '1' } }, 'its sport is not an object'],
    ['in a state that we do not know', { ...CONDITION, state: 'Won' }, 'its state is none that we know'],
    ['without outcomes', { ...CONDITION, outcomes: undefined }, 'outcomes is not a list'],
    ['with an object of outcomes', { ...CONDITION, outcomes: { length: 3 } }, 'outcomes is not a list'],
    ['with one outcome', { ...CONDITION, outcomes: [first] }, 'it has 1 outcomes, not 2 to 64'],
    [
      'with 65 outcomes',
      { ...CONDITION, outcomes: new Array(65).fill(first) },
      'it has 65 outcomes, not 2 to 64',
    ],
    ['with an outcome twice', { ...CONDITION, outcomes: [first, second, first] }, 'it has an outcome twice'],
    ['with null for an outcome', { ...CONDITION, outcomes: [first, null] }, 'an outcome is not an object'],
    [
      'with a negative outcome id',
      { ...CONDITION, outcomes: [first, { outcomeId: -1 }] },
      'the id of an outcome is not an id',
    ],
    ['with a number for a title', { ...CONDITION, title: 5 }, 'its title is not text'],
    ['with text for hidden', { ...CONDITION, hidden: 'false' }, 'hidden is not true or false'],
    ['with a list for a category', { ...CONDITION, category: [] }, 'its category is not text'],
    ['with text for winners', { ...CONDITION, wonOutcomeIds: '29' }, 'wonOutcomeIds is not a list'],
    [
      'with null for a winner',
      { ...CONDITION, wonOutcomeIds: [null] },
      'the id of an outcome that has won is not an id',
    ],
    [
      'with too many winners',
      { ...CONDITION, wonOutcomeIds: new Array(65).fill('1') },
      'too many outcomes have won',
    ],
  ])('%s', (_, element, why) => {
    const { conditions, drops } = read(element, { ...CONDITION, conditionId: '7' });
    expect(conditions.map(({ id }) => id)).toEqual(['7']);
    expect(drops.latest()).toMatchObject([{ why }]);
  });
});
