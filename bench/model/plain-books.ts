/**
 * The independent model's inputs and outputs, in plain numbers: money in micro-USDC as `bigint`, odds in hundredths
 * as integers (185 is 1.85), times in milliseconds. Nothing here comes from the product's code, nor may the model:
 * it is written only from the rules in docs/design, so that the two can differ.
 */

export type PlainRefusal =
  | 'unknown-outcome'
  | 'market-closed'
  | 'market-suspended'
  | 'feed-stale'
  | 'self-excluded'
  | 'stake-too-small'
  | 'stake-too-large'
  | 'odds-changed'
  | 'cap-reached'
  | 'insufficient-funds'
  | 'cash-out-unavailable'
  | 'invalid-request'
  | 'not-found'
  | 'wrong-state';

/** `near`: the decision was so close to a limit that rounding in the last digit may go either way. */
export type PlainAnswer<T = Record<never, never>> =
  | ({ readonly ok: true; readonly near: boolean } & T)
  | { readonly ok: false; readonly near: boolean; readonly reason: PlainRefusal };

export interface PlainMarket {
  /** open, suspended, closed, resolving, settled or void; by the clock that it last got. */
  readonly state: string;
  /** P per outcome, S, R, and the escrow's balance. */
  readonly owed: readonly bigint[];
  readonly openStakes: bigint;
  readonly received: bigint;
  readonly escrow: bigint;
}

export interface PlainBet {
  readonly result: 'open' | 'won' | 'lost' | 'void' | 'cashed-out';
  /** What was finally paid for it, or for what was not sold in parts; zero while it is open or if it is lost. */
  readonly paid: bigint;
}

export interface PlainModel {
  /** A user with practice funds and the house's daily cap. */
  addUser(user: { id: string; funds: bigint; dailyCap: bigint }): void;
  /** A market of the market maker: starting probabilities sum to 1. */
  openLmsr(market: { id: string; probabilities: readonly number[]; budget: bigint; closesAt: number }): void;
  /** A market of the feed, the only one of its game. Its cap moves into escrow with its first bet. */
  openFeed(market: {
    id: string;
    /** How many of its outcomes win. */
    winners: number;
    odds: readonly number[];
    pricedAt: number;
    cap: bigint;
    gameCap: bigint;
    closesAt: number;
  }): void;
  setFeedOdds(change: { id: string; odds: readonly number[]; pricedAt: number }): void;
  setSuspended(change: { id: string; suspended: boolean }): void;
  /** The current odds for a stake, in hundredths, or null if it has none. */
  odds(asked: { id: string; outcome: number; stake: bigint; now: number }): {
    odds: number | null;
    near: boolean;
  };
  /** A bet at the current odds; the signed odds are a minimum. */
  bet(bet: {
    betId: string;
    id: string;
    userId: string;
    outcome: number;
    stake: bigint;
    odds: number;
    now: number;
  }): PlainAnswer<{ payout: bigint }>;
  /** What the market pays now for all that is open of a bet, or for the part of it with this stake. */
  cashOutValue(asked: { betId: string; part?: bigint | null; now: number }): PlainAnswer<{ amount: bigint }>;
  /** `part`: the stake that is sold of the open stake `of`, which the bettor saw; null or absent: all that is open. */
  cashOut(asked: {
    betId: string;
    userId: string;
    part?: { stake: bigint; of: bigint } | null;
    amount: bigint;
    now: number;
  }): PlainAnswer;
  /** Betting on it ends now. */
  close(change: { id: string; now: number }): PlainAnswer;
  /** The game had already begun at `startedAt`: betting is over, and stakes of bets from then on are returned. */
  startEarlier(change: { id: string; startedAt: number; now: number }): void;
  /** Demo mode: as many outcomes win as the market says, or null for a void, and everyone is paid at once. */
  end(change: {
    id: string;
    won: readonly number[] | null;
    now: number;
  }): PlainAnswer<{ paid: bigint; toPool: bigint }>;
  /** The user's own cap; null: none. Lower at once, higher or none a day later. */
  setOwnCap(change: { userId: string; cap: bigint | null; now: number }): void;
  /** No bets until then, unless there is already a longer break. */
  takeBreak(change: { userId: string; until: number; now: number }): void;
  /** Everything, for the comparison after each step. */
  market(asked: { id: string; now: number }): PlainMarket;
  /** Also each sold part, by `partId`. */
  bets(userId: string): ReadonlyMap<string, PlainBet>;
  balance(userId: string): bigint;
  /** The pool's gain since before the first market was opened; negative if it paid more. */
  poolChange(): bigint;
}

/** The name of a sold part of a bet. @param of the open stake before it, micro-USDC */
export const partId = (betId: string, of: bigint | string): string => `${betId} part of ${of}`;
