/** A live bet: its two signatures, what its wallet holds, and where the chain has it. */
export const live = {
  firstOfTwo: '1 of 2: your bet in words',
  secondOfTwo: '2 of 2: your {{amount}} USDC into this bet',
  secondAppears: '2 of 2: your USDC into this bet',
  secondWhat:
    'Lets the escrow contract <escrow/> take exactly this stake for exactly this bet, once, until <until/>. You pay no fee.',
  secondWhatYet:
    'Lets the escrow contract take exactly this stake for exactly this bet, once. You pay no fee.',
  signedBy:
    'Signed by <address/> on {{chain}}. The first moves nothing; with the second this stake moves once the bet is accepted.',
  signedByYours:
    'Signed by your wallet. The first moves nothing; with the second this stake moves once the bet is accepted.',
  confirmPart: '{{part}}. Confirm in {{wallet}}.',
  firstRejected:
    'The first of the two signatures was not given. Nothing was taken and nothing is pending. Press Place Bet to try again.',
  secondRejected:
    'The second of the two signatures was not given, and the first alone takes nothing. Nothing was taken and nothing is pending. Press Place Bet to try again.',
  quoteOver:
    'The quote ran out before the second signature was asked for. Nothing was taken and nothing is pending. Press Place Bet for a new one.',
  onPolygon: 'Live bets are on {{chain}} for now.',
  otherChain:
    'Live bets are on {{chain}} for now, and you are signed in on {{now}}. You can look at everything; to bet, go on with this wallet on {{chain}}.',
  otherKind:
    'Live bets are on {{chain}} for now, and this is a wallet of {{now}}. You can look at everything; to bet, connect a wallet on {{chain}} that holds USDC.',
  moveTo: 'Switch to {{chain}}',
  otherWallet: 'Choose a wallet on {{chain}}',
  inWallet: 'In your wallet: <amount/> USDC on {{chain}}',
  readingWallet: 'Reading the USDC of your wallet',
  walletUnread: 'The USDC of your wallet could not be read. The server looks before it takes a bet.',
  readAgain: 'Read again',
  pendingStakes: '{{pending}} is in bets that are not final yet, so {{free}} is free for another.',
  aboveWallet: 'Above what your wallet has for bets: {{free}} USDC on {{chain}}.',
  noTerms: 'The quote for a live bet is not there yet. Check again in a moment.',
  waiting: 'Waiting to be sent to {{chain}}',
  sent: 'Sent to {{chain}}, in no block yet',
  included: 'In block {{block}} of {{chain}}',
  blocksLeft_one: 'Final in about {{count}} block',
  blocksLeft_other: 'Final in about {{count}} blocks',
  finalSoon: 'Final within moments',
  willBeFinal: 'Final on {{chain}}',
  final: 'Final on {{chain}}, in block {{block}}',
  notOn: 'Not on {{chain}}',
  nothingTaken: 'Nothing was taken from your wallet, and nothing will be.',
  viewOn: 'View on {{explorer}}',
  viewPayout: 'View the payout on {{explorer}}',
  newTab: 'opens a new tab',
  chainState: 'On {{chain}}',
  paidOutIn: 'Paid out in',
  toBePaid: 'Won, and on its way to your wallet: <amount/> USDC',
  lateOnChain:
    'The bet was in no block before its acceptance ended, so nothing was taken and it is over; bet again if you still want it.',
  notTakenOnChain:
    'The contract did not take the bet, so nothing was taken and it is over; bet again, and tell the operator if it happens twice.',
  houseTooPoor:
    'The contract did not hold enough of the house to back the bet when it reached the chain, so nothing was taken and it is over; bet again later, or with a smaller amount.',
  authorizationRefused:
    'USDC refused the authorization of the stake: the wallet no longer had it, or the authorization was used, cancelled or out of date, so nothing was taken and the bet is over; make sure that the stake stays there, and bet again.',
  closedOnChain:
    'The market had closed on the chain when the bet reached it, so nothing was taken and the bet is over; choose a market that is still open.',
  fullOnChain:
    'The market could take no more on this outcome when the bet reached the chain, so nothing was taken and the bet is over; enter a smaller amount or choose another outcome.',
} as const;
