import type { FeedSocket } from '@tallystone/api/azuro/stand-in/feed-socket.ts';
import type { FeedChange, StandInFeed } from '@tallystone/api/azuro/stand-in/stand-in-feed.ts';
import { SPEAKERS, type Speaker } from '@tallystone/api/azuro/stand-in/wire-condition.ts';
import * as z from 'zod/mini';
import { FAIL_MODES, type Failure, type Failures, type RawAnswer } from './failures.ts';

/** What whoever holds the controls can make happen. False: there is no such game or condition. */
export interface StandInControl {
  /** @param odds decimal texts by outcome id; they no longer wander */
  setOdds(conditionId: string, odds: Readonly<Record<string, string>>): boolean;
  setCondition(conditionId: string, state: string): boolean;
  /** @param change `startsAt` in Unix seconds */
  setGame(gameId: string, change: { state?: string | undefined; startsAt?: number | undefined }): boolean;
  /**
   * Decides a condition: with one winner, several, none, or outcomes that it does not have; once more to correct what
   * was said before. The socket says so without saying who won.
   */
  resolve(conditionId: string, wonOutcomeIds: readonly string[]): boolean;
  /** Who says how a condition stands and ended from now on: see wire-condition.ts. */
  speak(conditionId: string, speaker: Speaker): boolean;
  /** The game begins now, or turns out to have begun so many seconds ago. */
  start(gameId: string, secondsAgo?: number | undefined): boolean;
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
  reset(beganAt?: Date | undefined): void;
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
  /** What is due comes before what is done by hand. */
  const tell = (change: () => FeedChange[]): boolean => {
    socket.push(feed.advance(now()));
    const changes = change();
    socket.push(changes);
    return changes.length > 0;
  };
  return {
    setOdds: (conditionId, odds) => tell(() => feed.setOdds(conditionId, odds)),
    setCondition: (conditionId, state) => tell(() => feed.setCondition(conditionId, { state })),
    setGame: (gameId, change) => tell(() => feed.setGame(gameId, change)),
    resolve: (conditionId, wonOutcomeIds) =>
      tell(() => feed.setCondition(conditionId, { state: 'Resolved', wonOutcomeIds })),
    speak: (conditionId, speaker) => tell(() => feed.setSpeaker(conditionId, speaker)),
    start: (gameId, secondsAgo = 0) =>
      tell(() => feed.setGame(gameId, { state: 'Live', startsAt: Math.floor(now() / 1_000) - secondsAgo })),
    finish: (gameId) => tell(() => feed.finishGame(gameId)),
    cancel: (gameId) => tell(() => feed.cancelGame(gameId)),
    remove: (conditionId) => tell(() => feed.setCondition(conditionId, { state: 'Removed' })),
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

type Call = (control: StandInControl, body: unknown) => unknown;

/** A call that takes a body of a form. False: it is about what there is not. Nothing: it is done. */
const call =
  <S extends z.ZodMiniType>(form: S, act: (control: StandInControl, body: z.infer<S>) => unknown): Call =>
  (control, body) =>
    act(control, form.parse(body ?? {}));

const CALLS: Readonly<Record<string, Call>> = {
  status: (control) => control.status(),
  odds: call(
    z.object({ conditionId: id, odds: z.record(z.string(), z.string()) }),
    (control, { conditionId, odds }) => control.setOdds(conditionId, odds),
  ),
  condition: call(z.object({ conditionId: id, state: stateOfCondition }), (control, { conditionId, state }) =>
    control.setCondition(conditionId, state),
  ),
  game: call(
    z.object({ gameId: id, state: z.optional(stateOfGame), startsAt: z.optional(z.int()) }),
    (control, { gameId, ...change }) => control.setGame(gameId, change),
  ),
  resolve: call(
    z.object({ conditionId: id, wonOutcomeIds: z.array(z.string()) }),
    (control, { conditionId, wonOutcomeIds }) => control.resolve(conditionId, wonOutcomeIds),
  ),
  speak: call(z.object({ conditionId: id, speaker: z.enum(SPEAKERS) }), (control, { conditionId, speaker }) =>
    control.speak(conditionId, speaker),
  ),
  start: call(
    z.object({ gameId: id, secondsAgo: z.optional(z.int().check(z.gte(0), z.lte(86_400))) }),
    (control, { gameId, secondsAgo }) => control.start(gameId, secondsAgo),
  ),
  finish: call(z.object({ gameId: id }), (control, { gameId }) => control.finish(gameId)),
  cancel: call(z.object({ gameId: id }), (control, { gameId }) => control.cancel(gameId)),
  remove: call(z.object({ conditionId: id }), (control, { conditionId }) => control.remove(conditionId)),
  fail: call(
    z.object({ mode: z.enum(FAIL_MODES), count, paths: z.optional(z.array(z.string())) }),
    (control, failure) => control.fail(failure),
  ),
  raw: call(
    z.object({
      path: z.string(),
      body: z.union([
        z.string(),
        z.object({ head: z.string(), unit: z.string(), times: z.int(), tail: z.string() }),
      ]),
      count,
      status: z.optional(z.int().check(z.gte(200), z.lte(599))),
      contentType: z.optional(z.string().check(z.regex(/^[\x20-\x7e]+$/))),
    }),
    (control, raw) => control.answerRaw(raw),
  ),
  games: call(z.object({ count: z.int().check(z.gte(1), z.lte(10_000)) }), (control, body) => ({
    gameIds: control.addGames(body.count),
  })),
  socket: call(
    z.object({ action: z.enum(['drop', 'send', 'refuse', 'accept']), text: z.optional(z.string()) }),
    ({ socket }, { action, text = '' }) => {
      if (action === 'drop') socket.drop();
      else if (action === 'send') socket.send(text);
      else socket.refuse(action === 'refuse');
    },
  ),
  reset: call(z.object({ beganAt: z.optional(z.iso.datetime()) }), (control, { beganAt }) =>
    control.reset(beganAt === undefined ? undefined : new Date(beganAt)),
  ),
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
  const act = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (act === undefined) return { status: 404, json: { message: `There is no control ${name}.` } };
  try {
    const json = act(control, body);
    return json === false
      ? { status: 404, json: { message: 'There is no such game or condition.' } }
      : { status: 200, json: typeof json === 'object' ? json : { ok: true } };
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const [issue] = error.issues;
    return { status: 400, json: { message: `${issue?.path.join('.')}: ${issue?.message}` } };
  }
}
