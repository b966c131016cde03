import { fixedWork } from '../rules/fixed-work.ts';

/** Enough of them to be longer than the system's clock of processor time is coarse. */
const PIECES = 10;
const TURNS = 3;

/**
 * What some work comes to, and the processor time that this process spent on it, in `pieces` of fixed work before and after
 * it: other programs on a busy machine add nothing to that, and a slow machine takes longer for both.
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

/** The least of some turns, in microseconds. */
function pieceTime(): number {
  const turns = Array.from({ length: TURNS }, () => {
    const begun = process.cpuUsage();
    for (let piece = 0; piece < PIECES; piece++) fixedWork();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / PIECES;
  });
  return Math.min(...turns);
}
