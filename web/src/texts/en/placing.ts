/** What became of a bet, told wherever the bettor is. */
export const placing = {
  walletRequired: 'Wallet Required',
  walletRequiredWhy: 'Please connect your wallet first',
  failed: 'Bet Failed',
  unknownError: 'Unknown error occurred',
  transactionFailed: 'Transaction failed',
  failedToPlace: 'Failed to place bet',
  unanswered:
    'The server did not answer, so this bet may have been placed. Sending it again is safe: it is the same signed bet, and it can be taken only once.',
  unansweredSaid:
    '{{said}} This bet may have been placed. Sending it again is safe: it can be taken only once.',
  unansweredSession:
    'Your session has ended, so the bet could not be sent again and may have been placed. Sign in, then send it again: it can be taken only once.',
  quoteOver: 'The quote ran out while your wallet was waited for',
  otherWallet: 'Another wallet signed this bet. Connect that wallet to send it again.',
} as const;
