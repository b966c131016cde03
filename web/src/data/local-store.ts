/**
 * localStorage that never throws. Where the browser forbids storage (private windows, policy), values
 * live as long as the page, so that connecting a wallet still works.
 */
const memory = new Map<string, string>();

export const localStore = {
  read(key: string): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },

  write(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value);
    } catch {
      memory.set(key, value);
    }
  },

  remove(key: string): void {
    try {
      window.localStorage.removeItem(key);
    } catch {
      memory.delete(key);
    }
  },
};
