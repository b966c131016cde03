/** The legal terms on privacy: what is stored about users, and where. */
export const legalPrivacy = {
  noForm: 'We ask for no name, e-mail or password.',
  inBrowser: 'In your browser',
  token: 'Session token and user record, until you disconnect.',
  lastWallet: 'Your last wallet address and chain, and whether you signed out, to reconnect.',
  choices: 'Your theme, language, odds format, watchlist and age confirmation.',
  notices: "The app's latest messages to each wallet used here.",
  offline: 'The app and last list of markets, to open offline.',
  practiceKey: "A practice wallet's throw-away key.",
  clearing: "Clearing this site's data removes it all. We load no advertising or analytics scripts.",
  onServer: 'On the server',
  wallet: 'Your wallet address and type, level and daily stake cap.',
  sessions:
    'Sessions: a fingerprint of each token (valid for at most 12 hours), the network, start and last use. Deleted about a day after the token expires.',
  signedActs:
    'Breaks over a day, approvals, objections, and closing and deleting markets: the signed text and signature, in the audit, for good.',
  bets: 'Each bet: market, outcome, stake, odds, time and signature. History and exports show only its first 32 digits, as the reference.',
  movements:
    "Each movement of money, under your address. It can't be erased without breaking everyone's books.",
  logs: 'Request logs: time, path, result and request number. Network addresses are used to limit abuse.',
  withOthers: 'With others',
  others:
    'Your wallet program has its own policy. For a Solana balance, your browser sends your address to a public Solana node. Anyone who links an address to you can see its public history.',
  asking:
    'You may ask the operator what is stored about your address, have errors corrected, and object to unnecessary uses. Sign with its wallet to prove it is yours.',
} as const;
