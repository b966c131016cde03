import type { FixtureCondition } from './fixture.ts';
import { type LiveGamePlan, makeLiveConditions, makeLiveGame } from './live-game.ts';
import { LIVE_MARKETS, priceLive, winnersAt, winnersIn } from './live-markets.ts';
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
  readonly conditions: readonly FixtureCondition[];
  readonly script: LiveScript;
  /** The market of each condition, and the goal that decides it, if one does before the end. */
  readonly #markets: readonly { readonly market: Market; readonly decision: Decision | null }[];
  readonly #phase: number;
  readonly #turn: number;
  #isOver = false;
  #priced = new Map<number, ReadonlyMap<Market, readonly string[]>>();
  #score: LiveScore;

  /** @param now Unix seconds, up to which it has been played */
  constructor({ key, isAbandoned, ...plan }: RollingGamePlan, now: number) {
    this.script = writeScript(key, { isAbandoned });
    this.#markets = LIVE_MARKETS.map((market) => ({ market, decision: decisionOf(this.script, market) }));
    this.#phase = noise(`${key}:phase`) * STEP_SECONDS.inPlay;
    this.#turn = 2 * Math.PI * noise(`${key}:turn`);
    this.game = makeLiveGame(plan);
    this.conditions = makeLiveConditions(this.game, () => []);
    this.#score = this.#scoreAt(-1);
    this.playTo(now);
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
    return this.conditions.filter((condition, i) => {
      const known = this.#markets[i];
      if (known === undefined) return false;
      const { state, wonOutcomeIds, pricedAt } = conditionAt(this.script, known, second);
      const at = this.#stepAt(pricedAt);
      // Keeps only the prices that some condition still has.
      const priced = this.#priced.get(at) ?? before.get(at) ?? this.#price(at);
      this.#priced.set(at, priced);
      const odds = priced.get(known.market) ?? [];
      const isSame =
        condition.state === state && condition.outcomes.every((outcome, j) => outcome.odds === odds[j]);
      condition.state = state;
      condition.wonOutcomeIds = [...wonOutcomeIds];
      for (const [j, outcome] of condition.outcomes.entries()) outcome.odds = odds[j] ?? outcome.odds;
      return !isSame;
    });
  }

  /** When the prices of this second were made: they move in steps, and at each reopening. */
  #stepAt(second: number): number {
    if (second < 0) return Math.floor(second / STEP_SECONDS.before) * STEP_SECONDS.before;
    const steps = Math.floor((second - this.#phase) / STEP_SECONDS.inPlay);
    const reopened = this.script.episodes.filter(({ reopensAt }) => reopensAt <= second);
    return Math.max(steps * STEP_SECONDS.inPlay + this.#phase, 0, reopened.at(-1)?.reopensAt ?? 0);
  }

  #price(second: number): Map<Market, readonly string[]> {
    const left = shareLeft(this.script, second);
    const waves = Math.sin(second / 13 + this.#turn) + Math.sin(second / 5 + 2 * this.#turn);
    const wobble = (WOBBLE * waves) / 2;
    const [home, away] = this.script.means;
    const means: Pair = [home * left * (1 + wobble), away * left * (1 - wobble)];
    return priceLive(confirmedAt(this.script, second), means);
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

interface ConditionMoment {
  readonly state: string;
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
  const { endsAt, resolvesAt, isAbandoned, episodes } = script;
  if (decision !== null && decision.reopensAt <= second)
    return { state: 'Resolved', wonOutcomeIds: decision.wonOutcomeIds, pricedAt: decision.stopsAt };
  const at = Math.min(second, endsAt);
  const episode = episodes.find(({ stopsAt, reopensAt }) => stopsAt <= at && at < reopensAt);
  const pricedAt = episode?.stopsAt ?? at;
  if (second >= endsAt && isAbandoned) return { state: 'Canceled', wonOutcomeIds: [], pricedAt };
  if (second >= resolvesAt)
    return { state: 'Resolved', wonOutcomeIds: winnersIn(market, scoreAt(script, endsAt)), pricedAt };
  const isStopped = second >= endsAt || episode !== undefined;
  return { state: isStopped ? 'Stopped' : 'Active', wonOutcomeIds: [], pricedAt };
}

/** Which part of a condition of such games carries its result: half of them both, a quarter each only one. */
export function rollingSpeakerOf(conditionId: string): Speaker {
  const share = noise(`${conditionId}:speaker`);
  if (share < 0.5) return 'both';
  return share < 0.75 ? 'condition' : 'outcomes';
}
