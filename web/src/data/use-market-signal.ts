import { useEffect, useRef } from 'react';
import { marketSignals } from './market-signals.ts';

/**
 * Calls back when one of the markets changes, at most once per `everyMs`: at once after a quiet time, else when that
 * time is over.
 *
 * @param marketIds compared by content, so a new array with the same ids is fine
 */
export function useMarketSignal(
  marketIds: readonly string[],
  { everyMs, onChange }: { everyMs: number; onChange: () => void },
): void {
  const call = useRef(onChange);
  call.current = onChange;
  const key = [...new Set(marketIds)].sort().join();

  useEffect(() => {
    if (key === '') return;
    const wanted = new Set(key.split(','));
    let calledAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fire = () => {
      timer = undefined;
      calledAt = Date.now();
      call.current();
    };
    const stop = marketSignals.subscribe((changed) => {
      if (timer !== undefined) return;
      if (changed !== null && !isAnyOf(changed, wanted)) return;
      timer = setTimeout(fire, Math.max(calledAt + everyMs - Date.now(), 0));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [key, everyMs]);
}

function isAnyOf(changed: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const id of wanted) if (changed.has(id)) return true;
  return false;
}
