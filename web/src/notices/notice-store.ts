import { serverClock } from '../data/server-clock.ts';
import { store } from '../signals/store.ts';
import { countUnread, emptyRecord, type NoticeRecord } from './notice-record.ts';
import { readRecord, recordKey, writeRecord } from './stored-record.ts';
import { unreadCount } from './unread-count.ts';

/** Whose notices are shown: the connected wallet's, or those of a visitor, which live as long as the page. */
let owner: string | null = null;
const shown = store<NoticeRecord>(emptyRecord(0));

export const noticeStore = {
  owner: (): string | null => owner,

  /** What is shown; the same value until something changes. */
  current: shown.read,

  /** Shows the notices of a wallet, or none: what a visitor was told is gone with it, so nobody reads on. */
  showFor(publicKey: string | null): void {
    if (publicKey === owner && shown.read().startedAt > 0) return;
    owner = publicKey;
    const record = recordOf(publicKey);
    if (publicKey !== null && readRecord(publicKey) === null) writeRecord(publicKey, record);
    show(record);
  },

  /**
   * Changes the record of a wallet, shown or not; null: a visitor's. What another tab has written meanwhile is taken
   * up first, so that neither loses what the other was told.
   */
  change(publicKey: string | null, change: (record: NoticeRecord) => NoticeRecord): void {
    const isShown = publicKey === owner;
    const before = publicKey === null ? (isShown ? shown.read() : emptyRecord(now())) : recordOf(publicKey);
    const after = change(before);
    if (after === before) return;
    if (publicKey !== null) writeRecord(publicKey, after);
    if (isShown) show(after);
  },

  /** Takes up what other tabs write, until the returned function is called. */
  followOtherTabs(): () => void {
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },

  subscribe: shown.subscribe,
  use: shown.use,
};

/** Another tab has changed what is shown, or cleared the storage. */
function onStorage({ key, storageArea }: StorageEvent): void {
  if (owner === null || (storageArea !== null && storageArea !== window.localStorage)) return;
  if (key !== null && key !== recordKey(owner)) return;
  show(recordOf(owner));
}

function recordOf(publicKey: string | null): NoticeRecord {
  const stored = publicKey === null ? null : readRecord(publicKey);
  return stored ?? emptyRecord(now());
}

const now = () => serverClock.now().getTime();

function show(record: NoticeRecord): void {
  unreadCount.set(countUnread(record));
  shown.set(record);
}
