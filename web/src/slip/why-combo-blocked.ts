import type { TypedAmount } from '../betting/parse-amount.ts';
import { mismatchSentence } from '../betting/why-blocked.ts';
import { dollars, exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-slip.ts';
import type { ComboTroubles } from './combo-troubles.ts';
import type { SlipAccount } from './use-slip-account.ts';

/** Everything that the button of a combo depends on. */
export interface ComboFacts {
  amount: TypedAmount;
  account: Pick<SlipAccount, 'online' | 'pricesPaused' | 'block'> & {
    wallet: Pick<SlipAccount['wallet'], 'connected' | 'connecting' | 'mismatch' | 'signedIn'>;
    limits: { capLeft: number; balance: number } | null;
  };
  troubles: ComboTroubles;
  /** Whether the selections have odds together. */
  hasOdds: boolean;
  /** USDC; null until the server has said it. */
  maxStake: number | null;
  /** The odds fell below what the bettor accepts. */
  isOffered: boolean;
}

/**
 * Why the combo can't be placed, as the sentence beside the button; null if it can. An invalid amount or a missing
 * wallet leaves the button enabled, because pressing it then says what is wrong.
 */
export function whyComboBlocked(facts: ComboFacts): string | null {
  const { amount, account, troubles } = facts;
  const { wallet, limits } = account;
  if (account.block !== null) return t('bet.askedNotTo');
  if (troubles.rows.size > 0) return t('slip.comboBlocked');
  if (troubles.whole !== null) return troubles.whole;
  if (!account.online) return t('card.offline');
  if (account.pricesPaused !== null) return account.pricesPaused;
  if (!facts.hasOdds) return t('slip.noComboOdds');
  if (wallet.signedIn && limits?.balance === 0) return t('bet.nothingLeft');
  if (amount.kind === 'nothing') return t('bet.enterAmount');
  if (amount.kind === 'junk') return null;
  return whyNoWallet(wallet) ?? whyNotThisMuch(amount.value, facts);
}

function whyNoWallet({
  connected,
  connecting,
  mismatch,
  signedIn,
}: ComboFacts['account']['wallet']): string | null {
  if (!connected) return connecting ? t('bet.finishInWallet') : null;
  if (mismatch !== null) return mismatchSentence(mismatch);
  if (signedIn) return null;
  return t(connecting ? 'bet.finishInWallet' : 'bet.signInToPlace');
}

function whyNotThisMuch(stake: number, { account, maxStake, isOffered }: ComboFacts): string | null {
  const { wallet, limits } = account;
  if (limits !== null && stake > limits.capLeft) return t('bet.aboveCap', { left: dollars(limits.capLeft) });
  if (limits !== null && stake > limits.balance)
    return t('bet.aboveBalance', { balance: exactDollars(limits.balance) });
  if (maxStake !== null && stake > maxStake) return t('slip.comboTakes', { amount: dollars(maxStake) });
  if (isOffered) return t('bet.lookAtOdds');
  return wallet.signedIn && maxStake === null ? t('bet.checkingOdds') : null;
}
