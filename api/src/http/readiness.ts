import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { isMigrated } from '../db/migrate.ts';
import { HttpError } from './http-error.ts';

const PING_MS = 500;

/** What else may stand against taking bets, such as a chain that cannot be followed. */
export interface BetHold {
  /** @throws HttpError `not-ready` while it does */
  requireBettable(): void;
  /** One sentence, or null. */
  problem(): string | null;
}

/** Whether this process takes work, and if not, why. */
export interface Readiness {
  /** From now on no bets are taken while this says so. */
  stopBetsWhile(isBroken: () => boolean): void;
  /** Nor while this says so, which has a sentence of its own. */
  holdBetsFor(hold: BetHold): void;
  /** The server is stopping: health says so, and balancers send nobody any more. */
  drain(): void;
  readonly isDraining: boolean;
  /** @throws HttpError `not-ready` while no bets may be taken */
  requireBettable(): void;
  /** The first reason why not, or null. */
  problem(): Promise<string | null>;
}

export function readiness(db: Db): Readiness {
  let isDraining = false;
  let isStopped = () => false;
  let hold: BetHold | null = null;
  return {
    stopBetsWhile: (isBroken) => {
      isStopped = isBroken;
    },
    holdBetsFor: (given) => {
      hold = given;
    },
    drain: () => {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    requireBettable() {
      if (isStopped()) {
        throw new HttpError(
          'not-ready',
          'Betting is stopped while the books are checked, so no money was taken.',
          {
            retryAfterSeconds: 60,
          },
        );
      }
      hold?.requireBettable();
    },
    async problem() {
      if (isDraining) return 'The server is stopping.';
      if (isStopped()) return 'The books do not add up, so betting is stopped.';
      return hold?.problem() ?? databaseProblem(db);
    },
  };
}

async function databaseProblem(db: Db): Promise<string | null> {
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), PING_MS);
  });
  try {
    const migrated = await Promise.race([db.execute(sql`select 1`).then(() => isMigrated(db)), deadline]);
    if (migrated === late) return 'The database is slow to answer.';
    return migrated ? null : 'The database is not migrated.';
  } catch {
    return 'The database cannot be reached.';
  } finally {
    clearTimeout(timer);
  }
}
