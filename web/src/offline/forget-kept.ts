/** Prefix of all cache names of the app. */
const OWN = 'tallystone-';

/** Prefix of the worker's file caches, one per version. */
export const FILES = `${OWN}shell-`;

/** Deletes everything the app stores on the device: the files of every version, and the list. */
export async function forgetKept(storage = own()): Promise<void> {
  if (storage === null) return;
  const kept = (await storage.keys()).filter((name) => name.startsWith(OWN));
  await Promise.all(kept.map((name) => storage.delete(name)));
}

/** Deletes the rest if the app's files are gone, because then the worker has been removed. */
export async function forgetWhereNoFiles(storage = own()): Promise<void> {
  const names = (await storage?.keys()) ?? [];
  if (!names.some((name) => name.startsWith(FILES))) await forgetKept(storage);
}

/** Null if the browser has no cache storage; using it throws if the browser forbids it. */
function own(): CacheStorage | null {
  return 'caches' in globalThis ? caches : null;
}
