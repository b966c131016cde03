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
  getProposed,
  hasLateBets,
  hearStart,
  listAwaited,
  listHeardUnderResult,
  listLateUnderResult,
  listPaid,
  listProposed,
  listUnheard,
  markLateBets,
  type SaidStart,
  type StoredAwaited,
  takeBackFromLate,
  wereLateBetsPaid,
  withdrawResolution,
} from './feed-results-store.ts';
import { proposeResolution } from './propose-resolution.ts';

/** Whether a result of the feed may be paid now, by what the feed says at this moment. */
type Confirmation = 'pay' | 'wait' | 'withdrawn';

export interface FeedResults {
  /** Looks after everything now, whoever has done so a moment ago. Never rejects: what failed was told. */
  look(): Promise<void>;
  /**
   * Whether the payment of a market's result may begin. One that pays bets which are late by the audit is taken back. A
   * result of the feed is read again for it: one that the feed has changed is taken back and waits for an admin; while the
   * feed does not answer, it waits. Others may.
   */
  confirm(marketId: string): Promise<Confirmation>;
  /** Resolves once nothing is under way. */
  stop(): Promise<void>;
}

const AWAITED_EVERY_MS = 60_000;
/** Nearly all games are over and decided by then. What is not is asked after less often. */
const SOON_MS = 8 * 3_600_000;
const LATE_EVERY_MS = 600_000;
const PAID_EVERY_MS = 600_000;
/** The feed is asked for so many games at once. */
const GAMES = 50;
/** A result that was read again, and stands, may be paid for so long; what else was found is asked for again sooner. */
const KNOWN_MS: Readonly<Record<Confirmation, number>> = { pay: 60_000, wait: 15_000, withdrawn: 15_000 };
/** A feed that takes its time holds up no other payment. */
const PATIENCE_MS = 500;

/**
 * Follows how the games of the feed end, and proposes what is clear of it as the end of its market. Several processes
 * may: they share the asking, and of what they propose the database takes one.
 *
 * @param onProposed something may have to be paid now
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
  /** How long guardians have; as the mode has it where nothing is said. */
  windowMs?: number | undefined;
  onProposed: () => void;
  onError: (error: unknown) => void;
  patienceMs?: number;
}): FeedResults {
  let isStopped = false;
  /** By the id of the resolution: what it was found to be when it was read again, and its reading now. */
  const known = new Map<number, { confirmation: Confirmation; askedAt: number }>();
  const underWay = new Map<number, Promise<void>>();
  let stopAsking = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stopAsking = () => reject(new FeedUnavailable(say('feed-closed')));
  });
  stopped.catch(() => undefined);
  /** An answer that is on its way keeps nobody from stopping. */
  const ask = (gameIds: string[]) => Promise.race([feed.resultsOf(gameIds), stopped]);

  // A feed that does not answer is seen elsewhere, and asked again in the next round.
  const tell = (error: unknown) => {
    if (!(error instanceof FeedUnavailable)) onError(error);
  };

  /** What the feed says now of each, one after the other; what fails of one is told, and stops no other. */
  async function readEach<T extends { readonly gameId: string }>(
    all: readonly T[],
    act: (each: T, said: FeedResult | null) => Promise<void>,
  ): Promise<void> {
    const gameIds = [...new Set(all.map(({ gameId }) => gameId))];
    for (const chunk of chunksOf(gameIds, GAMES)) {
      if (isStopped) return;
      const asked = new Set(chunk);
      const results = new Map((await ask(chunk)).map((said) => [said.gameId, said]));
      for (const each of all) {
        if (!asked.has(each.gameId)) continue;
        await act(each, results.get(each.gameId) ?? null).catch(tell);
      }
    }
  }

  // ---- what waits for a result

  async function lookAtAwaited(closedWithinMs: number | null): Promise<void> {
    // One after the other; none waits for an answer, or a query, that another was not given.
    await inTurn(
      async () => {
        for (const marketId of await listHeardUnderResult(db))
          await takeBackFromLate(db, marketId).catch(tell);
      },
      async () =>
        readEach(await listUnheard(db), async ({ id, closesAt }, said) => {
          // It may have been long ago.
          const start = plausibleStartOf(said, closesAt);
          if (start !== null) await hearStart(db, { marketId: id, ...start });
        }),
      async () =>
        readEach(await listLateUnderResult(db), async ({ id }, said) => {
          const start = plausibleStartOf(said);
          if (start !== null) await markLateBets(db, { marketId: id, ...start });
        }),
      async () => readEach(await listAwaited(db, { closedWithinMs }), lookAt),
    );
  }

  /** What fails stops nothing that comes after it. @throws the last of these errors; the others are told */
  async function inTurn(...all: (() => Promise<void>)[]): Promise<void> {
    const failed: unknown[] = [];
    for (const work of all) await work().catch((error) => failed.push(error));
    if (failed.length === 0) return;
    for (const error of failed.slice(0, -1)) tell(error);
    throw failed.at(-1);
  }

  async function lookAt(market: StoredAwaited, said: FeedResult | null): Promise<void> {
    const decision = decideFeedResult(market, said, market.now);
    if (decision.kind === 'wait') return;
    const raw = evidenceOf(market, said);
    if (decision.kind === 'review') {
      await flagForReview(db, { marketId: market.id, reason: decision.reason, raw });
      return;
    }
    const { result, evidence } = decision;
    // Of a void every stake goes back anyway.
    if (result.kind === 'won' && (market.hasLateBets || (await findsLateBets(market, said)))) return;
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
      // Somebody else was a moment quicker.
      if (error instanceof HttpError && error.code === 'wrong-state') return;
      throw error;
    }
    onProposed();
  }

  async function findsLateBets({ id: marketId }: StoredAwaited, said: FeedResult | null): Promise<boolean> {
    const start = plausibleStartOf(said);
    // Nearly all markets have none: they are not locked for it.
    if (start === null || !(await hasLateBets(db, { marketId, began: start.began }))) return false;
    return markLateBets(db, { marketId, ...start });
  }

  // ---- what has a result

  /** Read again before it is paid. */
  async function judge(resolution: FeedResolution, said: FeedResult | null): Promise<Confirmation> {
    const start = plausibleStartOf(said);
    const { marketId, outcomeId } = resolution;
    // Of a void every stake goes back anyway.
    if (start !== null && outcomeId !== null && (await hasLateBets(db, { marketId, began: start.began }))) {
      const isTakenBack = await markLateBets(db, { marketId, ...start });
      return isTakenBack ? 'withdrawn' : 'wait';
    }
    const confirmed = confirmFeedResult(resolution, outcomeId, said);
    if (confirmed === 'stands') return 'pay';
    if (confirmed === 'unknown') return 'wait';
    const isWithdrawn = await withdrawResolution(db, resolution, evidenceOf(resolution, said));
    return isWithdrawn ? 'withdrawn' : 'wait';
  }

  async function lookAtProposed(): Promise<void> {
    await readEach(await listProposed(db), async (resolution, said) => void (await judge(resolution, said)));
  }

  /** Money that is paid stays paid: another word of the feed is for admins to see. */
  async function lookAtPaid(): Promise<void> {
    await readEach(await listPaid(db), async (resolution, said) => {
      const { marketId, outcomeId } = resolution;
      const start = plausibleStartOf(said);
      const isCorrected =
        confirmFeedResult(resolution, outcomeId, said) === 'withdrawn' ||
        (start !== null && (await wereLateBetsPaid(db, { marketId, began: start.began })));
      if (isCorrected) {
        await flagForReview(db, { marketId, reason: 'corrected', raw: evidenceOf(resolution, said) });
      }
    });
  }

  async function readAgain(resolution: FeedResolution): Promise<void> {
    const { id, gameId } = resolution;
    let confirmation: Confirmation = 'wait';
    const askedAt = performance.now();
    try {
      const said = (await ask([gameId])).find((each) => each.gameId === gameId) ?? null;
      confirmation = await judge(resolution, said);
    } catch (error) {
      tell(error);
    }
    known.set(id, { confirmation, askedAt });
  }

  async function confirm(marketId: string): Promise<Confirmation> {
    if (isStopped) return 'wait';
    // What the feed said before needs no answer now, and counts for the result of an admin, too.
    if (await takeBackFromLate(db, marketId)) return 'withdrawn';
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
    repeat({ everyMs, work: () => shareRound(db, { name, everyMs, work }), onError: tell });
  const looking = repeat({
    everyMs: null,
    work: () => inTurn(() => lookAtAwaited(null), lookAtProposed, lookAtPaid),
    onError: tell,
  });
  const rounds = [
    looking,
    round('azuro-results', AWAITED_EVERY_MS, () => lookAtAwaited(SOON_MS)),
    round('azuro-late-results', LATE_EVERY_MS, () => lookAtAwaited(null)),
    round('azuro-paid-results', PAID_EVERY_MS, () => inTurn(lookAtProposed, lookAtPaid)),
  ];

  return {
    look: () => looking.afresh(),
    confirm,
    async stop() {
      isStopped = true;
      stopAsking();
      await Promise.all([...rounds.map((each) => each.stop()), ...underWay.values()]);
    },
  };
}

/** When the game began or begins, by an answer that makes sense; null: it says nothing of that. */
function plausibleStartOf(said: FeedResult | null, at = said?.askedAt): SaidStart | null {
  const began = said?.game?.startsAt;
  if (!said || !began || at === undefined || !isPlausibleStart(began, at)) return null;
  const { gameId, askedAt, game } = said;
  return { gameId, began, said: { askedAt: askedAt.toISOString(), game: game?.raw ?? null } };
}

/** The answer as it came, of the game and of the market's condition. */
function evidenceOf({ conditionId }: { conditionId: string }, said: FeedResult | null): unknown {
  return {
    askedAt: said?.askedAt.toISOString() ?? null,
    game: said?.game?.raw ?? null,
    condition: said?.conditions.find(({ id }) => id === conditionId)?.raw ?? null,
  };
}
