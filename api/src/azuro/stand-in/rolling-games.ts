import { LONGEST_SECONDS } from './live-script.ts';
import { nameClubs } from './name-clubs.ts';
import { noise } from './noise.ts';
import { RollingGame, type RollingGamePlan } from './rolling-game.ts';
import { seasonIds } from './season-ids.ts';
import type { FeedChange, Season } from './stand-in-feed.ts';

/** Real seconds from one kick-off to the next. A game lasts so long that two are always in play. */
const PERIOD_SECONDS = 150;
/** Games are shown this long before their kick-off. */
const SHOWN_SECONDS = 360;
/** Games are listed by id this long after the last end, without being made again. */
const KEPT_SECONDS = 600;
/** Games that kicked off before the season, so that some are in play when it begins. */
const EARLIER_GAMES = 4;
/** One game of each block is abandoned, never at the edge, so that two never follow each other. */
const BLOCK = { games: 25, from: 3, among: 20 };

/**
 * Football games that are played fast, one after the other: in the seconds of a clock, each always the same way. A game
 * is made when it is shown and dropped some minutes after its end. From then on it is made from its id when asked for.
 */
export class RollingGames {
  readonly #series: readonly Series[];
  readonly #near = new Map<string, RollingGame>();
  #now = Number.NEGATIVE_INFINITY;

  /** @param seasons in order; a season's last games are those shown before the next one begins */
  constructor(seasons: readonly Season[]) {
    this.#series = seasons.map((season, i) => {
      const next = seasons[i + 1];
      const begins = secondsOf(season) - EARLIER_GAMES * PERIOD_SECONDS;
      return { season, begins, ends: next === undefined ? null : secondsOf(next) + SHOWN_SECONDS };
    });
  }

  /** @param now Unix seconds @returns the changes of games that were there before */
  advance(now: number): FeedChange[] {
    this.#now = now;
    const near = new Map(
      this.#series.flatMap((series) =>
        placesNear(series, now).map((place) => [idOf(series.season, place), { series, place }] as const),
      ),
    );
    for (const gameId of this.#near.keys()) if (!near.has(gameId)) this.#near.delete(gameId);
    const changes = this.list().flatMap((each) => each.playTo(now));
    for (const [gameId, { series, place }] of near) {
      if (!this.#near.has(gameId)) this.#near.set(gameId, new RollingGame(planOf(series, place), now));
    }
    return changes;
  }

  /** Games that are shown, and those that ended some minutes ago. */
  list(): RollingGame[] {
    return [...this.#near.values()];
  }

  /** Any game that has been shown. */
  get(gameId: string): RollingGame | undefined {
    const near = this.#near.get(gameId);
    if (near !== undefined) return near;
    for (const series of this.#series) {
      const place = placeOf(series.season, gameId);
      if (place !== null && isShown(series, place, this.#now))
        return new RollingGame(planOf(series, place), this.#now);
    }
    return undefined;
  }
}

/** The games of one season. Times are Unix seconds. */
interface Series {
  readonly season: Season;
  readonly begins: number;
  /** No game kicks off later; null: the season goes on. */
  readonly ends: number | null;
}

/** The games that are shown or ended some minutes ago. */
function placesNear(series: Series, now: number): number[] {
  const first = Math.ceil((now - KEPT_SECONDS - LONGEST_SECONDS - series.begins) / PERIOD_SECONDS);
  const places: number[] = [];
  for (let place = Math.max(first, 0); isShown(series, place, now); place++) places.push(place);
  return places;
}

function isShown(series: Series, place: number, now: number): boolean {
  const startsAt = startOf(series, place);
  return startsAt - SHOWN_SECONDS <= now && (series.ends === null || startsAt <= series.ends);
}

function startOf({ begins }: Series, place: number): number {
  return begins + place * PERIOD_SECONDS;
}

function planOf(series: Series, place: number): RollingGamePlan {
  const { number, beganAt } = series.season;
  const chance = `rolling:${number}:${beganAt.getTime()}`;
  const key = `${chance}:${place}`;
  const block = Math.floor(place / BLOCK.games);
  const abandoned = BLOCK.from + Math.floor(BLOCK.among * noise(`${chance}:block:${block}`));
  return {
    gameId: idOf(series.season, place),
    names: nameClubs(chance, place),
    startsAt: startOf(series, place),
    turnover: (100 + 4_900 * noise(`${key}:turnover`)).toFixed(2),
    key,
    isAbandoned: place % BLOCK.games === abandoned,
  };
}

function idOf({ number }: Season, place: number): string {
  return seasonIds(number).game(`10060000000020${String(place).padStart(8, '0')}`);
}

/** Which game of a season has this id; null for other ids. */
function placeOf(season: Season, gameId: string): number | null {
  const place = Number(gameId.slice(-8));
  return Number.isSafeInteger(place) && idOf(season, place) === gameId ? place : null;
}

function secondsOf({ beganAt }: Season): number {
  return Math.floor(beganAt.getTime() / 1_000);
}
