/**
 * Reads once for all concurrent callers, one reading at a time for each key. A call during a reading waits for the next
 * one, which sees everything written before the call.
 */
export function readTogether<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    next.delete(key);
    const reading = read(key).finally(() => {
      if (running.get(key) === reading) running.delete(key);
    });
    running.set(key, reading);
    return reading;
  }

  return (key) => {
    const waited = next.get(key);
    if (waited !== undefined) return waited;
    const before = running.get(key);
    if (before === undefined) return start(key);
    const begin = () => start(key);
    const later = before.then(begin, begin);
    next.set(key, later);
    return later;
  };
}
