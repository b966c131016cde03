import { serverClock } from '../data/server-clock.ts';
import { store } from '../signals/store.ts';
import { countUnread, emptyRecord, type NoticeRecord } from './notice-record.ts';
import { readRecord, recordKey, writeRecord } from './stored-record.ts';
import { unreadCount } from './unread-count.ts';

/** Whose notices are shown: the connected wallet's, or a visitor's (null), which live as long as the page. */
let owner: string | null = null;
const shown = store<NoticeRecord>(emptyRecord(0));

export const noticeStore = {
  owner: (): string | null => owner,

  /** Shows a wallet's notices, or starts a visitor's empty ones. Another visitor never sees earlier notices. */
  showFor(publicKey: string | null): void {
    if (publicKey === owner && shown.read().startedAt > 0) return;
    owner = publicKey;
    const record = recordOf(publicKey);
    if (publicKey !== null && readRecord(publicKey) === null) writeRecord(publicKey, record);
    show(record);
  },

  /**
   * Changes a wallet's record, shown or not; null: a visitor's. Reads the stored record first, so that no tab
   * overwrites another tab's notices.
   */
  change(publicKey: string | null, change: (record: NoticeRecord) => NoticeRecord): void {
    const isShown = publicKey === owner;
    const before = publicKey === null ? (isShown ? shown.read() : emptyRecord(now())) : recordOf(publicKey);
    const after = change(before);
    if (after === before) return;
    if (publicKey !== null) writeRecord(publicKey, after);
    if (isShown) show(after);
  },

  /** Follows the changes of other tabs until the returned function is called. */
  followOtherTabs(): () => void {
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },

  /** Ids of the combos of a wallet that were open when last seen. */
  openCombos: (publicKey: string): readonly string[] => recordOf(publicKey).openCombos,

  use: shown.use,
};

/** Another tab has changed the shown record or cleared the storage. */
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
