/** Messages about the outcome of a bet, shown on whichever page the bettor is. */
export const placing = {
  walletRequired: 'Wallet Required',
  walletRequiredWhy: 'Please connect your wallet first',
  failed: 'Bet Failed',
  unknownError: 'Unknown error occurred',
  transactionFailed: 'Transaction failed',
  failedToPlace: 'Failed to place bet',
  unanswered:
    'The server did not answer, so this bet may have been placed. It is safe to send it again: the same signed bet can be placed only once.',
  unansweredSaid:
    '{{said}} This bet may have been placed. It is safe to send it again: it can be placed only once.',
  unansweredSession:
    'Your session has ended, so the bet could not be sent again and may have been placed. Sign in, then send it again: it can be placed only once.',
  quoteOver: 'The quote expired while waiting for your wallet',
  otherWallet: 'Another wallet signed this bet. Connect that wallet to send it again.',
} as const;
