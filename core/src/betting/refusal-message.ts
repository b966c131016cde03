import { usdcToNumber } from '../money/usdc-number.ts';
import { oddsToNumber } from '../odds/odds-number.ts';
import { BETS } from '../sentences/bets.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import type { Refusal } from './refusal.ts';

const SUSPENDED = {
  opening: 'market-opening',
  refused: 'contract-refuses',
  unapplied: 'contract-unread',
  none: 'market-suspended',
} as const;

/**
 * The sentence for each reason: what happened, what it means for the money, what to do next.
 *
 * @see docs/decisions/0066-sentences-have-codes.md
 */
export function refusalMessage(refusal: Refusal): Message {
  switch (refusal.reason) {
    case 'market-suspended':
      return sayOf(BETS, SUSPENDED[refusal.chainHalt ?? 'none']);
    case 'odds-changed':
      return refusal.odds === null
        ? sayOf(BETS, 'no-price')
        : sayOf(BETS, 'odds-changed', { odds: oddsToNumber(refusal.odds) });
    case 'stake-too-large':
      return refusal.maxStake === 0n
        ? sayOf(BETS, 'takes-no-more')
        : sayOf(BETS, 'stake-too-large', { most: usdcToNumber(refusal.maxStake) });
    case 'cap-reached':
      return sayOf(BETS, 'cap-reached', { left: usdcToNumber(refusal.capLeft) });
    case 'insufficient-funds':
      return sayOf(BETS, 'insufficient-funds', { balance: usdcToNumber(refusal.balance) });
    case 'self-excluded':
    case 'live-wait':
      return sayOf(BETS, refusal.reason, { until: refusal.until.toISOString() });
    default:
      return sayOf(BETS, refusal.reason);
  }
}
