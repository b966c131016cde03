import { pick, sumOf } from './counts.ts';
import type { Distribution } from './distribution.ts';
import type { Player } from './players.ts';
import { oddsOf } from './price-markets.ts';

/** Of players who don't play after all. */
const ABSENT_SHARE = 0.1;

/** How likely each player scores at least once, if he plays. @param goals of both sides, of which each is his by his share */
function chancesToScore(players: readonly Player[], goals: Distribution): number[] {
  // By side: the chance of each number of goals.
  const counts: [number[], number[]] = [[], []];
  goals.each((home, away, chance) => {
    counts[0][home] = (counts[0][home] ?? 0) + chance;
    counts[1][away] = (counts[1][away] ?? 0) + chance;
  });
  return players.map(({ side, share }) =>
    sumOf(counts[side].map((chance, number) => chance * (1 - (1 - share) ** number))),
  );
}

/** The odds that each player scores. The stakes on one who doesn't play are returned, so that changes no odds. */
export function oddsToScore(players: readonly Player[], goals: Distribution): string[] {
  return chancesToScore(players, goals).map((chance) => oddsOf(1 / chance));
}

/** Who plays, and who scores which goal. */
export interface Scorers {
  readonly absent: ReadonlySet<string>;
  /** The outcome id of each goal's scorer; null: another player, on whom no bets are taken. */
  readonly ofGoals: readonly (string | null)[];
}

/**
 * Draws who plays and who scores.
 *
 * @param sides of the goals, in their order
 * @param noise a number from 0 to below 1 for each name, always the same one
 */
export function drawScorers(
  players: readonly Player[],
  sides: readonly (0 | 1)[],
  noise: (name: string) => number,
): Scorers {
  const isAbsent = ({ outcomeId }: Player) => noise(`absent:${outcomeId}`) < ABSENT_SHARE;
  const absent = new Set(players.filter(isAbsent).map(({ outcomeId }) => outcomeId));
  const ofGoals = sides.map((side, i) => {
    const own = players.filter((player) => player.side === side);
    const shares = own.map(({ share }) => share);
    const scorer = own[pick([...shares, 1 - sumOf(shares)], noise(`scorer:${i}`))];
    // Others score the goals of one who doesn't play, so the chances of his teammates stay as they are.
    return scorer === undefined || absent.has(scorer.outcomeId) ? null : scorer.outcomeId;
  });
  return { absent, ofGoals };
}
