/** Calls back at each of the events until the returned function is called. */
export function listenTo(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}

/** What other tabs write into storage, for a signal to follow. */
export const otherTabs = (tell: () => void): (() => void) => listenTo(window, ['storage'], tell);
