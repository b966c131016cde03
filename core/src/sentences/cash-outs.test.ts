import { expect, test } from 'vitest';
import { CASH_OUTS } from './cash-outs.ts';

/** What the server may say about the cash-out of a combo as well as of a bet. */
const OF_BOTH = [
  'cash-out-bet-ended',
  'cash-out-market-closed',
  'cash-out-market-suspended',
  'cash-out-feed-stale',
  'cash-out-too-soon',
  'cash-out-no-price',
  'cash-out-waiting',
  'cash-out-books',
  'cash-out-fell',
  'cash-out-too-small',
  'cash-out-signature-invalid',
  'cashed-out-or-not',
  'cash-out-not-recorded',
  'too-many-cash-outs',
  'cash-outs-not-recorded',
] as const satisfies (keyof typeof CASH_OUTS)[];

test('what is said about bets and combos names neither', () => {
  for (const code of OF_BOTH) expect(CASH_OUTS[code]).not.toMatch(/\b(bet|combo)\b/i);
});
