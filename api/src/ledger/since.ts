import { type SQL, sql } from 'drizzle-orm';
import { type AuditStart, WHOLE_AUDIT } from '../audit/audit-start.ts';
import type { Scope } from './sums.ts';

/** An account's balance at some entry, micro-USDC as text. */
export interface Balance {
  /** The account's number. */
  readonly id: string;
  /** Its kind and its owner, such as `user:u_x`. */
  readonly account: string;
  readonly balance: string;
}

/** From where on the books are verified. What comes before counts as verified. */
export interface Since {
  /** Entries and seals after these are verified. */
  readonly entryId: string;
  readonly sealId: string;
  /** The latest moments of the entries, and of the seals, up to there. */
  readonly latestAt: string;
  readonly sealedAt: string;
  /** The balances at that entry that are not zero. */
  readonly balances: readonly Balance[];
  readonly audit: AuditStart;
  /** What the invariants check. */
  readonly scope: Scope;
  /** Whether a market is verified, from its opening on. @param id a column */
  isMarket(id: SQL): SQL;
  /** Whether a row `u` of users is verified. */
  readonly isUser: SQL;
  /** Whether a game has one of these markets. @param id a column */
  isGame(id: SQL): SQL;
}

/** Nothing was verified before, so everything is. */
export const SINCE_NOTHING: Since = {
  entryId: '0',
  sealId: '0',
  latestAt: '-infinity',
  sealedAt: '-infinity',
  balances: [],
  audit: WHOLE_AUDIT,
  scope: { kind: 'everything' },
  isMarket: () => sql`true`,
  isGame: () => sql`true`,
  isUser: sql`true`,
};
