import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in these, a hundred a second on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * CPU time in ms that a process and its children, dead ones they waited for included, have used so far.
 *
 * @returns null where the system does not tell: only Linux keeps these files
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

/** The process that started another one. */
export function parentOf(pid: number): number | null {
  return readStat(String(pid))[0]?.parent ?? null;
}

function readStat(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold spaces; what follows is numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [own, system, childrens, childrensSystem] = fields.slice(11, 15).map(Number);
    const ticks = (own ?? 0) + (system ?? 0) + (childrens ?? 0) + (childrensSystem ?? 0);
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
  } catch {
    // It ended since the folder was listed.
    return [];
  }
}
