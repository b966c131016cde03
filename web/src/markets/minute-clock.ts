import { clockOf } from './clock-of.ts';

/** The time, updated every full minute. */
export const useMinuteClock = clockOf(60_000);
