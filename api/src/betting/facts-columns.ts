import { type Columns, col, type Row } from '../db/rows.ts';
import { capColumns } from './funds-store.ts';
import { onChainRow } from './on-chain.ts';
import { ownFailures } from './own-failures.ts';
import { storedLimitsColumns } from './own-limits.ts';
import { storedBetRow } from './stored-bet.ts';

/** An account that a batch may move. */
export const ACCOUNT = {
  id: col.text,
  kind: col.oneOf(['user', 'escrow', 'pool']),
  userId: col.text.orNull,
  balance: col.usdc,
};

const { caps_of_levels: capsOfLevels, ...caps } = capColumns;
const BETTOR = { id: col.text, ...caps, ...storedLimitsColumns, staked: col.usdc };

const EARLIER = {
  ...storedBetRow,
  user_id: col.text,
  quote_id: col.text.orNull,
  idempotency_key: col.text.orNull,
  body_hash: col.text,
  signed_hash: col.text,
};
export type EarlierRow = Row<typeof EARLIER>;

const LIVE_BETTOR = {
  /** Stakes that the chain may not have been asked about: each with when it was confirmed, or null while it is pending. */
  unasked: col.all(col.object({ id: col.text, stake: col.usdc, confirmed_at: col.date.orNull })),
  failed: ownFailures,
};
/** A bettor as the database has them; for live bets with more. */
export type BettorFacts = { readonly id: string } & Partial<Row<typeof LIVE_BETTOR>>;

/** What `loadBatchFacts` selects where stakes rest in the books, and where they rest on the chain. */
export const BOOK_FACTS = factsWith({}, { signed_odds: col.text.orNull });
export const CHAIN_FACTS = factsWith(LIVE_BETTOR, onChainRow);

function factsWith<B extends Columns, E extends Columns>(bettor: B, earlier: E) {
  return {
    now: col.date,
    capsOfLevels,
    bettors: col.all(col.object({ ...BETTOR, ...bettor })),
    earlier: col.all(col.object({ ...EARLIER, ...earlier })),
  };
}
