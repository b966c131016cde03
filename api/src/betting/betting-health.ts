import type { BettingReason } from '@tallystone/core/http-api/health';
import { countStaleMarkets } from '../azuro/count-stale-markets.ts';
import type { Db } from '../db/db.ts';
import { findMissingTables } from '../db/find-missing-tables.ts';
import { isMigrated } from '../db/migrate.ts';
import { readSkew } from '../db/read-clock.ts';
import { readStandbys, standbyProblem } from '../db/read-standbys.ts';
import { keptCheck } from '../http/kept-check.ts';
import type { Readiness } from '../http/readiness.ts';
import { findLateEntry } from '../ledger/find-late-entry.ts';
import { QUOTE_LIFE_MS } from './quote-token.ts';

/** How far the clocks of two machines may differ: within this time nonces of other processes are accepted. */
const MOST_SKEW_MS = 30_000;

/** Whether the server would take a bet now. */
export interface BettingHealth {
  /** Why bets are not taken, or soon may not be; empty while all is well. Each check is repeated at most once a second. */
  reasons(): Promise<BettingReason[]>;
}

/**
 * Checks everything that bets need: that this process serves, the books, the chain, the tables, the clock, the seals, and
 * the odds of the feed, and with real stakes the standbys of the database.
 *
 * @param takesBets false in live mode without a chain
 */
export function bettingHealth({
  db,
  ready,
  mode,
  takesBets,
  now,
  onError,
  limitMs,
}: {
  db: Db;
  ready: Readiness;
  mode: 'demo' | 'live';
  takesBets: boolean;
  now: () => Date;
  /** Called with the error if the database could not be read. */
  onError(error: unknown): void;
  limitMs?: number;
}): BettingHealth {
  const startedAt = now().getTime();
  const asked = keptCheck<BettingReason[]>({
    look: () =>
      look(db, { mode, now, runningMs: now().getTime() - startedAt }).catch((error) => {
        onError(error);
        return [unread("The database can't be read to see whether bets are accepted; the log says why.")];
      }),
    late: [unread('The database is slow to say whether bets are accepted.')],
    now,
    ...(limitMs !== undefined && { limitMs }),
  });
  return {
    async reasons() {
      // Commits that wait for a standby look like a slow database. Both are asked at once, since each may take its whole time.
      const asking = mode === 'live' ? asked.ask() : null;
      const problem = await ready.problem();
      if (problem !== null) {
        const kind = ready.isDraining ? 'stopping' : 'commits';
        const standby = ((await asking) ?? []).filter((reason) => reason.kind === 'standby');
        return [{ kind, stops: 'every-bet', sentence: problem.sentence }, ...standby, ...ready.betProblems()];
      }
      const chainless = takesBets ? [] : [NO_CHAIN];
      return [...ready.betProblems(), ...chainless, ...(await (asking ?? asked.ask()))];
    },
  };
}

const NO_CHAIN: BettingReason = {
  kind: 'chain',
  stops: 'every-bet',
  sentence: 'Live bets need a chain, and this server has none.',
};

const unread = (sentence: string): BettingReason => ({ kind: 'tables', stops: 'every-bet', sentence });

async function look(
  db: Db,
  { mode, now, runningMs }: { mode: 'demo' | 'live'; now: () => Date; runningMs: number },
): Promise<BettingReason[]> {
  const found = [await lookAtClock(db, now)];
  if (mode === 'live') found.push(await lookAtStandbys(db));
  const tables = await lookAtTables(db);
  // If a table is missing, the other checks would fail.
  found.push(...(tables === null ? [await lookAtSeals(db, runningMs), await lookAtFeed(db)] : [tables]));
  return found.filter((reason) => reason !== null);
}

async function lookAtClock(db: Db, now: () => Date): Promise<BettingReason | null> {
  const aheadMs = await readSkew(db, now);
  const skewMs = Math.abs(aheadMs);
  if (skewMs <= MOST_SKEW_MS) return null;
  const where = aheadMs > 0 ? 'ahead of' : 'behind';
  return {
    kind: 'clock',
    // If quotes expire before they are given, no bet is possible; if they expire too soon or too late, some bets fail.
    stops: -aheadMs >= QUOTE_LIFE_MS ? 'every-bet' : 'some-bets',
    sentence: `This server's clock is ${inWords(skewMs)} ${where} the database's clock, so quotes expire at the wrong time.`,
  };
}

async function lookAtStandbys(db: Db): Promise<BettingReason | null> {
  const sentence = standbyProblem(await readStandbys(db));
  return sentence === null ? null : { kind: 'standby', stops: 'no-bet', sentence };
}

async function lookAtTables(db: Db): Promise<BettingReason | null> {
  const missing = await findMissingTables(db);
  if (missing.length > 0) return unread(`Tables are missing in the database: ${missing.join(', ')}.`);
  return (await isMigrated(db)) ? null : unread('The database is not migrated.');
}

async function lookAtSeals(db: Db, runningMs: number): Promise<BettingReason | null> {
  const late = await findLateEntry(db, { runningMs });
  if (late === null) return null;
  const waits = inWords(late.seconds * 1000);
  return {
    kind: 'seals',
    stops: 'no-bet',
    sentence: `Entries in the books have been unsealed for ${waits}, so their receipts prove nothing yet.`,
  };
}

async function lookAtFeed(db: Db): Promise<BettingReason | null> {
  const { stale, all } = await countStaleMarkets(db);
  if (stale === 0) return null;
  return {
    kind: 'feed',
    stops: 'some-bets',
    sentence: `The odds of ${stale} of ${all} feed markets are too old to bet on.`,
  };
}

function inWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
