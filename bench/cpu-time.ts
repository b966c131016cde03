import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in these, a hundred a second on every Linux that Node runs on. */
const TICK_MS = 10;
const NANOSECONDS_PER_MS = 1_000_000;

/**
 * CPU time in ms that a process and its children have used so far, including dead children that it waited for. What lives is
 * counted in nanoseconds: ticks are too coarse for parts of a second, above all those of PostgreSQL's many processes.
 *
 * @returns null if the system doesn't report it: only Linux has these files
 */
export function cpuTimeOf(pid: number): number | null {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const processes = all.flatMap((name) => readStat(name));
    const own = processes.filter((process) => process.pid === pid || process.parent === pid);
    // Threads that have ended are only in the ticks.
    return own.reduce(
      (sum, { pid: id, ticks, childrensTicks }) =>
        sum + Math.max(threadsTime(id), ticks * TICK_MS) + childrensTicks * TICK_MS,
      0,
    );
  } catch {
    // No /proc here.
    return null;
  }
}

/** CPU time in ms of the living threads of a process; 0 if it has ended. */
function threadsTime(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
    return times.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / NANOSECONDS_PER_MS;
  } catch {
    return 0;
  }
}

/** The parent of a process. */
export function parentOf(pid: number): number | null {
  return readStat(String(pid))[0]?.parent ?? null;
}

/** @returns nothing if it has ended since its id was read */
function readStat(
  pid: string,
): { pid: number; parent: number; ticks: number /** Of the dead. */; childrensTicks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain spaces; numbers follow.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [own = 0, system = 0, childrens = 0, childrensSystem = 0] = fields.slice(11, 15).map(Number);
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        ticks: own + system,
        childrensTicks: childrens + childrensSystem,
      },
    ];
  } catch {
    return [];
  }
}
