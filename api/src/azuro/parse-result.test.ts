import { describe, expect, test } from 'vitest';
import { createDropLog } from './drop-log.ts';
import { NotUnderstood } from './feed-value.ts';
import { boundRaw, LONGEST_RAW, parseAgreed, parseEnd, parseGameEnd } from './parse-result.ts';

const now = new Date('2026-11-21T12:00:00Z');
const aCondition = (change: object = {}) => ({
  conditionId: '3006',
  state: 'Resolved',
  game: { gameId: '1006' },
  wonOutcomeIds: ['29'],
  ...change,
});

describe('how a condition ended', () => {
  test('is parsed only from the fields that decide it', () => {
    const outcomes = [
      { outcomeId: 30, odds: {}, title: 7 },
      { outcomeId: '29', state: 'Won', hidden: 7 },
    ];
    const raw = aCondition({ outcomes, odds: {}, title: 7 });
    expect(parseEnd(raw)).toEqual({
      id: '3006',
      gameId: '1006',
      state: 'Resolved',
      wonOutcomeIds: ['29'],
      outcomes: [
        { id: '29', state: 'Won' },
        { id: '30', state: null },
      ],
      raw,
    });
  });

  test.each([[undefined], [null], [[]]])('outcomes %o are allowed and give no result', (outcomes) => {
    expect(parseEnd(aCondition({ outcomes })).outcomes).toEqual([]);
  });

  test.each(['Active', 'Stopped', 'Canceled', 'Won', 'Lost'])('an outcome may be %s', (state) => {
    const outcomes = [{ outcomeId: '29', state }];
    expect(parseEnd(aCondition({ outcomes })).outcomes).toEqual([{ id: '29', state }]);
  });

  test.each<[unknown, string[]]>([
    [undefined, []],
    [null, []],
    [[], []],
    [[29], ['29']],
    [
      ['30', '29', 30, '29'],
      ['29', '30'],
    ],
  ])('winners %o are %o', (wonOutcomeIds, won) => {
    expect(parseEnd(aCondition({ wonOutcomeIds })).wonOutcomeIds).toEqual(won);
  });

  test.each<[string, unknown]>([
    ['text', 'text'],
    ['no state', aCondition({ state: undefined })],
    ['a state that we do not know', aCondition({ state: 'Won' })],
    ['no id', aCondition({ conditionId: '' })],
    ['no game', aCondition({ game: null })],
    ['winners that are not a list', aCondition({ wonOutcomeIds: '29' })],
    ['a winner that is not an id', aCondition({ wonOutcomeIds: ['29', 'home'] })],
    ['a winner that is null', aCondition({ wonOutcomeIds: [null] })],
    ['outcomes that are not a list', aCondition({ outcomes: 'rubbish' })],
    ['an outcome that is null', aCondition({ outcomes: [null] })],
    ['an outcome without an id', aCondition({ outcomes: [{ state: 'Won' }] })],
    [
      'an outcome in a state that we do not know',
      aCondition({ outcomes: [{ outcomeId: '29', state: 'won' }] }),
    ],
    ['an outcome in no state at all', aCondition({ outcomes: [{ outcomeId: '29', state: ['Won'] }] })],
    ['an outcome twice', aCondition({ outcomes: [{ outcomeId: '29' }, { outcomeId: 29, state: 'Won' }] })],
    [
      'outcomes without end',
      aCondition({ outcomes: Array.from({ length: 65 }, (_, i) => ({ outcomeId: i, state: 'Lost' })) }),
    ],
    ['winners without end', aCondition({ wonOutcomeIds: Array.from({ length: 65 }, (_, i) => i) })],
  ])('with %s is not understood', (_name, value) => {
    expect(() => parseEnd(value)).toThrow(NotUnderstood);
  });
});

test('a game is parsed without its start if that is invalid', () => {
  const startsAt = String(now.getTime() / 1000);
  expect(parseGameEnd({ gameId: '1006', state: 'Finished', startsAt }, now)).toMatchObject({
    id: '1006',
    state: 'Finished',
    startsAt: now,
  });
  expect(parseGameEnd({ gameId: '1006', state: 'Canceled', startsAt: '0' }, now).startsAt).toBeNull();
  expect(() => parseGameEnd({ gameId: '1006', state: 'Lost', startsAt }, now)).toThrow(NotUnderstood);
});

describe('a list that has an element twice', () => {
  const read = (list: unknown[]) => {
    const drops = createDropLog(() => now);
    return { parsed: parseAgreed(list, { what: 'condition', parse: parseEnd, drops }), drops };
  };

  test('is accepted if both are the same', () => {
    const { parsed } = read([aCondition(), aCondition({ title: 'other' }), aCondition({ conditionId: '5' })]);
    expect(parsed.map(({ id }) => id)).toEqual(['3006', '5']);
  });

  test('is accepted if its outcomes come in another order', () => {
    const outcomes = [
      { outcomeId: '30', state: 'Lost' },
      { outcomeId: '29', state: 'Won' },
    ];
    const list = [aCondition({ outcomes }), aCondition({ outcomes: outcomes.toReversed() })];
    expect(read(list).parsed).toHaveLength(1);
  });

  test('is dropped if they differ in an outcome', () => {
    const list = ['Won', 'Lost'].map((state) => aCondition({ outcomes: [{ outcomeId: '29', state }] }));
    expect(read(list).parsed).toEqual([]);
  });

  test('is dropped if they differ', () => {
    const { parsed, drops } = read([
      aCondition(),
      aCondition({ wonOutcomeIds: ['30'] }),
      aCondition({ conditionId: '5' }),
    ]);
    expect(parsed.map(({ id }) => id)).toEqual(['5']);
    expect(drops.latest()[0]).toMatchObject({
      what: 'condition 3006',
      why: 'the list says two things of it',
    });
  });
});

describe('the raw answer kept as evidence', () => {
  test('is unchanged', () => {
    expect(boundRaw({ a: [1, null, 'é', { b: true }] })).toEqual({ a: [1, null, 'é', { b: true }] });
  });

  test('lacks characters that no database stores, also in names', () => {
    expect(boundRaw({ 'a\0': 'x\0y', b: '\ud800z', c: '\\u0000', d: '😀', e: '\\\0' })).toEqual({
      a: 'xy',
      b: 'z',
      c: '\\u0000',
      d: '😀',
      e: '\\',
    });
  });

  test('is cut if it is too long, and left out if it is too deep', () => {
    const kept = boundRaw(['😀'.repeat(LONGEST_RAW)]);
    expect(kept).toMatchObject({
      characters: 2 * LONGEST_RAW + 4,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(kept).length).toBeLessThan(3000);
    expect(JSON.stringify(kept)).not.toMatch(/\\ud8/);
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(boundRaw(deep)).toEqual({ leftOut: 'it is nested too deeply' });
  });
});
