import { noise } from './noise.ts';
import type { Pair } from './winners-of.ts';

/** Real seconds in which a minute of the game is played. */
const MINUTE_SECONDS = 4.5;
const HALF_MINUTES = 45;
const BREAK_SECONDS = 15;
const MEAN_GOALS = 2.7;
/** Of goals that are taken back after a review. */
const REVIEWED_SHARE = 1 / 6;
const MEAN_SCARES = 3;
/** The shortest time for which conditions are open between two stops. */
const OPEN_SECONDS = 2;

/**
 * A time for which all conditions of the game are stopped. After a `goal` the score changes and stays. After a
 * `review` it is corrected. A `scare` changes nothing. Times are real seconds from the kick-off.
 */
export interface Episode {
  readonly kind: 'goal' | 'review' | 'scare';
  readonly side: 0 | 1;
  readonly stopsAt: number;
  /** When the score changes, unless it is a scare. */
  readonly scoresAt: number;
  /** When a review corrects the score. */
  readonly takenBackAt: number;
  readonly reopensAt: number;
}

/** All that happens in a game. Times are real seconds from the kick-off. */
export interface LiveScript {
  /** Goals that each side is expected to score in the whole game. */
  readonly means: Pair;
  readonly firstEnds: number;
  readonly secondBegins: number;
  /** When the game would end if it were not abandoned. */
  readonly fullTime: number;
  readonly endsAt: number;
  readonly isAbandoned: boolean;
  /** When the conditions are resolved. */
  readonly resolvesAt: number;
  /** In order, without overlaps. */
  readonly episodes: readonly Episode[];
}

/** The latest end of a game, in real seconds from the kick-off. */
export const LONGEST_SECONDS = (2 * HALF_MINUTES + 7) * MINUTE_SECONDS + BREAK_SECONDS;

/**
 * Writes the script of a game, always the same for the same key. An abandoned game breaks off after its 78th minute.
 * It has no goals, because a condition that a goal has decided can't be canceled with the others.
 */
export function writeScript(key: string, { isAbandoned }: { isAbandoned: boolean }): LiveScript {
  let drawn = 0;
  const draw = () => noise(`${key}:${drawn++}`);
  const firstEnds = (HALF_MINUTES + 1 + Math.floor(2 * draw())) * MINUTE_SECONDS;
  const secondBegins = firstEnds + BREAK_SECONDS;
  const fullTime = secondBegins + (HALF_MINUTES + 2 + Math.floor(4 * draw())) * MINUTE_SECONDS;
  const endsAt = isAbandoned ? secondBegins + (33 + Math.floor(10 * draw())) * MINUTE_SECONDS : fullTime;
  const share = 0.3 + 0.4 * draw();
  const times = { firstEnds, secondBegins, fullTime, endsAt };
  return {
    ...times,
    means: [MEAN_GOALS * share, MEAN_GOALS * (1 - share)],
    isAbandoned,
    resolvesAt: endsAt + 3 + 5 * draw(),
    episodes: writeEpisodes(times, { draw, share, isGoalless: isAbandoned }),
  };
}

type Times = Pick<LiveScript, 'firstEnds' | 'secondBegins' | 'fullTime' | 'endsAt'>;

function writeEpisodes(
  times: Times,
  { draw, share, isGoalless }: { draw: () => number; share: number; isGoalless: boolean },
): Episode[] {
  const goals = isGoalless ? [] : momentsOf(MEAN_GOALS / (1 - REVIEWED_SHARE), times, draw);
  const planned = [
    ...goals.map((at) => ({ at, kind: draw() < REVIEWED_SHARE ? ('review' as const) : ('goal' as const) })),
    ...momentsOf(MEAN_SCARES, times, draw).map((at) => ({ at, kind: 'scare' as const })),
  ].sort((a, b) => a.at - b.at);
  const episodes: Episode[] = [];
  let opensAt = 0;
  for (const { at, kind } of planned) {
    const begins = at < times.firstEnds ? 0 : times.secondBegins;
    const ends = at < times.firstEnds ? times.firstEnds : times.endsAt;
    const side = draw() < share ? 0 : 1;
    const earliest = Math.max(begins, opensAt) + OPEN_SECONDS;
    const episode = playOut({ kind, side, at, earliest, draw });
    // What doesn't fit before the half ends doesn't happen. A goal needs only to be scored before it.
    const last = kind === 'goal' ? episode.scoresAt : episode.reopensAt;
    if (last >= ends) continue;
    episodes.push(episode);
    opensAt = episode.reopensAt;
  }
  return episodes;
}

/** Moments of play at which something happens that often on average, in real seconds from the kick-off. */
function momentsOf(mean: number, { firstEnds, secondBegins, fullTime }: Times, draw: () => number): number[] {
  const pause = secondBegins - firstEnds;
  const play = fullTime - pause;
  const moments: number[] = [];
  const next = (from: number) => from - (Math.log(1 - draw()) * play) / mean;
  for (let at = next(0); at < play; at = next(at)) moments.push(at < firstEnds ? at : at + pause);
  return moments;
}

/** @param earliest when it may stop the conditions; it happens later than planned if needed */
function playOut({
  kind,
  side,
  at,
  earliest,
  draw,
}: Pick<Episode, 'kind' | 'side'> & { at: number; earliest: number; draw: () => number }): Episode {
  const danger = 1 + draw();
  const stopsAt = Math.max(at - danger, earliest);
  const scoresAt = stopsAt + danger;
  const takenBackAt = scoresAt + 5 + 5 * draw();
  const reopensAt = {
    goal: scoresAt + 3 + 3 * draw(),
    review: takenBackAt + 1 + draw(),
    scare: stopsAt + 2 + 3 * draw(),
  }[kind];
  return { kind, side, stopsAt, scoresAt, takenBackAt, reopensAt };
}

/** The score at a second, with goals that may yet be taken back. */
export function scoreAt({ episodes }: Pick<LiveScript, 'episodes'>, second: number): Pair {
  return count(
    episodes.filter(
      ({ kind, scoresAt, takenBackAt }) =>
        scoresAt <= second && (kind === 'goal' || (kind === 'review' && second < takenBackAt)),
    ),
  );
}

/** The score by which conditions are priced and decided: of goals after which they are open again. */
export function confirmedAt({ episodes }: Pick<LiveScript, 'episodes'>, second: number): Pair {
  return count(episodes.filter(({ kind, reopensAt }) => kind === 'goal' && reopensAt <= second));
}

function count(goals: readonly Episode[]): Pair {
  const home = goals.filter(({ side }) => side === 0).length;
  return [home, goals.length - home];
}

/** The share of the game that is yet to be played, from 1 to 0. */
export function shareLeft({ firstEnds, secondBegins, fullTime }: LiveScript, second: number): number {
  const pause = secondBegins - firstEnds;
  const played = second < secondBegins ? Math.min(second, firstEnds) : second - pause;
  return 1 - Math.min(Math.max(played / (fullTime - pause), 0), 1);
}

/** The period and the clock as the feed writes them, such as `2nd half` and `90+2'`. */
export function clockAt(script: LiveScript, second: number): { period: string; clock: string } {
  const { firstEnds, secondBegins, endsAt, isAbandoned } = script;
  const at = Math.min(second, endsAt);
  if (at < 0) return { period: '', clock: '' };
  if (at >= firstEnds && at < secondBegins) return { period: 'Half time', clock: 'HT' };
  const isFirst = at < firstEnds;
  const begins = isFirst ? 0 : secondBegins;
  // The last moment of a game belongs to its last minute.
  const inPlay = second >= endsAt ? at - begins - MINUTE_SECONDS / 2 : at - begins;
  const minute = Math.floor(inPlay / MINUTE_SECONDS) + 1;
  const full = isFirst ? HALF_MINUTES : 2 * HALF_MINUTES;
  const total = isFirst ? minute : HALF_MINUTES + minute;
  const clock = total > full ? `${full}+${total - full}'` : `${total}'`;
  if (second < endsAt) return { period: isFirst ? '1st half' : '2nd half', clock };
  return { period: isAbandoned ? 'Abandoned' : 'Full time', clock };
}
