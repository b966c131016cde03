/** Messages about the outcome of a bet, shown on whichever page the bettor is. */
export const placing = {
  walletRequired: 'Wallet Required',
  walletRequiredWhy: 'Please connect your wallet first',
  failed: 'Bet Failed',
  unknownError: 'Unknown error occurred',
  transactionFailed: 'Transaction failed',
  failedToPlace: 'Failed to place bet',
  unanswered:
    'The server did not answer, so this bet may have been placed. Send it again: it can be placed only once.',
  unansweredError:
    'The server answered with an error, so this bet may have been placed. Send it again: it can be placed only once.',
  unansweredSession:
    'Your session has ended, and this bet may have been placed. Sign in, then send it again: it can be placed only once.',
  quoteOver: 'The quote expired while waiting for your wallet',
  otherWallet: 'Another wallet signed this bet. Connect that wallet to send it again.',
} as const;
