import type { WireStatementRow } from '@tallystone/core/http-api/account';
import type { TextKey } from '../texts/t-account.ts';

/** The kind of a statement entry, in the bettor's words. */
export const STATEMENT_WORDS = {
  'faucet-grant': 'statement.practiceMoney',
  bet: 'statement.stake',
  'cash-out': 'statement.cashOut',
  refund: 'statement.refund',
  settlement: 'statement.resultPaid',
  'stake-received': 'statement.stakeReceived',
  'payout-sent': 'statement.payoutSent',
} as const satisfies Record<WireStatementRow['kind'], TextKey>;
