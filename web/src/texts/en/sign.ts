/** Actions that need a wallet signature because they can't be undone, and the sessions that a wallet has signed. */
export const sign = {
  title: 'What your wallet signs',
  what: 'Your wallet also signs this site, your address and the time. The signature works for this action only, once, within 5 minutes. It is free and moves no funds.',
  waiting: 'Sign in your wallet',
  rejected: 'You rejected the request in your wallet, so nothing was changed.',
  failed: 'Your wallet did not sign, so nothing was changed. It says: {{why}}',
  cancelled: 'You cancelled before your wallet signed, so nothing was changed.',
  unanswered:
    'The server did not answer, so nothing was signed or changed. Check your connection and try again.',
  notSignedIn: 'You are not signed in, so nothing was changed. Sign in again.',
  sessions: 'Sessions',
  sessionsWhat:
    "Where this wallet is signed in. Sign out any session you don't recognize: a session alone can read your account, change your daily cap, start a one-day break and, for an admin, do anything that can be undone. Bets, cash-outs, longer breaks, approvals of results and changes, objections, and closing or deleting a market always need your wallet.",
  loading: 'Loading your sessions',
  nothingEnded: 'Nothing was signed out.',
  ownerOnly:
    "This session was opened without a signature, and only the wallet's owner can see and end its sessions. Sign with your wallet to see them; it is free and moves no funds.",
  signIn: 'Sign in with your wallet',
  thisOne: 'This session',
  opened: 'Signed in <moment/>',
  openedOn: 'Signed in <moment/> on {{chain}}',
  lastUsed: 'Last used about <moment/>',
  expires: 'Expires <moment/>',
  signOut: 'Sign out',
  signOutOf: 'Sign out the session of {{moment}}',
  signOutHere: 'Sign out this session',
  signingOut: 'Signing out',
  everywhere: 'Sign out everywhere',
  everywhereAsk: 'Sign out everywhere?',
  everywhereWhat:
    'All sessions of this wallet end within a second, including this one. Your bets and funds are unchanged, and you can sign in again at any time.',
  signedOut: 'Session signed out.',
  signOutFailed: 'Not signed out. {{why}}',
  signOutUnanswered:
    "The server did not answer, so we don't know if the session ended. Check the list and try again.",
} as const;
