import { useSyncExternalStore } from 'react';
import { signal } from './signal.ts';

/** A page-wide value that components can subscribe to. Setting the same value again calls no listener. */
export function store<T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is) {
  let value = initial;
  const { emit, subscribe } = signal();
  const read = () => value;
  return {
    read,
    subscribe,
    set(next: T): void {
      if (isSame(value, next)) return;
      value = next;
      emit();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
