import { serverClock } from '../data/server-clock.ts';
import { currentToasts, subscribeToToasts } from '../ui/toast-store.ts';
import { putNotice } from './notice-record.ts';
import { noticeStore } from './notice-store.ts';

/** Longest text that is stored, in characters. */
const LONGEST_TEXT = 500;

/** Id of the last stored toast. Outside the function, so it survives an unsubscribe. */
let lastKept: string | undefined;

/** Stores every general toast, including the current one, until the returned function is called. */
export function followToasts(): () => void {
  const keep = () => {
    // The store has at most one toast, and notifies of each before the next can come.
    const [toast] = currentToasts();
    if (toast === undefined || toast.id === lastKept || !toast.open) return;
    lastKept = toast.id;
    const { about, title, description, variant } = toast;
    noticeStore.change(noticeStore.owner(), (record) =>
      putNotice(record, {
        kind: 'said',
        id: about ?? `said:${newId()}`,
        at: serverClock.now().getTime(),
        title: title.slice(0, LONGEST_TEXT),
        ...(description !== undefined && { description: description.slice(0, LONGEST_TEXT) }),
        failed: variant === 'destructive',
      }),
    );
  };
  keep();
  return subscribeToToasts(keep);
}

/** Random, because every tab counts its toasts from one. Unlike `crypto.randomUUID` it works without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
