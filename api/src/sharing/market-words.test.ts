import type { WireMarket } from '@tallystone/core/http-api/markets';
import { anOutcome, aWireMarket } from '@tallystone/testkit/server/wire-market.ts';
import { expect, test } from 'vitest';
import { describe as describeMarket, leading } from './market-words.ts';

const outcomes = [
  anOutcome('Red', 10, 9.5),
  anOutcome('Green', 20, null),
  anOutcome('Blue', 40, 2.4),
  anOutcome('Grey', 30, 3.2),
];

test('the leading outcomes are the likeliest, and equal ones keep their order', () => {
  expect(leading(aWireMarket({ outcomes }), 2).map(({ name }) => name)).toEqual(['Blue', 'Grey']);
  const even = ['a', 'b', 'c'].map((name) => anOutcome(name, 33.3333));
  expect(leading(aWireMarket({ outcomes: even }), 2).map(({ name }) => name)).toEqual(['a', 'b']);
});

const oneSided: Partial<WireMarket> = {
  oneSided: true,
  outcomes: [anOutcome('Ada Example', 28.6, 3.5), anOutcome('No', 71.4, null)],
};

test.each([
  [
    'has odds on one side',
    aWireMarket(oneSided),
    'Ada Example 28.6% at 3.50. Betting closes 2026-11-24 16:30 UTC. Volume 1.23K USDT.',
  ],
  [
    'was won on its only side with odds',
    aWireMarket({ ...oneSided, state: 'settled', wonOutcomeId: 'o_Ada Example' }),
    'Result: Ada Example. Volume 1.23K USDT.',
  ],
  [
    'was lost on its only side with odds',
    aWireMarket({ ...oneSided, state: 'settled', wonOutcomeId: 'o_No' }),
    'Result: Ada Example: no. Volume 1.23K USDT.',
  ],
  [
    'is open',
    aWireMarket(),
    'Yes 54.2% at 1.83, No 45.8% at 2.17. Betting closes 2026-11-24 16:30 UTC. Volume 1.23K USDT.',
  ],
  [
    'has many outcomes',
    aWireMarket({ outcomes }),
    'Blue 40.0% at 2.40, Grey 30.0% at 3.20, Green 20.0% at no price yet and 1 more. Betting closes 2026-11-24 16:30 UTC. Volume 1.23K USDT.',
  ],
  [
    'is suspended',
    aWireMarket({ state: 'suspended' }),
    'Yes 54.2%, No 45.8%. Betting is suspended. Volume 1.23K USDT.',
  ],
  [
    'is closed',
    aWireMarket({ state: 'closed' }),
    'Yes 54.2%, No 45.8%. Betting has closed. Volume 1.23K USDT.',
  ],
  ['is settled', aWireMarket({ state: 'settled', wonOutcomeId: 'o_No' }), 'Result: No. Volume 1.23K USDT.'],
  [
    'has several winners',
    aWireMarket({ outcomes, winners: 2 }),
    'Blue 40.0% at 2.40, Grey 30.0% at 3.20, Green 20.0% at no price yet and 1 more. 2 of the 4 outcomes win. Betting closes 2026-11-24 16:30 UTC. Volume 1.23K USDT.',
  ],
  [
    'is settled for several',
    aWireMarket({ state: 'settled', winners: 2, wonOutcomeId: 'o_Yes', alsoWonIds: ['o_No'] }),
    'Result: Yes, No. Volume 1.23K USDT.',
  ],
  [
    'is void',
    aWireMarket({ state: 'void', volume: 0 }),
    'Void: every open stake was refunded. Volume 0 USDT.',
  ],
])('a market that %s is described by its state', (_, market, words) => {
  expect(describeMarket(market)).toBe(words);
});
