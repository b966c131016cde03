import { foldText } from './fold-text.ts';

/** A match in a text: start and exclusive end, in UTF-16 units of the original text. */
export type Match = readonly [from: number, to: number];

/**
 * All matches of folded words in a text, in order and without overlaps.
 */
export function matchesIn(text: string, words: readonly string[]): readonly Match[] {
  // A server may leave the text out.
  if (words.length === 0 || !text) return [];
  const { folded, from, to } = foldWithPlaces(text);
  const found: Match[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      // Both exist: `at` and the word's last unit are within the folded text.
      found.push([from[at] ?? 0, to[at + word.length - 1] ?? text.length]);
    }
  }
  return joined(found);
}

/** The folded text, and for each of its units the range of the text it came from. */
function foldWithPlaces(text: string): { folded: string; from: number[]; to: number[] } {
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  let place = 0;
  for (const character of text) {
    const end = place + character.length;
    const plain = foldText(character);
    // A combining mark belongs to the letter before it.
    if (plain === '' && to.length > 0) to[to.length - 1] = end;
    for (let unit = 0; unit < plain.length; unit++) {
      from.push(place);
      to.push(end);
    }
    folded += plain;
    place = end;
  }
  return { folded, from, to };
}

function joined(matches: readonly Match[]): readonly Match[] {
  const result: Match[] = [];
  for (const [from, to] of matches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
