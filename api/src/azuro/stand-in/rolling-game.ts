import { isModernCondition } from '../is-modern-condition.ts';
import type { FixtureCondition } from './fixture.ts';
import {
  type LiveGamePlan,
  type LivePrices,
  makeLiveConditions,
  makeLiveGame,
  priceLiveGame,
} from './live-game.ts';
import { LIVE_MARKETS, winnersAt, winnersIn } from './live-markets.ts';
import { type LiveScore, statusOf } from './live-score.ts';
import {
  clockAt,
  confirmedAt,
  type Episode,
  type LiveScript,
  scoreAt,
  shareLeft,
  writeScript,
} from './live-script.ts';
import { noise } from './noise.ts';
import type { Market } from './offered.ts';
import { type Player, playersOf } from './players.ts';
import { endOf } from './players-condition.ts';
import { drawScorers, type Scorers } from './scorers.ts';
import type { FeedChange, ServedGame } from './stand-in-feed.ts';
import type { Pair } from './winners-of.ts';
import type { Speaker } from './wire-condition.ts';

/** How often prices move, in real seconds. */
const STEP_SECONDS = { before: 15, inPlay: 1.5 };
/** How far the expected goals of a side move around what the script says. */
const WOBBLE = 0.04;

export interface RollingGamePlan extends LiveGamePlan {
  /** The key of chance, different for each game. */
  readonly key: string;
  readonly isAbandoned: boolean;
}

/** A game that is played fast by its script. Its state follows from the clock alone. */
export class RollingGame {
  readonly game: ServedGame;
  readonly script: LiveScript;
  readonly #onMarkets: readonly FixtureCondition[];
  readonly #onPlayers: FixtureCondition;
  readonly #players: readonly Player[];
  /** Of the goals that count, in their order. */
  readonly #scorers: Scorers;
  /** The market of each condition, and the goal that decides it, if one does before the end. */
  readonly #markets: readonly { readonly market: Market; readonly decision: Decision | null }[];
  readonly #phase: number;
  readonly #turn: number;
  #isOver = false;
  #priced = new Map<number, LivePrices>();
  #score: LiveScore;

  /** @param now Unix seconds, up to which it has been played */
  constructor({ key, isAbandoned, ...plan }: RollingGamePlan, now: number) {
    this.script = writeScript(key, { isAbandoned });
    this.#markets = LIVE_MARKETS.map((market) => ({ market, decision: decisionOf(this.script, market) }));
    this.#phase = noise(`${key}:phase`) * STEP_SECONDS.inPlay;
    this.#turn = 2 * Math.PI * noise(`${key}:turn`);
    this.game = makeLiveGame(plan);
    this.#players = playersOf(this.game);
    const sides = goalsOf(this.script).map(({ side }) => side);
    this.#scorers = drawScorers(this.#players, sides, (name) => noise(`${key}:${name}`));
    const unpriced = { ofMarkets: new Map(), ofPlayers: [] };
    [this.#onMarkets, this.#onPlayers] = makeLiveConditions(this.game, unpriced);
    this.#score = this.#scoreAt(-1);
    this.playTo(now);
  }

  /** The last one is on the players. */
  get conditions(): readonly FixtureCondition[] {
    return [...this.#onMarkets, this.#onPlayers];
  }

  get score(): LiveScore {
    return this.#score;
  }

  /** @param now Unix seconds @returns what has changed: first conditions, so that a stop comes before its goal */
  playTo(now: number): FeedChange[] {
    if (this.#isOver) return [];
    const second = now - this.game.startsAt;
    this.#isOver = second >= this.script.resolvesAt;
    const conditions = this.#playConditions(second).map(
      (condition): FeedChange => ({ kind: 'condition', condition }),
    );
    const state = stateAt(this.script, second);
    const isMoved = state !== this.game.state;
    this.game.state = state;
    const score = this.#scoreAt(second);
    const isSame = JSON.stringify(score) === JSON.stringify(this.#score);
    this.#score = score;
    return [
      ...conditions,
      ...(isMoved ? [{ kind: 'game' as const, game: this.game }] : []),
      ...(isSame ? [] : [{ kind: 'score' as const, score }]),
    ];
  }

  #playConditions(second: number): FixtureCondition[] {
    const before = this.#priced;
    this.#priced = new Map();
    const pricesAt = (pricedAt: number) => {
      const at = this.#stepAt(pricedAt);
      // Keeps only the prices that some condition still has.
      const priced = this.#priced.get(at) ?? before.get(at) ?? this.#price(at);
      this.#priced.set(at, priced);
      return priced;
    };
    const changed = this.#onMarkets.filter((condition, i) => {
      const known = this.#markets[i];
      if (known === undefined) return false;
      const moment = conditionAt(this.script, known, second);
      const odds = pricesAt(moment.pricedAt).ofMarkets.get(known.market) ?? [];
      return apply(condition, moment, odds);
    });
    const moment = this.#playersAt(second);
    if (apply(this.#onPlayers, moment, pricesAt(moment.pricedAt).ofPlayers)) changed.push(this.#onPlayers);
    return changed;
  }

  /** The condition on players goes on when one of them has scored. */
  #playersAt(second: number): ConditionMoment {
    const moment = momentAt(this.script, second);
    if (moment.state === 'Canceled') return moment;
    if (moment.state === 'Resolved') return { ...moment, ...endOf(this.#players, this.#scorers) };
    const won = this.#scorersAt(Math.min(second, this.script.endsAt)).map(
      (outcomeId) => [outcomeId, 'Won'] as const,
    );
    return { ...moment, outcomeStates: Object.fromEntries(won) };
  }

  /** The players who have scored with a goal after which conditions are open again. */
  #scorersAt(second: number): string[] {
    return goalsOf(this.script).flatMap(({ reopensAt }, i) => {
      const scorer = this.#scorers.ofGoals[i];
      return scorer === undefined || scorer === null || reopensAt > second ? [] : scorer;
    });
  }

  /** When the prices of this second were made: they move in steps, and at each reopening. */
  #stepAt(second: number): number {
    if (second < 0) return Math.floor(second / STEP_SECONDS.before) * STEP_SECONDS.before;
    const steps = Math.floor((second - this.#phase) / STEP_SECONDS.inPlay);
    const reopened = this.script.episodes.filter(({ reopensAt }) => reopensAt <= second);
    return Math.max(steps * STEP_SECONDS.inPlay + this.#phase, 0, reopened.at(-1)?.reopensAt ?? 0);
  }

  #price(second: number): LivePrices {
    const left = shareLeft(this.script, second);
    const waves = Math.sin(second / 13 + this.#turn) + Math.sin(second / 5 + 2 * this.#turn);
    const wobble = (WOBBLE * waves) / 2;
    const [home, away] = this.script.means;
    const means: Pair = [home * left * (1 + wobble), away * left * (1 - wobble)];
    const [score, scorers] = [confirmedAt(this.script, second), this.#scorersAt(second)];
    return priceLiveGame(this.#players, { score, means, scorers });
  }

  #scoreAt(second: number): LiveScore {
    const { firstEnds, secondBegins, endsAt } = this.script;
    const at = Math.min(second, endsAt);
    const goals = scoreAt(this.script, at);
    const half = scoreAt(this.script, Math.min(at, firstEnds));
    const half2: Pair = [goals[0] - half[0], goals[1] - half[1]];
    return {
      gameId: this.game.gameId,
      status: statusOf(stateAt(this.script, second)),
      ...clockAt(this.script, second),
      goals,
      halves: [at < 0 ? null : half, at < secondBegins ? null : half2],
    };
  }
}

function stateAt({ endsAt, isAbandoned }: LiveScript, second: number): string {
  if (second < 0) return 'Prematch';
  if (second < endsAt) return 'Live';
  return isAbandoned ? 'Canceled' : 'Finished';
}

/** The goals that count. */
const goalsOf = ({ episodes }: LiveScript) => episodes.filter(({ kind }) => kind === 'goal');

/** How a goal decides a condition: it takes bets until `stopsAt`, and is resolved at `reopensAt`, with the winners. */
interface Decision extends Pick<Episode, 'stopsAt' | 'reopensAt'> {
  readonly wonOutcomeIds: readonly string[];
}

function decisionOf(script: LiveScript, market: Market): Decision | null {
  for (const { kind, stopsAt, reopensAt } of script.episodes) {
    if (kind !== 'goal' || reopensAt > script.endsAt) continue;
    const wonOutcomeIds = winnersAt(market, confirmedAt(script, reopensAt));
    if (wonOutcomeIds !== null) return { stopsAt, reopensAt, wonOutcomeIds };
  }
  return null;
}

interface ConditionMoment extends Pick<FixtureCondition, 'state' | 'outcomeStates'> {
  readonly wonOutcomeIds: readonly string[];
  /** The second whose price it has. */
  readonly pricedAt: number;
}

/** A condition at a second. */
function conditionAt(
  script: LiveScript,
  { market, decision }: { readonly market: Market; readonly decision: Decision | null },
  second: number,
): ConditionMoment {
  if (decision !== null && decision.reopensAt <= second)
    return { state: 'Resolved', wonOutcomeIds: decision.wonOutcomeIds, pricedAt: decision.stopsAt };
  const moment = momentAt(script, second);
  if (moment.state !== 'Resolved') return moment;
  return { ...moment, wonOutcomeIds: winnersIn(market, scoreAt(script, script.endsAt)) };
}

/** A condition at a second, if no goal decides it; without its winners. */
function momentAt(script: LiveScript, second: number): ConditionMoment {
  const { endsAt, resolvesAt, isAbandoned, episodes } = script;
  const at = Math.min(second, endsAt);
  const episode = episodes.find(({ stopsAt, reopensAt }) => stopsAt <= at && at < reopensAt);
  const pricedAt = episode?.stopsAt ?? at;
  const stateAtEnd = isAbandoned ? 'Canceled' : second >= resolvesAt ? 'Resolved' : 'Stopped';
  const stateInPlay = episode === undefined ? 'Active' : 'Stopped';
  return { state: second >= endsAt ? stateAtEnd : stateInPlay, wonOutcomeIds: [], pricedAt };
}

/** Brings a condition to this moment. @returns whether it is announced */
function apply(
  condition: FixtureCondition,
  { state, wonOutcomeIds, outcomeStates = {} }: ConditionMoment,
  odds: readonly string[],
): boolean {
  const isSame =
    condition.state === state && condition.outcomes.every((outcome, j) => outcome.odds === odds[j]);
  condition.state = state;
  condition.wonOutcomeIds = [...wonOutcomeIds];
  condition.outcomeStates = outcomeStates;
  for (const [j, outcome] of condition.outcomes.entries()) outcome.odds = odds[j] ?? outcome.odds;
  return !isSame;
}

/**
 * Which part of a condition of such games carries its result: half of them both, a quarter each only one. Modern
 * conditions are of servers that send the states of outcomes.
 */
export function rollingSpeakerOf(conditionId: string): Speaker {
  const share = noise(`${conditionId}:speaker`);
  if (share < 0.5) return 'both';
  if (isModernCondition(conditionId)) return 'outcomes';
  return share < 0.75 ? 'condition' : 'outcomes';
}
