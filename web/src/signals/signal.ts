export interface Signal<Args extends unknown[]> {
  tell: (...args: Args) => void;
  /** Called back until the returned function is called. */
  subscribe: (listener: (...args: Args) => void) => () => void;
}

/**
 * Those who want to be told of something.
 *
 * @param follow begins to follow where the news come from, once there is a listener; returns how to stop, for when there is none
 */
export function signal<Args extends unknown[] = []>(
  follow?: (tell: Signal<Args>['tell']) => () => void,
): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>();
  let stop: (() => void) | undefined;
  const tell = (...args: Args) => {
    for (const listener of listeners) listener(...args);
  };
  return {
    tell,
    subscribe(listener) {
      if (listeners.size === 0) stop = follow?.(tell);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}
