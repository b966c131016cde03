import { setTimeout as delay } from 'node:timers/promises';
import { say } from '@tallystone/core/sentences/say';
import { type FeedResult, FeedUnavailable } from '../azuro/azuro-feed.ts';
import type { FeedKeeper } from '../azuro/feed-keeper.ts';
import { isPlausibleStart } from '../azuro/plausible-start.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { confirmFeedResult, decideFeedResult } from './decide-feed-result.ts';
import {
  type FeedResolution,
  flagForReview,
  type GameStart,
  getProposed,
  hasLateBets,
  listAwaited,
  listLateWithoutStart,
  listPaid,
  listProposed,
  listResultsPayingLateBets,
  listResultsToRecheck,
  markLateBets,
  recordStart,
  type StoredAwaited,
  takeBackIfPayingLateBets,
  wereLateBetsPaid,
  withdrawResolution,
} from './feed-results-store.ts';
import { proposeResolution } from './propose-resolution.ts';
import { resultOf } from './stored-rehearsal.ts';

/** Whether a result may be paid now, by the feed's present answer. */
type Confirmation = 'pay' | 'wait' | 'withdrawn';

const AWAITED_EVERY_MS = 60_000;
/** Nearly all games are over and decided this soon after their close. The feed is asked less often for the others. */
const SOON_MS = 8 * 3_600_000;
const LATE_EVERY_MS = 600_000;
const PAID_EVERY_MS = 600_000;
/** How many games one call to the feed asks for. */
const GAMES = 50;
/** How long a reading counts: a result that the feed confirmed may be paid meanwhile, others are read again sooner. */
const KNOWN_MS: Readonly<Record<Confirmation, number>> = { pay: 60_000, wait: 15_000, withdrawn: 15_000 };
/** A slow feed must not hold up other payments. */
const PATIENCE_MS = 500;

/**
 * Follows how the games of the feed end, and proposes each clear result as the end of its market. Several processes may
 * do so: they share the calls to the feed, and the database accepts one proposal for a market.
 *
 * @param onProposed called when there may be something to pay
 * @see docs/design/feed.md#results
 */
export function openFeedResults({
  db,
  feed,
  mode,
  windowMs,
  onProposed,
  onError,
  patienceMs = PATIENCE_MS,
}: {
  db: Db;
  feed: Pick<FeedKeeper, 'resultsOf'>;
  mode: 'demo' | 'live';
  /** How long guardians may object; defaults to the mode's own window. */
  windowMs?: number | undefined;
  onProposed: () => void;
  onError: (error: unknown) => void;
  patienceMs?: number;
}) {
  let isStopped = false;
  /** By the id of the resolution: the outcome of its last reading, and the reading under way. */
  const known = new Map<number, { confirmation: Confirmation; askedAt: number }>();
  const underWay = new Map<number, Promise<void>>();
  let stopAsking = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stopAsking = () => reject(new FeedUnavailable(say('feed-closed')));
  });
  stopped.catch(() => undefined);
  /** Rejects at once on a stop, so that stopping does not wait for the feed. */
  const ask = (gameIds: string[]) => Promise.race([feed.resultsOf(gameIds), stopped]);

  // That the feed does not answer is reported elsewhere, and the next round asks again.
  const report = (error: unknown) => {
    if (!(error instanceof FeedUnavailable)) onError(error);
  };

  /** Reads the feed's answer for each, one after the other. An error with one is reported and does not stop the rest. */
  async function readEach<T extends { readonly gameId: string }>(
    all: readonly T[],
    act: (each: T, answer: FeedResult | null) => Promise<void>,
  ): Promise<void> {
    const gameIds = [...new Set(all.map(({ gameId }) => gameId))];
    for (const chunk of chunksOf(gameIds, GAMES)) {
      if (isStopped) return;
      const inChunk = new Set(chunk);
      const results = new Map((await ask(chunk)).map((answer) => [answer.gameId, answer]));
      for (const each of all) {
        if (!inChunk.has(each.gameId)) continue;
        await act(each, results.get(each.gameId) ?? null).catch(report);
      }
    }
  }

  // ---- markets that wait for a result

  async function lookAtAwaited(closedWithinMs: number | null): Promise<void> {
    await inTurn(
      async () => {
        for (const marketId of await listResultsPayingLateBets(db))
          await takeBackIfPayingLateBets(db, marketId).catch(report);
      },
      async () =>
        readEach(await listLateWithoutStart(db), async ({ id, closesAt }, answer) => {
          // The game may have begun long ago, so its start is compared with the close, not with now.
          const start = plausibleStartOf(answer, closesAt);
          if (start !== null) await recordStart(db, { marketId: id, ...start });
        }),
      async () =>
        readEach(await listResultsToRecheck(db), async ({ id }, answer) => {
          const start = plausibleStartOf(answer);
          if (start !== null) await markLateBets(db, { marketId: id, ...start });
        }),
      async () => readEach(await listAwaited(db, closedWithinMs), lookAt),
    );
  }

  /** A failure does not stop the work after it. @throws the last of the errors; the others are reported */
  async function inTurn(...all: (() => Promise<void>)[]): Promise<void> {
    const failed: unknown[] = [];
    for (const work of all) await work().catch((error) => failed.push(error));
    if (failed.length === 0) return;
    for (const error of failed.slice(0, -1)) report(error);
    throw failed.at(-1);
  }

  async function lookAt(market: StoredAwaited, answer: FeedResult | null): Promise<void> {
    const decision = decideFeedResult(market, answer, market.now);
    if (decision.kind === 'wait') return;
    const raw = evidenceOf(market, answer);
    if (decision.kind === 'review') {
      await flagForReview(db, { marketId: market.id, reason: decision.reason, raw });
      return;
    }
    const { result, evidence } = decision;
    // A void gives every stake back anyway.
    if (result.kind === 'won' && (market.hasLateBets || (await findsLateBets(market, answer)))) return;
    try {
      await proposeResolution(db, {
        marketId: market.id,
        result,
        source: 'feed',
        evidence,
        raw,
        proposer: { kind: 'system' },
        hash: null,
        mode,
        windowMs,
      });
    } catch (error) {
      // Another process or an admin was quicker.
      if (error instanceof HttpError && error.code === 'wrong-state') return;
      throw error;
    }
    onProposed();
  }

  async function findsLateBets({ id: marketId }: StoredAwaited, answer: FeedResult | null): Promise<boolean> {
    const start = plausibleStartOf(answer);
    // Nearly all markets have no late bets: don't lock those.
    if (start === null || !(await hasLateBets(db, { marketId, began: start.began }))) return false;
    return markLateBets(db, { marketId, ...start });
  }

  // ---- markets that have a result

  /** Whether a result may be paid, by the feed's answer just before the payment. */
  async function judge(resolution: FeedResolution, answer: FeedResult | null): Promise<Confirmation> {
    const start = plausibleStartOf(answer);
    const { marketId, outcomeId, alsoWon } = resolution;
    // A void gives every stake back anyway.
    if (start !== null && outcomeId !== null && (await hasLateBets(db, { marketId, began: start.began }))) {
      const isTakenBack = await markLateBets(db, { marketId, ...start });
      return isTakenBack ? 'withdrawn' : 'wait';
    }
    const confirmed = confirmFeedResult(resolution, resultOf(outcomeId, alsoWon), answer);
    if (confirmed === 'confirmed') return 'pay';
    if (confirmed === 'unknown') return 'wait';
    const isWithdrawn = await withdrawResolution(db, resolution, evidenceOf(resolution, answer));
    return isWithdrawn ? 'withdrawn' : 'wait';
  }

  async function lookAtProposed(): Promise<void> {
    await readEach(
      await listProposed(db),
      async (resolution, answer) => void (await judge(resolution, answer)),
    );
  }

  /** A payment is never taken back: if the feed has changed its result, admins are told. */
  async function lookAtPaid(): Promise<void> {
    await readEach(await listPaid(db), async (resolution, answer) => {
      const { marketId, outcomeId, alsoWon } = resolution;
      const start = plausibleStartOf(answer);
      const isCorrected =
        confirmFeedResult(resolution, resultOf(outcomeId, alsoWon), answer) === 'withdrawn' ||
        (start !== null && (await wereLateBetsPaid(db, { marketId, began: start.began })));
      if (isCorrected) {
        await flagForReview(db, { marketId, reason: 'corrected', raw: evidenceOf(resolution, answer) });
      }
    });
  }

  async function readAgain(resolution: FeedResolution): Promise<void> {
    const { id, gameId } = resolution;
    let confirmation: Confirmation = 'wait';
    const askedAt = performance.now();
    try {
      const answer = (await ask([gameId])).find((each) => each.gameId === gameId) ?? null;
      confirmation = await judge(resolution, answer);
    } catch (error) {
      report(error);
    }
    known.set(id, { confirmation, askedAt });
  }

  /**
   * Whether the payment of a market's result may begin. A result that would pay bets which are late by the audit is taken
   * back. A result from the feed is read again: it is taken back for an admin to decide if the feed has changed it, and
   * waits while the feed does not answer. Other results may be paid.
   */
  async function confirm(marketId: string): Promise<Confirmation> {
    if (isStopped) return 'wait';
    // The starts in the audit need no answer of the feed, and count for the result of an admin too.
    if (await takeBackIfPayingLateBets(db, marketId)) return 'withdrawn';
    const resolution = await getProposed(db, marketId);
    if (resolution === null) return 'pay';
    const { id } = resolution;
    for (const [each, { confirmation, askedAt }] of known) {
      if (performance.now() - askedAt > KNOWN_MS[confirmation]) known.delete(each);
    }
    if (!known.has(id)) {
      const reading = underWay.get(id) ?? readAgain(resolution).finally(() => underWay.delete(id));
      underWay.set(id, reading);
      await Promise.race([reading, delay(patienceMs, undefined, { ref: false })]);
    }
    return known.get(id)?.confirmation ?? 'wait';
  }

  // ---- the rounds

  const round = (name: string, everyMs: number, work: () => Promise<void>) =>
    repeat({ everyMs, work: () => shareRound(db, { name, everyMs, work }), onError: report });
  const looking = repeat({
    everyMs: null,
    work: () => inTurn(() => lookAtAwaited(null), lookAtProposed, lookAtPaid),
    onError: report,
  });
  const rounds = [
    looking,
    round('azuro-results', AWAITED_EVERY_MS, () => lookAtAwaited(SOON_MS)),
    round('azuro-late-results', LATE_EVERY_MS, () => lookAtAwaited(null)),
    round('azuro-paid-results', PAID_EVERY_MS, () => inTurn(lookAtProposed, lookAtPaid)),
  ];

  return {
    /** Looks at everything now, even if a round just has. Never rejects: errors are reported. */
    look: () => looking.afresh(),
    confirm,
    /** Resolves once no work is under way. */
    async stop() {
      isStopped = true;
      stopAsking();
      await Promise.all([...rounds.map((each) => each.stop()), ...underWay.values()]);
    },
  };
}

/** When the game began or begins, if the answer gives a plausible start; otherwise null. */
function plausibleStartOf(answer: FeedResult | null, at = answer?.askedAt): GameStart | null {
  const began = answer?.game?.startsAt;
  if (!answer || !began || at === undefined || !isPlausibleStart(began, at)) return null;
  const { gameId, askedAt, game } = answer;
  return { gameId, began, said: { askedAt: askedAt.toISOString(), game: game?.raw ?? null } };
}

/** The feed's answer as it came, about the game and the market's condition. */
function evidenceOf({ conditionId }: { conditionId: string }, answer: FeedResult | null): unknown {
  return {
    askedAt: answer?.askedAt.toISOString() ?? null,
    game: answer?.game?.raw ?? null,
    condition: answer?.conditions.find(({ id }) => id === conditionId)?.raw ?? null,
  };
}
