import { pick } from './counts.ts';
import { Distribution } from './distribution.ts';
import type { Part } from './offered.ts';
import { type Score, type ScoreModel, type SideChances, solve } from './score.ts';
import { type Pair, type Side, sideOf } from './winners-of.ts';

interface TennisSet {
  readonly games: Pair;
  readonly chance: number;
}

/** In how many orders a side can win 6-0, 6-1 and so on, if it wins the last game. */
const WAYS_TO_SIX = [1, 6, 21, 56, 126];
const WAYS_TO_FIVE_ALL = 252;
/** More than a side can win in three sets. */
const MOST_GAMES = 22;

/**
 * Best of three sets. The first side wins each game, tie-breaks included, with the same chance, such that it wins the
 * match as often as the main condition says.
 */
export class TennisModel implements ScoreModel {
  readonly #sets: readonly TennisSet[];
  readonly #known = new Map<TennisPart, Distribution>();

  constructor([homeWins]: SideChances) {
    const game = solve(homeWins, (each) => {
      const set = setChance(setsOf(each));
      return set * set * (3 - 2 * set);
    });
    this.#sets = setsOf(game);
  }

  of(part: Part): Distribution | undefined {
    if (!isTennisPart(part)) return undefined;
    const known = this.#known.get(part) ?? distributionOf(part, this.#sets);
    this.#known.set(part, known);
    return known;
  }

  draw(winner: Side, noise: (name: string) => number): Score {
    const matches: (readonly TennisSet[])[] = [];
    const chances: number[] = [];
    eachMatch(this.#sets, (sets, chance) => {
      const [home, away] = pairOf('sets', sets);
      if (sideOf(home - away) !== winner) return;
      matches.push(sets);
      chances.push(chance);
    });
    const played = matches[pick(chances, noise('score'))] ?? [];
    return Object.fromEntries(TENNIS_PARTS.map((part) => [part, pairOf(part, played)]));
  }
}

const TENNIS_PARTS = ['sets', 'games', 'set1', 'set2'] as const;
type TennisPart = (typeof TENNIS_PARTS)[number];

function isTennisPart(part: Part): part is TennisPart {
  return TENNIS_PARTS.some((each) => each === part);
}

/** All sets, from 6-0 to 7-6 and back, if the first side wins each game with this chance. */
function setsOf(game: number): TennisSet[] {
  return [0, 1].flatMap((side) => {
    const win = side === 0 ? game : 1 - game;
    const loss = 1 - win;
    const fiveAll = WAYS_TO_FIVE_ALL * (win * loss) ** 5;
    const sets = WAYS_TO_SIX.map((ways, lost) => ({ won: 6, lost, chance: ways * win ** 6 * loss ** lost }));
    sets.push(
      { won: 7, lost: 5, chance: fiveAll * win ** 2 },
      { won: 7, lost: 6, chance: fiveAll * 2 * win * loss * win },
    );
    return sets.map(
      ({ won, lost, chance }): TennisSet => ({ games: side === 0 ? [won, lost] : [lost, won], chance }),
    );
  });
}

/** The chance that the first side wins a set. */
function setChance(sets: readonly TennisSet[]): number {
  return sets.reduce((sum, { games, chance }) => sum + (games[0] > games[1] ? chance : 0), 0);
}

/** Visits each way in which two or three sets decide a match. */
function eachMatch(
  sets: readonly TennisSet[],
  visit: (sets: readonly TennisSet[], chance: number) => void,
): void {
  for (const first of sets) {
    for (const second of sets) {
      const chance = first.chance * second.chance;
      if (isHomes(first) === isHomes(second)) visit([first, second], chance);
      else for (const third of sets) visit([first, second, third], chance * third.chance);
    }
  }
}

function isHomes({ games }: TennisSet): boolean {
  return games[0] > games[1];
}

function distributionOf(part: TennisPart, sets: readonly TennisSet[]): Distribution {
  const pairs = new Distribution([0, 0], [MOST_GAMES, MOST_GAMES]);
  if (part === 'set1' || part === 'set2') for (const { games, chance } of sets) pairs.add(...games, chance);
  else eachMatch(sets, (played, chance) => pairs.add(...pairOf(part, played), chance));
  return pairs;
}

/** The numbers of both sides in one part of a match. */
function pairOf(part: TennisPart, sets: readonly TennisSet[]): Pair {
  if (part === 'set1' || part === 'set2') return sets[part === 'set1' ? 0 : 1]?.games ?? [0, 0];
  let [home, away] = [0, 0];
  for (const set of sets) {
    home += part === 'games' ? set.games[0] : Number(isHomes(set));
    away += part === 'games' ? set.games[1] : Number(!isHomes(set));
  }
  return [home, away];
}
