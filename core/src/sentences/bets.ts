/** Why a bet is not taken, or a quote not given. */
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
    'This market is being opened on the blockchain, so no money was taken; try again once that is final, within minutes.',
  'contract-refuses':
    'The contract on the blockchain takes no bets on this market, so no money was taken; choose another one.',
  'contract-unread':
    'Betting is paused while the operator looks at what the contract on the blockchain says of this market, so no money was taken; choose another one.',
  'feed-stale':
    'The odds of this market are too old to bet on, so no money was taken; try again once new ones have arrived.',
  'no-price':
    'This stake has no price on the outcome now, so no money was taken; enter a smaller amount or choose another outcome.',
  'odds-changed': 'The odds are now {{odds:odds}}, so no money was taken; sign again to bet at the new odds.',
  'stake-too-small': 'The stake is below 0.01 USDC, so no money was taken; enter a larger amount.',
  'takes-no-more':
    'The market takes no more on this outcome now, so no money was taken; choose another outcome or try again later.',
  'stake-too-large':
    'The market takes at most {{most:usdc}} USDC on this outcome now, so no money was taken; enter a smaller amount.',
  'cap-reached':
    'Your daily stake cap leaves {{left:usdc}} USDC for today, so no money was taken; lower the stake or wait until midnight UTC.',
  'self-excluded':
    'You asked not to bet until {{until:minute}}, so no money was taken; your open bets and their payouts are not touched.',
  'insufficient-funds':
    'Your balance is {{balance:usdc}} USDC, less than the stake, so no money was taken; enter a smaller amount.',
  'signature-invalid':
    'The signature does not fit this bet, so no money was taken; sign the bet again in your wallet.',
  'wrong-wallet':
    'The bet names another wallet than the one signed in, so no money was taken; switch back to that wallet or sign in again.',
  'quote-expired':
    'The quote is older than 2 minutes, so no money was taken; get a new quote and sign again.',
  'wrong-chain':
    'Live bets are on Polygon for now, so no money was taken; sign in with an EVM wallet that holds USDC there.',
  'live-wait':
    'Two bets of this wallet failed within an hour because their stakes could not be taken, so no money was taken; bets are accepted again from {{until:minute}} on.',
  'already-placed':
    'A different bet was already placed with this request, so no more money was taken; start a new bet to place another one.',
  'wallet-code-refuses-stake':
    'The code of your wallet refuses the signature of the stake, so no money was taken; remove the delegation in your wallet, or bet with another one.',
  'not-odds': 'Odds are decimal, between 1.01 and 1000.00 with at most two decimals; get a new quote.',
  'not-an-amount': 'An amount is plain digits with at most two decimals, such as 12.50; enter it like that.',
  'wallet-unreadable': 'The wallet address is not one; connect the wallet again.',
  'quote-of-another-bet': 'The quote was given for another bet; get a new quote.',
  'placed-or-not':
    'We cannot tell yet whether the bet was placed; send the same bet again and you get its answer.',
  'bet-not-recorded': 'The bet could not be recorded, so no money was taken; send it again.',
  'too-many-bets': 'Too many bets arrive at once, so no money was taken; try again.',
  'bets-not-recorded': 'Bets cannot be recorded now, so no money was taken; try again.',
  'stopping-before-bet': 'The server is stopping, so no money was taken; try again.',
  'too-many-bets-wait': 'Too many bets wait for this market, so no money was taken; try again.',
  'betting-stopped': 'Betting is stopped while the books are checked, so no money was taken.',
  'betting-held': 'Betting is stopped while the chain is checked, so no money was taken.',
  'contract-paused':
    'The contract takes no new bets for now, so no money was taken; bets that were placed stand, and winners are paid.',
  'chain-silent': 'The blockchain cannot be asked about the stake now, so no money was taken; try again.',
  'no-live-bets': 'Live bets are not taken by this server, so no money was taken.',
  'live-bet-incomplete':
    'A live bet needs its quote and the authorization of its stake; get a new quote and sign again.',
  'guest-ended':
    'This guest account has ended, so no bet was placed; sign in with your wallet, or go on as a new guest.',
} as const;
