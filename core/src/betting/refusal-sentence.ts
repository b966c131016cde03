import type { ChainHalt } from '../markets/suspension.ts';
import { formatUsdc } from '../money/format-usdc.ts';
import { formatOdds } from '../odds/format-odds.ts';
import { utcMinute } from '../utc-minute.ts';
import type { Refusal } from './refusal.ts';

/**
 * One plain sentence per reason: what happened, what it means for the money, what to do next.
 */
export function refusalSentence(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'unknown-market':
      return 'This market does not exist, so no money was taken; go back to the list and choose another one.';
    case 'unknown-outcome':
      return 'This outcome is not part of the market, so no money was taken; reload the market and choose again.';
    case 'market-closed':
      return 'Betting on this market has closed, so no money was taken; choose a market that is still open.';
    case 'market-suspended':
      return suspendedSentence(refusal.chainHalt ?? null);
    case 'feed-stale':
      return 'The odds of this market are too old to bet on, so no money was taken; try again once new ones have arrived.';
    case 'odds-changed':
      return refusal.odds === null
        ? 'This stake has no price on the outcome now, so no money was taken; enter a smaller amount or choose another outcome.'
        : `The odds are now ${formatOdds(refusal.odds)}, so no money was taken; sign again to bet at the new odds.`;
    case 'stake-too-small':
      return 'The stake is below 0.01 USDC, so no money was taken; enter a larger amount.';
    case 'stake-too-large':
      return refusal.maxStake === 0n
        ? 'The market takes no more on this outcome now, so no money was taken; choose another outcome or try again later.'
        : `The market takes at most ${formatUsdc(refusal.maxStake)} USDC on this outcome now, so no money was taken; enter a smaller amount.`;
    case 'cap-reached':
      return `Your daily stake cap leaves ${formatUsdc(refusal.capLeft)} USDC for today, so no money was taken; lower the stake or wait until midnight UTC.`;
    case 'self-excluded':
      return `You asked not to bet until ${utcMinute(refusal.until)}, so no money was taken; your open bets and their payouts are not touched.`;
    case 'insufficient-funds':
      return `Your balance is ${formatUsdc(refusal.balance)} USDC, less than the stake, so no money was taken; enter a smaller amount.`;
    case 'signature-invalid':
      return 'The signature does not fit this bet, so no money was taken; sign the bet again in your wallet.';
    case 'wrong-wallet':
      return 'The bet names another wallet than the one signed in, so no money was taken; switch back to that wallet or sign in again.';
    case 'quote-expired':
      return 'The quote is older than 2 minutes, so no money was taken; get a new quote and sign again.';
    case 'wrong-chain':
      return 'Live bets are on Polygon for now, so no money was taken; sign in with an EVM wallet that holds USDC there.';
    case 'live-wait':
      return `Two bets of this wallet failed within an hour because their stakes could not be taken, so no money was taken; bets are accepted again from ${utcMinute(refusal.until)} on.`;
    case 'already-placed':
      return 'A different bet was already placed with this request, so no more money was taken; start a new bet to place another one.';
  }
}

function suspendedSentence(chainHalt: ChainHalt | null): string {
  switch (chainHalt) {
    case 'opening':
      return 'This market is being opened on the blockchain, so no money was taken; try again once that is final, within minutes.';
    case 'refused':
      return 'The contract on the blockchain takes no bets on this market, so no money was taken; choose another one.';
    case 'unapplied':
      return 'Betting is paused while the operator looks at what the contract on the blockchain says of this market, so no money was taken; choose another one.';
    case null:
      return 'Betting on this market is suspended, so no money was taken; try again once it is open.';
  }
}
