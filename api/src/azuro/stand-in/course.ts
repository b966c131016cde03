import { noise } from './noise.ts';

/**
 * How a game goes, as chance has decided for its season and id: the same for whoever plays the season. Most are played
 * as was said; of a hundred about five each
 * - are `canceled` at the moment they should begin, with all their conditions,
 * - are `put-off` three quarters of an hour, which is said half an hour before they should begin,
 * - begin `early`: when they should begin they turn out to run for three minutes already,
 * - are `annulled`: played to their end, after which nobody wins and their main condition is canceled.
 */
export type Course = 'played' | 'canceled' | 'put-off' | 'early' | 'annulled';

export interface GamePlan {
  readonly course: Course;
  readonly lastsSeconds: number;
  /** From the end of the game until its result is known. */
  readonly resultAfterSeconds: number;
}

export const PUT_OFF = { saidBeforeSeconds: 1_800, bySeconds: 2_700 } as const;
export const EARLY_SECONDS = 180;

/** Seconds that a game takes at least; chance adds up to a seventh of it. All end within hours, so that bets do. */
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

/** @param key of the game, and of its season */
export function planGame(key: string, sportSlug: string): GamePlan {
  const least = LASTS_SECONDS[sportSlug] ?? 7_200;
  const { least: soonest, most: latest } = RESULT_AFTER_SECONDS;
  return {
    course: ODD_COURSES[Math.floor(noise(`${key}:course`) / ODD_SHARE)] ?? 'played',
    lastsSeconds: Math.floor(least * (1 + noise(`${key}:lasts`) / 7)),
    resultAfterSeconds: Math.floor(soonest + noise(`${key}:result`) * (latest - soonest)),
  };
}
