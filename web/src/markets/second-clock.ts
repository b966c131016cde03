import { clockOf } from './clock-of.ts';

/** The time, updated every second. */
export const useSecondClock = clockOf(1000);
