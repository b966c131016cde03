/** A live bet: its two signatures, its wallet's balance, and its status on the chain. */
export const live = {
  firstOfTwo: '1 of 2: your bet in words',
  secondOfTwo: '2 of 2: your {{amount}} USDC into this bet',
  secondAppears: '2 of 2: your USDC into this bet',
  secondWhat:
    'Lets the escrow contract <escrow/> take this exact stake for this bet, once, until <until/>. You pay no fee.',
  secondWhatYet: 'Lets the escrow contract take this exact stake for this bet, once. You pay no fee.',
  signedBy:
    'Signed by <address/> on {{chain}}. The first signature moves nothing; the second lets this stake move once the bet is accepted.',
  signedByYours:
    'Signed by your wallet. The first signature moves nothing; the second lets this stake move once the bet is accepted.',
  confirmPart: '{{part}}. Confirm in {{wallet}}.',
  firstRejected:
    'You did not give the first of the two signatures. No money was taken and nothing is pending. Press Place Bet to try again.',
  secondRejected:
    'You did not give the second of the two signatures, and the first alone takes nothing. No money was taken and nothing is pending. Press Place Bet to try again.',
  quoteOver:
    'The quote expired before the second signature. No money was taken and nothing is pending. Press Place Bet for a new quote.',
  onPolygon: 'Live bets are only on {{chain}} for now.',
  otherChain:
    'Live bets are only on {{chain}} for now, and you are signed in on {{now}}. To bet, switch this wallet to {{chain}}.',
  otherKind:
    'Live bets are only on {{chain}} for now, and this is a {{now}} wallet. To bet, connect a wallet with USDC on {{chain}}.',
  moveTo: 'Switch to {{chain}}',
  otherWallet: 'Choose a wallet on {{chain}}',
  inWallet: 'In your wallet: <amount/> USDC on {{chain}}',
  readingWallet: "Loading your wallet's USDC",
  walletUnread: "We couldn't load your wallet's USDC. The server checks it before accepting a bet.",
  readAgain: 'Load again',
  pendingStakes: '{{pending}} is in bets that are not final yet, so you have {{free}} free for another.',
  aboveWallet: 'More than your wallet has free for bets: {{free}} USDC on {{chain}}.',
  noTerms: "The quote for this live bet isn't ready. Check again in a moment.",
  waiting: 'Waiting to be sent to {{chain}}',
  sent: 'Sent to {{chain}}, not in a block yet',
  included: 'In block {{block}} on {{chain}}',
  blocksLeft_one: 'Final in about {{count}} block',
  blocksLeft_other: 'Final in about {{count}} blocks',
  finalSoon: 'Final in a moment',
  willBeFinal: 'Final on {{chain}}',
  final: 'Final on {{chain}}, in block {{block}}',
  notOn: 'Not on {{chain}}',
  nothingTaken: 'No money was taken from your wallet, and none will be.',
  viewOn: 'View on {{explorer}}',
  viewPayout: 'View the payout on {{explorer}}',
  newTab: 'opens in a new tab',
  chainState: 'On {{chain}}',
  paidOutIn: 'Paid out in',
  toBePaid: 'Won and on its way to your wallet: <amount/> USDC',
  lateOnChain:
    'The bet did not reach the blockchain in time, so no money was taken and the bet is off; bet again if you still want it.',
  notTakenOnChain:
    'The contract did not accept the bet, so no money was taken and the bet is off; bet again, and tell the operator if it happens twice.',
  houseTooPoor:
    'The house did not have enough in the contract to back the bet, so no money was taken and the bet is off; bet again later, or with a smaller amount.',
  authorizationRefused:
    'USDC rejected the stake because your wallet no longer had it, or its authorization was used, cancelled or expired, so no money was taken and the bet is off; keep the stake in your wallet and bet again.',
  closedOnChain:
    'The market closed before the bet reached the blockchain, so no money was taken and the bet is off; choose a market that is still open.',
  fullOnChain:
    'The market could not take more on this outcome when the bet reached the blockchain, so no money was taken and the bet is off; enter a smaller amount or choose another outcome.',
} as const;
