import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import { decodeFunctionData } from 'viem';
import { expect, test } from 'vitest';
import { type AcceptedBet, placeCall } from './place-call.ts';

const bet: AcceptedBet = {
  id: 'b_aaaaaaaaaaaaaaaaaaba',
  marketId: 'm_aaaaaaaaaaaaaaaaaaab',
  bettor: `0x${'ab'.repeat(20)}`,
  outcome: 1,
  stake: 25_000_000n,
  odds: 1_850_000n,
  deadline: 1_800_000_300n,
  acceptedUntil: 1_800_000_045n,
  authorization: `0x${'11'.repeat(32)}${'22'.repeat(32)}1c`,
  acceptance: `0x${'33'.repeat(65)}`,
};
/** As signed by a wallet that counts v from 0. */
const FROM_ZERO = `0x${'11'.repeat(32)}${'22'.repeat(32)}00` as const;

test('carries everything that was signed', () => {
  const { data } = placeCall([bet, { ...bet, authorization: FROM_ZERO }]);
  const { functionName, args } = decodeFunctionData({ abi: ESCROW_ABI, data });
  expect(functionName).toBe('placeBets');
  expect(args).toMatchObject([
    [
      {
        bet: {
          betId: `0x${'20'.padStart(64, '0')}`,
          marketId: `0x${'1'.padStart(32, '0')}`,
          outcome: 1,
          stake: 25_000_000n,
          odds: 1_850_000n,
          deadline: 1_800_000_300n,
        },
        v: 28,
        r: `0x${'11'.repeat(32)}`,
        s: `0x${'22'.repeat(32)}`,
        acceptedUntil: 1_800_000_045n,
        acceptance: `0x${'33'.repeat(65)}`,
      },
      { v: 27 },
    ],
  ]);
});

test('needs gas per bet, and for a full batch less than the limit of a transaction', () => {
  const gasOf = (bets: number) => placeCall(Array.from({ length: bets }, () => bet)).gas;
  expect(gasOf(2) - gasOf(1)).toBe(180_000n);
  expect(gasOf(50)).toBeLessThan(1n << 24n);
});
