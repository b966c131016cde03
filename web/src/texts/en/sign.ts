/** The acts that a session alone does not do because they cannot be undone, and the sessions that a wallet has signed. */
export const sign = {
  title: 'What your wallet signs',
  what: 'It signs this site, your address and the time with it. The signature is good for this act alone, once, within 5 minutes. It is free and moves no funds.',
  waiting: 'Sign in your wallet',
  rejected: 'You rejected the request in your wallet, so nothing was changed.',
  failed: 'Your wallet did not sign, so nothing was changed. It says: {{why}}',
  cancelled: 'You cancelled before your wallet signed, so nothing was changed.',
  unanswered:
    'The server did not answer, so nothing was signed and nothing was changed. Check your connection and try again.',
  notSignedIn: 'You are not signed in, so nothing was changed. Sign in again.',
  sessions: 'Sessions',
  sessionsWhat:
    'Where this wallet is signed in. Sign out what you do not know: a session alone reads your account, changes your daily cap, takes a break of a day and, for an admin, does what can be undone. Bets, cash-outs, breaks longer than a day, approvals of results and changes, objections, and closing or deleting a market always need your wallet.',
  loading: 'Loading your sessions',
  nothingEnded: 'Nothing was signed out.',
  ownerOnly:
    'Only the owner of this wallet sees and ends its sessions, and this session was opened without a signature. Sign with your wallet to see them; it is free and moves no funds.',
  signIn: 'Sign in with your wallet',
  thisOne: 'This session',
  opened: 'Signed in <moment/>',
  openedOn: 'Signed in <moment/> on {{chain}}',
  lastUsed: 'Last used about <moment/>',
  expires: 'Ends by itself <moment/>',
  signOut: 'Sign out',
  signOutOf: 'Sign out the session of {{moment}}',
  signOutHere: 'Sign out this session',
  signingOut: 'Signing out',
  everywhere: 'Sign out everywhere',
  everywhereAsk: 'Sign out everywhere?',
  everywhereWhat:
    'All sessions of this wallet end within a second, this one too. Bets and funds stay as they are, and you can sign in again at any time.',
  signedOut: 'That session is signed out.',
  signOutFailed: 'Not signed out. {{why}}',
  signOutUnanswered:
    'The server did not answer, so it is not known whether the session has ended. Look at the list and try again.',
} as const;
