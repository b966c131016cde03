import { cleanText } from '@tallystone/core/markets/clean-text';

export type DropLog = ReturnType<typeof createDropLog>;

const KEPT = 50;
const MOST_CHARACTERS = 120;

/** Counts what was dropped from the feed's answers, and keeps the latest for admins to see. */
export function createDropLog(now: () => Date) {
  const kept: { readonly at: Date; readonly what: string; readonly why: string }[] = [];
  let total = 0;
  return {
    /** @param what such as `game 1006...`. @param why ends the sentence "left out because" */
    note(what: string, why: string): void {
      total += 1;
      kept.unshift({ at: now(), what: shorten(what), why: shorten(why) });
      if (kept.length > KEPT) kept.pop();
    },
    /** Since the start of the server. */
    get total() {
      return total;
    },
    /** Newest first. */
    latest: () => [...kept],
  };
}

/** Parts of it may come from the feed. Cuts before cleaning, because it may be long and a cut may split a character. */
function shorten(text: string): string {
  return cleanText(text.slice(0, MOST_CHARACTERS));
}
