import { foldText } from './fold-text.ts';

/** An entry of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** More search text. */
  alsoFoundBy?: string;
  /** A short note after the label, such as the time left. */
  hint?: string;
  run: () => void;
}

/** Entries under one heading. */
export interface PaletteGroup {
  id: 'markets' | 'screens' | 'actions';
  heading: string;
  entries: readonly PaletteEntry[];
}

/** The entries that match every word; all of them if there are no words. */
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
