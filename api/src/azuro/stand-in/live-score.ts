import type { Pair } from './winners-of.ts';

/** The statuses that Azuro's statistics know. */
type Status = 'Not started yet' | 'In progress' | 'Finished' | 'PreFinished' | 'Coverage lost' | 'Suspended';

/** The score of a game in play, as the socket of statistics sends it. */
export interface LiveScore {
  readonly gameId: string;
  readonly status: Status;
  /** Such as `2nd half`. */
  readonly period: string;
  /** Such as `63'`. */
  readonly clock: string;
  readonly goals: Pair;
  /** The goals of each half; null if they aren't known or the half hasn't begun. */
  readonly halves: readonly [Pair | null, Pair | null];
}

const NOT_AVAILABLE: Pair = [-1, -1];

/** One game of a message of statistics. */
export function wireScore({ gameId, status, period, clock, goals, halves: [half, half2] }: LiveScore) {
  const scoreBoard = {
    time: clock,
    goals: sides(goals),
    half: sides(half),
    half2: sides(half2),
    reds: sides(null),
    yellows: sides(null),
    corners: sides(null),
    state: period,
  };
  return { id: gameId, fixture: { status }, live: { scoreBoard, stats: null } };
}

function sides(pair: Pair | null) {
  const [h, g] = pair ?? NOT_AVAILABLE;
  return { h, g };
}

/** The status of a game in this state. */
export function statusOf(state: string): Status {
  switch (state) {
    case 'Prematch':
      return 'Not started yet';
    case 'Live':
      return 'In progress';
    case 'Finished':
      return 'Finished';
    default:
      return 'Suspended';
  }
}

/** The period to which a clock belongs, such as `90+2'`. */
export function periodOf(clock: string): string {
  if (clock === 'HT') return 'Half time';
  const minute = Number.parseInt(clock, 10);
  if (!(minute > 0)) return '';
  return minute <= 45 ? '1st half' : '2nd half';
}
