import { aStatementRow } from '@tallystone/testkit/mock-api/a-bet.ts';
import { describe, expect, test } from 'vitest';
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

describe('the held stake of a bet in play', () => {
  const of = (betId: string) => [
    { betId, marketTitle: 'Cup final', outcomeName: 'Harbour City', amount: 60 },
  ];
  const stake = aStatementRow({ id: 5, kind: 'bet', amount: -60, balance: 880, bets: of('b_1') });
  const release = aStatementRow({ id: 4, kind: 'order-end', amount: 60, balance: 940, bets: of('b_1') });
  const other = aStatementRow({ id: 3, kind: 'order', amount: -60, balance: 880, bets: of('b_2') });
  const hold = aStatementRow({ id: 2, kind: 'order', amount: -60, balance: 940, bets: of('b_1') });

  test('is no money in or out once it was released, and money out while it waits', () => {
    expect(statementTotals([stake, release, other, hold])).toEqual({
      before: 1000,
      cameIn: 0,
      wentOut: -120,
      now: 880,
      addsUp: true,
    });
  });

  test('came in if the rows have only its release', () => {
    expect(statementTotals([release])).toMatchObject({ before: 880, cameIn: 60, wentOut: 0, addsUp: true });
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
