import { describe, expect, test } from 'vitest';
import { parseScore } from './parse-score.ts';

const sent = (scoreBoard: unknown, status: unknown = 'In progress') => ({
  id: '1006',
  fixture: { status },
  live: { scoreBoard, stats: null },
});
const soccer = (more: object = {}) => ({
  time: '63',
  goals: { h: 2, g: 1 },
  half: { h: 1, g: 1 },
  half2: { h: 1, g: 0 },
  state: '2nd half',
  ...more,
});

describe('a score', () => {
  test.each([
    ['goals in football', soccer(), { score: [2, 1], clock: "63'", period: '2nd half' }],
    [
      'points in basketball',
      { time: '4:12', q1: { h: 20, g: 18 }, total: { h: 61, g: 58 }, state: 'Q3' },
      { score: [61, 58], clock: 'Q3 4:12', period: '3rd quarter' },
    ],
    [
      'sets in tennis',
      {
        points: { h: '40', g: 'A' },
        s1: { h: 6, g: 4 },
        sets: { h: 1, g: 0 },
        servis: 'h',
        state: '2nd set',
      },
      { score: [1, 0], clock: '', period: '2nd set' },
    ],
    ['the first that the feed has', soccer({ goals: null, sets: { h: 3, g: 2 } }), { score: [3, 2] }],
  ])('is %s', (_, board, expected) => {
    expect(parseScore(sent(board))).toMatchObject({ id: '1006', isRunning: true, ...expected });
  });

  test.each([
    ['no board', sent(null)],
    ['no live part', { id: '1006', fixture: { status: 'Not started yet' }, live: null }],
    ['only an id', { id: 1006 }],
    ['a board that says it is not available', sent(soccer({ goals: { h: -1, g: -1 } }))],
    ['a board without anything counted', sent({ time: '3', state: '1st half' })],
  ])('is null with %s', (_, value) => {
    expect(parseScore(value)).toBe(null);
  });

  test.each([
    ['a fraction', soccer({ goals: { h: 1.5, g: 0 } })],
    ['a number below 0', soccer({ goals: { h: -2, g: 0 } })],
    ['a number above 999', soccer({ goals: { h: 1000, g: 0 } })],
    ['text', soccer({ goals: { h: '1', g: 0 } })],
    ['only one side', soccer({ goals: { h: 1 } })],
    ['a list', soccer({ goals: [1, 0] })],
    ['a board that is text', 'none'],
  ])('is refused with %s', (_, board) => {
    expect(() => parseScore(sent(board))).toThrow();
  });

  test.each([null, 7, 'x', [], {}, { id: '1; drop table' }, { id: null }])('is refused in %j', (value) => {
    expect(() => parseScore(value)).toThrow();
  });
});

test.each([
  ['In progress', true],
  ['Finished', false],
  ['Suspended', false],
  ['Coverage lost', false],
  ['in progress', false],
  [null, false],
])('a game with the status %j is running: %s', (status, isRunning) => {
  expect(parseScore(sent(soccer(), status))?.isRunning).toBe(isRunning);
});

test('a game without a fixture is not running', () => {
  expect(parseScore({ ...sent(soccer()), fixture: null })?.isRunning).toBe(false);
});

test.each([
  ['63', "63'"],
  [63, "63'"],
  ["63'", "63'"],
  ['90+2', "90+2'"],
  ["90+2'", "90+2'"],
  ['63:12', '63:12'],
  ['', ''],
  ['-1', ''],
  ['<b>63</b>', ''],
  ['1234567890123', ''],
  [{}, ''],
])('the time %j is shown as %j', (time, clock) => {
  expect(parseScore(sent(soccer({ time })))?.clock).toBe(clock);
});

test.each([
  ['1H', '1st half', "63'"],
  ['HT', 'Half time', 'HT'],
  ['Halftime', 'Half time', 'HT'],
  ['Break \u202e\u0000 two', 'Break two', "63'"],
  ['', '', "63'"],
  ['a period with a name that is too long', '', "63'"],
  [['1st half'], '', "63'"],
])('the state %j is the period %j', (state, period, clock) => {
  expect(parseScore(sent(soccer({ state })))).toMatchObject({ period, clock });
});
