import { shortenAddress } from '@tallystone/core/identity/short-address';
import { dollars, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-bet.ts';
import type { WalletMismatch } from '../wallet/wallet-state.ts';
import type { TypedAmount } from './parse-amount.ts';
import { offeredOdds, type SlipOdds, stakeImpact } from './slip-odds.ts';

/** Odds that the stake itself moves by more than this need a tick. */
const LARGE_IMPACT_PERCENT = 2;

/** Everything the bet button depends on. */
export interface BetFacts {
  amount: TypedAmount;
  /** Null: open for bets. */
  marketClosed: string | null;
  online: boolean;
  /** Why nothing is bet on prices that are too old; null while they are as of now. */
  held: string | null;
  connected: boolean;
  connecting: boolean;
  mismatch: WalletMismatch | null;
  signedIn: boolean;
  ageAccepted: boolean;
  /** A break or an exclusion of the user's own choosing, in words; null: none. */
  ownBlock: string | null;
  /** Why nothing can be bet from the chain that is signed in on, in words; null where it can. */
  wrongChain: string | null;
  /** USDC; null while unknown. Of a live bet: what the wallet has for it. */
  balance: number | null;
  /** Where the stake comes from: the account here, or of a live bet the wallet, on which chain. */
  stakedFrom: 'account' | { chain: string };
  capLeft: number | null;
  maxStake: number | null;
  odds: SlipOdds;
  quoting: boolean;
  quoteFailed: boolean;
  impactAccepted: boolean;
  /** Where the bet on another outcome stands that is under way or has no answer yet. */
  otherBet: 'signing' | 'sending' | 'unanswered' | null;
}

/**
 * Why the bet button is disabled, in the words beside it; null when it may be pressed. Junk and a missing wallet
 * do not disable it: pressing says what is wrong.
 */
export function whyBlocked(facts: BetFacts): string | null {
  const { amount, odds } = facts;
  if (facts.ownBlock !== null) return facts.ownBlock;
  if (facts.otherBet === 'signing') return t('bet.earlierInWallet');
  if (facts.otherBet !== null) return t('bet.earlierFirst');
  if (facts.marketClosed !== null) return facts.marketClosed;
  if (!facts.online) return t('bet.offline');
  if (facts.held !== null) return facts.held;
  if (amount.kind === 'nothing') return t('bet.enterAmount');
  if (amount.kind === 'junk') return null;
  if (!facts.connected) return facts.connecting ? t('bet.finishConnecting') : null;
  if (facts.mismatch !== null) return mismatchSentence(facts.mismatch);
  if (!facts.signedIn) {
    return facts.connecting ? t('bet.finishSigningIn') : t('bet.signInToPlace');
  }
  if (!facts.ageAccepted) return t('bet.confirmAge');
  if (facts.wrongChain !== null) return facts.wrongChain;
  const limit = limitSentence({ ...facts, stake: amount.value });
  if (limit !== null) return limit;
  if (offeredOdds(odds) !== null) return t('bet.lookAtOdds');
  if (facts.quoteFailed) return t('bet.noOdds');
  if (facts.quoting || odds.quote === null) return t('bet.checkingOdds');
  if (facts.stakedFrom !== 'account' && odds.quote.live === undefined) return t('live.noTerms');
  if (needsImpactTick(odds) && !facts.impactAccepted) return t('bet.acceptFirst');
  return null;
}

/** Whether the stake moves its own odds so far that the bettor has to say yes to it. */
export function needsImpactTick(odds: SlipOdds): boolean {
  // In thousandths of a percent, so that the error of the double does not decide about exactly 2%.
  return Math.round(Math.abs(stakeImpact(odds)) * 100_000) > LARGE_IMPACT_PERCENT * 1000;
}

/** What is wrong between the wallet and the session, and what to do about it. */
export function mismatchSentence(mismatch: WalletMismatch): string {
  if (mismatch.kind === 'chain') {
    return t('bet.otherNetwork', { chain: mismatch.expected });
  }
  const shown = mismatch.actual === null ? t('bet.noAccount') : shortenAddress(mismatch.actual);
  return t('bet.otherAccount', { shown, expected: shortenAddress(mismatch.expected) });
}

function limitSentence({
  stake,
  capLeft,
  balance,
  stakedFrom,
  maxStake,
}: Pick<BetFacts, 'capLeft' | 'balance' | 'stakedFrom' | 'maxStake'> & { stake: number }): string | null {
  if (capLeft !== null && stake > capLeft) return t('bet.aboveCap', { left: dollars(capLeft) });
  if (balance !== null && stake > balance) {
    return stakedFrom === 'account'
      ? t('bet.aboveBalance', { balance: exactDollars(balance) })
      : t('live.aboveWallet', { free: exactDollars(balance).slice(1), chain: stakedFrom.chain });
  }
  if (maxStake !== null && stake > maxStake) return t('bet.marketTakes', { amount: dollars(maxStake) });
  return null;
}
