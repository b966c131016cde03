import { describe, expect, test } from 'vitest';
import type { NewMarketForm } from '../http-api/admin-markets.ts';
import { checkNewMarket, DEFAULT_LIFE_MS, type MarketProblems } from './check-new-market.ts';

const now = new Date('2026-11-21T12:00:00Z');
const form = (fields: Partial<NewMarketForm> = {}): NewMarketForm => ({
  type: 'sports',
  category: 'tennis',
  title: 'Who wins?',
  outcomes: ['Yes', 'No'],
  ...fields,
});
const check = (fields: Partial<NewMarketForm> = {}, futures = false) =>
  checkNewMarket(form(fields), { now, futures });
const problemsOf = (fields: Partial<NewMarketForm>, futures = false): MarketProblems => {
  const checked = check(fields, futures);
  return checked.kind === 'refused' ? checked.problems : {};
};

describe('the form of a new market', () => {
  test('with only the required fields opens for 30 days with equal probabilities', () => {
    expect(check()).toEqual({
      kind: 'ok',
      market: {
        category: 'sports',
        subcategory: 'tennis',
        title: 'Who wins?',
        description: '',
        outcomes: ['Yes', 'No'],
        probabilities: [1, 1],
        isWeighted: false,
        endsAt: new Date(now.getTime() + DEFAULT_LIFE_MS),
        autoResolve: false,
        tags: [],
      },
    });
  });

  test('with all fields is taken as it is, but cleaned', () => {
    const checked = check({
      category: 'all',
      subcategory: ' Grand  Slam ',
      title: ' Who\u202e wins\n? ',
      description: 'On\r\nclay.\0',
      outcomes: [' A ', 'B\u200b', 'C'],
      eventDate: ' 2026-12-01T10:30+02:00 ',
      autoResolve: true,
      tags: ['clay', ' clay', '', 'final'],
      probabilities: [50, 30, 20],
    });
    expect(checked).toEqual({
      kind: 'ok',
      market: {
        category: 'sports',
        subcategory: 'all',
        title: 'Who wins ?',
        description: 'On clay.',
        outcomes: ['A', 'B', 'C'],
        probabilities: [50, 30, 20],
        isWeighted: true,
        endsAt: new Date('2026-12-01T08:30:00Z'),
        autoResolve: true,
        tags: ['Grand Slam', 'clay', 'final'],
      },
    });
  });

  test('accepts null for empty fields, and adds a note that is already a tag only once', () => {
    const empty = { subcategory: null, description: null, eventDate: null, probabilities: null };
    expect(check(empty).kind).toBe('ok');
    const checked = check({ subcategory: 'clay', tags: ['final', 'clay'] });
    expect(checked.kind === 'ok' && checked.market.tags).toEqual(['final', 'clay']);
  });

  test.each<[Partial<NewMarketForm>, keyof MarketProblems, RegExp]>([
    [{ type: 'weather' }, 'type', /listed types/],
    [{ type: '' }, 'type', /listed types/],
    [{ type: 'Sports' }, 'type', /listed types/],
    [{ category: '' }, 'category', /Choose a category/],
    [{ category: 'bitcoin' }, 'category', /categories of Sports/],
    [{ title: 'ab' }, 'title', /3 to 200/],
    [{ title: ' a\u200b\u200b ' }, 'title', /3 to 200/],
    [{ title: '\u3164\u3164\u3164\u3164' }, 'title', /3 to 200/],
    [{ title: 'x'.repeat(201) }, 'title', /3 to 200/],
    [{ description: 'x'.repeat(2001) }, 'description', /2000 characters/],
    [{ subcategory: 'x'.repeat(41) }, 'subcategory', /40 characters/],
    [{ outcomes: [] }, 'outcomes', /2 to 16/],
    [{ outcomes: ['Yes'] }, 'outcomes', /2 to 16/],
    [{ outcomes: Array.from({ length: 17 }, (_, i) => `${i}`) }, 'outcomes', /2 to 16/],
    [{ outcomes: ['Yes', ' \u200b'] }, 'outcomes', /every outcome a name\./],
    [{ outcomes: ['Yes', 'x'.repeat(101)] }, 'outcomes', /100 characters/],
    [{ outcomes: ['Yes', 'yes '] }, 'outcomes', /different name/],
    [{ outcomes: ['Yes', 'Ｙｅｓ'] }, 'outcomes', /different name/],
    [{ tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'tags', /at most 10/],
    [{ tags: ['x'.repeat(41)] }, 'tags', /40 characters/],
    [{ probabilities: [100] }, 'probabilities', /every outcome/],
    [{ probabilities: [0, 100] }, 'probabilities', /1% or more/],
    [{ probabilities: [-5, 105] }, 'probabilities', /1% or more/],
    [{ probabilities: [0.9, 99.1] }, 'probabilities', /1% or more/],
    [{ probabilities: [Number.NaN, 50] }, 'probabilities', /1% or more/],
    [{ probabilities: [1e308, 1e308] }, 'probabilities', /1% or more/],
    [{ eventDate: 'tomorrow' }, 'eventDate', /such as/],
    [{ eventDate: '2026-12-01' }, 'eventDate', /such as/],
    [{ eventDate: '2026-12-01T10:00' }, 'eventDate', /such as/],
    [{ eventDate: '2026-02-30T10:00Z' }, 'eventDate', /such as/],
    [{ eventDate: '2026-12-32T10:00Z' }, 'eventDate', /such as/],
    [{ eventDate: '2026-11-21T12:00Z' }, 'eventDate', /future/],
    [{ eventDate: '2026-12-21T12:00:00.001Z' }, 'eventDate', /30 days, or turn on futures/],
    [{ eventDate: '2036-12-21T12:00Z' }, 'eventDate', /three years/],
  ])('%.60j is refused', (fields, field, problem) => {
    const problems = problemsOf(fields);
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field]?.sentence).toMatch(problem);
  });

  test.each<[Partial<NewMarketForm>, boolean]>([
    [{ title: 'abc' }, false],
    [{ title: 'x'.repeat(200) }, false],
    [{ outcomes: Array.from({ length: 16 }, (_, i) => `${i}`) }, false],
    [{ probabilities: [1, 99] }, false],
    [{ probabilities: [3, 3] }, false],
    [{ eventDate: '2026-12-21T12:00Z' }, false],
    [{ eventDate: '2028-02-29T23:59:59.999-11:30' }, true],
    [{ eventDate: '' }, false],
  ])('%.60j is taken', (fields, futures) => {
    expect(problemsOf(fields, futures)).toEqual({});
  });

  test('reports all problems at once', () => {
    expect(Object.keys(problemsOf({ type: 'x', title: '', outcomes: [], eventDate: 'x' })).sort()).toEqual([
      'eventDate',
      'outcomes',
      'title',
      'type',
    ]);
  });
});
