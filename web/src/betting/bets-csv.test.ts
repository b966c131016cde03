import type { WireBet } from '@tallystone/core/http-api';
import { describe, expect, test } from 'vitest';
import { betsCsv } from './bets-csv.ts';

const bet: WireBet = {
  id: 'b_a',
  marketId: 'm_a',
  market: { title: 'Who wins, "really"?' },
  outcomeId: 'o_a',
  outcomeName: '=HYPERLINK("http://x")',
  amount: 25,
  odds: 1.85,
  potentialWin: 21.25,
  totalReturn: 46.25,
  status: 'confirmed',
  placedAt: '2026-11-21T10:00:00.000Z',
  reference: 'eth_00112233445566778899aabbccddeeff',
};

describe('the export of bets', () => {
  test('quotes every cell, doubles quotes and ends lines with CR LF', () => {
    const [header, row, rest] = betsCsv([bet]).split('\r\n');
    expect(header).toMatch(/^"Bet","Placed at \(UTC\)","Market"/);
    expect(row).toBe(
      `"b_a","2026-11-21T10:00:00.000Z","Who wins, ""really""?","'=HYPERLINK(""http://x"")","25","1.85","21.25","46.25","confirmed","eth_00112233445566778899aabbccddeeff",""`,
    );
    expect(rest).toBe('');
  });

  test('names a market without a title by its id', () => {
    expect(betsCsv([{ ...bet, market: { title: '' } }])).toContain('"Market m_a"');
  });
});
