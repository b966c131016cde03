import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { describe, expect, test } from 'vitest';
import { BET_WORDS } from './bet-words.ts';
import { drawBet, figuresOf } from './draw-bet.ts';

const figures = (bet: ReturnType<typeof aBet>, hasAmounts: boolean) =>
  figuresOf(bet, BET_WORDS.en, hasAmounts).map(({ name, value }) => `${name} ${value}`);

describe('the figures of a shared bet', () => {
  const open = aBet({ cashOut: 27.5 });
  const won = aBet({ status: 'settled', result: 'won', paid: 46.25, profit: 21.25 });
  const lost = aBet({ status: 'settled', result: 'lost', paid: 0, profit: -25 });

  test('are about what is open, if parts were sold', () => {
    // Of 25 staked at 1.85, 10 were sold.
    const bet = aBet({ cashOut: 16.5, sold: { stake: 10, totalReturn: 18.5, paid: 11 } });
    expect(figures(bet, true)).toEqual([
      'Odds 1.85',
      'Stake $15.00',
      'Pays if it wins $27.75',
      'Profit if sold now +$1.50',
    ]);
    expect(figures(bet, false)).toEqual(['Odds 1.85', 'Profit if sold now +10.0%']);
  });

  test('have no amounts unless asked, only odds and percent', () => {
    expect(figures(open, false)).toEqual(['Odds 1.85', 'Profit if sold now +10.0%']);
    expect(figures(won, false)).toEqual(['Odds 1.85', 'Result Won', 'Profit +85.0%']);
    expect(figures(lost, false)).toEqual(['Odds 1.85', 'Result Lost', 'Profit -100.0%']);
  });

  test('have stake, payout and profit if asked', () => {
    expect(figures(open, true)).toEqual([
      'Odds 1.85',
      'Stake $25.00',
      'Pays if it wins $46.25',
      'Profit if sold now +$2.50',
    ]);
    expect(figures(won, true)).toEqual(['Odds 1.85', 'Result Won', 'Stake $25.00', 'Profit +$21.25']);
  });

  test('leave out the value of a bet that can not be sold now', () => {
    expect(figures(aBet(), false)).toEqual(['Odds 1.85']);
  });
});

test('the longest names and figures are drawn', async () => {
  const bet = aBet({ outcomeName: 'W'.repeat(300), market: { title: 'M'.repeat(300) }, amount: 1e6 });
  for (const lang of ['en', 'es'] as const) {
    const png = await drawBet({ bet, lang, hasAmounts: true, isPractice: true, at: new Date() });
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  }
});
