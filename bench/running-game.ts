import type { MarketInPlay } from '@tallystone/core/in-play/judge-order';
import type { Random } from './random.ts';
import { GOALS_TOGETHER, type Score, SHARE_OF_HOME } from './score-chances.ts';

/**
 * A game of soccer as it is, and as a server sees it through a feed that learns everything later. All moments are
 * milliseconds since its start.
 */
export const GAME_MS = 90 * 60_000;
const BEGAN = Date.parse('2026-11-29T15:00:00Z');

/** A moment of the game for the rules of the product. */
export const dateAt = (ms: number): Date => new Date(BEGAN + ms);

/** The score as it is announced. The last goal of a team may be in doubt, until a review decides. */
export interface Standing extends Score {
  readonly doubtful: keyof Score | null;
}

/** What everyone at the game sees at once. */
export interface Change {
  readonly at: number;
  /** What the game looks like at that moment. */
  readonly seems: Standing;
  /** What it is: a goal that is taken back while betting is suspended changes nothing. */
  readonly becomes: Standing;
  /** How long after it has seen the change the feed suspends betting, and how long it then waits. */
  readonly suspendsAfter: number;
  readonly resumesAfter: number;
  /** The connection breaks so long before the suspension, for so long; null: it doesn't break because of the change. */
  readonly breaks: { readonly before: number; readonly lasts: number } | null;
}

/** A game before anyone looks at it. */
export interface Script {
  readonly changes: readonly Change[];
  /** Goals that count, in the order of time. */
  readonly goals: readonly { readonly at: number; readonly side: keyof Score }[];
  /** Suspensions without a reason. */
  readonly alarms: readonly Span[];
  /** When nothing of the feed arrives. */
  readonly outages: readonly Span[];
  /** When the feed sends its prices, unless betting is suspended. */
  readonly confirmations: readonly number[];
}

interface Span {
  readonly from: number;
  readonly until: number;
}

/** Seconds until betting is suspended: log-normal with this median, of which 99 of 100 are below `most`. */
export const SUSPENSION = { median: 1.5, most: 3 } as const;
const OF_99_IN_100 = 2.3263;

/** Events of a game besides goals, on average. */
const PER_GAME = { alarms: 3, takenBackAtOnce: 0.2, takenBackLate: 0.3 } as const;
/** The share of the goals that count which are reviewed while betting goes on. */
const REVIEWED = 0.1;
/** How likely it is that such a review takes the goal back. */
export const TAKEN_BACK = PER_GAME.takenBackLate / (PER_GAME.takenBackLate + GOALS_TOGETHER * REVIEWED);

type Kind = 'goal' | 'taken-back-at-once' | 'taken-back-late';
interface Shot {
  at: number;
  kind: Kind;
  side: keyof Score;
}

/** How bad the feed is. */
export interface Feed {
  /** No suspension takes longer, in milliseconds. */
  readonly latest: number;
  /** The connection breaks in the last seconds before every suspension, besides at random. */
  readonly breaksAtChanges: boolean;
}

/** How often the connection breaks at random in a game, on average, and for how long, in milliseconds. */
const OUTAGES = { perGame: 4, least: 5_000, most: 30_000 } as const;

/** Draws a game. */
export function writeScript(random: Random, feed: Feed): Script {
  const shots = [
    ...shotsOf(random, 'goal', GOALS_TOGETHER),
    ...shotsOf(random, 'taken-back-at-once', PER_GAME.takenBackAtOnce),
    ...shotsOf(random, 'taken-back-late', PER_GAME.takenBackLate),
  ].sort((a, b) => a.at - b.at);
  const changes = changesOf(random, shots, feed);
  const spans = (count: number, least: number, most: number): Span[] =>
    momentsOf(random, count).map((from) => ({ from, until: from + random.between(least, most) }));
  return {
    changes,
    goals: shots.filter(({ kind }) => kind === 'goal'),
    alarms: spans(PER_GAME.alarms, 2_000, 5_000),
    outages: spans(OUTAGES.perGame, OUTAGES.least, OUTAGES.most),
    confirmations: confirmationsOf(random),
  };
}

/** The moments of a Poisson process. @param count per game, on average */
function momentsOf(random: Random, count: number): number[] {
  const moments: number[] = [];
  for (let at = 0; count > 0; ) {
    at += Math.ceil(random.exponential(GAME_MS / count));
    if (at >= GAME_MS) break;
    moments.push(at);
  }
  return moments;
}

function shotsOf(random: Random, kind: Kind, count: number): Shot[] {
  return momentsOf(random, count).map((at) => ({
    at,
    kind,
    side: random.chance(SHARE_OF_HOME) ? 'home' : 'away',
  }));
}

function confirmationsOf(random: Random): number[] {
  const moments = [0];
  for (let at = 0; at < GAME_MS; moments.push(at)) at += random.between(300, 1_000);
  return moments;
}

function changesOf(random: Random, shots: readonly Shot[], { latest, breaksAtChanges }: Feed): Change[] {
  const changes: Change[] = [];
  let now: Standing = { home: 0, away: 0, doubtful: null };
  let review: { at: number; takesBack: boolean } | null = null;
  const change = (to: { at: number; seems: Standing; becomes?: Standing; resumes: [number, number] }) => {
    now = to.becomes ?? to.seems;
    const suspendsAfter = Math.min(latest, drawSuspension(random));
    const resumesAfter = random.between(...to.resumes) * 1_000;
    const { least, most } = OUTAGES;
    const breaks = breaksAtChanges
      ? { before: random.between(0, 3_000), lasts: random.between(least, most) }
      : null;
    changes.push({ at: to.at, seems: to.seems, becomes: now, suspendsAfter, resumesAfter, breaks });
  };
  const endReview = (before: number) => {
    if (review === null || review.at >= before) return;
    const { at, takesBack } = review;
    review = null;
    const { doubtful } = now;
    const lost = takesBack && doubtful !== null ? { [doubtful]: now[doubtful] - 1 } : {};
    change({ at, seems: { ...now, ...lost, doubtful: null }, resumes: [5, 15] });
  };
  for (const { at, kind, side } of shots) {
    endReview(at);
    const scored = { ...now, [side]: now[side] + 1 };
    const isReviewed: boolean = kind === 'taken-back-late' || (kind === 'goal' && random.chance(REVIEWED));
    if (kind === 'taken-back-at-once') change({ at, seems: scored, becomes: now, resumes: [30, 60] });
    else if (!isReviewed || (kind === 'goal' && review !== null))
      change({ at, seems: scored, resumes: [5, 20] });
    else if (review === null) {
      change({ at, seems: { ...scored, doubtful: side }, resumes: [10, 30] });
      review = { at: at + random.between(60_000, 120_000), takesBack: kind === 'taken-back-late' };
    }
  }
  endReview(GAME_MS);
  return changes;
}

/** Milliseconds. */
function drawSuspension(random: Random): number {
  const { median, most } = SUSPENSION;
  return Math.round(1_000 * median * Math.exp((random.normal() * Math.log(most / median)) / OF_99_IN_100));
}

/** A game as the server sees it. */
export interface RunningGame {
  /** What the product's rules know at a moment, and which standing at which moment of the game its prices are for. */
  at(ms: number): MarketInPlay & { priced: { standing: Standing; ms: number } };
  /** The next moment at which that changes. */
  nextAfter(ms: number): number;
  /** The goals that count at a moment. */
  scoreAt(ms: number): Score;
}

const AT_FIRST: Standing = { home: 0, away: 0, doubtful: null };

/** Plays a script. @param lead how long before the feed those at the game see it, in milliseconds */
export function playScript(script: Script, lead: number): RunningGame {
  const suspended = script.changes.map((change) => {
    const from = change.at + lead + change.suspendsAfter;
    return { from, until: from + change.resumesAfter, becomes: change.becomes };
  });
  const broken = script.changes.flatMap(({ at, suspendsAfter, breaks }): Span[] => {
    if (breaks === null) return [];
    const from = at + lead + suspendsAfter - breaks.before;
    return [{ from, until: from + breaks.lasts }];
  });
  const outages = union([...script.outages, ...broken]);
  const atFeed = union([...suspended, ...script.alarms]);
  const halts = union(atFeed.flatMap((halt) => arrive(halt, outages)));
  const isSilent = (ms: number) => within(atFeed, ms) || within(outages, ms);
  // The feed sends its prices when betting goes on, and whenever the connection is back.
  const prices = [...script.confirmations, ...[...atFeed, ...outages].map(({ until }) => until)]
    .filter((ms) => !isSilent(ms))
    .sort((a, b) => a - b);
  const believedAt = (ms: number) => suspended.findLast(({ from }) => from <= ms)?.becomes ?? AT_FIRST;
  const starts = halts.map(({ from }) => from);
  return {
    at(ms) {
      const halt = halts[countUpTo(starts, ms) - 1];
      const pricedMs = prices[countUpTo(prices, ms) - 1] ?? 0;
      return {
        state: halt !== undefined && ms < halt.until ? 'suspended' : 'open',
        closesAt: dateAt(GAME_MS),
        pricedAt: dateAt(pricedMs),
        haltedAt: halt === undefined ? null : dateAt(halt.from),
        priced: { standing: believedAt(pricedMs), ms: Math.max(0, pricedMs - lead) },
      };
    },
    nextAfter: (ms) =>
      Math.min(
        prices[countUpTo(prices, ms)] ?? Number.POSITIVE_INFINITY,
        starts[countUpTo(starts, ms)] ?? Number.POSITIVE_INFINITY,
      ),
    scoreAt(ms) {
      const goals = script.goals.filter(({ at }) => at <= ms);
      const home = goals.filter(({ side }) => side === 'home').length;
      return { home, away: goals.length - home };
    },
  };
}

/** What arrives of a suspension: in an outage later, or never when it is over by then. */
function arrive(halt: Span, outages: readonly Span[]): Span[] {
  const backAt = (ms: number) => outages.find(({ from, until }) => from <= ms && ms < until)?.until ?? ms;
  const from = backAt(halt.from);
  return from < halt.until ? [{ from, until: backAt(halt.until) }] : [];
}

/** Spans that may overlap, as those that don't. */
function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.until)
      merged[merged.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
    else merged.push({ from: span.from, until: span.until });
  }
  return merged;
}

/** Whether a moment is in one of some spans that don't overlap. */
const within = (spans: readonly Span[], ms: number): boolean =>
  spans.some(({ from, until }) => from <= ms && ms < until);

/** How many of some sorted moments are at `ms` or before. */
function countUpTo(moments: readonly number[], ms: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
