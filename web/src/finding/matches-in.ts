import { foldText } from './fold-text.ts';

/** Where words were found in a text: from, and up to but without, in units of the text as it stands. */
export type Match = readonly [from: number, to: number];

/**
 * The places of a text in which folded words stand, in order and without overlaps. Every place of every word counts:
 * a reader looks for them, not for the first one.
 */
export function matchesIn(text: string, words: readonly string[]): readonly Match[] {
  // A server may leave the text out.
  if (words.length === 0 || !text) return [];
  const { folded, from, to } = foldWithPlaces(text);
  const found: Match[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      // Both are there: `at` and the last unit of the word lie within the folded text.
      found.push([from[at] ?? 0, to[at + word.length - 1] ?? text.length]);
    }
  }
  return joined(found);
}

/** The folded text, and for each of its units which stretch of the text it came from. */
function foldWithPlaces(text: string): { folded: string; from: number[]; to: number[] } {
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  let place = 0;
  for (const character of text) {
    const end = place + character.length;
    const plain = foldText(character);
    // A mark of its own belongs to the letter before it.
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
