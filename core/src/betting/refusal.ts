import type { ChainHalt } from '../markets/suspension.ts';
import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';

/**
 * Why a bet is refused. Each reason has one HTTP status (api/http) and one sentence for people (refusal-message.ts).
 * A refusal records nothing and moves no money.
 */
export type Refusal = { kind: 'rejected' } & (
  | { reason: 'unknown-market' }
  | { reason: 'unknown-outcome' }
  | { reason: 'market-closed' }
  /** With `chainHalt` in live mode, if the contract takes no bets on the market. */
  | { reason: 'market-suspended'; chainHalt?: ChainHalt }
  /** The feed's last odds are too old. */
  | { reason: 'feed-stale' }
  /** `odds`: what the same stake gets now; null when it has no price anymore. */
  | { reason: 'odds-changed'; odds: MicroOdds | null; maxStake: MicroUsdc }
  | { reason: 'stake-too-small' }
  | { reason: 'stake-too-large'; maxStake: MicroUsdc }
  | { reason: 'cap-reached'; capLeft: MicroUsdc }
  /** The user is on a break or self-excluded. */
  | { reason: 'self-excluded'; until: Date }
  | { reason: 'insufficient-funds'; balance: MicroUsdc }
  | { reason: 'signature-invalid' }
  | { reason: 'wrong-wallet' }
  | { reason: 'quote-expired' }
  /** Live: live bets don't exist on the wallet's chain. */
  | { reason: 'wrong-chain' }
  /** Live: this wallet's bettor made bets fail, so it must wait. */
  | { reason: 'live-wait'; until: Date }
  /** The idempotency key belongs to a bet with another body. */
  | { reason: 'already-placed' }
);

export type RefusalReason = Refusal['reason'];
