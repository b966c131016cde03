/** Why the server refuses a request of any kind: sessions, signatures, rate limits, the server's own state. */
export const SERVICE = {
  'sign-in': 'Sign in to do this.',
  'level-needed': 'Level 2 is needed to do this.',
  'only-guardian': 'Only a guardian can do this.',
  'sign-with-wallet': 'Sign in with your wallet to do this.',
  'no-guest': "This wallet can't continue as a guest right now. Sign in with it.",
  'not-a-wallet-address': "That isn't a valid wallet address.",
  'other-kind-of-wallet': 'This address belongs to a different kind of wallet.',
  'wallet-is-contract':
    'This wallet is a smart contract, and for now live bets need a wallet with its own key; connect another wallet.',
  'wallet-code-refuses':
    "The code your wallet delegates to rejects its own key's signatures, so live bets can't be paid from it; remove the delegation in your wallet, or connect another one.",
  'signature-needed':
    "This can't be undone, so your wallet must sign it; nothing was changed. Confirm it again and sign in your wallet.",
  'no-such-session': 'You have no such session; nothing was signed out.',
  'answer-lost': "The database's answer was lost; send the same request again to see what happened.",
  internal: 'Something went wrong on our side.',
  'request-too-large': 'The request is too large.',
  'nothing-here': 'There is nothing at this address.',
  malformed: 'The request is malformed.',
  'too-much-going-on': 'The server is too busy right now; try again in a moment.',
  'no-database': "The service can't reach its database; try again in a moment.",
  'no-recording': "The service can't save anything right now; try again in a moment.",
  'cross-site': 'Requests from other sites are refused.',
  stopping: 'The server is stopping; try again in a moment.',
  'request-too-slow': 'The request took too long to arrive.',
  'too-many-own-streams':
    'You already have live updates open in {{places}} places; close some of them, or try again in {{seconds}} seconds.',
  'too-many-network-streams':
    'Your network already has live updates open in {{places}} places; close some of them, or try again in {{seconds}} seconds.',
  'too-many-network-connections':
    'Your network already has {{connections}} connections open here; close some of them, and try again in {{seconds}} seconds.',
  'too-many-network-requests':
    'Your network is already waiting for {{answers}} answers; try again in {{seconds}} second.',
  'too-many-connections': 'Too many connections are open right now; try again in {{seconds}} seconds.',
  'too-many-streams':
    'Too many people are following the markets right now; try again in {{seconds}} seconds.',
  'too-many-pictures': 'Too many pictures are being requested at once; try again in a moment.',
  'sign-in-expired': 'The sign-in request has expired or was made for another wallet; sign in again.',
  'sign-in-signature': "The signature doesn't match this wallet and sign-in request; sign in again.",
  'sign-in-used': 'This sign-in request was already used; sign in again.',
  'act-expired':
    'The request to sign has expired or was made for another wallet or site, so nothing was changed; confirm and sign again.',
  'act-signature': 'Your wallet signed something else, so nothing was changed; confirm and sign again.',
  'act-used': 'This signature was already used, so nothing was changed; confirm and sign again.',
  'too-many-requests-second': 'Too many requests; try again in 1 second.',
  'too-many-requests': 'Too many requests; try again in {{seconds}} seconds.',
} as const;
