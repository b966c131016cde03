import { foldText } from './fold-text.ts';

/** Something that the palette offers. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** What else it is found by. */
  alsoFoundBy?: string;
  /** A few words behind the label, such as how things stand now. */
  hint?: string;
  run: () => void;
}

/** Entries of one kind under one heading. */
export interface PaletteGroup {
  id: 'markets' | 'screens' | 'actions';
  heading: string;
  entries: readonly PaletteEntry[];
}

/** The entries in which every word is found; all of them while nothing is searched. */
export function fittingEntries(
  entries: readonly PaletteEntry[],
  words: readonly string[],
): readonly PaletteEntry[] {
  if (words.length === 0) return entries;
  return entries.filter(({ label, alsoFoundBy = '' }) => {
    const text = foldText(`${label}\n${alsoFoundBy}`);
    return words.every((word) => text.includes(word));
  });
}
