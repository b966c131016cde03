/** Spaces of every kind, line ends among them. */
const SPACES = /\s+/gu;
/**
 * Controls, and what is not seen but changes what is: marks that turn the direction of text, joiners and
 * spaces without width, tags, halves of pairs, private characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
/** More marks than this over one letter are there to spill over other lines. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Text of others (an admin, a CSV, the feed) as it may be stored and shown: composed, on one line, without
 * anything that is not seen or that changes how its neighbours are read.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replace(STACKED_MARKS, '$1')
    .replace(SPACES, ' ')
    .trim();
}
