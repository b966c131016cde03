/** Calls back on each of the events until the returned function is called. */
export function listenTo(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}

/** Storage changes by other tabs, as a signal's source. */
export const otherTabs = (emit: () => void): (() => void) => listenTo(window, ['storage'], emit);
