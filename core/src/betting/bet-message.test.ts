import { expect, test } from 'vitest';
import { betMessage } from './bet-message.ts';
import { wireNumberText } from './wire-number-text.ts';

test('the signed text is byte-exact', () => {
  expect(betMessage({ amount: '25', outcomeId: 'o_aaaaaaaaaaaaaaaaaaaa', odds: '1.85' })).toBe(
    'Place bet: 25 on o_aaaaaaaaaaaaaaaaaaaa at 1.85 odds',
  );
});

test('a number is signed as its shortest text, a string as sent', () => {
  const sent: { amount: number | string; odds: number | string } = JSON.parse(
    '{"amount":25.50,"odds":"1.90"}',
  );
  const message = betMessage({
    amount: wireNumberText(sent.amount),
    outcomeId: 'o',
    odds: wireNumberText(sent.odds),
  });
  expect(message).toBe('Place bet: 25.5 on o at 1.90 odds');
});
