import type { MicroUsdc } from '../money/micro-usdc.ts';

/**
 * Why a bet is not taken. The set is closed: every reason has one HTTP status (api/http) and one
 * sentence for people (web/betting). A refusal records nothing and moves no money.
 */
export type RefusalReason =
  | 'unknown-market'
  | 'unknown-outcome'
  | 'market-closed'
  | 'market-suspended'
  | 'odds-changed'
  | 'stake-too-small'
  | 'stake-too-large'
  | 'cap-reached'
  | 'insufficient-funds'
  | 'signature-invalid'
  | 'wrong-wallet'
  | 'quote-expired'
  | 'already-placed';

export type Refusal =
  | { kind: 'rejected'; reason: Exclude<RefusalReason, 'stake-too-large' | 'cap-reached' | 'insufficient-funds'> }
  | { kind: 'rejected'; reason: 'stake-too-large'; maxStake: MicroUsdc }
  | { kind: 'rejected'; reason: 'cap-reached'; capLeft: MicroUsdc }
  | { kind: 'rejected'; reason: 'insufficient-funds'; balance: MicroUsdc };
