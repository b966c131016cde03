import type { WireMarket } from '@tallystone/core/http-api';

/** For a market that is still shown though it has left the list: its badge, and what stands in place of the clock. */
const END_WORDS: Partial<Record<WireMarket['state'], { badge: string; label: string }>> = {
  resolving: { badge: 'ENDED', label: 'Being settled' },
  settled: { badge: 'ENDED', label: 'Settled' },
  void: { badge: 'VOID', label: 'Void' },
};

/** The words of a market whose end has begun, whatever the clock says; undefined for any other. */
export function endWords(state: WireMarket['state']): { badge: string; label: string } | undefined {
  return END_WORDS[state];
}
