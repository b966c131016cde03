/** Why the server refuses a bet or a quote. */
export const BETS = {
  'unknown-market':
    'This market does not exist, so no money was taken; go back to the list and choose another one.',
  'unknown-outcome':
    'This outcome is not part of the market, so no money was taken; reload the market and choose again.',
  'market-closed':
    'Betting on this market has closed, so no money was taken; choose a market that is still open.',
  'market-suspended':
    'Betting on this market is suspended, so no money was taken; try again once it is open.',
  'market-opening':
    'This market is still opening on the blockchain, so no money was taken; try again in a few minutes.',
  'contract-refuses':
    "The contract on the blockchain isn't taking bets on this market, so no money was taken; choose another market.",
  'contract-unread':
    'Betting is paused while the operator checks this market on the blockchain, so no money was taken; choose another market.',
  'feed-stale':
    'The odds on this market are out of date, so no money was taken; try again when new odds arrive.',
  'no-price':
    'There are no odds for this stake on this outcome right now, so no money was taken; enter a smaller amount or choose another outcome.',
  'odds-changed': 'The odds are now {{odds:odds}}, so no money was taken; sign again to bet at the new odds.',
  'stake-too-small': 'The stake is below 0.01 USDC, so no money was taken; enter a larger amount.',
  'takes-no-more':
    "The market isn't taking more bets on this outcome right now, so no money was taken; choose another outcome or try again later.",
  'stake-too-large':
    'The most you can bet on this outcome right now is {{most:thousands}} USDC, so no money was taken; enter a smaller amount.',
  'cap-reached':
    "You have {{left:thousands}} USDC left of today's stake cap, so no money was taken; lower the stake or wait until midnight UTC.",
  'self-excluded':
    'You asked not to bet until {{until:minute}}, so no money was taken; your open bets and payouts are not affected.',
  'insufficient-funds':
    'Your balance is {{balance:thousands}} USDC, less than the stake, so no money was taken; enter a smaller amount.',
  'signature-invalid':
    "The signature doesn't match this bet, so no money was taken; sign the bet again in your wallet.",
  'wrong-wallet':
    'This bet is for a different wallet than the one signed in, so no money was taken; switch back to that wallet or sign in again.',
  'quote-expired':
    'The quote is older than 2 minutes, so no money was taken; get a new quote and sign again.',
  'wrong-chain':
    'Live bets are only on Polygon for now, so no money was taken; sign in with an EVM wallet that has USDC there.',
  'live-wait':
    "Two bets from this wallet failed within an hour because their stakes couldn't be collected, so no money was taken; you can bet again from {{until:minute}}.",
  'already-placed':
    'A different bet was already placed with this request, so no more money was taken; start a new bet to place another one.',
  'wallet-code-refuses-stake':
    'The code your wallet delegates to rejected the stake signature, so no money was taken; remove the delegation in your wallet, or bet with another wallet.',
  'not-odds':
    'Odds must be from 1.01 to 1000.00 with at most two decimals, so no money was taken; get a new quote.',
  'not-an-amount': 'Enter the amount in digits with at most two decimals, such as 12.50.',
  'wallet-unreadable': "That isn't a valid wallet address, so no money was taken; connect the wallet again.",
  'quote-of-another-bet': 'This quote is for a different bet, so no money was taken; get a new quote.',
  'placed-or-not':
    "We can't tell yet whether your bet was placed. Send the same bet again to find out; it can be placed only once.",
  'bet-not-recorded': "The bet couldn't be recorded, so no money was taken; send it again.",
  'too-many-bets': 'Too many bets are arriving at once, so no money was taken; try again.',
  'bets-not-recorded': "Bets can't be recorded right now, so no money was taken; try again.",
  'stopping-before-bet': 'The server is stopping, so no money was taken; try again.',
  'too-many-bets-wait': 'Too many bets are waiting on this market, so no money was taken; try again.',
  'betting-stopped':
    'Betting is stopped while the books are checked, so no money was taken; try again later.',
  'betting-held':
    'Betting is stopped while the blockchain is checked, so no money was taken; try again later.',
  'contract-paused':
    "The contract isn't taking new bets right now, so no money was taken; bets already placed still count, and winners are paid.",
  'chain-silent': "We can't check your stake on the blockchain right now, so no money was taken; try again.",
  'no-live-bets': "This server doesn't take live bets, so no money was taken.",
  'live-bet-incomplete':
    'The quote or the stake authorization is missing, so no money was taken; get a new quote and sign again.',
  'guest-ended':
    'This guest account has ended, so no bet was placed; sign in with your wallet, or continue as a new guest.',
} as const;
