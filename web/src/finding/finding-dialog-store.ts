import { store } from '../signals/store.ts';

/** What is opened by a key from anywhere: the command palette, or the help on keys. */
export type FindingDialog = 'palette' | 'keys';

const opened = store<FindingDialog | null>(null);

/** Which of the two is open. One at most, and both share one place. */
export const useFindingDialog = opened.use;

export function openFindingDialog(which: FindingDialog): void {
  opened.set(which);
}

export function closeFindingDialog(): void {
  opened.set(null);
}
