import type { ScoreUpdate } from './azuro-feed.ts';

/** The later of two scores of a game, which remembers whether the score changed in between: a goal that is taken back at once counts. */
export const laterScore = <T extends ScoreUpdate>(earlier: T, later: T): T => {
  const isChanged = earlier.isChanged === true || `${earlier.score}` !== `${later.score}`;
  return isChanged ? { ...later, isChanged } : later;
};
