import { SETTING_NAMES } from './config.ts';

/** Shorter names allow only one slip: HOME, which every system sets, is two slips away from both HOST and MODE. */
const LONG_NAME = 8;
/** Shorter names may be any abbreviation and are never compared. */
const SHORTEST_COMPARED = 4;
/** Words that are one slip away from a short name and have their own meaning. */
const OTHER_WORDS = new Set(
  'NODE CODE MODEL MODES MORE MOVE POST COST LOST MOST GHOST HOSTS PORTS SORT FORT'.split(' '),
);

/** Warns about each variable that was probably meant as a setting. Otherwise it would be silently ignored. */
export function misspelledSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value.trim() === '') return [];
    // A setting can be in a file.
    const [, stem = name, ending = ''] = /^(.+)(_FILE)$/i.exec(name) ?? [];
    const similar =
      SETTING_NAMES.find((known) => known === stem) ??
      SETTING_NAMES.find((known) => isLike(stem.toUpperCase(), known));
    if (similar === undefined) return [];
    const meant = similar + ending.toUpperCase();
    return meant === name ? [] : [`Warning: ${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
}

function isLike(name: string, known: string): boolean {
  if (name === known) return true;
  if (known.length >= LONG_NAME) return countSlips(name, known) <= 2;
  return name.length >= SHORTEST_COMPARED && !OTHER_WORDS.has(name) && countSlips(name, known) <= 1;
}

/**
 * How many letters must be inserted, removed or replaced, or neighbours swapped, to turn one name into the other: the
 * Levenshtein distance with swaps, computed row by row.
 */
function countSlips(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
