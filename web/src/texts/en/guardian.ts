/** The page of the guardians, who look at results before they are paid. */
export const guardian = {
  heading: 'Guardian',
  what: 'Approved results wait here before they are paid. What you object to is not paid.',
  useAnother: 'Use another wallet',
  nobodySignedIn: 'The wallet is connected, but nobody is signed in with it.',
  notSigned:
    'You are a guest here, without a signature. Sign with your wallet to act as a guardian; it is free and moves no funds.',
  signInAgain: 'Sign in again',
  sign: 'Sign with your wallet',
  theResults: 'The results',
  loading: 'Loading the results…',
  noneInWindow: 'No results in the window',
  countInWindow_one: '1 result in the window',
  countInWindow_other: '{{figure}} results in the window',
  notReadAgain: 'This could not be read again, so it may be out of date. {{why}}',
  nothing: 'Nothing to look at',
  nothingMeans: 'A result stands here from its approval until it is paid.',
  resultsInWindow: 'Results in the window',
  objectTitle: 'Object to this result?',
  objectMeans:
    '{{title}}. {{result}}. Nothing was paid yet. The market goes back to closed and waits for another result; after the objection of a second guardian it is void and every stake goes back.',
  secondObjectionMeans:
    '{{title}}. {{result}}. Nothing was paid yet. A guardian has objected to an earlier result, so with yours the market is void at once and every stake goes back. This cannot be undone.',
  object: 'Object',
  objectTo: 'Object to the result of {{title}}',
  objecting: 'Objecting…',
  objectedTo: 'You objected to {{title}}',
  objectedMeans: 'This result is not paid. The admins see your reason.',
  nowVoid:
    'This result is not paid: the market is void and every stake goes back. The admins see your reason.',
  notGuardian: 'This wallet is not a guardian',
  notGuardianMeans:
    'Only guardians see results before they are paid. Use another wallet, or ask whoever runs the server to make this one a guardian.',
  windowOver: 'The window is over',
  paidIn: 'Paid in',
  proposedBy: 'Proposed by',
  approvedBy: 'Approved by',
  whatItPays: 'What it pays',
} as const;
