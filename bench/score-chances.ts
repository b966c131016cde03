/** Goals of each team. */
export interface Score {
  readonly home: number;
  readonly away: number;
}

/** Goals that a whole game has on average, 2.7 together. */
const GOALS_OF_GAME: Score = { home: 1.5, away: 1.2 };

/** Goals of the teams together in a whole game, on average. */
export const GOALS_TOGETHER = GOALS_OF_GAME.home + GOALS_OF_GAME.away;

/** The share of all goals that the home team scores. */
export const SHARE_OF_HOME = GOALS_OF_GAME.home / GOALS_TOGETHER;

/** A team that scores 1.5 times a game scores more often than this once in 10^16 games. */
const MOST_GOALS = 25;

/**
 * The exact chances of home, draw and away when both teams score by independent Poisson processes.
 *
 * @param left the share of the game that is still to be played, 0 to 1
 */
export function winnerChances({ home, away }: Score, left: number): number[] {
  const ofHome = poisson(GOALS_OF_GAME.home * left);
  const ofAway = poisson(GOALS_OF_GAME.away * left);
  const chances = [0, 0, 0];
  // How likely it is that away scores at most as often.
  let below = 0;
  let counted = 0;
  for (const [goals, chance] of ofHome.entries()) {
    const even = home + goals - away;
    for (; counted < even && counted <= MOST_GOALS; counted += 1) below += ofAway[counted] ?? 0;
    const draw = ofAway[even] ?? 0;
    chances[0] = (chances[0] ?? 0) + chance * below;
    chances[1] = (chances[1] ?? 0) + chance * draw;
    chances[2] = (chances[2] ?? 0) + chance * Math.max(0, 1 - below - draw);
  }
  return chances;
}

/** The exact chances of more and fewer goals than a line such as 2.5. */
export function totalChances({ home, away }: Score, left: number, line: number): number[] {
  const needed = Math.ceil(line) - home - away;
  const under = poisson(GOALS_TOGETHER * left)
    .slice(0, Math.max(0, needed))
    .reduce((sum, chance) => sum + chance, 0);
  return [Math.max(0, 1 - under), under];
}

/** The chances of 0, 1, 2 and more events. */
function poisson(mean: number): number[] {
  const chances = [Math.exp(-mean)];
  for (let count = 1; count <= MOST_GOALS; count += 1)
    chances.push(((chances[count - 1] ?? 0) * mean) / count);
  return chances;
}
