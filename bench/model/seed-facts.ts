import type { EvmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import type { EarlierStart, OddsMove } from './feed-by-sql.ts';

export interface RunUser {
  readonly id: string;
  readonly wallet: EvmWallet;
  readonly token: string;
  /** Each seed has one user who sets limits and takes breaks. */
  readonly setsLimits: boolean;
  blockedUntil: number;
  /** A requested raise of the user's own cap, and the cap before it. */
  raise: { readonly cap: number | null; readonly from: number; readonly before: number } | null;
}

export interface RunMarket {
  readonly id: string;
  readonly kind: 'lmsr' | 'feed';
  /** A game that is there for combos, with a small cap. */
  readonly isSide: boolean;
  readonly outcomeIds: readonly string[];
  /** How many of the outcomes win. */
  readonly winners: number;
  /** The feed prices the first of two outcomes only. */
  readonly isOneSided: boolean;
  /** Its game's title names no participants. */
  readonly isOutright: boolean;
  readonly closesAt: number;
  /** Loss budget or cap, micro-USDC. */
  readonly budget: bigint;
  /** As an admin left it. */
  isDisabled: boolean;
  /** Betting was ended early. */
  isClosed: boolean;
  hasEnded: boolean;
  /** For a market of the feed: what the odds are computed from, how likely each end of the game is. */
  chances: number[];
  /** Hundredths; 0 for an outcome without odds. */
  odds: readonly number[];
  pricedAt: number;
}

/** A seed's order for a round: something that is written for all seeds at once, or its own call. */
export type Step =
  | { readonly kind: 'move-odds'; readonly move: OddsMove }
  | { readonly kind: 'start-earlier'; readonly start: EarlierStart }
  | {
      readonly kind: 'call';
      /** Written before all calls of the round. */
      readonly moves?: readonly OddsMove[];
      run(): Promise<void>;
    };

export interface RoundFacts {
  /** By the database's clock, when the round began. */
  readonly now: number;
  /** Nothing in the round happens later than this. */
  readonly latest: number;
  readonly mayStartEarlier: boolean;
  /** The server is killed during the round. */
  readonly withCrash: boolean;
}

/** The product's times may be a little before those for which the round was planned. */
const SLACK_MS = 2_000;

/** Whether a deciding moment is within the round. */
export function isNear({ now, latest }: RoundFacts, moments: readonly number[]): boolean {
  return moments.some((moment) => moment >= now - SLACK_MS && moment <= latest);
}
