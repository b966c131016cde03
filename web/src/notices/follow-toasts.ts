import { serverClock } from '../data/server-clock.ts';
import { currentToasts, subscribeToToasts } from '../ui/toast-store.ts';
import { putNotice } from './notice-record.ts';
import { noticeStore } from './notice-store.ts';

/** Longer texts are for reading at once, not for keeping. */
const LONGEST_TEXT = 500;

/** The one that was kept last. Counted by the page, so it stays known when nobody follows for a while. */
let lastKept: string | undefined;

/** Keeps what every general toast says, the one on the page included, until the returned function is called. */
export function followToasts(): () => void {
  const keep = () => {
    // The store holds one at most, and tells of each before the next can come.
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

/** Random: tabs count their toasts each from one. Unlike `crypto.randomUUID` it is there on a page without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
