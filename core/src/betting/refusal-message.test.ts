import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import type { Refusal, RefusalReason } from './refusal.ts';
import { refusalMessage } from './refusal-message.ts';

const refusalSentence = (refusal: Refusal) => refusalMessage(refusal).sentence;

/** One refusal of each reason; the type of the record ensures completeness. */
const refusals: { [R in RefusalReason]: Extract<Refusal, { reason: R }> } = {
  'unknown-market': { kind: 'rejected', reason: 'unknown-market' },
  'unknown-outcome': { kind: 'rejected', reason: 'unknown-outcome' },
  'market-closed': { kind: 'rejected', reason: 'market-closed' },
  'market-suspended': { kind: 'rejected', reason: 'market-suspended' },
  'feed-stale': { kind: 'rejected', reason: 'feed-stale' },
  'odds-changed': {
    kind: 'rejected',
    reason: 'odds-changed',
    odds: microOdds(1_820_000n),
    maxStake: microUsdc(50_000_000n),
  },
  'stake-too-small': { kind: 'rejected', reason: 'stake-too-small' },
  'stake-too-large': { kind: 'rejected', reason: 'stake-too-large', maxStake: microUsdc(12_340_000n) },
  'cap-reached': { kind: 'rejected', reason: 'cap-reached', capLeft: microUsdc(62_000_000n) },
  'self-excluded': { kind: 'rejected', reason: 'self-excluded', until: new Date('2026-11-24T16:30:59Z') },
  'insufficient-funds': { kind: 'rejected', reason: 'insufficient-funds', balance: microUsdc(9_990_000n) },
  'signature-invalid': { kind: 'rejected', reason: 'signature-invalid' },
  'wrong-wallet': { kind: 'rejected', reason: 'wrong-wallet' },
  'quote-expired': { kind: 'rejected', reason: 'quote-expired' },
  'wrong-chain': { kind: 'rejected', reason: 'wrong-chain' },
  'live-wait': { kind: 'rejected', reason: 'live-wait', until: new Date('2026-11-24T16:30:59Z') },
  'already-placed': { kind: 'rejected', reason: 'already-placed' },
};

describe('the sentence of a refusal', () => {
  test.each(Object.entries(refusals))(
    'for %s is one sentence that says what happened to the money',
    (_, refusal) => {
      const sentence = refusalSentence(refusal);
      expect(sentence).toMatch(/^[A-Z].*no (more )?money was taken; .+[a-zA-Z]\.$/);
      // No exclamation, no blame, one sentence.
      expect(sentence).not.toMatch(/!|oops|sorry|invalid|wrong/i);
      expect(sentence.match(/\.(\s|$)/g)).toHaveLength(1);
    },
  );

  test('is a different one for every reason', () => {
    expect(new Set(Object.values(refusals).map(refusalSentence)).size).toBe(Object.keys(refusals).length);
  });

  test.each([
    ['odds-changed', 'now 1.82,'],
    ['stake-too-large', '12.34 USDC'],
    ['cap-reached', '62.00 USDC'],
    ['self-excluded', 'until 2026-11-24 16:30 UTC,'],
    ['insufficient-funds', '9.99 USDC'],
    ['live-wait', 'from 2026-11-24 16:30 UTC'],
  ] as const)('for %s names the figure: %s', (reason, figure) => {
    expect(refusalSentence(refusals[reason])).toContain(figure);
  });

  test.each([
    ['opening', 'is still opening on the blockchain', 'try again'],
    ['refused', "isn't taking bets on this market", 'choose another market'],
    ['unapplied', 'checks this market on the blockchain', 'choose another market'],
  ] as const)('for a market that is %s on the chain says that, and what to do', (chainHalt, why, next) => {
    const sentence = refusalSentence({ ...refusals['market-suspended'], chainHalt });
    expect(sentence).toMatch(/^[A-Z].*no money was taken; .+[a-zA-Z]\.$/);
    expect(sentence).toContain(why);
    expect(sentence).toContain(next);
  });

  test('doesn’t ask for a smaller stake if the outcome takes none', () => {
    const sentence = refusalSentence({ ...refusals['stake-too-large'], maxStake: microUsdc(0n) });
    expect(sentence).toContain("isn't taking more bets on this outcome");
    expect(sentence).not.toContain('smaller');
  });

  test('for changed odds without a price says that there is none', () => {
    const refusal = { ...refusals['odds-changed'], odds: null };
    expect(refusalSentence(refusal)).toContain('no odds for this stake');
  });
});
