const MINUTE_MS = 60_000;

/** How long games usually take, in minutes, with their breaks. */
const USUAL_MINUTES: Readonly<Record<string, number>> = {
  soccer: 120,
  basketball: 150,
  hockey: 165,
  football: 210,
  baseball: 210,
  mma: 60,
  boxing: 60,
};
/** Of other sports, such as tennis. */
const OTHERS_MINUTES = 180;
/** A game that goes on for longer than expected ends this long after we look. */
const GOES_ON_MINUTES = 10;

/**
 * Minutes that a game of soccer is played, those before half time, and those that its clock has to show before it says how fast
 * time passes. A minute of a game takes at most `slowest` minutes, half time included: one that takes longer began late.
 */
const SOCCER = { lasts: 93, half: 45, judgedFrom: 5, slowest: 1.5 } as const;

/**
 * When a running game is expected to end.
 *
 * @param game.subcategory of core/markets/category-taxonomy.ts
 * @param game.clock as the feed gives it, such as `63'` or `HT`; a clock of soccer tells how fast the game is played
 * @returns later than `now`
 */
export function expectedEnd(game: { subcategory: string; startedAt: Date; clock: string }, now: Date): Date {
  const { subcategory, startedAt, clock } = game;
  const goesOn = now.getTime() + GOES_ON_MINUTES * MINUTE_MS;
  const usual = startedAt.getTime() + (USUAL_MINUTES[subcategory] ?? OTHERS_MINUTES) * MINUTE_MS;
  const played = subcategory === 'soccer' ? minuteOf(clock) : null;
  const elapsed = now.getTime() - startedAt.getTime();
  if (played === null || played < SOCCER.judgedFrom || elapsed <= 0)
    return new Date(usual > now.getTime() ? usual : goesOn);
  const pace = Math.min(SOCCER.slowest, elapsed / (played * MINUTE_MS));
  return new Date(now.getTime() + Math.ceil(Math.max(1, SOCCER.lasts - played) * pace * MINUTE_MS));
}

/** The minute of a clock such as `63'`, `90+2'` or `HT`; null if it shows none. */
function minuteOf(clock: string): number | null {
  if (clock === 'HT') return SOCCER.half;
  const [, minute, added] = /^(\d{1,3})(?:\+(\d{1,2}))?'$/.exec(clock) ?? [];
  return minute === undefined ? null : Number(minute) + Number(added ?? 0);
}
