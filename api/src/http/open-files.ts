import { readFileSync } from 'node:fs';

const LIMITS = '/proc/self/limits';

/** How many files and connections this process may open; null if unknown. */
export function mostOpenFiles(): number | null {
  if (process.platform === 'linux') return inLimits(readFileSync(LIMITS, 'utf8'));
  // The report is the only other source, and takes a tenth of a second.
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: unknown } } }
    | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) ? soft : null;
}

/** @param text Linux's list: one line per limit, the soft limit before the hard one */
export function inLimits(text: string): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
