/** Spaces of every kind, line ends and the blank of Braille among them. */
const SPACES = /[\s\u2800]+/gu;
/**
 * Controls, and what is not seen but changes what is: marks that turn the direction of text, joiners and
 * fillers without width, selectors, tags, halves of pairs, private characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;
/** Marks without a letter would stand on whatever is shown before the text. */
const LOOSE_MARKS = /(^|\s)\p{M}+/gu;
/** More marks than this over one letter are there to spill over other lines. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Text of others (an admin, a CSV, the feed) as it may be stored and shown: composed, on one line, without
 * anything that is not seen or that changes how its neighbours are read. Cleaning it again changes nothing.
 */
export function cleanText(text: string): string {
  return (
    text
      .replace(SPACES, ' ')
      .replace(UNSEEN, '')
      // After what stood between the parts of a letter is gone.
      .normalize('NFC')
      .replace(STACKED_MARKS, '$1')
      .replace(LOOSE_MARKS, '$1')
      .replace(SPACES, ' ')
      .trim()
  );
}
