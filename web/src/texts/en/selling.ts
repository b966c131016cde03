/** Messages about the outcome of a cash-out, shown on whichever page the bettor is. */
export const selling = {
  notOpened: 'Cash-out could not be opened',
  notOpenedWhy: 'Nothing was cashed out. Check your connection and reload the page.',
  cashedOut: 'Cashed out',
  paidFor: '{{amount}} for your bet on {{outcome}}.',
  notCashedOut: 'Not cashed out',
  didNotSign: 'The wallet did not sign.',
  otherWallet: 'Another wallet signed this cash-out. Connect that wallet to send it again.',
  staysOpen: 'The bet could not be cashed out, so it stays open.',
  sessionEnded: 'Your session has ended. Nothing was cashed out, and your bet stays open.',
  unansweredSession:
    "Your session has ended, so we don't know if the bet was cashed out. Sign in, then send it again: it can be paid only once.",
  unanswered:
    '{{said}} The bet may have been cashed out. It is safe to send it again: the same signed request can be paid only once.',
} as const;
