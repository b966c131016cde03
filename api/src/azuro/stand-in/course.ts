import { noise } from './noise.ts';

/**
 * How a game goes. Chance decides by its season and id, so every process that plays the season sees the same. Most
 * games are played as announced. About 5 % each
 * - are `canceled` at their start, with all their conditions,
 * - are `put-off` by three quarters of an hour, announced half an hour before their start,
 * - begin `early`: at their announced start it turns out that they have been running for three minutes,
 * - are `annulled`: played to the end, but without a winner, and the main condition is canceled.
 */
export type Course = 'played' | 'canceled' | 'put-off' | 'early' | 'annulled';

export type GamePlan = ReturnType<typeof planGame>;

export const PUT_OFF = { saidBeforeSeconds: 1_800, bySeconds: 2_700 } as const;
export const EARLY_SECONDS = 180;

/** Shortest length of a game in seconds; chance adds up to a seventh. All games end within hours, and so do bets. */
const LASTS_SECONDS: Readonly<Record<string, number>> = {
  football: 7_200,
  basketball: 9_000,
  tennis: 10_800,
  'american-football': 12_600,
  baseball: 12_600,
  'ice-hockey': 9_900,
  mma: 3_600,
  boxing: 3_600,
  cs2: 10_800,
  politics: 10_800,
};
const RESULT_AFTER_SECONDS = { least: 120, most: 420 } as const;

const ODD_COURSES: readonly Course[] = ['canceled', 'put-off', 'early', 'annulled'];
const ODD_SHARE = 0.05;

/** @param key identifies the game and its season */
export function planGame(key: string, sportSlug: string) {
  const least = LASTS_SECONDS[sportSlug] ?? 7_200;
  const { least: soonest, most: latest } = RESULT_AFTER_SECONDS;
  return {
    course: ODD_COURSES[Math.floor(noise(`${key}:course`) / ODD_SHARE)] ?? 'played',
    lastsSeconds: Math.floor(least * (1 + noise(`${key}:lasts`) / 7)),
    /** From the end of the game until its result is known. */
    resultAfterSeconds: Math.floor(soonest + noise(`${key}:result`) * (latest - soonest)),
  };
}
