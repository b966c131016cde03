/** Messages about the outcome of a cash-out, shown on whichever page the bettor is. */
export const selling = {
  notOpened: 'Cash-out could not be opened',
  notOpenedWhy: 'Nothing was cashed out. Reload the page.',
  didNotSign: 'The wallet did not sign.',
  otherWallet: 'Another wallet signed this. Connect it to send again.',
  ended: 'It ended before it could be cashed out.',
  staysOpen: 'Not cashed out. Your position stays open.',
  sessionEnded: 'Your session has ended. Your position stays open.',
  unansweredSession:
    'Your session has ended; the cash-out may have been paid. Sign in and send again: it can be paid only once.',
  unanswered: '{{said}} The cash-out may have been paid. Send again: it can be paid only once.',
  automaticUnchanged: 'Nothing was changed. Your bet stays open.',
  automaticSession:
    'Your session has ended; your automatic cash-out may have been set. Sign in and send again: it can be paid only once.',
  automaticUnanswered:
    '{{said}} Your automatic cash-out may have been set. Send again: it can be paid only once.',
} as const;
