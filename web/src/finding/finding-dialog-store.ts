import { store } from '../signals/store.ts';

/** The dialogs that a key opens from anywhere: the command palette, or the help on keys. */
export type FindingDialog = 'palette' | 'keys';

const opened = store<FindingDialog | null>(null);

/** Which of the two is open; at most one. */
export const useFindingDialog = opened.use;

export const openFindingDialog: (which: FindingDialog) => void = opened.set;
export const closeFindingDialog = () => opened.set(null);
