/** Splits text into visible letters (grapheme clusters). */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks text into at most `most` lines: between words, and within a word that is longer than a line. If the text doesn't
 * fit, it ends in an ellipsis.
 *
 * @param fits whether a text fits on a line; if it doesn't, no longer text may fit
 */
export function wrapText(
  text: string,
  { most, fits }: { most: number; fits: (line: string) => boolean },
): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    if (fits(rest)) {
      lines.push(rest);
      return lines;
    }
    const line = isLast ? cutToFit(rest, (part) => fits(`${part}…`)) : lineOf(rest, fits);
    lines.push(isLast ? `${line.trimEnd()}…` : line);
    rest = rest.slice(line.length).trim();
  }
  return lines;
}

/** As many words as fit. If not even one fits, as many of its letters as fit, but at least one. */
function lineOf(text: string, fits: (line: string) => boolean): string {
  let line = '';
  for (const { 0: upToWordEnd, index } of text.matchAll(/\S+/g)) {
    const longer = text.slice(0, index + upToWordEnd.length);
    if (!fits(longer)) break;
    line = longer;
  }
  if (line !== '') return line;
  const cut = cutToFit(text, fits);
  return cut === '' ? firstLetter(text) : cut;
}

/** As many letters as fit. */
function cutToFit(text: string, fits: (line: string) => boolean): string {
  const ends = [...letters.segment(text)].map(({ segment, index }) => index + segment.length);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle - 1]))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : text.slice(0, ends[low - 1]);
}

const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? text;
