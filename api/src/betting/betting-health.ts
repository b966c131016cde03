import type { BettingReason } from '@tallystone/core/http-api/health';
import { countStaleMarkets } from '../azuro/count-stale-markets.ts';
import type { Db } from '../db/db.ts';
import { findMissingTables } from '../db/find-missing-tables.ts';
import { isMigrated } from '../db/migrate.ts';
import { readClock } from '../db/read-clock.ts';
import { keptCheck } from '../http/kept-check.ts';
import type { Readiness } from '../http/readiness.ts';
import { findLateEntry } from '../ledger/find-late-entry.ts';
import { QUOTE_LIFE_MS } from './quote-token.ts';

/** By so much the clocks of machines may differ: nonces of other processes are taken within it. */
const MOST_SKEW_MS = 30_000;

/** Whether a bet would be taken now. */
export interface BettingHealth {
  /** Why bets are not taken, or soon may not be; empty while all is well. Asks nothing that was asked a second ago. */
  reasons(): Promise<BettingReason[]>;
}

/**
 * Looks at everything that bets rest on: that this process serves, the books, the chain, the tables, the clock, the
 * seals, and the odds of the feed.
 *
 * @param takesBets false: live mode without a chain
 */
export function bettingHealth({
  db,
  ready,
  takesBets,
  now,
  onError,
  limitMs,
}: {
  db: Db;
  ready: Readiness;
  takesBets: boolean;
  now: () => Date;
  /** Hears why it could not be looked. */
  onError(error: unknown): void;
  limitMs?: number;
}): BettingHealth {
  const startedAt = now().getTime();
  const asked = keptCheck<BettingReason[]>({
    look: () =>
      look(db, { now, runningMs: now().getTime() - startedAt }).catch((error) => {
        onError(error);
        return [unread("The database can't be read to see whether bets are accepted; the log says why.")];
      }),
    late: [unread('The database is slow to say whether bets are accepted.')],
    now,
    ...(limitMs !== undefined && { limitMs }),
  });
  return {
    async reasons() {
      const problem = await ready.problem();
      if (problem !== null) {
        const kind = ready.isDraining ? 'stopping' : 'commits';
        return [{ kind, stops: 'every-bet', sentence: problem.sentence }, ...ready.betProblems()];
      }
      const chainless = takesBets ? [] : [NO_CHAIN];
      return [...ready.betProblems(), ...chainless, ...(await asked.ask())];
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
  { now, runningMs }: { now: () => Date; runningMs: number },
): Promise<BettingReason[]> {
  const clock = await lookAtClock(db, now);
  const tables = await lookAtTables(db);
  // Where a table is missing the others cannot be asked about.
  if (tables !== null) return [...clock, tables];
  return [...clock, ...(await lookAtSeals(db, runningMs)), ...(await lookAtFeed(db))];
}

async function lookAtClock(db: Db, now: () => Date): Promise<BettingReason[]> {
  const before = now().getTime();
  const database = (await readClock(db)).getTime();
  const after = now().getTime();
  // By no more than is certain, however long the answer took.
  const aheadMs = Math.max(0, before - database);
  const behindMs = Math.max(0, database - after);
  const skewMs = Math.max(aheadMs, behindMs);
  if (skewMs <= MOST_SKEW_MS) return [];
  const where = aheadMs > 0 ? 'ahead of' : 'behind';
  return [
    {
      kind: 'clock',
      // A quote that is over before it is given stops each bet; one that ends too soon or too late stops some.
      stops: behindMs >= QUOTE_LIFE_MS ? 'every-bet' : 'some-bets',
      sentence: `This server's clock is ${inWords(skewMs)} ${where} the database's clock, so quotes expire at the wrong time.`,
    },
  ];
}

async function lookAtTables(db: Db): Promise<BettingReason | null> {
  const missing = await findMissingTables(db);
  if (missing.length > 0) return unread(`Tables are missing in the database: ${missing.join(', ')}.`);
  return (await isMigrated(db)) ? null : unread('The database is not migrated.');
}

async function lookAtSeals(db: Db, runningMs: number): Promise<BettingReason[]> {
  const late = await findLateEntry(db, { runningMs });
  if (late === null) return [];
  const waits = inWords(late.seconds * 1000);
  return [
    {
      kind: 'seals',
      stops: 'no-bet',
      sentence: `Entries in the books have been unsealed for ${waits}, so their receipts prove nothing yet.`,
    },
  ];
}

async function lookAtFeed(db: Db): Promise<BettingReason[]> {
  const { stale, all } = await countStaleMarkets(db);
  if (stale === 0) return [];
  return [
    {
      kind: 'feed',
      stops: 'some-bets',
      sentence: `The odds of ${stale} of ${all} feed markets are too old to bet on.`,
    },
  ];
}

function inWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
