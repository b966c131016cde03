import { useSyncExternalStore } from 'react';
import { signal } from './signal.ts';

/** A value of the page, for what draws by it and for what only reads it. Setting it to what it is tells nobody. */
export function store<T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is) {
  let value = initial;
  const { tell, subscribe } = signal();
  const read = () => value;
  return {
    read,
    subscribe,
    set(next: T): void {
      if (isSame(value, next)) return;
      value = next;
      tell();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
