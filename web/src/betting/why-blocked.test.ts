import { describe, expect, test } from 'vitest';
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
const quoted: SlipOdds = { card, quote, offer: null };

const facts = (changed: Partial<BetFacts> = {}): BetFacts => ({
  amount: { kind: 'amount', text: '25', value: 25 },
  marketClosed: null,
  online: true,
  held: null,
  connected: true,
  connecting: false,
  mismatch: null,
  signedIn: true,
  ageAccepted: true,
  ownBlock: null,
  wrongChain: null,
  balance: 1000,
  stakedFrom: 'account',
  capLeft: 62,
  maxStake: 900,
  odds: quoted,
  quoting: false,
  quoteFailed: false,
  impactAccepted: false,
  otherBet: null,
  ...changed,
});

describe('the bet button', () => {
  test('may be pressed when everything is in order', () => {
    expect(whyBlocked(facts())).toBeNull();
  });

  test('may be pressed with junk or without a wallet, because pressing says what is wrong', () => {
    expect(whyBlocked(facts({ amount: { kind: 'junk' } }))).toBeNull();
    expect(whyBlocked(facts({ connected: false, signedIn: false }))).toBeNull();
  });

  test.each<[string, Partial<BetFacts>, string]>([
    ['no amount', { amount: { kind: 'nothing' } }, 'Enter an amount above 0.'],
    ['an earlier bet without an answer', { otherBet: 'unanswered' }, 'Waiting for your earlier bet.'],
    [
      'an earlier bet that nobody signed yet',
      { otherBet: 'signing' },
      'First confirm or reject your earlier bet in your wallet.',
    ],
    ['a closed market', { marketClosed: 'Betting has closed.' }, 'Betting has closed.'],
    ['no connection', { online: false }, "You are offline. You can bet again when you're back online."],
    ['prices that are too old', { held: 'Prices are paused.' }, 'Prices are paused.'],
    ['a connect under way', { connected: false, connecting: true }, 'Finish connecting in your wallet.'],
    [
      'another account in the wallet',
      { mismatch: { kind: 'account', expected: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', actual: null } },
      'Your wallet shows no account, but you are signed in as 0x71C7...976F. Switch back, or sign in again.',
    ],
    [
      'another network in the wallet',
      { mismatch: { kind: 'chain', expected: 'Polygon', actual: null, actualChainId: '0x5' } },
      'Your wallet is no longer on Polygon. Switch back, or sign in on the new network.',
    ],
    ['no session', { signedIn: false }, 'Sign in to place this bet.'],
    ['a sign-in under way', { signedIn: false, connecting: true }, 'Finish signing in in your wallet.'],
    ['a break', { ownBlock: 'You are taking a break.' }, 'You are taking a break.'],
    ['no age acceptance', { ageAccepted: false }, 'Confirm your age first.'],
    ['a stake above the cap', { capLeft: 24.99 }, 'Above your daily stake cap: $24.99 left today.'],
    ['a stake above the balance', { balance: 20 }, 'Above your balance of $20.00.'],
    [
      'a wallet that is signed in elsewhere',
      { wrongChain: 'Live bets are only on Polygon for now.' },
      'Live bets are only on Polygon for now.',
    ],
    [
      'a stake above what the wallet holds',
      { balance: 20, stakedFrom: { chain: 'Polygon' } },
      'More than your wallet has free for bets: 20.00 USDC on Polygon.',
    ],
    [
      'a live bet whose quote has no id for it',
      { stakedFrom: { chain: 'Polygon' } },
      "The quote for this live bet isn't ready. Check again in a moment.",
    ],
    ['a stake above the market', { maxStake: 10 }, 'The most you can bet on this outcome now is $10.00.'],
    [
      'odds that moved',
      { odds: { ...quoted, offer: { card: { odds: 1.8, version: 8 }, quote: null } } },
      'Check the new odds first.',
    ],
    [
      'odds that could not be read',
      { quoteFailed: true, odds: slipOddsAt(card) },
      'No odds for this stake yet.',
    ],
    ['a quote under way', { quoting: true }, 'Checking the odds for this stake.'],
    ['no quote yet', { odds: slipOddsAt(card) }, 'Checking the odds for this stake.'],
    [
      'a large impact without the tick',
      { odds: { ...quoted, quote: { ...quote, odds: 1.8 } } },
      'Accept the odds for this stake first.',
    ],
  ])('waits with a reason: %s', (_, changed, reason) => {
    expect(whyBlocked(facts(changed))).toBe(reason);
  });

  test('a stake of exactly what is left is not above it', () => {
    expect(whyBlocked(facts({ capLeft: 25, balance: 25, maxStake: 25 }))).toBeNull();
  });

  test('the tick frees a large impact, and an impact of 2% needs none', () => {
    const large: SlipOdds = { card: { odds: 2, version: 7 }, quote: { ...quote, odds: 1.95 }, offer: null };
    expect(whyBlocked(facts({ odds: large, impactAccepted: true }))).toBeNull();
    expect(needsImpactTick(large)).toBe(true);
    expect(needsImpactTick({ ...large, quote: { ...quote, odds: 1.96 } })).toBe(false);
  });
});
