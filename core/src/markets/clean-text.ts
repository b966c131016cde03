/** All kinds of spaces, including line breaks and the Braille blank. */
const SPACES = /[\s\u2800]+/gu;
/**
 * Control characters, and invisible characters that change visible ones: direction marks, zero-width joiners and
 * fillers, selectors, tags, surrogate halves, private characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;
/** Combining marks without a letter would attach to whatever precedes the text. */
const LOOSE_MARKS = /(^|\s)\p{M}+/gu;
/** More marks than this on one letter only serve to spill over other lines. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Makes outside text (from an admin, a CSV or the feed) safe to store and show: composed, on one line, without
 * invisible characters or ones that change how neighbouring text reads. Cleaning clean text changes nothing.
 */
export function cleanText(text: string): string {
  return (
    text
      .replace(SPACES, ' ')
      .replace(UNSEEN, '')
      // Only after the removal of whatever separated the parts of a letter.
      .normalize('NFC')
      .replace(STACKED_MARKS, '$1')
      .replace(LOOSE_MARKS, '$1')
      .replace(SPACES, ' ')
      .trim()
  );
}
