import { SETTING_NAMES } from './config.ts';

/** In shorter names one slip is enough for another word: HOME, which every system sets, is as near to HOST as to MODE. */
const LONG_NAME = 8;
/** Shorter ones are abbreviations of all kinds. */
const SHORTEST_LIKENED = 4;
/** Words that are one slip away from a short name, and mean something else where they are set. */
const OTHER_WORDS = new Set(
  'NODE CODE MODEL MODES MORE MOVE POST COST LOST MOST GHOST HOSTS PORTS SORT FORT'.split(' '),
);

/** A sentence for each variable that is no setting and was probably meant as one. It would be ignored without a word. */
export function misspelledSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (SETTING_NAMES.includes(name) || value === undefined || value.trim() === '') return [];
    const meant = SETTING_NAMES.find((known) => isLike(name.toUpperCase(), known));
    return meant === undefined
      ? []
      : [`Warning: ${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
}

function isLike(name: string, known: string): boolean {
  if (name === known) return true;
  if (known.length >= LONG_NAME) return countSlips(name, known) <= 2;
  return name.length >= SHORTEST_LIKENED && !OTHER_WORDS.has(name) && countSlips(name, known) <= 1;
}

/**
 * How many letters must be put in, left out or exchanged, or neighbours swapped, to make one of the other: Levenshtein's
 * distance with swaps, by rows.
 */
function countSlips(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const exchanged = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : exchanged;
      next.push(Math.min(exchanged, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
