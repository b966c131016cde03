import type { RefusalReason } from '@tallystone/core/betting/refusal';

export type ErrorCode =
  | RefusalReason
  | 'invalid-request'
  | 'unauthenticated'
  | 'sign-in-failed'
  | 'wallet-unsupported'
  | 'forbidden'
  | 'signature-needed'
  | 'not-found'
  | 'already-exists'
  | 'pool-too-small'
  | 'second-admin-needed'
  | 'cash-out-unavailable'
  | 'wrong-state'
  | 'rehearsal-changed'
  | 'feed-unavailable'
  | 'too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal'
  | 'too-busy'
  | 'not-ready';

/** The HTTP status of every error code: the one place where they meet. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  'invalid-request': 400,
  'unknown-outcome': 400,
  'stake-too-small': 400,
  'signature-invalid': 400,
  unauthenticated: 401,
  'sign-in-failed': 401,
  forbidden: 403,
  'wallet-unsupported': 403,
  'signature-needed': 403,
  'wrong-wallet': 403,
  'wrong-chain': 403,
  'not-found': 404,
  'unknown-market': 404,
  'market-closed': 409,
  'market-suspended': 409,
  'feed-stale': 409,
  'already-exists': 409,
  'pool-too-small': 409,
  'second-admin-needed': 409,
  'cash-out-unavailable': 409,
  'wrong-state': 409,
  'rehearsal-changed': 409,
  'self-excluded': 409,
  'live-wait': 409,
  'odds-changed': 409,
  'stake-too-large': 409,
  'cap-reached': 409,
  'insufficient-funds': 409,
  'quote-expired': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'already-placed': 422,
  'rate-limited': 429,
  internal: 500,
  'feed-unavailable': 503,
  'too-busy': 503,
  'not-ready': 503,
};
