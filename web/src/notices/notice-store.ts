import { serverClock } from '../data/server-clock.ts';
import { countUnread, emptyRecord, type NoticeRecord } from './notice-record.ts';
import { readRecord, recordKey, writeRecord } from './stored-record.ts';
import { unreadCount } from './unread-count.ts';

/** Whose notices are shown: the connected wallet's, or those of a visitor, which live as long as the page. */
let owner: string | null = null;
let shown: NoticeRecord = emptyRecord(0);
const listeners = new Set<() => void>();

export const noticeStore = {
  owner: (): string | null => owner,

  /** What is shown; the same value until something changes. */
  current: (): NoticeRecord => shown,

  /** Shows the notices of a wallet, or none: what a visitor was told is gone with it, so nobody reads on. */
  showFor(publicKey: string | null): void {
    if (publicKey === owner && shown.startedAt > 0) return;
    owner = publicKey;
    shown = recordOf(publicKey);
    if (publicKey !== null && readRecord(publicKey) === null) writeRecord(publicKey, shown);
    tell();
  },

  /**
   * Changes the record of a wallet, shown or not; null: a visitor's. What another tab has written meanwhile is taken
   * up first, so that neither loses what the other was told.
   */
  change(publicKey: string | null, change: (record: NoticeRecord) => NoticeRecord): void {
    const isShown = publicKey === owner;
    const before = publicKey === null ? (isShown ? shown : emptyRecord(now())) : recordOf(publicKey);
    const after = change(before);
    if (after === before) return;
    if (publicKey !== null) writeRecord(publicKey, after);
    if (!isShown) return;
    shown = after;
    tell();
  },

  /** Takes up what other tabs write, until the returned function is called. */
  followOtherTabs(): () => void {
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Another tab has changed what is shown, or cleared the storage. */
function onStorage({ key, storageArea }: StorageEvent): void {
  if (owner === null || (storageArea !== null && storageArea !== window.localStorage)) return;
  if (key !== null && key !== recordKey(owner)) return;
  shown = recordOf(owner);
  tell();
}

function recordOf(publicKey: string | null): NoticeRecord {
  const stored = publicKey === null ? null : readRecord(publicKey);
  return stored ?? emptyRecord(now());
}

const now = () => serverClock.now().getTime();

function tell(): void {
  unreadCount.set(countUnread(shown));
  for (const listener of listeners) listener();
}
