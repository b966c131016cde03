/** Messages about the outcome of a bet, shown on whichever page the bettor is. */
export const placing = {
  walletRequired: 'Wallet Required',
  walletRequiredWhy: 'Please connect your wallet first',
  failed: 'Bet Failed',
  unknownError: 'Unknown error occurred',
  transactionFailed: 'Transaction failed',
  failedToPlace: 'Failed to place bet',
  unanswered:
    'The server did not answer; the bet may have been placed. Send again: it can be placed only once.',
  unansweredError: 'Server error; the bet may have been placed. Send again: it can be placed only once.',
  unansweredSession:
    'Your session has ended; the bet may have been placed. Sign in and send again: it can be placed only once.',
  quoteOver: 'The quote expired',
  otherWallet: 'Another wallet signed this bet. Connect it to send again.',
} as const;
