import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aCombo, aComboLeg } from '@tallystone/testkit/mock-api/a-combo.ts';
import { describe, expect, test } from 'vitest';
import { betsCsv } from './bets-csv.ts';

const bet = aBet({
  id: 'b_a',
  market: { title: 'Who wins, "really"?' },
  outcomeName: '=HYPERLINK("http://x")',
  placedAt: '2026-11-21T10:00:00.000Z',
});

describe('the export of bets', () => {
  test('quotes every cell, doubles quotes and ends lines with CR LF', () => {
    const [header, row, rest] = betsCsv([bet]).split('\r\n');
    expect(header).toMatch(/^"Bet","Placed at \(UTC\)","Market"/);
    expect(row).toBe(
      `"b_a","2026-11-21T10:00:00.000Z","Who wins, ""really""?","sports","'=HYPERLINK(""http://x"")","25","1.85","21.25","46.25","confirmed","","","","","eth_00112233445566778899aabbccddeeff","","",""`,
    );
    expect(rest).toBe('');
  });

  test('has the result, payment, profit and end of an ended bet in plain numbers', () => {
    const ended = aBet({
      status: 'settled',
      result: 'lost',
      paid: 0,
      profit: -25,
      endedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(betsCsv([ended])).toContain('"settled","lost","0","-25","2026-11-21T12:00:00.000Z"');
  });

  test('ends with what was sold in parts, and what was paid for them', () => {
    const sold = { stake: 4.1, totalReturn: 7.585, paid: 5.2 };
    expect(betsCsv([aBet({ sold })]).trimEnd()).toMatch(/,"4\.1","5\.2"$/);
  });

  test('has a combo in the same columns, with all of its outcomes', () => {
    const legs = [...aCombo().legs, aComboLeg({ category: 'crypto', outcomeName: '', outcomeId: 'o_3' })];
    const combo = aCombo({
      ...{ legs, status: 'settled', result: 'won', paid: 60, profit: 50 },
      endedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(betsCsv([combo]).split('\r\n')[1]).toBe(
      '"c_one","2026-11-20T10:00:00.000Z","Combo of 3 selections","sports + crypto","Arsenal + Milan + o_3","10","6","50","60","settled","won","60","50","2026-11-21T12:00:00.000Z","eth_00112233445566778899aabbccddeeff","","",""',
    );
  });

  test('names a market without a title by its id', () => {
    expect(betsCsv([aBet({ marketId: 'm_a', market: { title: '' } })])).toContain('"Market m_a"');
  });
});
