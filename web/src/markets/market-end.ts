import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { TextKey } from '../texts/t.ts';

/** For a market that has ended but is still shown: its badge, and the label in place of its times. */
export const END_WORDS: Partial<Record<WireListedMarket['state'], { badge: TextKey; label: TextKey }>> = {
  resolving: { badge: 'card.ended', label: 'card.beingSettled' },
  settled: { badge: 'card.ended', label: 'card.settled' },
  void: { badge: 'card.void', label: 'card.voided' },
};
