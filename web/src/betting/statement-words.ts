import type { WireStatementRow } from '@tallystone/core/http-api';

/** What an entry was, for the person whose money it moved. */
export const STATEMENT_WORDS: Record<WireStatementRow['kind'], string> = {
  'faucet-grant': 'Practice money',
  bet: 'Stake',
  'cash-out': 'Cash-out',
  refund: 'Stake given back',
  settlement: 'Result paid',
};
