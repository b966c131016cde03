/** The legal terms on privacy: what is stored about users, and where. */
export const legalPrivacy = {
  noForm:
    'There is no account form: we ask for no name, e-mail address or password. What we keep follows from what you do.',
  inBrowser: 'In your browser',
  token: 'The session token and your user record, from when you sign in until you disconnect.',
  lastWallet:
    "The wallet address and chain you used last, so the page can reconnect; and that you signed out, so it doesn't sign you in again.",
  choices:
    'Your choices of theme, language and odds format, the markets on your watchlist, and that you have confirmed your age.',
  notices: "For each wallet you used here, the app's latest messages to you.",
  offline: 'The app itself and the last list of markets, so it opens without a connection.',
  practiceKey:
    'With a practice wallet, its throw-away key. It controls practice money only; never send anything of value to its address.',
  clearing:
    "Clearing this site's data in your browser removes all of this. No advertising or analytics scripts are loaded.",
  onServer: 'On the server',
  wallet: 'Your wallet address and its type, your level and your daily stake cap.',
  sessions:
    'Sessions: a fingerprint of each token, valid for at most 12 hours, with the network, the start and the last use of the session. All of it is deleted about a day after the token would have expired.',
  signedActs:
    'Breaks longer than a day, approvals of results and changes, objections to results, and the closing and deletion of markets: the text you signed and your signature, in the audit. Audit rows are only ever added.',
  bets: "Each bet: market, outcome, stake, odds, time, and your signature. History and exports show only its first 32 digits, as the bet's reference.",
  movements:
    "Each movement of money, as an entry in the books. Entries are only ever added. They can't be erased on request without breaking the books for everyone, but they contain nothing more about you than an address.",
  logs: 'Request logs: time, path, result and a request number. Network addresses are used to limit abuse.',
  withOthers: 'With others',
  others:
    'Your wallet program sees what it is asked to sign and follows its own policy. To show a Solana balance, your browser asks a public Solana node, which sees your address. Wallet addresses are pseudonyms, not secrets: anyone who can link an address to you can also link its public history.',
  asking:
    'You may ask the operator what is stored about your address, have errors corrected, and object to uses that are not needed to run the service. To show that the address is yours, sign with its wallet.',
} as const;
