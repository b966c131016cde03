import { groupBy } from '../../rounds/group-by.ts';
import { isDecided } from '../is-decided.ts';
import { Conditions } from './conditions.ts';
import { EARLY_SECONDS, type GamePlan, PUT_OFF, planGame } from './course.ts';
import { driftOdds } from './drift-odds.ts';
import { FIXTURE, type FixtureCondition, type FixtureEvent, type FixtureGame } from './fixture.ts';
import { makeLiveConditions, makeLiveGame, priceLiveGame } from './live-game.ts';
import { type LiveScore, periodOf, statusOf } from './live-score.ts';
import { NO_BETS } from './modern-condition.ts';
import { noise } from './noise.ts';
import { offerGame } from './offer-game.ts';
import { type End, endAt, playScore } from './play-game.ts';
import { playersOf } from './players.ts';
import { endOfPlayers, isOnPlayers } from './players-condition.ts';
import { rollingSpeakerOf } from './rolling-game.ts';
import { RollingGames } from './rolling-games.ts';
import type { Score } from './score.ts';
import { seasonIds } from './season-ids.ts';
import type { Pair } from './winners-of.ts';
import { type Speaker, type WireCondition, wireCondition } from './wire-condition.ts';

/** Goals that each side of a game without a script is expected to score. */
const LIVE_MEANS: Pair = [1.5, 1.2];

export interface Season {
  /** 0 keeps the ids of the fixture. */
  readonly number: number;
  readonly beganAt: Date;
}

/** A game as Azuro serves it, without fields that only our fixture has. */
export type ServedGame = Omit<FixtureGame, 'startsInSeconds'> & {
  /** Unix seconds. */
  startsAt: number;
};

export type FeedChange =
  | { readonly kind: 'game'; readonly game: ServedGame }
  | { readonly kind: 'condition'; readonly condition: FixtureCondition }
  | { readonly kind: 'score'; readonly score: LiveScore };

/**
 * The state of a season's games and conditions: the fixture, changed by its timed events, by the course of each game
 * and by the control calls of tests. Without control calls, all processes that play the same season see the same state
 * at the same time, whenever they start.
 *
 * A game goes Live at its start. After a length set by chance it is Finished and its conditions are Stopped. Some
 * minutes later its main condition is Resolved with a winner drawn by its odds, and so are its other conditions by a
 * score at which that side wins. Those are Canceled that the score doesn't decide. A few games go another way, see
 * course.ts. None of these games takes bets in play; for that there are games that are played fast, see
 * rolling-games.ts.
 */
export class StandInFeed {
  readonly games = new Map<string, ServedGame>();
  readonly #conditions = new Conditions();
  /** Games whose main odds have changed, and the other ones not yet. Catching up, each is priced only once. */
  readonly #leading = new Set<string>();
  readonly #gamesOnly: boolean;
  readonly #drift: boolean;
  readonly #earlier: readonly Season[];
  /** The season number of each condition. */
  readonly #seasonOf = new Map<string, number>();
  #season: Season;
  /** Ordered by time. */
  #timed: { at: number; act: () => FeedChange[] }[] = [];
  /** Main conditions of upcoming games, and the odds around which they drift. */
  readonly #drifting = new Map<string, { anchor: string[]; minute: number }>();
  #made = 0;
  /** Games whose start was moved; they are played without surprises. */
  readonly #moved = new Set<string>();
  /** Which part of a condition carries its result, if not both. */
  readonly #speakers = new Map<string, Speaker>();
  readonly #hasRolling: boolean;
  #rolling = new RollingGames([]);
  /** The scores of games that tests play. */
  readonly #scores = new Map<string, LiveScore>();

  /**
   * @param earlier earlier seasons whose last games are yet to be played
   * @param gamesOnly makes only the fixture's conditions and decides only main ones, in much less time
   * @param rolling whether games are played fast, too
   */
  constructor({
    season,
    earlier = [],
    drift,
    gamesOnly = false,
    rolling = false,
  }: {
    season: Season;
    earlier?: readonly Season[] | undefined;
    drift: boolean;
    gamesOnly?: boolean;
    rolling?: boolean;
  }) {
    this.#gamesOnly = gamesOnly;
    this.#season = season;
    this.#earlier = earlier;
    this.#drift = drift;
    this.#hasRolling = rolling;
    this.begin(season);
  }

  get season(): Season {
    return this.#season;
  }

  /** Drops all changes and plays the season from its beginning. */
  begin(season: Season): void {
    this.#season = season;
    this.#timed = [];
    this.#made = 0;
    this.#moved.clear();
    this.#speakers.clear();
    this.games.clear();
    this.#conditions.clear();
    this.#leading.clear();
    this.#drifting.clear();
    this.#scores.clear();
    const seasons = [...this.#earlier, season].sort((a, b) => a.number - b.number);
    this.#rolling = new RollingGames(this.#hasRolling ? seasons : []);
    for (const each of [...this.#earlier, season]) this.#include(each);
    for (const game of this.games.values()) {
      if (game.state === 'Prematch' || game.state === 'Live') this.#scheduleCourse(game);
    }
    this.#timed.sort((a, b) => a.at - b.at);
    for (const game of this.games.values()) {
      const main = this.mainConditionOf(game.gameId);
      if (this.#drift && game.state === 'Prematch' && main !== undefined) {
        this.#drifting.set(main.conditionId, { anchor: main.outcomes.map((each) => each.odds), minute: -1 });
      }
    }
  }

  /** Adds the games of a season and schedules their events. */
  #include(season: Season): void {
    const ids = seasonIds(season.number);
    const conditions = groupBy(structuredClone(FIXTURE.conditions), ({ game }) => game.gameId);
    for (const { startsInSeconds, ...game } of structuredClone(FIXTURE.games)) {
      const gameId = ids.game(game.gameId);
      // Page and image names contain the id, too.
      const renamed = JSON.parse(JSON.stringify(game).replaceAll(game.gameId, gameId)) as typeof game;
      this.games.set(gameId, { ...renamed, startsAt: secondsOf(season, startsInSeconds) });
      const own = (conditions.get(game.gameId) ?? []).map((condition) => {
        const id = ids.condition(condition.conditionId);
        this.#seasonOf.set(id, season.number);
        return { ...condition, id, conditionId: id, game: { ...condition.game, gameId } };
      });
      const offersOf = this.#gamesOnly ? null : game.gameId;
      this.#conditions.open(gameId, own, { sportSlug: game.sport.slug, offersOf });
    }
    for (const event of FIXTURE.events) {
      this.#timed.push({
        at: season.beganAt.getTime() / 1_000 + event.atSeconds,
        act: () => this.#play(event, season),
      });
    }
  }

  /** Runs all due events. @returns the changes, in order */
  advance(now: number): FeedChange[] {
    const seconds = now / 1_000;
    const changes: FeedChange[] = [];
    for (let next = this.#timed[0]; next !== undefined && next.at <= seconds; next = this.#timed[0]) {
      this.#timed.shift();
      // Drifts first, so that odds which stop drifting keep their value of that moment.
      changes.push(...this.#driftAll(next.at), ...next.act());
    }
    changes.push(...this.#driftAll(seconds));
    for (const gameId of this.#leading) changes.push(...this.#follow(gameId));
    this.#leading.clear();
    changes.push(...this.#rolling.advance(seconds));
    return changes;
  }

  /** All games, without those that were played fast and ended long ago. */
  listGames(): ServedGame[] {
    return [...this.games.values(), ...this.#rolling.list().map(({ game }) => game)];
  }

  /** Any game. */
  game(gameId: string): ServedGame | undefined {
    return this.games.get(gameId) ?? this.#rolling.get(gameId)?.game;
  }

  /** The condition on who wins the game, which is the first of the game. */
  mainConditionOf(gameId: string): FixtureCondition | undefined {
    return this.#conditions.mainOf(gameId);
  }

  conditionsOf(gameId: string): readonly FixtureCondition[] {
    return this.games.has(gameId)
      ? this.#conditions.of(gameId)
      : (this.#rolling.get(gameId)?.conditions ?? []);
  }

  condition(id: string): FixtureCondition | undefined {
    // An id contains the id of its game.
    return (
      this.#conditions.get(id) ??
      this.#rolling.get(id.slice(4, 26))?.conditions.find(({ conditionId }) => conditionId === id)
    );
  }

  /** Changes a condition. @returns the change, or nothing for an unknown condition, like all methods that change one */
  #change(id: string, change: (condition: FixtureCondition) => void): FeedChange[] {
    const condition = this.#conditions.get(id);
    if (condition === undefined) return [];
    change(condition);
    return [{ kind: 'condition', condition }];
  }

  /** Sets odds and stops their drift. */
  setOdds(id: string, odds: Readonly<Record<string, string>>): FeedChange[] {
    const changes = this.#change(id, ({ outcomes }) => {
      this.#drifting.delete(id);
      this.#conditions.fix(id);
      for (const outcome of outcomes) outcome.odds = odds[outcome.outcomeId] ?? outcome.odds;
    });
    return [...changes, ...this.#follow(this.#conditions.get(id)?.game.gameId)];
  }

  /** Lets the other conditions of a game follow its main one. */
  #follow(gameId = ''): FeedChange[] {
    return this.#conditions.follow(gameId).map((condition) => ({ kind: 'condition', condition }));
  }

  setCondition(
    id: string,
    change: {
      state?: string | undefined;
      wonOutcomeIds?: readonly string[] | undefined;
      outcomeStates?: FixtureCondition['outcomeStates'];
    },
  ): FeedChange[] {
    return this.#change(id, (condition) => {
      if (change.state !== undefined) condition.state = change.state;
      if (change.wonOutcomeIds === undefined) return;
      // A result replaces what was said of single outcomes.
      condition.wonOutcomeIds = [...change.wonOutcomeIds];
      condition.outcomeStates = { ...change.outcomeStates };
    });
  }

  /** Sets the states of single outcomes, while their condition goes on. Decided ones take no more bets. */
  setOutcomes(id: string, states: Readonly<Record<string, string>>): FeedChange[] {
    return this.#change(id, (condition) => {
      condition.outcomeStates = { ...condition.outcomeStates, ...states };
      for (const outcome of condition.outcomes)
        if (isDecided(states[outcome.outcomeId])) outcome.odds = NO_BETS;
    });
  }

  /** Sets which part of a condition carries its state and result from now on. */
  setSpeaker(id: string, speaker: Speaker): FeedChange[] {
    return this.#change(id, () => this.#speakers.set(id, speaker));
  }

  /** A condition as it is sent. */
  wire(condition: FixtureCondition): WireCondition {
    const { conditionId, game } = condition;
    const usual = this.games.has(game.gameId) ? 'both' : rollingSpeakerOf(conditionId);
    return wireCondition(condition, this.#speakers.get(conditionId) ?? usual);
  }

  /** @param change `startsAt` in Unix seconds */
  setGame(id: string, change: { state?: string | undefined; startsAt?: number | undefined }): FeedChange[] {
    const game = this.games.get(id);
    if (game === undefined) return [];
    if (change.state !== undefined) game.state = change.state;
    if (game.state !== 'Prematch') this.#drifting.delete(this.mainConditionOf(id)?.conditionId ?? '');
    if (change.startsAt !== undefined) {
      game.startsAt = change.startsAt;
      this.#moved.add(id);
      if (!this.#scores.has(id)) this.#scheduleCourse(game);
      this.#timed.sort((a, b) => a.at - b.at);
    }
    const score = this.#scores.get(id);
    return [
      { kind: 'game', game },
      ...(score === undefined ? [] : this.setScore(id, score.goals, score.clock)),
    ];
  }

  /** Sets the score of a game that `addLiveGame` has added. @param clock such as `63'` or `HT` */
  setScore(gameId: string, goals: Pair, clock: string): FeedChange[] {
    const game = this.games.get(gameId);
    if (game === undefined || !this.#scores.has(gameId)) return [];
    const period = periodOf(clock);
    const score: LiveScore = {
      gameId,
      status: statusOf(game.state),
      period,
      clock,
      goals,
      halves: [period === '2nd half' ? null : goals, null],
    };
    this.#scores.set(gameId, score);
    return [{ kind: 'score', score }];
  }

  /**
   * Adds a football game that takes bets in play and has no course of its own: it goes on only by control calls.
   *
   * @param startsAt Unix seconds
   * @returns its id
   */
  addLiveGame({ startsAt }: { startsAt: number }): string {
    this.#made += 1;
    const serial = String(this.#made).padStart(8, '0');
    const gameId = seasonIds(this.#season.number).game(`10060000000030${serial}`);
    const names = [`Live Home ${serial}`, `Live Away ${serial}`] as const;
    const game = makeLiveGame({ gameId, names, startsAt, turnover: String(this.#made) });
    const prices = priceLiveGame(playersOf(game), { score: [0, 0], means: LIVE_MEANS, scorers: [] });
    const [onMarkets, onPlayers] = makeLiveConditions(game, prices);
    const conditions = [...onMarkets, onPlayers];
    this.games.set(gameId, game);
    this.#conditions.open(gameId, conditions, { sportSlug: game.sport.slug, offersOf: null });
    for (const { conditionId } of conditions) this.#conditions.fix(conditionId);
    const none: LiveScore = {
      gameId,
      status: statusOf(game.state),
      period: '',
      clock: '',
      goals: [0, 0],
      halves: [null, null],
    };
    this.#scores.set(gameId, none);
    return gameId;
  }

  /** Lets a game offer all lines that it understands, not only those nearest to even. @returns the new conditions */
  offerEveryLine(gameId: string): FeedChange[] {
    const game = this.games.get(gameId);
    if (game === undefined) return [];
    const offer = offerGame(game, this.conditionsOf(gameId), { everyLine: true });
    return this.#conditions
      .offer(gameId, offer)
      .map((condition): FeedChange => ({ kind: 'condition', condition }));
  }

  /** Adds invented games that start on the following days. @returns their ids */
  addGames(count: number, now: number): string[] {
    const models = ['33', '45', '31'].map((sportId) =>
      FIXTURE.games.find((game) => game.sport.sportId === sportId && game.state === 'Prematch'),
    );
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const model = models[i % models.length];
      if (model !== undefined) ids.push(this.#addGame(model, now));
    }
    this.#timed.sort((a, b) => a.at - b.at);
    return ids;
  }

  #addGame(model: FixtureGame, now: number): string {
    this.#made += 1;
    const serial = String(this.#made).padStart(8, '0');
    const id = seasonIds(this.#season.number).game(`10060000000010${serial}`);
    const { startsInSeconds: _, ...rest } = structuredClone(model);
    const names = [`Home ${serial}`, `Away ${serial}`];
    const game: ServedGame = {
      ...rest,
      id,
      gameId: id,
      slug: `home-${serial}-away-${serial}-${id}`,
      title: names.join(' - '),
      turnover: String(this.#made),
      participants: names.map((name) => ({ name, image: null })),
      // In 1 to 20 days, so that all of them can be imported.
      startsAt: Math.floor(now / 1_000) + 86_400 + ((this.#made * 997) % (19 * 86_400)),
    };
    this.games.set(id, game);
    const own = FIXTURE.conditions
      .filter((each) => each.game.gameId === model.gameId)
      .slice(0, 2)
      .map((condition, i) => {
        const conditionId = `3006${id}${`${this.#made * 10 + i}`.padStart(22, '0')}`;
        return {
          ...structuredClone(condition),
          id: conditionId,
          conditionId,
          game: { gameId: id, sport: { sportId: game.sport.sportId } },
        };
      });
    this.#conditions.open(id, own, { sportSlug: game.sport.slug, offersOf: null });
    this.#scheduleCourse(game);
    return id;
  }

  /** The key of chance for a condition, the same in every process that plays its season. */
  #keyOf(conditionId: string): string {
    return `${this.#seasonOf.get(conditionId) ?? this.#season.number}:${conditionId}`;
  }

  #planOf({ gameId, sport }: ServedGame): GamePlan {
    const main = this.mainConditionOf(gameId);
    const plan = planGame(this.#keyOf(main?.conditionId ?? gameId), sport.slug);
    return this.#moved.has(gameId) ? { ...plan, course: 'played' } : plan;
  }

  /** Schedules a game. If its start moves, it is scheduled again, and the old events do nothing. */
  #scheduleCourse(game: ServedGame): void {
    const { gameId, startsAt } = game;
    const { course, lastsSeconds, resultAfterSeconds } = this.#planOf(game);
    const then = (from: string, act: () => FeedChange[]) => () => {
      const current = this.games.get(gameId);
      return current?.state === from && current.startsAt === startsAt ? act() : [];
    };
    const endsAt = startsAt + lastsSeconds;
    if (course === 'put-off') {
      const at = startsAt - PUT_OFF.saidBeforeSeconds;
      this.#timed.push({ at, act: then('Prematch', () => this.#moveGame(gameId, PUT_OFF.bySeconds)) });
    }
    if (game.state === 'Prematch') {
      this.#timed.push({ at: startsAt, act: then('Prematch', () => this.#begin(gameId, course)) });
    }
    this.#timed.push(
      { at: endsAt, act: then('Live', () => this.finishGame(gameId)) },
      {
        at: endsAt + resultAfterSeconds,
        act: then('Finished', () => this.#decide(gameId, { isAnnulled: course === 'annulled' })),
      },
    );
  }

  #begin(gameId: string, course: GamePlan['course']): FeedChange[] {
    if (course === 'canceled') return this.cancelGame(gameId);
    const startsAt = this.games.get(gameId)?.startsAt ?? 0;
    return this.setGame(gameId, {
      state: 'Live',
      ...(course === 'early' && { startsAt: startsAt - EARLY_SECONDS }),
    });
  }

  #moveGame(gameId: string, bySeconds: number): FeedChange[] {
    return this.setGame(gameId, { startsAt: (this.games.get(gameId)?.startsAt ?? 0) + bySeconds });
  }

  /** Cancels the game and all its conditions. */
  cancelGame(gameId: string): FeedChange[] {
    const priced = this.#follow(gameId);
    const conditions = this.conditionsOf(gameId).flatMap(({ conditionId }) =>
      this.setCondition(conditionId, { state: 'Canceled', wonOutcomeIds: [] }),
    );
    return [...priced, ...this.setGame(gameId, { state: 'Canceled' }), ...conditions];
  }

  /** Ends the game: its conditions take no more bets and await their result. */
  finishGame(gameId: string): FeedChange[] {
    const priced = this.#follow(gameId);
    const stopped = this.conditionsOf(gameId)
      .filter((condition) => condition.state === 'Active')
      .flatMap(({ conditionId }) => this.setCondition(conditionId, { state: 'Stopped' }));
    return [...priced, ...stopped, ...this.setGame(gameId, { state: 'Finished' })];
  }

  /** Draws a winner by the odds, and plays a score for the other conditions. */
  #decide(gameId: string, { isAnnulled }: { isAnnulled: boolean }): FeedChange[] {
    const main = this.mainConditionOf(gameId);
    if (main === undefined) return [];
    const decided =
      main.state === 'Stopped' ? this.setCondition(main.conditionId, this.#endOfMain(main, isAnnulled)) : [];
    const game = this.games.get(gameId);
    const sport = game?.sport.slug ?? '';
    const score = this.#playScore(sport, main);
    const key = this.#keyOf(main.conditionId);
    const endOf = (condition: FixtureCondition) =>
      game !== undefined && isOnPlayers(condition)
        ? endOfPlayers(playersOf(game), score, (name) => noise(`${key}:${name}`))
        : endAt(sport, condition, score);
    const others = this.conditionsOf(gameId)
      .filter(({ state }) => state === 'Stopped')
      .flatMap((each) => this.setCondition(each.conditionId, endOf(each)));
    return [...decided, ...others];
  }

  #endOfMain(main: FixtureCondition, isAnnulled: boolean): End {
    if (isAnnulled) return { state: 'Canceled', wonOutcomeIds: [] };
    return { state: 'Resolved', wonOutcomeIds: [this.#drawWinner(main)] };
  }

  /** A score at which the winner of the main condition wins; null if it has none, or several. */
  #playScore(sportSlug: string, main: FixtureCondition): Score | null {
    const [winner, ...more] = main.state === 'Resolved' ? main.wonOutcomeIds : [];
    if (winner === undefined || more.length > 0 || this.#gamesOnly) return null;
    const key = this.#keyOf(main.conditionId);
    return playScore(sportSlug, { main, winner, noise: (name) => noise(`${key}:${name}`) });
  }

  #drawWinner({ conditionId, outcomes }: FixtureCondition): string {
    const chances = outcomes.map((outcome) => 1 / Number(outcome.odds));
    let left = noise(this.#keyOf(conditionId)) * chances.reduce((sum, chance) => sum + chance, 0);
    const winner = outcomes.find((_, i) => {
      left -= chances[i] ?? 0;
      return left < 0;
    });
    return winner?.outcomeId ?? outcomes[0]?.outcomeId ?? '';
  }

  #play(event: FixtureEvent, season: Season): FeedChange[] {
    const ids = seasonIds(season.number);
    if (event.gameId !== undefined) {
      const { state, startsInSeconds } = event;
      if (state === 'Finished') return this.finishGame(ids.game(event.gameId));
      if (state === 'Canceled') return this.cancelGame(ids.game(event.gameId));
      const startsAt = startsInSeconds === undefined ? undefined : secondsOf(season, startsInSeconds);
      return this.setGame(ids.game(event.gameId), { state, startsAt });
    }
    const id = ids.condition(event.conditionId ?? '');
    const { odds, state, wonOutcomeIds } = event;
    const condition = this.#conditions.get(id);
    if (condition === undefined) return [];
    if (odds !== undefined) {
      for (const outcome of condition.outcomes) outcome.odds = odds[outcome.outcomeId] ?? outcome.odds;
      const drifting = this.#drifting.get(id);
      if (drifting !== undefined) drifting.anchor = condition.outcomes.map((outcome) => outcome.odds);
      this.#leading.add(condition.game.gameId);
    }
    return this.setCondition(id, { state, wonOutcomeIds });
  }

  #driftAll(seconds: number): FeedChange[] {
    return [...this.#drifting].flatMap(([id, drifting]) => this.#driftOne(id, drifting, seconds));
  }

  /** Each condition drifts at a different second, so that prices change one by one. */
  #driftOne(id: string, drifting: { anchor: string[]; minute: number }, seconds: number): FeedChange[] {
    const key = this.#keyOf(id);
    const minute = Math.floor(seconds / 60 + noise(key));
    const condition = this.#conditions.get(id);
    if (minute === drifting.minute || condition?.state !== 'Active') return [];
    drifting.minute = minute;
    const odds = driftOdds(drifting.anchor, { key, minute });
    if (condition.outcomes.every((outcome, i) => outcome.odds === odds[i])) return [];
    for (const [i, outcome] of condition.outcomes.entries()) outcome.odds = odds[i] ?? outcome.odds;
    this.#leading.add(condition.game.gameId);
    return [{ kind: 'condition', condition }];
  }
}

/** Unix seconds. */
function secondsOf({ beganAt }: Season, afterBeginning: number): number {
  return Math.floor(beganAt.getTime() / 1_000 + afterBeginning);
}
