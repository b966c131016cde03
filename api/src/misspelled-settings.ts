import { SETTING_NAMES } from './config.ts';

/** Shorter names are compared by case alone: HOME, which every system sets, is as near to HOST as to MODE. */
const SHORTEST_LIKENED = 8;
const MOST_SLIPS = 2;

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
  return known.length >= SHORTEST_LIKENED && countSlips(name, known) <= MOST_SLIPS;
}

/** How many letters must be put in, left out or exchanged to make one of the other. Levenshtein's distance, by rows. */
function countSlips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries()) {
      const exchanged = (row[j] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
