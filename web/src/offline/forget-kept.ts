/** With what every name begins under which a browser keeps something of the app. */
const OWN = 'tallystone-';

/** Takes from the device all that the app keeps there: its files, of every version, and the list. */
export async function forgetKept(storage = own()): Promise<void> {
  if (storage === null) return;
  const kept = (await storage.keys()).filter((name) => name.startsWith(OWN));
  await Promise.all(kept.map((name) => storage.delete(name)));
}

/** Null where the browser has none; to ask throws where it allows none. */
function own(): CacheStorage | null {
  return 'caches' in globalThis ? caches : null;
}
