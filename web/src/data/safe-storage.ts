export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Storage of the browser that never throws. Where the browser forbids it (private windows, policy), values live as long
 * as the page, so that connecting a wallet still works.
 */
export function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        return open().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },

    write(key, value) {
      try {
        open().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },

    remove(key) {
      try {
        open().removeItem(key);
      } catch {
        memory.delete(key);
      }
    },
  };
}
