import { useSyncExternalStore } from 'react';
import { signal } from './signal.ts';

/** A value of the page, to draw by and to read. Setting the same value again calls no listener. */
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
