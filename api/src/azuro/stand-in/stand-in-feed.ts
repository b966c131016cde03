import { EARLY_SECONDS, type GamePlan, PUT_OFF, planGame } from './course.ts';
import { driftOdds } from './drift-odds.ts';
import { FIXTURE, type FixtureCondition, type FixtureEvent, type FixtureGame } from './fixture.ts';
import { noise } from './noise.ts';
import { seasonIds } from './season-ids.ts';
import { type Speaker, type WireCondition, wireCondition } from './wire-condition.ts';

export interface Season {
  /** 0 keeps the ids of the fixture. */
  readonly number: number;
  readonly beganAt: Date;
}

/** As served, without what only our fixture has. */
export type ServedGame = Omit<FixtureGame, 'startsInSeconds'> & {
  /** Unix seconds. */
  startsAt: number;
};

export type FeedChange =
  | { readonly kind: 'game'; readonly game: ServedGame }
  | { readonly kind: 'condition'; readonly condition: FixtureCondition };

/**
 * The games and conditions of a season as they stand at a moment: the fixture, moved by its timed events, by the
 * course of each game and by whoever holds the controls. What time does is the same for everybody with the same
 * season, whenever they begin to look.
 *
 * A game goes Live at its start. After the length that chance gave it, it is Finished and its conditions are Stopped;
 * some minutes later its main condition is Resolved with a winner drawn by its odds, and the others are Canceled,
 * because on them the stand-in plays no result. A few games go another way, see course.ts.
 */
export class StandInFeed {
  readonly games = new Map<string, ServedGame>();
  readonly conditions = new Map<string, FixtureCondition>();
  readonly #drift: boolean;
  readonly #earlier: readonly Season[];
  /** The number of the season that a condition is of. */
  readonly #seasonOf = new Map<string, number>();
  #season: Season;
  /** In the order of their time. */
  #timed: { at: number; act: () => FeedChange[] }[] = [];
  /** Main conditions of games that wait to begin, and the odds they wander around. */
  readonly #drifting = new Map<string, { anchor: string[]; minute: number }>();
  #made = 0;
  /** Games that whoever holds the controls has moved are played as they were told. */
  readonly #told = new Set<string>();
  /** Who says how a condition stands, where it is not both. */
  readonly #speakers = new Map<string, Speaker>();

  /** @param earlier seasons before it whose last games are still to be played */
  constructor({
    season,
    earlier = [],
    drift,
  }: {
    season: Season;
    earlier?: readonly Season[] | undefined;
    drift: boolean;
  }) {
    this.#season = season;
    this.#earlier = earlier;
    this.#drift = drift;
    this.begin(season);
  }

  get season(): Season {
    return this.#season;
  }

  /** Forgets all that was changed, and plays the season from its beginning. */
  begin(season: Season): void {
    this.#season = season;
    this.#timed = [];
    this.#made = 0;
    this.#told.clear();
    this.#speakers.clear();
    this.games.clear();
    this.conditions.clear();
    this.#drifting.clear();
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

  /** Adds the games of a season, and what is to happen to them. */
  #include(season: Season): void {
    const ids = seasonIds(season.number);
    for (const { startsInSeconds, ...game } of structuredClone(FIXTURE.games)) {
      const id = ids.game(game.gameId);
      // Names of pages and images hold the id, too.
      const renamed = JSON.parse(JSON.stringify(game).replaceAll(game.gameId, id)) as typeof game;
      this.games.set(id, { ...renamed, startsAt: secondsOf(season, startsInSeconds) });
    }
    for (const condition of structuredClone(FIXTURE.conditions)) {
      const id = ids.condition(condition.conditionId);
      const gameId = ids.game(condition.game.gameId);
      const game = { ...condition.game, gameId };
      this.#seasonOf.set(id, season.number);
      this.conditions.set(id, { ...condition, id, conditionId: id, game });
    }
    for (const event of FIXTURE.events) {
      this.#timed.push({
        at: season.beganAt.getTime() / 1_000 + event.atSeconds,
        act: () => this.#play(event, season),
      });
    }
  }

  /** Lets happen what is due. @returns what changed, in its order */
  advance(now: number): FeedChange[] {
    const seconds = now / 1_000;
    const changes: FeedChange[] = [];
    for (let next = this.#timed[0]; next !== undefined && next.at <= seconds; next = this.#timed[0]) {
      this.#timed.shift();
      // Odds that stop wandering do so where they were then.
      changes.push(...this.#driftAll(next.at), ...next.act());
    }
    changes.push(...this.#driftAll(seconds));
    return changes;
  }

  /** The condition on who wins the game: the first that is told of. */
  mainConditionOf(gameId: string): FixtureCondition | undefined {
    for (const condition of this.conditions.values()) {
      if (condition.game.gameId === gameId) return condition;
    }
    return undefined;
  }

  conditionsOf(gameId: string): FixtureCondition[] {
    return [...this.conditions.values()].filter((condition) => condition.game.gameId === gameId);
  }

  /** Sets odds that from then on stay. @returns nothing for an unknown condition, as all that change something */
  setOdds(id: string, odds: Readonly<Record<string, string>>): FeedChange[] {
    const condition = this.conditions.get(id);
    if (condition === undefined) return [];
    this.#drifting.delete(id);
    for (const outcome of condition.outcomes) outcome.odds = odds[outcome.outcomeId] ?? outcome.odds;
    return [{ kind: 'condition', condition }];
  }

  setCondition(
    id: string,
    change: { state?: string | undefined; wonOutcomeIds?: readonly string[] | undefined },
  ): FeedChange[] {
    const condition = this.conditions.get(id);
    if (condition === undefined) return [];
    if (change.state !== undefined) condition.state = change.state;
    if (change.wonOutcomeIds !== undefined) condition.wonOutcomeIds = [...change.wonOutcomeIds];
    return [{ kind: 'condition', condition }];
  }

  /** From now on it is said so how a condition stands. */
  setSpeaker(id: string, speaker: Speaker): FeedChange[] {
    const condition = this.conditions.get(id);
    if (condition === undefined) return [];
    this.#speakers.set(id, speaker);
    return [{ kind: 'condition', condition }];
  }

  /** A condition as it is sent. */
  wire(condition: FixtureCondition): WireCondition {
    return wireCondition(condition, this.#speakers.get(condition.conditionId) ?? 'both');
  }

  /** @param change `startsAt` in Unix seconds */
  setGame(id: string, change: { state?: string | undefined; startsAt?: number | undefined }): FeedChange[] {
    const game = this.games.get(id);
    if (game === undefined) return [];
    if (change.state !== undefined) game.state = change.state;
    if (game.state !== 'Prematch') this.#drifting.delete(this.mainConditionOf(id)?.conditionId ?? '');
    if (change.startsAt !== undefined) {
      game.startsAt = change.startsAt;
      this.#told.add(id);
      this.#scheduleCourse(game);
      this.#timed.sort((a, b) => a.at - b.at);
    }
    return [{ kind: 'game', game }];
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
      // Between one day and 20, so that all of them can be imported.
      startsAt: Math.floor(now / 1_000) + 86_400 + ((this.#made * 997) % (19 * 86_400)),
    };
    this.games.set(id, game);
    for (const [i, condition] of FIXTURE.conditions
      .filter((each) => each.game.gameId === model.gameId)
      .slice(0, 2)
      .entries()) {
      const conditionId = `3006${id}${`${this.#made * 10 + i}`.padStart(22, '0')}`;
      this.conditions.set(conditionId, {
        ...structuredClone(condition),
        id: conditionId,
        conditionId,
        game: { gameId: id, sport: { sportId: game.sport.sportId } },
      });
    }
    this.#scheduleCourse(game);
    return id;
  }

  /** What chance decides about a condition is decided alike in every process that plays its season. */
  #keyOf(conditionId: string): string {
    return `${this.#seasonOf.get(conditionId) ?? this.#season.number}:${conditionId}`;
  }

  #planOf({ gameId, sport }: ServedGame): GamePlan {
    const main = this.mainConditionOf(gameId);
    const plan = planGame(this.#keyOf(main?.conditionId ?? gameId), sport.slug);
    return this.#told.has(gameId) ? { ...plan, course: 'played' } : plan;
  }

  /** A moved start schedules anew; what was scheduled for the old one then finds nothing to do. */
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
      {
        at: endsAt,
        act: then('Live', () => this.finishGame(gameId)),
      },
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

  /** Never played: the game and all its conditions are canceled. */
  cancelGame(gameId: string): FeedChange[] {
    const conditions = this.conditionsOf(gameId).flatMap(({ conditionId }) =>
      this.setCondition(conditionId, { state: 'Canceled', wonOutcomeIds: [] }),
    );
    return [...this.setGame(gameId, { state: 'Canceled' }), ...conditions];
  }

  /** Over: its conditions take no bets any more and wait for their result. */
  finishGame(gameId: string): FeedChange[] {
    const stopped = this.conditionsOf(gameId)
      .filter((condition) => condition.state === 'Active')
      .flatMap(({ conditionId }) => this.setCondition(conditionId, { state: 'Stopped' }));
    return [...stopped, ...this.setGame(gameId, { state: 'Finished' })];
  }

  /** Somebody wins, by the odds; on everything else the stand-in plays no result. */
  #decide(gameId: string, { isAnnulled }: { isAnnulled: boolean }): FeedChange[] {
    const main = this.mainConditionOf(gameId);
    return this.conditionsOf(gameId)
      .filter((condition) => condition.state === 'Stopped')
      .flatMap((condition) => {
        const change =
          condition === main && !isAnnulled
            ? { state: 'Resolved', wonOutcomeIds: [this.#drawWinner(condition)] }
            : { state: 'Canceled' };
        return this.setCondition(condition.conditionId, change);
      });
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
      const startsAt = startsInSeconds === undefined ? undefined : secondsOf(season, startsInSeconds);
      return this.setGame(ids.game(event.gameId), { state, startsAt });
    }
    const id = ids.condition(event.conditionId ?? '');
    const { odds, state, wonOutcomeIds } = event;
    const condition = this.conditions.get(id);
    if (condition === undefined) return [];
    if (odds !== undefined) {
      for (const outcome of condition.outcomes) outcome.odds = odds[outcome.outcomeId] ?? outcome.odds;
      const drifting = this.#drifting.get(id);
      if (drifting !== undefined) drifting.anchor = condition.outcomes.map((outcome) => outcome.odds);
    }
    return this.setCondition(id, { state, wonOutcomeIds });
  }

  #driftAll(seconds: number): FeedChange[] {
    return [...this.#drifting].flatMap(([id, drifting]) => this.#driftOne(id, drifting, seconds));
  }

  /** Each condition moves at a second of its own, so that prices change one by one. */
  #driftOne(id: string, drifting: { anchor: string[]; minute: number }, seconds: number): FeedChange[] {
    const key = this.#keyOf(id);
    const minute = Math.floor(seconds / 60 + noise(key));
    const condition = this.conditions.get(id);
    if (minute === drifting.minute || condition?.state !== 'Active') return [];
    drifting.minute = minute;
    const odds = driftOdds(drifting.anchor, { key, minute });
    if (condition.outcomes.every((outcome, i) => outcome.odds === odds[i])) return [];
    for (const [i, outcome] of condition.outcomes.entries()) outcome.odds = odds[i] ?? outcome.odds;
    return [{ kind: 'condition', condition }];
  }
}

/** Unix seconds. */
function secondsOf({ beganAt }: Season, afterBeginning: number): number {
  return Math.floor(beganAt.getTime() / 1_000 + afterBeginning);
}
