import { seededRandom } from '../random.ts';

/** How one batch of seeds moves through time; the same for a seed that runs alone. */
export interface BatchTimes {
  /** After each round, milliseconds. */
  readonly passes: readonly number[];
  /** Rounds in which the server is killed, with the fraction of the round at which it happens. */
  readonly crashes: ReadonlyMap<number, number>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const LONG_PASSES = 13;

export function planTimes(asked: { batch: number; rounds: number; crashes: number }): BatchTimes {
  const { batch, rounds, crashes } = asked;
  const random = seededRandom(0x71e5 + batch * 7919);
  // Whatever its length, a batch goes through some days, because limits are raised after one day.
  const long = Math.min(0.3, LONG_PASSES / rounds);
  const passes = Array.from({ length: rounds }, () => {
    const kind = random.unit();
    if (kind < 0.87 - long) return random.between(2 * SECOND_MS, 40 * SECOND_MS);
    if (kind < 1 - long) return random.between(1 * MINUTE_MS, 25 * MINUTE_MS);
    return random.between(HOUR_MS / 2, 9 * HOUR_MS);
  });
  // One in each equal part of the batch.
  const part = rounds / Math.max(1, crashes);
  const moments = Array.from({ length: crashes }, (_, i): [number, number] => [
    Math.min(rounds - 1, Math.floor(i * part + random.unit() * part)),
    random.unit(),
  ]);
  return { passes, crashes: new Map(moments) };
}
