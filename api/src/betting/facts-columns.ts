import { type Columns, col, type Row } from '../db/rows.ts';
import { bettableColumns, bettableOutcome } from '../markets/lock-market.ts';
import { capColumns } from './funds-store.ts';
import { onChainRow } from './on-chain.ts';
import { orderRow } from './order-state.ts';
import { ownFailures } from './own-failures.ts';
import { storedLimitsColumns } from './own-limits.ts';
import { storedBetRow } from './stored-bet.ts';

/** An account whose balance a batch may change. */
export const ACCOUNT = {
  id: col.text,
  kind: col.oneOf(['user', 'escrow', 'orders', 'pool']),
  userId: col.text.orNull,
  marketId: col.text.orNull,
  balance: col.usdc,
};

const { capsOfLevels, ...caps } = capColumns;
const BETTOR = { id: col.text, ...caps, ...storedLimitsColumns, staked: col.usdc };

const EARLIER = {
  ...storedBetRow,
  userId: col.text,
  quoteId: col.text.orNull,
  idempotencyKey: col.text.orNull,
  bodyHash: col.text,
  signedHash: col.text,
};
export type EarlierRow = Row<typeof EARLIER>;

const LIVE_BETTOR = {
  /** Stakes that the chain may not have been asked about. The moment of confirmation is null while a bet is pending. */
  unasked: col.all(col.object({ id: col.text, stake: col.usdc, confirmedAt: col.date.orNull })),
  failed: ownFailures,
};
/** A bettor as the database has them, with additional facts for live bets. */
export type BettorFacts = { readonly id: string } & Partial<Row<typeof LIVE_BETTOR>>;

/** What the facts of a batch are, for stakes in the books and for stakes on the chain. */
export const BOOK_FACTS = factsWith({}, { signedOdds: col.odds.orNull });
/** Of bets on a running game. */
export const ORDER_FACTS = factsWith({}, { signedOdds: col.odds.orNull, waited: orderRow });
export const CHAIN_FACTS = factsWith(LIVE_BETTOR, onChainRow);

/** What a batch without locks reads in addition, to see later whether anything has changed. */
export const SEEN_BOOK_FACTS = {
  ...BOOK_FACTS,
  market: col.object({
    ...bettableColumns,
    epoch: col.bigint,
    outcomes: col.list(col.object(bettableOutcome)),
  }).orNull,
  accounts: col.all(col.object({ ...ACCOUNT, epoch: col.bigint })),
};

function factsWith<B extends Columns, E extends Columns>(bettor: B, earlier: E) {
  return {
    now: col.date,
    capsOfLevels,
    endedSessions: col.all(col.text),
    bettors: col.all(col.object({ ...BETTOR, ...bettor })),
    earlier: col.all(col.object({ ...EARLIER, ...earlier })),
  };
}
export type FactsRow = Row<typeof BOOK_FACTS | typeof CHAIN_FACTS | typeof ORDER_FACTS>;
