import { readFileSync } from 'node:fs';

const LIMITS = '/proc/self/limits';

/** How many files and connections the system lets this process open; null where it does not say. */
export function mostOpenFiles(): number | null {
  if (process.platform === 'linux') return inLimits(readFileSync(LIMITS, 'utf8'));
  // The only other place that tells it takes a tenth of a second.
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: unknown } } }
    | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) ? soft : null;
}

/** @param text of Linux: a line for each limit, the soft one before the hard one */
export function inLimits(text: string): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
