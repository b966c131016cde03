/** Letters that Unicode doesn't decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  // The form at the end of a word, folded because single letters don't know their position.
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Folds text for searching: removes case, accents and other marks. Each character folds on its own, so a match can be
 * highlighted in the original text.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter);
}
