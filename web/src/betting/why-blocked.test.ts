import { describe, expect, test } from 'vitest';
import { AUTO } from './price-protection.ts';
import { type SlipOdds, slipOddsAt } from './slip-odds.ts';
import { type BetFacts, needsImpactTick, whyBlocked } from './why-blocked.ts';

const quote = {
  marketId: 'm_a',
  outcomeId: 'o_a',
  amount: 25,
  odds: 1.83,
  potentialWin: 20.75,
  totalReturn: 45.75,
  maxStake: 900,
  version: 7,
};
const card = { odds: 1.85, version: 7 };
const quoted: SlipOdds = { ...slipOddsAt(card, AUTO), quote, least: 1.83 };
const polygon = { chainName: 'Polygon' } as const;

const facts = (changed: Partial<BetFacts> = {}): BetFacts => ({
  amount: { kind: 'amount', text: '25', value: 25 },
  isOpen: true,
  online: true,
  pricesPaused: null,
  wallet: wallet(),
  isOnBreak: false,
  limits: { capLeft: 62 },
  source: source(),
  slipOdds: slipOdds(),
  impactAccepted: false,
  otherBet: null,
  ...changed,
});

const wallet = (changed: Partial<BetFacts['wallet']> = {}): BetFacts['wallet'] => ({
  connected: true,
  connecting: false,
  mismatch: null,
  signedIn: true,
  ...changed,
});

const source = (changed: Partial<BetFacts['source']> = {}): BetFacts['source'] => ({
  place: null,
  elsewhere: null,
  balance: 1000,
  ...changed,
});

const slipOdds = (changed: Partial<BetFacts['slipOdds']> = {}): BetFacts['slipOdds'] => ({
  odds: quoted,
  limit: { maxStake: 900, odds: 1.83 },
  quoting: false,
  problem: null,
  ...changed,
});

describe('the bet button', () => {
  test('is enabled when everything is in order', () => {
    expect(whyBlocked(facts())).toBeNull();
  });

  test('is enabled with an invalid amount or without a wallet, because pressing it says what is wrong', () => {
    expect(whyBlocked(facts({ amount: { kind: 'junk' } }))).toBeNull();
    expect(whyBlocked(facts({ wallet: wallet({ connected: false, signedIn: false }) }))).toBeNull();
  });

  test.each<[string, Partial<BetFacts>, string]>([
    ['no amount', { amount: { kind: 'nothing' } }, 'Enter an amount above 0.'],
    ['an earlier bet without an answer', { otherBet: 'unanswered' }, 'Waiting for your earlier bet.'],
    [
      'an earlier bet that is not signed yet',
      { otherBet: 'signing' },
      'Confirm or reject your earlier bet first.',
    ],
    ['a closed market', { isOpen: false }, 'No bets accepted now.'],
    ['no connection', { online: false }, 'You are offline. Reconnect to bet.'],
    ['prices that are too old', { pricesPaused: 'Prices are paused.' }, 'Prices are paused.'],
    [
      'a connect in progress',
      { wallet: wallet({ connected: false, connecting: true }) },
      'Finish in your wallet.',
    ],
    [
      'another account in the wallet',
      {
        wallet: wallet({
          mismatch: { kind: 'account', expected: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', actual: null },
        }),
      },
      'Your wallet shows no account, not 0x71C7...976F. Switch back, or sign in again.',
    ],
    [
      'another network in the wallet',
      {
        wallet: wallet({
          mismatch: { kind: 'chain', expected: 'Polygon', actual: null, actualChainId: '0x5' },
        }),
      },
      'Your wallet left Polygon. Switch back, or sign in again.',
    ],
    ['no session', { wallet: wallet({ signedIn: false }) }, 'Sign in to bet.'],
    [
      'a sign-in in progress',
      { wallet: wallet({ signedIn: false, connecting: true }) },
      'Finish in your wallet.',
    ],
    ['a break', { isOnBreak: true }, 'You are on a break.'],
    ['a stake above the cap', { limits: { capLeft: 24.99 } }, 'Above your daily cap: $24.99 left.'],
    [
      'no practice money, before an amount is typed',
      { amount: { kind: 'nothing' }, source: source({ balance: 0 }) },
      'No practice money left. Sell a bet in My Account, or get more after midnight UTC.',
    ],
    [
      'no USDC in the wallet',
      { source: source({ place: polygon, balance: 0 }) },
      'Your wallet has no USDC free on Polygon. Add some to bet.',
    ],
    ['a stake above the balance', { source: source({ balance: 20 }) }, 'Above your balance of $20.00.'],
    [
      'a wallet that is signed in on another chain',
      { source: source({ place: polygon, elsewhere: polygon }) },
      'Live bets are only on Polygon.',
    ],
    [
      'a stake above the USDC in the wallet',
      { source: source({ place: polygon, balance: 20 }) },
      'Your wallet has only 20.00 USDC free on Polygon.',
    ],
    [
      'a live bet whose quote has no bet id',
      { source: source({ place: polygon }) },
      'Quote not ready. Check again soon.',
    ],
    [
      'a stake above what the market takes',
      { slipOdds: slipOdds({ limit: { maxStake: 10, odds: 1.83 } }) },
      'Largest stake now: $10.00.',
    ],
    [
      'odds that moved',
      {
        slipOdds: slipOdds({ odds: { ...quoted, newer: { card: { odds: 1.8, version: 8 }, quote: null } } }),
      },
      'Check the new odds first.',
    ],
    [
      'odds that could not be read',
      {
        slipOdds: slipOdds({
          problem: { sentence: 'No odds.', code: 'unreachable' },
          odds: slipOddsAt(card, AUTO),
        }),
      },
      'No odds for this stake yet.',
    ],
    ['a quote in progress', { slipOdds: slipOdds({ quoting: true }) }, 'Checking the odds.'],
    ['no quote yet', { slipOdds: slipOdds({ odds: slipOddsAt(card, AUTO) }) }, 'Checking the odds.'],
    [
      'a large impact without the tick',
      { slipOdds: slipOdds({ odds: { ...quoted, quote: { ...quote, odds: 1.8 } } }) },
      'Accept the odds first.',
    ],
  ])('is disabled with a reason: %s', (_, changed, reason) => {
    expect(whyBlocked(facts(changed))).toBe(reason);
  });

  test('a stake equal to every limit is allowed', () => {
    expect(
      whyBlocked(
        facts({
          limits: { capLeft: 25 },
          source: source({ balance: 25 }),
          slipOdds: slipOdds({ limit: { maxStake: 25, odds: 1.83 } }),
        }),
      ),
    ).toBeNull();
  });

  test('the tick accepts a large impact, and an impact of exactly 2% needs no tick', () => {
    const large: SlipOdds = { ...quoted, card: { odds: 2, version: 7 }, quote: { ...quote, odds: 1.95 } };
    expect(whyBlocked(facts({ slipOdds: slipOdds({ odds: large }), impactAccepted: true }))).toBeNull();
    expect(needsImpactTick(large)).toBe(true);
    expect(needsImpactTick({ ...large, quote: { ...quote, odds: 1.96 } })).toBe(false);
  });
});
