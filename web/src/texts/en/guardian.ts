/** The page for guardians, who check results before they are paid. */
export const guardian = {
  what: 'Review approved results before they are paid. A result you object to is not paid.',
  notSigned: 'Sign with your wallet to act as a guardian. Free, moves no funds.',
  countInWindow_one: '1 result to review',
  countInWindow_other: '{{figure}} results to review',
  nothing: 'Nothing to review',
  resultsInWindow: 'Results to review',
  objectTitle: 'Object to this result?',
  objectMeans:
    "{{title}}. {{result}}. Nothing was paid yet. The market waits for another result. A second guardian's objection voids it and refunds every stake.",
  secondObjectionMeans:
    "{{title}}. {{result}}. Nothing was paid yet. This voids the market now and refunds every stake. It can't be undone.",
  object: 'Object',
  objectTo: 'Object to the result of {{title}}',
  objectedTo: 'You objected to {{title}}',
  objectedMeans: 'This result is not paid. Admins see your reason.',
  nowVoid: 'The market is void and every stake is refunded. Admins see your reason.',
  notGuardian: 'This wallet is not a guardian',
  notGuardianMeans: 'Use another wallet, or ask the server operator to add this one.',
  windowOver: 'Objection window over',
  paidIn: 'Paid in',
  approvedBy: 'Approved by',
} as const;
