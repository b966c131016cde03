import { aStatementRow } from '@tallystone/testkit/mock-api/a-bet.ts';
import { expect, test } from 'vitest';
import { statementTotals } from './statement-totals.ts';

test('the earlier balance plus what came in and went out is the current balance', () => {
  const rows = [
    aStatementRow({ id: 4, kind: 'settlement', amount: 45.7599, balance: 1010.6599 }),
    aStatementRow({ id: 3, amount: -0.2, balance: 964.9 }),
    aStatementRow({ id: 2, amount: -0.1, balance: 965.1 }),
  ];
  expect(statementTotals(rows)).toEqual({
    before: 965.2,
    cameIn: 45.7599,
    wentOut: -0.3,
    now: 1010.6599,
    addsUp: true,
  });
});

test('a gap between the rows is noticed', () => {
  const rows = [
    aStatementRow({ id: 4, amount: -1, balance: 8 }),
    aStatementRow({ id: 2, amount: -1, balance: 10 }),
  ];
  expect(statementTotals(rows)?.addsUp).toBe(false);
});

test('no rows have no totals', () => {
  expect(statementTotals([])).toBeNull();
});
