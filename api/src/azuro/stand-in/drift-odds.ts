import { noise } from './noise.ts';

/** How far the chances wander from where they started: a per cent or two of the odds. */
const REACH = 0.02;
/** Minutes over which the wandering turns: neighbouring minutes differ by little. */
const TURN_MINUTES = 4;

/**
 * Odds as they wander, the margin kept: the same for the same key and minute, whoever asks.
 *
 * @param odds decimal texts, in any order; those that cannot be bet on stay as they are
 * @param key of the condition, and of the season
 */
export function driftOdds(
  odds: readonly string[],
  { key, minute }: { key: string; minute: number },
): string[] {
  const numbers = odds.map(Number);
  if (numbers.some((each) => !(each > 1))) return [...odds];
  const bookSum = numbers.reduce((sum, each) => sum + 1 / each, 0);
  const moved = numbers.map((each, i) => Math.exp(REACH * wander(`${key}:${i}`, minute)) / each);
  const movedSum = moved.reduce((sum, each) => sum + each, 0);
  return moved.map((each) => {
    const next = movedSum / (each * bookSum);
    return String(Math.max(1.01, Math.round(next * 100) / 100));
  });
}

/** Between -1 and 1, without jumps. */
function wander(key: string, minute: number): number {
  const step = Math.floor(minute / TURN_MINUTES);
  const share = minute / TURN_MINUTES - step;
  const from = noise(`${key}:${step}`) * 2 - 1;
  const to = noise(`${key}:${step + 1}`) * 2 - 1;
  return from + (to - from) * share;
}
