/** The legal terms on privacy: what is stored about users, and where. */
export const legalPrivacy = {
  noForm: 'We ask for no name, e-mail address or password.',
  inBrowser: 'In your browser',
  token: 'The session token and your user record, until you disconnect.',
  lastWallet: 'Your last wallet address and chain, and whether you signed out, so the page can reconnect.',
  choices: 'Your theme, language, odds format and watchlist, and that you confirmed your age.',
  notices: "The app's latest messages to each wallet you used here.",
  offline: 'The app and the last list of markets, to open without a connection.',
  practiceKey: "A practice wallet's throw-away key.",
  clearing: "Clearing this site's data removes all of this. We load no advertising or analytics scripts.",
  onServer: 'On the server',
  wallet: 'Your wallet address and type, level and daily stake cap.',
  sessions:
    'Sessions: a fingerprint of each token, valid for at most 12 hours, with the network, the start and the last use of the session. Deleted about a day after the token expires.',
  signedActs:
    'Breaks longer than a day, approvals, objections, and the closing and deletion of markets: the text you signed and your signature, in the audit, for good.',
  bets: 'Each bet: market, outcome, stake, odds, time, and your signature. History and exports show only its first 32 digits, as the reference.',
  movements:
    "Each movement of money, under your address. It can't be erased on request without breaking the books for everyone.",
  logs: 'Request logs: time, path, result and a request number. Network addresses are used to limit abuse.',
  withOthers: 'With others',
  others:
    'Your wallet program follows its own policy. To show a Solana balance, your browser sends your address to a public Solana node. Anyone who links an address to you can see its public history.',
  asking:
    'You may ask the operator what is stored about your address, have errors corrected, and object to uses the service does not need. Sign with its wallet to prove the address is yours.',
} as const;
