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
import type { BettorFacts, BOOK_FACTS, CHAIN_FACTS } from './facts-columns.ts';
import type { StoredBet } from './placed-bet.ts';

/**
 * What stakes rest on: balances in the ledger (book-stakes.ts) or escrow on the chain (chain-stakes.ts). Wherever quoting
 * and placing a bet differ by it, they ask here; a server has one of the two.
 */
export interface Stakes<B extends AnyBet = AnyBet, R extends BetRequest<B> = BetRequest<B>> {
  readonly mode: 'demo' | 'live';
  readonly rules: StakeRules<B>;

  /** Throws where no quote is given while bets are not taken. */
  requireQuotable(requireBettable: () => void): void;
  /** Why a market that is open takes no bet that is quoted now, or null. */
  refuseQuote(market: { closesAt: Date }, now: Date): Refusal | null;
  /** Whether the bettor signs the stake itself too. */
  isStakeSigned(session: Session): boolean;
  /** Checks what was sent, cheapest first. @throws HttpError */
  checkBet(by: { db: Db; quoteKey: Uint8Array }, sent: SentBet): Promise<R>;

  /** Whether the pool puts something beside the escrow for each bet. */
  readonly usesPool: boolean;
  /** The market as bets on it are decided, once it and the pool are locked. */
  marketOf(
    tx: Tx,
    locked: LockedMarket,
    at: { marketId: string; pool: MicroUsdc },
  ): Promise<LockedMarket & B['market']>;
  /** What the statement in `loadBatchFacts` selects. */
  readonly facts: typeof BOOK_FACTS | typeof CHAIN_FACTS;
  /** Parts of the statement in `loadBatchFacts`, where `bettor` and `earlier` are pairs more of a JSON object. */
  factsSql(asked: {
    /** Null for a market of our own. */
    feedMarketId: string | null;
    bets: readonly R[];
    /** Selects the moment of the decision. */
    now: SQL;
  }): Record<'clock' | 'repeats' | 'bettor' | 'earlier' | 'joined', SQL>;
  fundsOf(inBooks: BettorFunds, asked: { row: BettorFacts; bets: readonly R[]; now: Date }): B['funds'];

  /** The entry of an accepted bet: its key is its kind and the bet. */
  entryOf(bet: { userId: string; marketId: string; stake: MicroUsdc; payout: MicroUsdc }): Entry;
  /** What is shown of an accepted bet and written of it, beyond what all bets have. */
  accept(
    request: R,
    decided: AcceptedBet<B>,
  ): { shown: Pick<StoredBet, 'status' | 'signedOdds' | 'onChain'>; columns: object };
  /** Where accepted bets are written. */
  readonly table: SQL;
  readonly entryColumn: 'entry_id' | 'hold_entry_id';
  /** Parts of the statement in `insertBets`: what the bets of an outcome make of it, those of all of the market, and what else. */
  countsSql(batch: WrittenBatch): Record<'outcome' | 'market' | 'more', SQL>;
}

export interface WrittenBatch {
  readonly marketId: string;
  /** Before the bets. */
  readonly version: number;
  readonly at: Date;
  /** Whether the market's loss budget was moved into its escrow for these bets. */
  readonly isFunding: boolean;
  readonly bets: readonly { readonly stored: StoredBet; readonly row: object }[];
  /** As the last of the bets left it. */
  readonly bookAfter: Book;
}
