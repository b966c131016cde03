import { fixedWork } from '../rules/fixed-work.ts';

/** Enough to exceed the resolution of the system's CPU clock. */
const PIECES = 10;
const TURNS = 3;

/**
 * Runs some work and measures its CPU time in `pieces`: multiples of a fixed work measured before and after. Other
 * programs on a busy machine don't add to it, and a slow machine takes longer for both.
 */
export async function withProcessorTime<T>(
  work: () => T | Promise<T>,
): Promise<{ result: T; pieces: number }> {
  const before = pieceTime();
  const begun = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(begun);
  return { result, pieces: (user + system) / Math.min(before, pieceTime()) };
}

/** The minimum of several turns, in microseconds. */
function pieceTime(): number {
  const turns = Array.from({ length: TURNS }, () => {
    const begun = process.cpuUsage();
    for (let piece = 0; piece < PIECES; piece++) fixedWork();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / PIECES;
  });
  return Math.min(...turns);
}
