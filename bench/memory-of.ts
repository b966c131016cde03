import { readFileSync } from 'node:fs';

/** MB of memory that a process holds; 0 where the system does not tell: only Linux keeps this file. */
export function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0;
  }
}
