import { describe, expect, test } from 'vitest';
import { CSV_LIMITS } from '../csv/csv-text.ts';
import { matchColumns } from './market-columns.ts';
import { readMarketRow } from './read-market-row.ts';
import { type RejectedCell, readMarketRows } from './read-market-rows.ts';

const now = new Date('2026-11-21T12:00:00Z');
const rules = { now, futures: false };

describe('a row of a CSV of markets', () => {
  const record = {
    type: 'Crypto',
    category: ' Bitcoin ',
    subcategory: 'halving',
    title: 'Above 100k?',
    description: 'At noon.',
    outcomes: 'Yes | No|  Never ',
    eventDate: '2026-12-01T10:00Z',
    autoResolve: 'TRUE',
    tags: 'btc|price||',
    probabilities: '50 | 30%|20.5 %',
  };

  test('reads as the equivalent form', () => {
    const read = readMarketRow(record, rules);
    if (read.kind !== 'ok') throw new Error('expected a row that can be used');
    expect(read.form).toMatchObject({ type: 'crypto', category: 'bitcoin', autoResolve: true });
    expect(read.market).toEqual({
      category: 'crypto',
      subcategory: 'bitcoin',
      title: 'Above 100k?',
      description: 'At noon.',
      outcomes: ['Yes', 'No', 'Never'],
      probabilities: [50, 30, 20.5],
      isWeighted: true,
      endsAt: new Date('2026-12-01T10:00Z'),
      autoResolve: true,
      tags: ['halving', 'btc', 'price'],
    });
  });

  test('needs only a type, a category, a title and outcomes', () => {
    const { type, category, title, outcomes } = record;
    const read = readMarketRow({ type, category, title, outcomes }, rules);
    expect(read).toMatchObject({
      kind: 'ok',
      market: { isWeighted: false, autoResolve: false, tags: [], endsAt: new Date('2026-12-21T12:00Z') },
    });
  });

  test.each([
    [{ autoResolve: 'maybe' }, { autoResolve: 'Write true or false.' }],
    [{ probabilities: 'much|little|none' }, { probabilities: /numbers separated by \|/ }],
    [{ probabilities: '1e9|1|1' }, { probabilities: /numbers separated by \|/ }],
    [{ probabilities: '-5|50|55' }, { probabilities: /numbers separated by \|/ }],
    [{ probabilities: '50|50' }, { probabilities: /every outcome/ }],
    [
      { title: 'x', probabilities: 'y', type: 'z' },
      { title: /3 to 200/, probabilities: /numbers/, type: /listed types/ },
    ],
  ])('%j is refused by field', (cells, problems) => {
    const read = readMarketRow({ ...record, ...cells }, rules);
    if (read.kind !== 'refused') throw new Error('expected a refusal');
    expect(Object.keys(read.problems).sort()).toEqual(Object.keys(problems).sort());
    for (const [field, problem] of Object.entries(problems))
      expect(Object.entries(read.problems).find(([name]) => name === field)?.[1].sentence).toMatch(problem);
  });
});

describe('the columns of a CSV of markets', () => {
  const header = ['Title', ' TYPE ', 'category', 'Outcomes', 'Notes', ''];

  test('are found by the fields’ names, in any case and order', () => {
    const matched = matchColumns(header);
    expect(matched).toEqual({
      kind: 'ok',
      columns: [
        { field: 'type', index: 1, name: ' TYPE ' },
        { field: 'category', index: 2, name: 'category' },
        { field: 'title', index: 0, name: 'Title' },
        { field: 'outcomes', index: 3, name: 'Outcomes' },
      ],
    });
  });

  test('can be chosen, and then no others are read', () => {
    const chosen = { title: 'Notes', type: 'type', category: 'Category', outcomes: 'outcomes' };
    const matched = matchColumns([...header, 'tags'], chosen);
    expect(matched.kind === 'ok' && matched.columns.map(({ field, index }) => [field, index])).toEqual([
      ['type', 1],
      ['category', 2],
      ['title', 4],
      ['outcomes', 3],
    ]);
  });

  const all = { title: 'Title', type: 'type', category: 'category', outcomes: 'outcomes' };
  test.each([
    [['title', 'type', 'category'], undefined, /"outcomes" is missing/],
    [[...header, 'title'], undefined, /^Column 7 has the same name as an earlier column/],
    [Array.from({ length: 65 }, (_, i) => `c${i}`), undefined, /more than 64 columns/],
    [header, { ...all, owner: 'Notes' }, /field that markets don't have/],
    [header, { ...all, tags: 'nowhere' }, /chosen for "tags" is not in the file/],
    [header, { ...all, tags: 'Title' }, /chosen for two fields/],
    [header, { type: 'type' }, /"category" is missing/],
  ])('%j with %j can’t be matched', (names, chosen, problem) => {
    const matched = matchColumns(names, chosen);
    expect(matched.kind === 'refused' && matched.problem.sentence).toMatch(problem);
  });
});

describe('a CSV of markets', () => {
  const header = ['type', 'category', 'title', 'outcomes', 'ends'];
  const row = (title: string, ...rest: string[]) => ['sports', 'tennis', title, 'A|B', ...rest];
  const shown = (rejected: readonly RejectedCell[]) =>
    rejected.map(({ reason, ...cell }) => ({ ...cell, reason: reason.sentence }));
  const read = (
    rows: string[][],
    { broken = -1, columns = undefined as Record<string, string> | undefined } = {},
  ) =>
    readMarketRows(
      {
        rows: [header, ...rows].map((cells, place) => ({ cells, isBroken: place === broken })),
        columns,
      },
      { ...rules, taken: (key) => key === 'taken already' },
    );

  test('is checked row by row, with the header as row 1', () => {
    const result = read(
      [
        row('First one'),
        ['', '  '],
        row('Second one'),
        row('ﬁrst  ONE'),
        row('Taken  already'),
        row('x'),
        row('Too long a row', '', '', ''),
        row('Broken'),
        row('Last one'),
      ].map((cells) => [...cells]),
      { broken: 8 },
    );
    if (result.kind !== 'ok') throw new Error(result.problem.sentence);
    expect(result.good.map(({ row, market }) => [row, market.title])).toEqual([
      [2, 'First one'],
      [4, 'Second one'],
      [10, 'Last one'],
    ]);
    expect(shown(result.rejected)).toEqual([
      { row: 5, column: 'title', reason: 'Row 2 has the same title.' },
      { row: 6, column: 'title', reason: 'An open market already has this title.' },
      { row: 7, column: 'title', reason: 'Enter a title of 3 to 200 characters.' },
      { row: 8, column: null, reason: 'It has more cells than the header.' },
      { row: 9, column: null, reason: expect.stringMatching(/^A quotation mark is in the wrong place/) },
    ]);
  });

  test('names columns as the file does', () => {
    const columns = {
      type: 'TYPE',
      category: 'category',
      title: 'title',
      outcomes: 'outcomes',
      eventDate: 'Ends',
    };
    const result = read([row('A title', 'tomorrow'), row('A short row')], { columns });
    expect(result.kind === 'ok' && shown(result.rejected)).toEqual([
      { row: 2, column: 'ends', reason: 'Enter a date and time, such as 2030-05-31T18:00Z.' },
    ]);
  });

  test('is not checked at all if it is empty, has too many rows, or a broken or incomplete header', () => {
    const refusal = (table: string[][], isBroken = false) => {
      const rows = table.map((cells) => ({ cells, isBroken }));
      const result = readMarketRows({ rows }, { ...rules, taken: () => false });
      return result.kind === 'refused' ? result.problem.sentence : null;
    };
    expect(refusal([])).toBe('The file is empty.');
    expect(refusal([header], true)).toBe('The first row has quotation marks in the wrong place.');
    expect(refusal([['title']])).toMatch(/"type" is missing/);
    const rows = Array.from({ length: CSV_LIMITS.rows + 1 }, () => ['']);
    expect(refusal([header, ...rows])).toBe('The file has more than 5,000 rows after the header.');
    expect(refusal([header, ...rows.slice(1)])).toBe(null);
  });
});
