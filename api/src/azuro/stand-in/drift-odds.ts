import { noise } from './noise.ts';

/** How far the chances drift from where they started: 1 or 2 % of the odds. */
const REACH = 0.02;
/** Minutes between changes of direction, so that neighbouring minutes differ little. */
const TURN_MINUTES = 4;

/**
 * Drifts odds and keeps the margin. The same key and minute always give the same result.
 *
 * @param odds decimal texts, in any order; unchanged if any of them can't be bet on
 * @param key identifies the condition and its season
 */
export function driftOdds(
  odds: readonly string[],
  { key, minute }: { key: string; minute: number },
): string[] {
  const numbers = odds.map(Number);
  if (numbers.some((each) => !(each > 1))) return [...odds];
  const bookSum = numbers.reduce((sum, each) => sum + 1 / each, 0);
  const moved = numbers.map((each, i) => Math.exp(REACH * drift(`${key}:${i}`, minute)) / each);
  const movedSum = moved.reduce((sum, each) => sum + each, 0);
  return moved.map((each) => {
    const next = movedSum / (each * bookSum);
    return String(Math.max(1.01, Math.round(next * 100) / 100));
  });
}

/** Between -1 and 1, without jumps. */
function drift(key: string, minute: number): number {
  const step = Math.floor(minute / TURN_MINUTES);
  const share = minute / TURN_MINUTES - step;
  const from = noise(`${key}:${step}`) * 2 - 1;
  const to = noise(`${key}:${step + 1}`) * 2 - 1;
  return from + (to - from) * share;
}
