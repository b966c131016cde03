import { cleanText } from '@tallystone/core/markets/clean-text';

/** What of the feed's answers made no sense and was left out: all of it counted, the latest kept for admins to see. */
export interface DropLog {
  /** @param what such as `game 1006...`. @param why ends the sentence "left out because" */
  note(what: string, why: string): void;
  /** Since the start of the server. */
  readonly total: number;
  /** Newest first. */
  latest(): Drop[];
}

interface Drop {
  readonly at: Date;
  readonly what: string;
  readonly why: string;
}

const KEPT = 50;
const MOST_CHARACTERS = 120;

export function createDropLog(now: () => Date): DropLog {
  const kept: Drop[] = [];
  let total = 0;
  return {
    note(what, why) {
      total += 1;
      kept.unshift({ at: now(), what: shorten(what), why: shorten(why) });
      if (kept.length > KEPT) kept.pop();
    },
    get total() {
      return total;
    },
    latest: () => [...kept],
  };
}

/** Parts of it may come from the feed. Cut before it is cleaned: it may be long, and after: half a letter may be left. */
function shorten(text: string): string {
  return cleanText(text.slice(0, MOST_CHARACTERS));
}
