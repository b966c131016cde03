import * as z from 'zod/mini';
import { FAIL_MODES, type Failure, type Failures, type RawAnswer } from './failures.ts';
import type { FeedSocket } from './feed-socket.ts';
import type { FeedChange, StandInFeed } from './stand-in-feed.ts';
import { SPEAKERS, type Speaker } from './wire-condition.ts';

/** What whoever holds the controls can make happen. False: there is no such game or condition. */
export interface StandInControl {
  /** @param odds decimal texts by outcome id; they no longer wander */
  setOdds(conditionId: string, odds: Readonly<Record<string, string>>): boolean;
  setCondition(conditionId: string, state: string): boolean;
  /** @param change `startsAt` in Unix seconds */
  setGame(gameId: string, change: { state?: string; startsAt?: number }): boolean;
  /**
   * Decides a condition: with one winner, several, none, or outcomes that it does not have; once more to correct what
   * was said before. The socket says so without saying who won.
   */
  resolve(conditionId: string, wonOutcomeIds: readonly string[]): boolean;
  /** Who says how a condition stands and ended from now on: see wire-condition.ts. */
  speak(conditionId: string, speaker: Speaker): boolean;
  /** The game begins now, or turns out to have begun so many seconds ago. */
  start(gameId: string, secondsAgo?: number): boolean;
  /** The game is over, and its conditions are stopped. Who won is not known yet. */
  finish(gameId: string): boolean;
  /** The game is not played: it and all its conditions are canceled. */
  cancel(gameId: string): boolean;
  /** The condition is taken from the feed. */
  remove(conditionId: string): boolean;
  fail(failure: Failure): void;
  answerRaw(raw: RawAnswer): void;
  /** Adds invented games. @returns their ids */
  addGames(count: number): string[];
  socket: Pick<FeedSocket, 'send' | 'drop' | 'refuse'>;
  /** Undoes all of it. With another beginning, the timed events come again. */
  reset(beganAt?: Date): void;
  /** How things stand: how often each path was asked for, who listens, and the season. */
  status(): { requests: Record<string, number>; connections: number; season: number; beganAt: string };
}

export function openControl({
  feed,
  socket,
  failures,
  requests,
  now,
}: {
  feed: StandInFeed;
  socket: FeedSocket;
  failures: Failures;
  requests: Map<string, number>;
  now: () => number;
}): StandInControl {
  const tellAll = (changes: FeedChange[]) => {
    socket.push(changes);
    return changes.length > 0;
  };
  const tell = (change: FeedChange | undefined) => tellAll(change === undefined ? [] : [change]);
  // What is due comes before what is done by hand.
  const catchUp = () => socket.push(feed.advance(now()));
  return {
    setOdds(conditionId, odds) {
      catchUp();
      return tell(feed.setOdds(conditionId, odds));
    },
    setCondition(conditionId, state) {
      catchUp();
      return tell(feed.setCondition(conditionId, { state }));
    },
    setGame(gameId, change) {
      catchUp();
      return tell(feed.setGame(gameId, change));
    },
    resolve(conditionId, wonOutcomeIds) {
      catchUp();
      return tell(feed.setCondition(conditionId, { state: 'Resolved', wonOutcomeIds }));
    },
    speak(conditionId, speaker) {
      catchUp();
      return tell(feed.setSpeaker(conditionId, speaker));
    },
    start(gameId, secondsAgo = 0) {
      catchUp();
      const startsAt = Math.floor(now() / 1_000) - secondsAgo;
      return tell(feed.setGame(gameId, { state: 'Live', startsAt }));
    },
    finish(gameId) {
      catchUp();
      return tellAll(feed.finishGame(gameId));
    },
    cancel(gameId) {
      catchUp();
      return tellAll(feed.cancelGame(gameId));
    },
    remove(conditionId) {
      catchUp();
      return tell(feed.setCondition(conditionId, { state: 'Removed' }));
    },
    fail: (failure) => failures.fail(failure),
    answerRaw: (raw) => failures.answerRaw(raw),
    addGames: (count) => feed.addGames(count, now()),
    socket,
    reset(beganAt = feed.season.beganAt) {
      failures.reset();
      socket.refuse(false);
      requests.clear();
      feed.begin({ number: feed.season.number, beganAt });
      feed.advance(now());
    },
    status: () => ({
      requests: Object.fromEntries(requests),
      connections: socket.connections,
      season: feed.season.number,
      beganAt: feed.season.beganAt.toISOString(),
    }),
  };
}

const id = z.string().check(z.maxLength(100));
const count = z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000)));
const stateOfCondition = z.enum(['Active', 'Stopped', 'Resolved', 'Canceled', 'Removed']);
const stateOfGame = z.enum(['Prematch', 'Live', 'Finished', 'Stopped', 'Canceled']);

const bodies = {
  odds: z.object({ conditionId: id, odds: z.record(z.string(), z.string()) }),
  condition: z.object({ conditionId: id, state: stateOfCondition }),
  game: z.object({ gameId: id, state: z.optional(stateOfGame), startsAt: z.optional(z.int()) }),
  resolve: z.object({ conditionId: id, wonOutcomeIds: z.array(z.string()) }),
  speak: z.object({ conditionId: id, speaker: z.enum(SPEAKERS) }),
  start: z.object({ gameId: id, secondsAgo: z.optional(z.int().check(z.gte(0), z.lte(86_400))) }),
  finish: z.object({ gameId: id }),
  cancel: z.object({ gameId: id }),
  remove: z.object({ conditionId: id }),
  fail: z.object({ mode: z.enum(FAIL_MODES), count, paths: z.optional(z.array(z.string())) }),
  raw: z.object({
    path: z.string(),
    body: z.union([
      z.string(),
      z.object({ head: z.string(), unit: z.string(), times: z.int(), tail: z.string() }),
    ]),
    count,
    status: z.optional(z.int().check(z.gte(200), z.lte(599))),
    contentType: z.optional(z.string().check(z.regex(/^[\x20-\x7e]+$/))),
  }),
  games: z.object({ count: z.int().check(z.gte(1), z.lte(10_000)) }),
  socket: z.object({
    action: z.enum(['drop', 'send', 'refuse', 'accept']),
    text: z.optional(z.string()),
  }),
  reset: z.object({ beganAt: z.optional(z.iso.datetime()) }),
};

/**
 * The same powers as calls over HTTP, `POST /__control/<name>`.
 *
 * @param name such as `odds`; `status` takes nothing
 * @returns status 404 for what there is not, 400 for what makes no sense
 */
export function answerControl(
  control: StandInControl,
  name: string,
  body: unknown,
): { status: number; json: unknown } {
  const done = (known = true) =>
    known
      ? { status: 200, json: { ok: true } }
      : { status: 404, json: { message: 'There is no such game or condition.' } };
  try {
    switch (name) {
      case 'status':
        return { status: 200, json: control.status() };
      case 'odds': {
        const { conditionId, odds } = bodies.odds.parse(body);
        return done(control.setOdds(conditionId, odds));
      }
      case 'condition': {
        const { conditionId, state } = bodies.condition.parse(body);
        return done(control.setCondition(conditionId, state));
      }
      case 'game': {
        const { gameId, ...change } = bodies.game.parse(body);
        return done(control.setGame(gameId, withoutUndefined(change)));
      }
      case 'resolve': {
        const { conditionId, wonOutcomeIds } = bodies.resolve.parse(body);
        return done(control.resolve(conditionId, wonOutcomeIds));
      }
      case 'speak': {
        const { conditionId, speaker } = bodies.speak.parse(body);
        return done(control.speak(conditionId, speaker));
      }
      case 'start': {
        const { gameId, secondsAgo } = bodies.start.parse(body);
        return done(control.start(gameId, secondsAgo));
      }
      case 'finish':
        return done(control.finish(bodies.finish.parse(body).gameId));
      case 'cancel':
        return done(control.cancel(bodies.cancel.parse(body).gameId));
      case 'remove':
        return done(control.remove(bodies.remove.parse(body).conditionId));
      case 'fail':
        control.fail(withoutUndefined(bodies.fail.parse(body)));
        return done();
      case 'raw':
        control.answerRaw(withoutUndefined(bodies.raw.parse(body)));
        return done();
      case 'games':
        return { status: 200, json: { gameIds: control.addGames(bodies.games.parse(body).count) } };
      case 'socket': {
        const { action, text } = bodies.socket.parse(body);
        if (action === 'drop') control.socket.drop();
        else if (action === 'send') control.socket.send(text ?? '');
        else control.socket.refuse(action === 'refuse');
        return done();
      }
      case 'reset': {
        const { beganAt } = bodies.reset.parse(body ?? {});
        control.reset(beganAt === undefined ? undefined : new Date(beganAt));
        return done();
      }
      default:
        return { status: 404, json: { message: `There is no control ${name}.` } };
    }
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const [issue] = error.issues;
    return { status: 400, json: { message: `${issue?.path.join('.')}: ${issue?.message}` } };
  }
}

/** Absent and undefined are the same in JSON, but not to the compiler. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // What is left has no undefined in it, which the compiler cannot see.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
