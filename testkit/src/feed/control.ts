import { OUTCOME_STATES, type OutcomeState } from '@tallystone/api/azuro/azuro-feed.ts';
import type { FeedSocket } from '@tallystone/api/azuro/stand-in/feed-socket.ts';
import type { FeedChange, StandInFeed } from '@tallystone/api/azuro/stand-in/stand-in-feed.ts';
import { SPEAKERS, type Speaker } from '@tallystone/api/azuro/stand-in/wire-condition.ts';
import * as z from 'zod/mini';
import { FAIL_MODES, type Failure, type Failures, type RawAnswer } from './failures.ts';

/** What a test can make happen. False: there is no such game or condition. */
export interface StandInControl {
  /**
   * @param odds decimal texts by outcome id; they stop drifting
   */
  setOdds(conditionId: string, odds: Readonly<Record<string, string>>): boolean;
  setCondition(conditionId: string, state: string): boolean;
  /** @param change `startsAt` in Unix seconds */
  setGame(gameId: string, change: { state?: string | undefined; startsAt?: number | undefined }): boolean;
  /**
   * Decides a condition: with one winner, several, none, or unknown outcomes; a repeated call corrects the first. The
   * socket announces this without the winners.
   *
   * @param canceledOutcomeIds outcomes that are neither won nor lost, such as players who didn't play
   */
  resolve(
    conditionId: string,
    wonOutcomeIds: readonly string[],
    canceledOutcomeIds?: readonly string[] | undefined,
  ): boolean;
  /**
   * Sets the states of single outcomes by id, while the condition goes on. Outcomes that are won, lost or canceled take
   * no more bets. `resolve` and `cancel` replace all of it.
   */
  setOutcomes(conditionId: string, states: Readonly<Record<string, OutcomeState>>): boolean;
  /** Which source reports a condition's state and result from now on: see wire-condition.ts. */
  speak(conditionId: string, speaker: Speaker): boolean;
  /** The game starts now, or turns out to have started this many seconds ago. */
  start(gameId: string, secondsAgo?: number | undefined): boolean;
  /** The game is over and its conditions are stopped. The winner isn't known yet. */
  finish(gameId: string): boolean;
  /** The game and all its conditions are cancelled. */
  cancel(gameId: string): boolean;
  /** The condition disappears from the feed. */
  remove(conditionId: string): boolean;
  fail(failure: Failure): void;
  answerRaw(raw: RawAnswer): void;
  /** Adds invented games. @returns their ids */
  addGames(count: number): string[];
  /**
   * Adds a game that takes bets in play and goes on only by control calls.
   *
   * @param change `startsAt` in Unix seconds; default: in an hour
   * @returns its id
   */
  addLiveGame(change?: { startsAt?: number | undefined }): string;
  /** The game offers all lines, not only those nearest to even. False if it already does, too. */
  offerEveryLine(gameId: string): boolean;
  /** @param clock such as `63'` or `HT` */
  setScore(gameId: string, score: readonly [number, number], clock: string): boolean;
  socket: Pick<FeedSocket, 'send' | 'drop' | 'refuse'>;
  /** Undoes everything. With a new start time, the timed events happen again. */
  reset(beganAt?: Date | undefined): void;
  /** The state: requests per path, listeners, and the season. */
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
  /** Due events come before manual ones. */
  const apply = (change: () => FeedChange[]): boolean => {
    socket.push(feed.advance(now()));
    const changes = change();
    socket.push(changes);
    return changes.length > 0;
  };
  return {
    setOdds: (conditionId, odds) => apply(() => feed.setOdds(conditionId, odds)),
    setCondition: (conditionId, state) => apply(() => feed.setCondition(conditionId, { state })),
    setGame: (gameId, change) => apply(() => feed.setGame(gameId, change)),
    resolve: (conditionId, wonOutcomeIds, canceledOutcomeIds = []) =>
      apply(() => {
        const outcomeStates = Object.fromEntries(canceledOutcomeIds.map((each) => [each, 'Canceled']));
        return feed.setCondition(conditionId, { state: 'Resolved', wonOutcomeIds, outcomeStates });
      }),
    setOutcomes: (conditionId, states) => apply(() => feed.setOutcomes(conditionId, states)),
    speak: (conditionId, speaker) => apply(() => feed.setSpeaker(conditionId, speaker)),
    start: (gameId, secondsAgo = 0) =>
      apply(() => feed.setGame(gameId, { state: 'Live', startsAt: Math.floor(now() / 1_000) - secondsAgo })),
    finish: (gameId) => apply(() => feed.finishGame(gameId)),
    cancel: (gameId) => apply(() => feed.cancelGame(gameId)),
    remove: (conditionId) => apply(() => feed.setCondition(conditionId, { state: 'Removed' })),
    fail: (failure) => failures.fail(failure),
    answerRaw: (raw) => failures.answerRaw(raw),
    addGames: (count) => feed.addGames(count, now()),
    addLiveGame: ({ startsAt = Math.floor(now() / 1_000) + 3_600 } = {}) => feed.addLiveGame({ startsAt }),
    offerEveryLine: (gameId) => apply(() => feed.offerEveryLine(gameId)),
    setScore: (gameId, score, clock) => apply(() => feed.setScore(gameId, score, clock)),
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

/** A call with a parsed body. False: unknown game or condition. Undefined: done. */
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
    z.object({
      conditionId: id,
      wonOutcomeIds: z.array(z.string()),
      canceledOutcomeIds: z.optional(z.array(z.string())),
    }),
    (control, { conditionId, wonOutcomeIds, canceledOutcomeIds }) =>
      control.resolve(conditionId, wonOutcomeIds, canceledOutcomeIds),
  ),
  outcomes: call(
    z.object({ conditionId: id, states: z.record(z.string(), z.enum(OUTCOME_STATES)) }),
    (control, { conditionId, states }) => control.setOutcomes(conditionId, states),
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
  'live-game': call(z.object({ startsAt: z.optional(z.int()) }), (control, body) => ({
    gameId: control.addLiveGame(body),
  })),
  lines: call(z.object({ gameId: id }), (control, { gameId }) => control.offerEveryLine(gameId)),
  score: call(
    z.object({ gameId: id, score: z.tuple([z.int(), z.int()]), clock: z.string().check(z.maxLength(100)) }),
    (control, { gameId, score, clock }) => control.setScore(gameId, score, clock),
  ),
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
 * The same controls over HTTP, `POST /__control/<name>`.
 *
 * @param name such as `odds`; `status` needs no body
 * @returns status 404 for something unknown, 400 for an invalid body
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
