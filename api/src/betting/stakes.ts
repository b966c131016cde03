import type { AcceptedBet, AnyBet, BettorFunds, StakeRules } from '@tallystone/core/betting/decide-bet';
import type { Refusal } from '@tallystone/core/betting/refusal';
import type { Entry } from '@tallystone/core/ledger/entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import type { SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import type { Session } from '../http/session.ts';
import type { LockedMarket } from '../markets/lock-market.ts';
import type { BetRequest, SentBet } from './bet-request.ts';
import type { BettorFacts, BOOK_FACTS, CHAIN_FACTS, ORDER_FACTS, SEEN_BOOK_FACTS } from './facts-columns.ts';
import type { StoredBet } from './stored-bet.ts';

/**
 * Where stakes are: balances in the ledger (book-stakes.ts) or escrow on the chain (chain-stakes.ts). A server has one of
 * the two, and everything in which quoting and placing bets differ between them is here.
 */
export interface Stakes<B extends AnyBet = AnyBet, R extends BetRequest<B> = BetRequest<B>> {
  readonly mode: 'demo' | 'live';
  readonly rules: StakeRules<B>;

  /** Throws if quotes must not be given while bets are not taken. */
  requireQuotable(requireBettable: () => void): void;
  /** Why an open market would refuse a bet that is quoted now, or null. */
  refuseQuote(market: { closesAt: Date }, now: Date): Refusal | null;
  /** Whether the bettor also signs the transfer of the stake. */
  isStakeSigned(session: Session): boolean;
  /** Checks a sent bet, the cheapest checks first. @throws HttpError */
  checkBet(by: { db: Db; quoteKey: Uint8Array }, sent: SentBet): Promise<R>;

  /** Whether the pool holds money for each bet. */
  readonly usesPool: boolean;
  /** The market that bets are decided on, once it and the pool are locked. */
  marketOf(
    tx: Tx,
    locked: LockedMarket,
    at: { marketId: string; pool: MicroUsdc },
  ): Promise<LockedMarket & B['market']>;
  /** What the statement of `factsSql` in batch-store.ts selects. */
  readonly facts: typeof BOOK_FACTS | typeof CHAIN_FACTS | typeof ORDER_FACTS;
  /**
   * The same and what `readUnlocked` adds. Null: bets depend on more than the market and the accounts of their bettors, so they are
   * always decided under locks.
   */
  readonly seenFacts: typeof SEEN_BOOK_FACTS | null;
  /**
   * Parts of that statement: `sameKey` and `sameQuote` select what a bet `a` repeats, `repeats` adds other such rows, and `bettor`
   * and `earlier` are additional pairs of a JSON object.
   */
  factsSql(asked: {
    /** Null for a market of our own. */
    feedMarketId: string | null;
    bets: readonly R[];
    /** Selects the moment of the decision. */
    now: SQL;
  }): Record<'clock' | 'sameKey' | 'sameQuote' | 'repeats' | 'bettor' | 'earlier' | 'joined', SQL>;
  fundsOf(inBooks: BettorFunds, asked: { row: BettorFacts; bets: readonly R[]; now: Date }): B['funds'];

  /** The entry of an accepted bet: its key is its kind and the bet. */
  entryOf(bet: { userId: string; marketId: string; stake: MicroUsdc; payout: MicroUsdc }): Entry;
  /** What is shown and stored of an accepted bet, in addition to what every bet has. */
  accept(
    request: R,
    decided: AcceptedBet<B>,
    at: Date,
  ): {
    shown: Pick<StoredBet, 'status' | 'signedOdds' | 'onChain' | 'order'> &
      Partial<Pick<StoredBet, 'odds' | 'payout'>>;
    columns: object;
  };
  /** How bets on a running game are taken, which wait for its delay. Null: not by these stakes. */
  readonly inPlay: ((delaySeconds: number) => Stakes<B, R>) | null;
  /** Where accepted bets are stored. */
  readonly table: SQL;
  readonly entryColumn: 'entry_id' | 'hold_entry_id';
  /** Parts of the statement in `storeBets`: the changes of an outcome and of the market, and further parts. */
  countsSql(batch: WrittenBatch): Record<'outcome' | 'market' | 'more', SQL>;
}

export interface WrittenBatch {
  readonly marketId: string;
  /** The market's version before the bets. */
  readonly version: number;
  readonly at: Date;
  /** Whether the market's loss budget was moved into its escrow for these bets. */
  readonly isFunding: boolean;
  readonly bets: readonly { readonly stored: StoredBet; readonly row: object }[];
  /** The book after the last of the bets. */
  readonly bookAfter: Book;
}
