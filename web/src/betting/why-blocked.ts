import type { WireLimits } from '@tallystone/core/http-api/account';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { dollars, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-bet.ts';
import type { LiveTerms } from '../wallet/live-chain.ts';
import type { WalletContextValue } from '../wallet/wallet-context.tsx';
import type { WalletMismatch } from '../wallet/wallet-state.ts';
import type { TypedAmount } from './parse-amount.ts';
import { offeredOdds, type SlipOdds, stakeImpact } from './slip-odds.ts';
import type { SlipOddsView } from './use-slip-odds.ts';

/** If the stake itself moves the odds by more than this, the bettor must tick a box. */
const LARGE_IMPACT_PERCENT = 2;

type LiveChain = Pick<LiveTerms, 'chainName'>;

/** Everything the bet button depends on. */
export interface BetFacts {
  amount: TypedAmount;
  /** The market takes bets. */
  isOpen: boolean;
  online: boolean;
  /** Why betting is paused, in words, because the prices are too old; null while they are current. */
  pricesPaused: string | null;
  wallet: Pick<WalletContextValue, 'connected' | 'connecting' | 'mismatch' | 'signedIn'>;
  /** The bettor has taken a break or excluded themselves. */
  isOnBreak: boolean;
  /** USDC left under today's stake cap; null until the limits have loaded. */
  limits: Pick<WireLimits, 'capLeft'> | null;
  /** Where the stake comes from: the account, or for a live bet the wallet on the chain `place`. */
  source: {
    place: LiveChain | null;
    /** The chain of live bets, while the wallet is on another chain. */
    elsewhere: LiveChain | null;
    /** USDC; null while unknown. */
    balance: number | null;
  };
  slipOdds: Pick<SlipOddsView, 'odds' | 'limit' | 'quoting' | 'problem'>;
  impactAccepted: boolean;
  /** The state of a bet on another outcome that is in progress or has no answer yet. */
  otherBet: 'signing' | 'sending' | 'unanswered' | null;
}

/**
 * Why the bet button is disabled, as the sentence beside it; null if it is enabled. An invalid amount or a missing
 * wallet leaves it enabled, because pressing it then says what is wrong.
 */
export function whyBlocked(facts: BetFacts): string | null {
  const { amount, wallet, source, slipOdds } = facts;
  const { odds } = slipOdds;
  if (facts.isOnBreak) return t('bet.askedNotTo');
  if (facts.otherBet === 'signing') return t('bet.earlierInWallet');
  if (facts.otherBet !== null) return t('bet.earlierFirst');
  if (!facts.isOpen) return t('stream.noBetsNow');
  if (!facts.online) return t('card.offline');
  if (facts.pricesPaused !== null) return facts.pricesPaused;
  // Before any amount is typed, because none would do.
  if (wallet.signedIn && source.balance === 0) return nothingLeft(source.place);
  if (amount.kind === 'nothing') return t('bet.enterAmount');
  if (amount.kind === 'junk') return null;
  if (!wallet.connected) return wallet.connecting ? t('bet.finishInWallet') : null;
  if (wallet.mismatch !== null) return mismatchSentence(wallet.mismatch);
  if (!wallet.signedIn) return wallet.connecting ? t('bet.finishInWallet') : t('bet.signInToPlace');
  if (source.elsewhere !== null) return t('live.onPolygon', { chain: source.elsewhere.chainName });
  const limit = limitSentence(amount.value, facts);
  if (limit !== null) return limit;
  if (offeredOdds(odds) !== null) return t('bet.lookAtOdds');
  if (slipOdds.problem !== null) return t('bet.noOdds');
  if (slipOdds.quoting || odds.quote === null) return t('bet.checkingOdds');
  if (source.place !== null && odds.quote.live === undefined) return t('live.noTerms');
  if (needsImpactTick(odds) && !facts.impactAccepted) return t('bet.acceptFirst');
  return null;
}

/** Whether the stake moves its own odds so far that the bettor must accept them explicitly. */
export function needsImpactTick(odds: SlipOdds): boolean {
  // Rounded to thousandths of a percent, so that floating-point error doesn't decide the case of exactly 2%.
  return Math.round(Math.abs(stakeImpact(odds)) * 100_000) > LARGE_IMPACT_PERCENT * 1000;
}

/** How the wallet differs from the session, and what to do about it. */
export function mismatchSentence(mismatch: WalletMismatch): string {
  if (mismatch.kind === 'chain') {
    return t('bet.otherNetwork', { chain: mismatch.expected });
  }
  const shown = mismatch.actual === null ? t('bet.noAccount') : shortenAddress(mismatch.actual);
  return t('bet.otherAccount', { shown, expected: shortenAddress(mismatch.expected) });
}

/** That there is nothing to stake, and how more comes. */
function nothingLeft(place: LiveChain | null): string {
  return place === null ? t('bet.nothingLeft') : t('live.emptyWallet', { chain: place.chainName });
}

function limitSentence(stake: number, { limits, source, slipOdds }: BetFacts): string | null {
  const { place, balance } = source;
  if (limits !== null && stake > limits.capLeft) return t('bet.aboveCap', { left: dollars(limits.capLeft) });
  if (balance !== null && stake > balance) {
    return place === null
      ? t('bet.aboveBalance', { balance: exactDollars(balance) })
      : t('live.aboveWallet', { free: exactDollars(balance).slice(1), chain: place.chainName });
  }
  const { limit } = slipOdds;
  if (limit !== null && stake > limit.maxStake) {
    return t('bet.marketTakes', { amount: dollars(limit.maxStake) });
  }
  return null;
}
