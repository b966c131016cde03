import { filters } from './en/filters.ts';
import { listNotes } from './en/list-notes.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of what a market list shows besides its cards, loaded when the first of it is shown. */
export const enList = { filters, listNotes } as const;

/** `t` with these texts. */
export const t = withTexts(enList);

/** The key of a text without values, as tables of labels use it. */
export type ListTextKey = KeyWith<typeof enList>;
