/** Why a request is refused, whatever it asks for: sessions, signatures, limits, the server itself. */
export const SERVICE = {
  'sign-in': 'Sign in to do this.',
  'level-needed': 'Level 2 is needed to do this.',
  'only-guardian': 'Only a guardian can do this.',
  'sign-with-wallet': 'Sign in with your wallet to do this.',
  'no-guest': "This wallet can't be shown as a guest now. Sign in with it.",
  'not-a-wallet-address': 'This is not a wallet address.',
  'other-kind-of-wallet': 'This wallet address belongs to another kind of wallet.',
  'wallet-is-contract':
    'This wallet is a contract, and live bets need a wallet with a key of its own for now; connect another wallet.',
  'wallet-code-refuses':
    'The code that your wallet has delegated to refuses what its key signs, so no live bet of it can be paid; remove the delegation in your wallet, or connect another one.',
  'signature-needed':
    'This cannot be undone, so your wallet must sign it; nothing was changed. Confirm it again and sign in your wallet.',
  'no-such-session': 'You have no such session; nothing was signed out.',
  'answer-lost': 'The answer of the database was lost; send the same request again to learn the outcome.',
  internal: 'Something went wrong on our side.',
  'request-too-large': 'The request is larger than this address takes.',
  'nothing-here': 'There is nothing at this address.',
  malformed: 'The request is malformed.',
  'too-much-going-on': 'Too much is going on right now; try again in a moment.',
  'no-database': 'The service cannot reach its database; try again in a moment.',
  'no-recording': 'The service cannot record anything now; try again in a moment.',
  'cross-site': 'Requests from other sites are refused.',
  stopping: 'The server is stopping; try again in a moment.',
  'request-too-slow': 'The request took too long to arrive.',
  'too-many-own-streams':
    'You follow the markets in {{places}} places already; close some of them, or try again in {{seconds}} seconds.',
  'too-many-network-streams':
    'Your network follows the markets in {{places}} places already; close some of them, or try again in {{seconds}} seconds.',
  'too-many-network-connections':
    'Your network has {{connections}} connections here already; close some of them, and try again in {{seconds}} seconds.',
  'too-many-network-requests':
    'Your network waits for {{answers}} answers already; try again in {{seconds}} second.',
  'too-many-connections': 'Too many connections are open right now; try again in {{seconds}} seconds.',
  'too-many-streams': 'Too many people follow the markets right now; try again in {{seconds}} seconds.',
  'too-many-pictures': 'Too many pictures are wanted at once; try again in a moment.',
  'sign-in-expired': 'The sign-in request has expired or was made for another wallet; sign in again.',
  'sign-in-signature': 'The signature does not fit this wallet and sign-in request; sign in again.',
  'sign-in-used': 'This sign-in request was used already; sign in again.',
  'act-expired':
    'The request to sign has expired or was made for another wallet or site, so nothing was changed; confirm and sign again.',
  'act-signature': 'What your wallet signed is not this act, so nothing was changed; confirm and sign again.',
  'act-used': 'This signature was used already, so nothing was changed; confirm and sign again.',
  'too-many-requests-second': 'Too many requests; try again in 1 second.',
  'too-many-requests': 'Too many requests; try again in {{seconds}} seconds.',
} as const;
