/** The page for guardians, who check results before they are paid. */
export const guardian = {
  heading: 'Guardian',
  what: 'Approved results wait here before they are paid. If you object to a result, it is not paid.',
  useAnother: 'Use another wallet',
  nobodySignedIn: 'Your wallet is connected, but you are not signed in.',
  notSigned:
    'You are signed in as a guest. Sign with your wallet to act as a guardian; it is free and moves no funds.',
  signInAgain: 'Sign in again',
  sign: 'Sign with your wallet',
  theResults: 'The results',
  loading: 'Loading the results…',
  noneInWindow: 'No results to review',
  countInWindow_one: '1 result to review',
  countInWindow_other: '{{figure}} results to review',
  notReadAgain: 'This could not be updated, so it may be out of date. {{why}}',
  nothing: 'Nothing to review',
  nothingMeans: 'Results appear here from approval until they are paid.',
  resultsInWindow: 'Results to review',
  objectTitle: 'Object to this result?',
  objectMeans:
    '{{title}}. {{result}}. Nothing was paid yet. The market goes back to closed and waits for another result. If a second guardian objects, it is voided and every stake is refunded.',
  secondObjectionMeans:
    "{{title}}. {{result}}. Nothing was paid yet. A guardian already objected to an earlier result, so your objection voids the market now and every stake is refunded. This can't be undone.",
  object: 'Object',
  objectTo: 'Object to the result of {{title}}',
  objecting: 'Objecting…',
  objectedTo: 'You objected to {{title}}',
  objectedMeans: 'This result is not paid. The admins see your reason.',
  nowVoid:
    'This result is not paid: the market is void and every stake is refunded. The admins see your reason.',
  notGuardian: 'This wallet is not a guardian',
  notGuardianMeans:
    'Only guardians see results before they are paid. Use another wallet, or ask the server operator to make this one a guardian.',
  windowOver: 'The objection window is over',
  paidIn: 'Paid in',
  proposedBy: 'Proposed by',
  approvedBy: 'Approved by',
  whatItPays: 'Payouts',
} as const;
