import { expect, test } from 'vitest';
import { parseConditionUpdate, parseGameUpdate } from './parse-update.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const outcome = (outcomeId: unknown, currentOdds: unknown, more = {}) => ({
  outcomeId,
  currentOdds,
  ...more,
});

test('the socket and the REST call give the same update from different fields', () => {
  const expected = { id: '3006', state: 'Active', outcomes: [{ id: '29', odds: 1_810_000n }] };
  expect(parseConditionUpdate({ id: '3006', state: 'Active', outcomes: [outcome(29, '1.81')] })).toEqual(
    expected,
  );
  expect(
    parseConditionUpdate({
      conditionId: '3006',
      state: 'Active',
      outcomes: [{ id: 'x', outcomeId: '29', odds: '1.81' }],
    }),
  ).toEqual(expected);
});

test('odds below 1.01 are null, and so are those of a closed outcome', () => {
  const outcomes = [
    outcome(29, '1'),
    outcome(30, '3', { state: 'Stopped' }),
    outcome(31, '-3', { hidden: true }),
  ];
  expect(
    parseConditionUpdate({ id: '1', state: 'Active', outcomes }).outcomes.map(({ odds }) => odds),
  ).toEqual([null, null, null]);
});

test.each([
  ['negative odds', [outcome(29, '1.8'), outcome(30, '-2')]],
  ['odds above 1000', [outcome(29, '1001')]],
  ['no odds', [outcome(29, undefined)]],
  ['an outcome twice', [outcome(29, '1.8'), outcome('29', '1.9')]],
  ['65 outcomes', new Array(65).fill(outcome(29, '1.8'))],
  ['outcomes that are none', [null]],
  ['text for outcomes', 'all'],
])('an update with %s is refused as a whole', (_, outcomes) => {
  expect(() => parseConditionUpdate({ id: '1', state: 'Active', outcomes })).toThrow();
});

test.each<[string, object[], boolean]>([
  ['one of them has won', [outcome(29, '1.8', { state: 'Won' }), outcome(30, '2')], true],
  ['one of them has lost', [outcome(29, '1.8'), outcome(30, '2', { state: 'Lost' })], true],
  ['one of them is canceled', [outcome(29, '1.8'), outcome(30, '2', { state: 'Canceled' })], true],
  [
    'all of them are stopped',
    [outcome(29, '1.8', { state: 'Stopped' }), outcome(30, '2', { state: 'Stopped' })],
    true,
  ],
  ['some of them are stopped', [outcome(29, '1.8', { state: 'Stopped' }), outcome(30, '2')], false],
  ['the only one sent is stopped', [outcome(29, '1.8', { state: 'Stopped' })], false],
  [
    'they are in states that we do not know',
    [outcome(29, '1.8', { state: 'Paused' }), outcome(30, '2', { state: 'Paused' })],
    false,
  ],
  ['none is sent', [], false],
])('the outcomes of an active condition end betting if %s: %#', (_, outcomes, isOver) => {
  const { state, isOver: said = false } = parseConditionUpdate({ id: '1', state: 'Active', outcomes });
  expect([state, said]).toEqual(['Active', isOver]);
});

test('decided outcomes are named, and the others keep their prices', () => {
  const outcomes = [
    outcome(29, '1', { state: 'Won' }),
    outcome(30, '8', { state: 'Lost' }),
    outcome(31, '-5', { state: 'Canceled', hidden: true }),
    outcome(32, '3.5', { state: 'Active' }),
    outcome(33, '4', { state: 'Stopped' }),
    // Odds that make no sense are left out, so that nothing keeps the end of the others.
    outcome(34, '-2'),
  ];
  expect(parseConditionUpdate({ id: '1', state: 'Active', outcomes })).toEqual({
    id: '1',
    state: 'Active',
    isOver: true,
    outcomes: [
      { id: '29', odds: null, isDecided: true },
      { id: '30', odds: null, isDecided: true },
      { id: '31', odds: null, isDecided: true },
      { id: '32', odds: 3_500_000n },
      { id: '33', odds: null },
    ],
  });
});

test('a stop gets through, whatever its odds', () => {
  const outcomes = [outcome(29, '-1'), outcome(30, '3.5'), outcome(31, null)];
  expect(parseConditionUpdate({ id: '1', state: 'Stopped', outcomes })).toEqual({
    id: '1',
    state: 'Stopped',
    outcomes: [{ id: '30', odds: 3_500_000n }],
  });
  expect(parseConditionUpdate({ id: '1', state: 'Stopped' })).toEqual({
    id: '1',
    state: 'Stopped',
    outcomes: [],
  });
});

test('a game is parsed with its start in seconds', () => {
  const startsAt = NOW.getTime() / 1000 + 60;
  const sent = { id: '1006', state: 'Live', startsAt };
  expect(parseGameUpdate(sent, NOW)).toEqual({
    id: '1006',
    state: 'Live',
    startsAt: new Date(NOW.getTime() + 60_000),
    raw: sent,
  });
});

test.each([
  ['in 1970', { startsAt: 1 }],
  ['in an unknown state', { state: 'Paused' }],
  ['without an id', { id: undefined }],
])('a game %s is refused', (_, change) => {
  const game = { id: '1006', state: 'Live', startsAt: NOW.getTime() / 1000 };
  expect(() => parseGameUpdate({ ...game, ...change }, NOW)).toThrow();
});
