/**
 * The independent model's inputs and outputs, in plain numbers: money in micro-USDC as `bigint`, odds in hundredths
 * as integers (185 is 1.85), times in milliseconds. Nothing here comes from the product's code, nor may the model:
 * it is written only from the rules in docs/design, so that the two can differ.
 */

export type PlainRefusal =
  | 'unknown-market'
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
  | 'combo-refused'
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

/** A selection of a combo. @property id of its market */
export interface PlainLeg {
  readonly id: string;
  readonly outcome: number;
}

/** Why a combo is refused. @property leg the selection that is the reason, from 0; null if none is */
export interface PlainComboRefusal {
  readonly ok: false;
  readonly near: boolean;
  readonly reason: PlainRefusal;
  readonly leg: number | null;
  /** The rule behind `combo-refused`. */
  readonly rule: PlainComboRule | null;
}

export type PlainComboRule =
  | 'legs'
  | 'own-market'
  | 'one-sided'
  | 'below-zero-margin'
  | 'same-game'
  | 'outright'
  | 'same-participant'
  | 'odds-too-high';

/** What the house may add to a combo is limited for one, for those of an outcome, of a user, for all, and by the pool. */
export type PlainComboLimit = 'one' | 'outcome' | 'user' | 'all' | 'pool';

export interface PlainComboOffer {
  readonly ok: true;
  /** Hundredths. */
  readonly odds: number;
  /** The largest stake, and what is left of the user's daily cap, micro-USDC. */
  readonly most: bigint;
  readonly capLeft: bigint;
  /** The one that decides the largest stake. */
  readonly limit: PlainComboLimit;
}

interface PlainPlaced {
  readonly ok: true;
  readonly near: boolean;
  /** Of the combo, and of each selection, hundredths. */
  readonly odds: number;
  readonly legOdds: readonly number[];
  /** The full return, micro-USDC. */
  readonly payout: bigint;
}

export interface PlainCombo extends PlainBet {
  /** In the order in which they were sent; null while a leg is open. */
  readonly legs: readonly ('won' | 'lost' | 'void' | null)[];
  /** What it returns if its open legs win, micro-USDC; null once it has ended. */
  readonly returnNow: bigint | null;
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
    /** Of its game. */
    title: string;
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
  /**
   * What the house may add to combos. `byOthers`: what it has added to open combos of users whom the model doesn't know;
   * `pool`: the funds of the pool.
   */
  setComboHouse(house: { budget: bigint; byOthers: bigint; pool: bigint }): void;
  quoteCombo(asked: {
    userId: string;
    legs: readonly PlainLeg[];
    now: number;
  }): PlainComboOffer | PlainComboRefusal;
  /** A combo at its odds now; the signed odds are a minimum. */
  placeCombo(combo: {
    comboId: string;
    userId: string;
    legs: readonly PlainLeg[];
    stake: bigint;
    odds: number;
    now: number;
  }): PlainPlaced | PlainComboRefusal;
  comboValue(asked: { comboId: string; userId: string; now: number }): PlainAnswer<{ amount: bigint }>;
  cashOutCombo(asked: { comboId: string; userId: string; amount: bigint; now: number }): PlainAnswer;
  /** How many selections of open combos wait for a market, and how many combos lose if these outcomes win. */
  comboLegs(asked: { id: string; won: readonly number[] | null }): { waiting: number; lost: number };
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
  combos(userId: string): ReadonlyMap<string, PlainCombo>;
  /** What is kept for a user's open combos, and how much of it the house added. */
  heldForCombos(userId: string): { kept: bigint; byHouse: bigint };
  /** What the house has added to open combos on an outcome. */
  heldForOutcome(leg: PlainLeg): bigint;
  balance(userId: string): bigint;
  /** The pool's gain since before the first market was opened; negative if it paid more. */
  poolChange(): bigint;
}

/** The name of a sold part of a bet. @param of the open stake before it, micro-USDC */
export const partId = (betId: string, of: bigint | string): string => `${betId} part of ${of}`;
