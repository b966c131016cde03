import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { TextKey } from '../texts/t.ts';

/** For a market that is still shown though it has left the list: its badge, and what stands in place of the clock. */
const END_WORDS: Partial<Record<WireMarket['state'], { badge: TextKey; label: TextKey }>> = {
  resolving: { badge: 'card.ended', label: 'card.beingSettled' },
  settled: { badge: 'card.ended', label: 'card.settled' },
  void: { badge: 'card.void', label: 'card.voided' },
};

/** The words of a market whose end has begun, whatever the clock says; undefined for any other. */
export function endWords(state: WireMarket['state']): { badge: TextKey; label: TextKey } | undefined {
  return END_WORDS[state];
}
