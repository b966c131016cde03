/** With what every name begins under which a browser keeps something of the app. */
const OWN = 'tallystone-';

/** Under such names the worker keeps the files, each version in a cache of its own. */
export const FILES = `${OWN}shell-`;

/** Takes from the device all that the app keeps there: its files, of every version, and the list. */
export async function forgetKept(storage = own()): Promise<void> {
  if (storage === null) return;
  const kept = (await storage.keys()).filter((name) => name.startsWith(OWN));
  await Promise.all(kept.map((name) => storage.delete(name)));
}

/** Forgets the rest where the files of the app are gone: the worker has left. */
export async function forgetWhereNoFiles(storage = own()): Promise<void> {
  const names = (await storage?.keys()) ?? [];
  if (!names.some((name) => name.startsWith(FILES))) await forgetKept(storage);
}

/** Null where the browser has none; to ask throws where it allows none. */
function own(): CacheStorage | null {
  return 'caches' in globalThis ? caches : null;
}
