import { type Counts, compare, countsOf, divide, pick } from './counts.ts';
import { combine, Distribution } from './distribution.ts';
import type { Part } from './offered.ts';
import { type Score, type ScoreModel, type SideChances, solve } from './score.ts';
import { type Pair, type Side, sideOf } from './winners-of.ts';

/** How much a sport scores, so that the fixture's prices of totals fit. */
export interface GoalSport {
  /** Goals, points or runs of both sides without overtime. */
  readonly total: number;
  /** The variance of a side's score as a multiple of its mean. */
  readonly spread: number;
  /** The share of the score that comes in the first half, or in hockey in the first period. */
  readonly firstShare: number;
  /** The chance of a tie before an overtime, if not that of independent scores. */
  readonly ties?: number;
}

/** What one side scores: in all, and in the two parts of the game. */
interface Scoring {
  readonly all: Counts;
  readonly first: Counts;
  readonly second: Counts;
}

/**
 * Both sides score independently, and so do the parts of the game. The first side's share of all goals is such that it
 * wins as often as the main condition says. If that has a draw, ties are made as likely as it says, at the cost of all
 * other scores. If not, an overtime of one goal ends a tie, and the first side scores it by its share.
 */
export class GoalModel implements ScoreModel {
  readonly #sport: GoalSport;
  /** Of the first side, in all goals. */
  readonly #share: number;
  readonly #home: Scoring;
  readonly #away: Scoring;
  readonly #hasDraw: boolean;
  /** By side: how much more likely such a score is than with independent scores. */
  readonly #weights: readonly [number, number, number];
  readonly #known = new Map<Part, Distribution | undefined>();

  constructor(sport: GoalSport, [homeWins, draw]: SideChances) {
    this.#sport = sport;
    this.#hasDraw = draw !== null;
    const ties = draw ?? sport.ties;
    this.#share = solve(homeWins, (share) => {
      const [win, tie, loss] = compare(...countsByShare(sport, share));
      return ((1 - (ties ?? tie)) * win) / (win + loss) + (this.#hasDraw ? 0 : (ties ?? tie) * share);
    });
    this.#home = scoringOf(sport, sport.total * this.#share);
    this.#away = scoringOf(sport, sport.total * (1 - this.#share));
    const [, tie] = compare(this.#home.all, this.#away.all);
    const decided = (1 - (ties ?? tie)) / (1 - tie);
    this.#weights = [decided, (ties ?? tie) / tie, decided];
  }

  of(part: Part): Distribution | undefined {
    if (!this.#known.has(part)) this.#known.set(part, this.#make(part));
    return this.#known.get(part);
  }

  #make(part: Part): Distribution | undefined {
    const [home, away] = [this.#home, this.#away];
    switch (part) {
      case 'game':
        return this.#game();
      case 'final':
        return this.#withOvertime(this.#game());
      case 'first':
        return combine(home.first, away.first, this.#weightAfter(home.second, away.second));
      case 'second':
        return combine(home.second, away.second, this.#weightAfter(home.first, away.first));
      case 'halves':
        return this.#halves();
      default:
        return undefined;
    }
  }

  #halves(): Distribution {
    const weightOf = remember((total) => this.#weightOfTotal(total));
    const { firstShare } = this.#sport;
    return combine(this.#goalsIn(firstShare), this.#goalsIn(1 - firstShare), (first, second) =>
      weightOf(first + second),
    );
  }

  /** Goals of both sides in one part of the game. */
  #goalsIn(share: number): Counts {
    return countsOf(this.#sport.total * share, this.#sport.spread);
  }

  #game(): Distribution {
    return combine(this.#home.all, this.#away.all, (home, away) => this.#weights[sideOf(home - away)]);
  }

  #withOvertime(game: Distribution): Distribution {
    const final = new Distribution(game.from, [game.end[0] + 1, game.end[1] + 1]);
    game.each((home, away, chance) => {
      if (home === away) {
        final.add(home + 1, away, chance * this.#share);
        final.add(home, away + 1, chance * (1 - this.#share));
      } else final.add(home, away, chance);
    });
    return final;
  }

  /** The weight of a score in one part of the game, which depends on what the other part makes of it. */
  #weightAfter(otherHome: Counts, otherAway: Counts): (home: number, away: number) => number {
    if (this.#weights[1] === 1) return () => 1;
    const ofLead = remember((lead) => {
      const ends = compare(otherHome, otherAway, lead);
      return ends.reduce((sum, chance, side) => sum + chance * (this.#weights[side] ?? 0), 0);
    });
    return (home, away) => ofLead(home - away);
  }

  /** The weight of a number of goals, however the sides and the parts of the game share them. */
  #weightOfTotal(total: number): number {
    const ways = divide(total, this.#home.all, this.#away.all);
    const [sum, weighted] = ways.reduce(
      ([all, made], chance, home) => [all + chance, made + chance * this.#weights[sideOf(2 * home - total)]],
      [0, 0],
    );
    return sum > 0 ? weighted / sum : 0;
  }

  /** Of a score at which `ahead` leads before an overtime, if `winner` wins the game. */
  #weightOf(ahead: Side, winner: Side): number {
    if (ahead === winner) return this.#weights[ahead];
    if (ahead !== 1 || this.#hasDraw) return 0;
    return this.#weights[1] * (winner === 0 ? this.#share : 1 - this.#share);
  }

  draw(winner: Side, noise: (name: string) => number): Score {
    const [home, away] = combine(this.#home.all, this.#away.all, (h, a) =>
      this.#weightOf(sideOf(h - a), winner),
    ).draw(noise('score'));
    const goesHome = winner === 1 ? noise('overtime') < this.#share : winner === 0;
    const first: Pair = [
      pick(divide(home, this.#home.first, this.#home.second), noise('first:home')),
      pick(divide(away, this.#away.first, this.#away.second), noise('first:away')),
    ];
    return {
      game: [home, away],
      final: home !== away ? [home, away] : goesHome ? [home + 1, away] : [home, away + 1],
      first,
      second: [home - first[0], away - first[1]],
      halves: [first[0] + first[1], home + away - first[0] - first[1]],
    };
  }
}

function countsByShare({ total, spread }: GoalSport, share: number): [Counts, Counts] {
  return [countsOf(total * share, spread), countsOf(total * (1 - share), spread)];
}

function scoringOf({ spread, firstShare }: GoalSport, mean: number): Scoring {
  return {
    all: countsOf(mean, spread),
    first: countsOf(mean * firstShare, spread),
    second: countsOf(mean * (1 - firstShare), spread),
  };
}

/** The same function, which computes each value once. */
function remember(compute: (value: number) => number): (value: number) => number {
  const known = new Map<number, number>();
  return (value) => {
    const result = known.get(value) ?? compute(value);
    known.set(value, result);
    return result;
  };
}
