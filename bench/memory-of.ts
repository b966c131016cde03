import { readFileSync } from 'node:fs';

/** A process's memory in MB; 0 if the system doesn't report it: only Linux has this file. */
export function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0;
  }
}
