/**
 * All that can happen in a book of games, as plain data. The product's rules and an independent count both play it, and must give the
 * same answers. Amounts are micro-USDC, odds micro-odds, times milliseconds.
 */
export interface Sportsbook {
  openGame(game: NewGame): void;
  openMarket(market: NewMarket): void;
  /** The feed confirms these odds, which also ends a stop. */
  price(market: { marketId: string; odds: readonly (bigint | null)[]; now: number }): void;
  stop(market: { marketId: string; now: number }): void;
  /** Betting ends at this moment, or goes on until then. */
  closeAt(market: { marketId: string; at: number }): void;
  /**
   * The game had begun at this moment: bets and selections from then on are late, and wait for their refund. `closes`: betting ends
   * then, too; otherwise it has ended before this was known.
   */
  startEarlier(market: { marketId: string; from: number; closes: boolean }): void;
  /** @returns what is refunded */
  refundLate(marketId: string): bigint;
  grant(to: { userId: string; amount: bigint }): void;
  bet(asked: AskedBet): Answer;
  sell(asked: AskedSale): Answer;
  /** A bet in play, whose stake is held during its delay. */
  order(asked: AskedBet & { decideAt: number }): Answer;
  lookAtOrder(order: { betId: string; now: number }): Answer;
  /** A cash-out that waits for the delay of its running game. */
  orderSale(asked: AskedSale & { orderId: string; decideAt: number }): Answer;
  lookAtSale(order: { orderId: string; now: number }): Answer;
  combo(asked: AskedCombo): Answer;
  sellCombo(asked: { comboId: string; now: number }): Answer;
  /** @param won the winners, or null for a void @returns what is paid */
  end(market: { marketId: string; won: readonly number[] | null }): bigint;
  /** The selections of an ended market get their results. @returns what is paid to combos that end */
  resolve(marketId: string): bigint;
  /** By account; those that are empty may be missing. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** What is paid or would be paid, or a word. Null: refused. */
export type Answer = bigint | 'wait' | 'failed' | null;

interface NewGame {
  readonly gameId: string;
  readonly title: string;
  readonly cap: bigint;
  readonly isInPlay: boolean;
}

interface NewMarket {
  readonly marketId: string;
  readonly gameId: string;
  /** The most the house may lose on it. */
  readonly cap: bigint;
  readonly outcomes: number;
  readonly winners: number;
  /** `one-sided`: the feed prices the first outcome only. */
  readonly kind: 'feed' | 'one-sided';
  readonly rule: 1 | 2;
  readonly closesAt: number;
  /** The market from before the start on the same condition, if this one is in play. */
  readonly inPlayOf: string | null;
}

export interface AskedBet {
  readonly betId: string;
  readonly userId: string;
  readonly marketId: string;
  readonly outcome: number;
  readonly stake: bigint;
  readonly odds: bigint;
  readonly isQuoted: boolean;
  readonly now: number;
}

export interface AskedSale {
  readonly betId: string;
  /** The stake of the part; null: all that is open. */
  readonly part: bigint | null;
  /** Null: what the market gives. */
  readonly amount: bigint | null;
  readonly now: number;
}

export interface AskedCombo {
  readonly comboId: string;
  readonly userId: string;
  readonly legs: readonly { readonly marketId: string; readonly outcome: number }[];
  readonly stake: bigint;
  readonly odds: bigint;
  readonly now: number;
}
