/**
 * Browser storage that never throws. If the browser forbids it (private windows, policy), values last as long as the
 * page, so connecting a wallet still works.
 */
export function safeStorage(open: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },

    write(key: string, value: string): void {
      try {
        open().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },

    remove(key: string): void {
      try {
        open().removeItem(key);
      } catch {
        memory.delete(key);
      }
    },
  };
}
