import { aDoubleChance } from '@tallystone/testkit/mock-api/a-game.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { describe, expect, test } from 'vitest';
import { whyNoBets } from './why-no-bets.ts';

const now = new Date();

describe('why a market takes no bets', () => {
  test('is null while it is open', () => {
    expect(whyNoBets(aMarket(), now)).toBeNull();
  });

  test.each<[string, Parameters<typeof whyNoBets>[0], RegExp]>([
    ['its time is up', aMarket({ endsInMinutes: -1 }), /^Betting has closed\./],
    ['its time is up, suspended or not', aMarket({ endsInMinutes: -1, state: 'suspended' }), /has closed\./],
    ['it is closed', aMarket({ state: 'closed' }), /has closed\./],
    ['an admin suspended it', aMarket({ state: 'suspended' }), /suspended for a check/],
    ['its result is being settled', aMarket({ state: 'resolving' }), /^Being settled/],
    [
      'it has a winner',
      aMarket({ state: 'settled', wonOutcomeId: 'o_no', outcomes: [anOutcome({ id: 'o_no', name: 'No' })] }),
      /^No won\./,
    ],
    [
      'it has two winners',
      { ...aDoubleChance(), state: 'settled', wonOutcomeId: 'o_1x', alsoWonIds: ['o_2x'] },
      /^Arsenal or Draw, Draw or Chelsea won\. All bets are paid\.$/,
    ],
    ['its winner has no name here', aMarket({ state: 'settled' }), /^Market settled\. All bets are paid\./],
    ['it is void', aMarket({ state: 'void' }), /voided, open stakes refunded/],
  ])('is given when %s', (_, market, sentence) => {
    expect(whyNoBets(market, now)).toMatch(sentence);
  });
});
