import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in these, a hundred a second on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * CPU time in ms that a process and its children have used so far, including dead children that it waited for.
 *
 * @returns null if the system doesn't report it: only Linux has these files
 */
export function cpuTimeOf(pid: number): number | null {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const processes = all.flatMap((name) => readStat(name));
    const own = processes.filter((process) => process.pid === pid || process.parent === pid);
    return own.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
  } catch {
    // No /proc here.
    return null;
  }
}

/** The parent of a process. */
export function parentOf(pid: number): number | null {
  return readStat(String(pid))[0]?.parent ?? null;
}

function readStat(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain spaces; numbers follow.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [own, system, childrens, childrensSystem] = fields.slice(11, 15).map(Number);
    const ticks = (own ?? 0) + (system ?? 0) + (childrens ?? 0) + (childrensSystem ?? 0);
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
  } catch {
    // It has ended since the folder was listed.
    return [];
  }
}
