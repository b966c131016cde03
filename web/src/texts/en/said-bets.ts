/** What server and core say of bets, quotes, cash-outs and limits, each by the pattern that it is made from. */
export const saidBets = {
  unknownMarket:
    'This market does not exist, so no money was taken; go back to the list and choose another one.',
  unknownOutcome:
    'This outcome is not part of the market, so no money was taken; reload the market and choose again.',
  marketClosed:
    'Betting on this market has closed, so no money was taken; choose a market that is still open.',
  marketSuspended: 'Betting on this market is suspended, so no money was taken; try again once it is open.',
  marketOpening:
    'This market is being opened on the blockchain, so no money was taken; try again once that is final, within minutes.',
  contractRefuses:
    'The contract on the blockchain takes no bets on this market, so no money was taken; choose another one.',
  walletCodeRefusesStake:
    'The code of your wallet refuses the signature of the stake, so no money was taken; remove the delegation in your wallet, or bet with another one.',
  contractUnread:
    'Betting is paused while the operator looks at what the contract on the blockchain says of this market, so no money was taken; choose another one.',
  feedStale:
    'The odds of this market are too old to bet on, so no money was taken; try again once new ones have arrived.',
  noPrice:
    'This stake has no price on the outcome now, so no money was taken; enter a smaller amount or choose another outcome.',
  oddsChanged: 'The odds are now {{odds}}, so no money was taken; sign again to bet at the new odds.',
  stakeTooSmall: 'The stake is below 0.01 USDC, so no money was taken; enter a larger amount.',
  takesNoMore:
    'The market takes no more on this outcome now, so no money was taken; choose another outcome or try again later.',
  stakeTooLarge:
    'The market takes at most {{most}} USDC on this outcome now, so no money was taken; enter a smaller amount.',
  capReached:
    'Your daily stake cap leaves {{left}} USDC for today, so no money was taken; lower the stake or wait until midnight UTC.',
  selfExcluded:
    'You asked not to bet until {{until}}, so no money was taken; your open bets and their payouts are not touched.',
  insufficientFunds:
    'Your balance is {{balance}} USDC, less than the stake, so no money was taken; enter a smaller amount.',
  signatureInvalid:
    'The signature does not fit this bet, so no money was taken; sign the bet again in your wallet.',
  wrongWallet:
    'The bet names another wallet than the one signed in, so no money was taken; switch back to that wallet or sign in again.',
  quoteExpired: 'The quote is older than 2 minutes, so no money was taken; get a new quote and sign again.',
  wrongChain:
    'Live bets are on Polygon for now, so no money was taken; sign in with an EVM wallet that holds USDC there.',
  liveWait:
    'Two bets of this wallet failed within an hour because their stakes could not be taken, so no money was taken; bets are accepted again from {{until}} on.',
  alreadyPlaced:
    'A different bet was already placed with this request, so no more money was taken; start a new bet to place another one.',
  badOdds: 'Odds are decimal, between 1.01 and 1000.00 with at most two decimals; get a new quote.',
  badAmount: 'An amount is plain digits with at most two decimals, such as 12.50; enter it like that.',
  badWallet: 'The wallet address is not one; connect the wallet again.',
  quoteOfOther: 'The quote was given for another bet; get a new quote.',
  placedOrNot:
    'We cannot tell yet whether the bet was placed; send the same bet again and you get its answer.',
  notRecorded: 'The bet could not be recorded, so no money was taken; send it again.',
  tooManyAtOnce: 'Too many bets arrive at once, so no money was taken; try again.',
  cannotRecord: 'Bets cannot be recorded now, so no money was taken; try again.',
  stopping: 'The server is stopping, so no money was taken; try again.',
  tooManyWait: 'Too many bets wait for this market, so no money was taken; try again.',
  bettingStopped: 'Betting is stopped while the books are checked, so no money was taken.',
  bettingHeld: 'Betting is stopped while the chain is checked, so no money was taken.',

  contractPaused:
    'The contract takes no new bets for now, so no money was taken; bets that were placed stand, and winners are paid.',
  chainSilent: 'The blockchain cannot be asked about the stake now, so no money was taken; try again.',
  noLiveBets: 'Live bets are not taken by this server, so no money was taken.',
  liveNeedsBoth:
    'A live bet needs its quote and the authorization of its stake; get a new quote and sign again.',
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

  liveMode: 'Bets with real stakes cannot be cashed out yet, so the bet stands.',
  betEnded: 'This bet has ended, so there is nothing to cash out; its result is in your history.',
  closedStands: 'Betting on this market has closed, so the bet stands until its result.',
  suspendedStands: 'The market is suspended, so the bet stands; try again once it is open.',
  staleStands:
    'The odds of this market are too old to cash out at, so the bet stands; try again once new ones have arrived.',
  tooSoon: 'A bet can be cashed out one minute after it was placed; until then it stands.',
  lessThanCent: 'The market gives less than a cent for this bet now, so it stands.',
  notCovered: 'The market must keep what it holds for other bets now, so the bet stands; try again later.',
  soldForLeast: 'A bet is sold for 0.01 USDC or more, so it stands; ask for a new amount.',
  cashOutSignature:
    'The signature does not fit this cash-out, so the bet stands; sign it again in your wallet.',
  cashedOutOrNot:
    'We cannot tell yet whether the bet was cashed out; send the same cash-out again and you get its answer.',
  cashOutNotRecorded: 'The cash-out could not be recorded, so the bet stands; send it again.',
  tooManyWant: 'Too many want this market at once, so the bet stands; try again.',
  cannotRecordCashOuts: 'Cash-outs cannot be recorded now, so the bet stands; try again.',
  noSuchBet: 'You have no such bet, so nothing was cashed out; look at the bets in your profile.',
  fell: 'The market gives {{amount}} USDC for this bet now, less than you signed, so it stands; sign again to sell it for that.',
  noSuchReceipt: 'You have no bet of this number; nothing was changed.',
  noReceiptYet: 'The stake of this bet is not final on the chain, so it has no receipt; nothing was changed.',

  capRange:
    'A daily cap is an amount between 0.00 and 1,000,000.00 USDC in whole cents, so your limits stay as they are; enter such an amount.',
  breakStays:
    'You asked not to bet until {{until}}, which cannot be shortened and is later than this would end, so it stays as it is.',
  limitsOrNot: 'We cannot tell yet whether your limits were changed; look at them again in a moment.',
  limitsNotRecorded: 'Your limits could not be recorded, so they stay as they are; send them again.',
} as const;
