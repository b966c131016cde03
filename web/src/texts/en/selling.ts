/** Messages about the outcome of a cash-out, shown on whichever page the bettor is. */
export const selling = {
  notOpened: 'Cash-out could not be opened',
  notOpenedWhy: 'Nothing was cashed out. Reload the page.',
  didNotSign: 'The wallet did not sign.',
  otherWallet: 'Another wallet signed this. Connect it to send again.',
  ended: 'The bet ended before it could be cashed out.',
  staysOpen: 'Not cashed out. Your bet stays open.',
  sessionEnded: 'Your session has ended. Your bet stays open.',
  unansweredSession:
    'Your session has ended; the bet may have been cashed out. Sign in and send again: it can be paid only once.',
  unanswered: '{{said}} The bet may have been cashed out. Send again: it can be paid only once.',
  automaticUnchanged: 'Nothing was changed. Your bet stays open.',
  automaticSession:
    'Your session has ended; your automatic cash-out may have been set. Sign in and send again: it can be paid only once.',
  automaticUnanswered:
    '{{said}} Your automatic cash-out may have been set. Send again: it can be paid only once.',
} as const;
