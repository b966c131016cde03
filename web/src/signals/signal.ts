export interface Signal<Args extends unknown[]> {
  emit: (...args: Args) => void;
  /** Calls the listener until the returned function is called. */
  subscribe: (listener: (...args: Args) => void) => () => void;
}

/**
 * A list of listeners.
 *
 * @param follow called with the first listener, to subscribe to a source; returns how to unsubscribe, called after the last
 */
export function signal<Args extends unknown[] = []>(
  follow?: (emit: Signal<Args>['emit']) => () => void,
): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>();
  let stop: (() => void) | undefined;
  const emit = (...args: Args) => {
    for (const listener of listeners) listener(...args);
  };
  return {
    emit,
    subscribe(listener) {
      if (listeners.size === 0) stop = follow?.(emit);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}
