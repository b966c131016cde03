import { useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';
import { addWatched, parseWatchlist, removeWatched, type Watched } from './watchlist.ts';

const STORAGE_KEY = 'tallystone.watchlist';
const changes = signal(otherTabs);
let read: { text: string | null; list: readonly Watched[]; ids: ReadonlySet<string> } | undefined;

/** The watchlist of this browser, the same in all its tabs. */
export function useWatchlist(): { list: readonly Watched[]; ids: ReadonlySet<string> } {
  return useSyncExternalStore(changes.subscribe, current);
}

/** Whether one market is on it; rerenders only if that changes. */
export function useIsWatched(id: string): boolean {
  return useSyncExternalStore(changes.subscribe, () => current().ids.has(id));
}

/** Returns false and changes nothing if the list is full. */
export function watch(market: Watched): boolean {
  const list = addWatched(current().list, market);
  if (list !== null) write(list);
  return list !== null;
}

export function unwatch(ids: readonly string[]): void {
  write(removeWatched(current().list, ids));
}

/** The stored list, so that tabs see each other's changes. The same object until something changes. */
function current() {
  const text = localStore.read(STORAGE_KEY);
  if (read === undefined || read.text !== text) {
    const list = parseWatchlist(text);
    read = { text, list, ids: new Set(list.map(({ id }) => id)) };
  }
  return read;
}

function write(list: readonly Watched[]): void {
  if (list.length === 0) localStore.remove(STORAGE_KEY);
  else localStore.write(STORAGE_KEY, JSON.stringify(list));
  changes.emit();
}
