import type { ChainHalt } from '../markets/suspension.ts';
import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/**
 * Why a bet is not taken. The set is closed: every reason has one HTTP status (api/http) and one sentence
 * for people (refusal-message.ts). A refusal records nothing and moves no money.
 */
export type Refusal = { kind: 'rejected' } & (
  | { reason: 'unknown-market' }
  | { reason: 'unknown-outcome' }
  | { reason: 'market-closed' }
  /** Live, with a word on it where the contract takes no bets on the market. */
  | { reason: 'market-suspended'; chainHalt?: ChainHalt }
  /** The market follows a feed whose last odds are too old. */
  | { reason: 'feed-stale' }
  /** What the same stake gets now: null when it cannot be priced any more. */
  | { reason: 'odds-changed'; odds: MicroOdds | null; maxStake: MicroUsdc }
  | { reason: 'stake-too-small' }
  | { reason: 'stake-too-large'; maxStake: MicroUsdc }
  | { reason: 'cap-reached'; capLeft: MicroUsdc }
  /** The user takes a break, or is self-excluded. */
  | { reason: 'self-excluded'; until: Date }
  | { reason: 'insufficient-funds'; balance: MicroUsdc }
  | { reason: 'signature-invalid' }
  | { reason: 'wrong-wallet' }
  | { reason: 'quote-expired' }
  /** Live: the wallet is of no chain that live bets are on. */
  | { reason: 'wrong-chain' }
  /** Live: bets of this wallet failed by its own doing, so it waits. */
  | { reason: 'live-wait'; until: Date }
  /** The idempotency key belongs to a bet with another body. */
  | { reason: 'already-placed' }
);

export type RefusalReason = Refusal['reason'];
