import { describe, expect, test } from 'vitest';
import { rangeQuery, readRange } from './analytics-range.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const queryOf = (address: string) => rangeQuery(readRange(new URLSearchParams(address)), NOW);

describe('the range of the charts', () => {
  test.each([
    ['', {}],
    ['range=30', {}],
    ['range=7', { from: '2026-11-20' }],
    ['range=90', { from: '2026-08-29' }],
    ['range=all', { from: 'start' }],
    ['range=lots', {}],
    ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['to=2026-11-20', { from: 'start', to: '2026-11-20' }],
    ['from=2026-02-30&range=7', { from: '2026-11-20' }],
  ])('of %j is asked of the server as %j', (address, query) => {
    expect(queryOf(address)).toEqual(query);
  });
});
