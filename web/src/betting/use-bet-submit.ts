import type { WireQuote } from '@tallystone/core/http-api/betting';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { t } from '../texts/t-bet.ts';
import { toastFailure } from '../ui/toast-store.ts';
import type { LiveTerms } from '../wallet/live-chain.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { type BetSlip, useBetDraft } from './bet-slip-context.tsx';
import type { TypedAmount } from './parse-amount.ts';
import type { StakeTerms } from './signed-bet.ts';
import { usePlaceBet } from './use-place-bet.ts';
import type { SlipOddsView } from './use-slip-odds.ts';
import type { StakeSource } from './use-stake-source.ts';

interface BetToSubmit {
  slip: BetSlip;
  amount: TypedAmount;
  source: Pick<StakeSource, 'place' | 'funds'>;
  quoteToSign: SlipOddsView['quoteToSign'];
  /** The button is disabled. */
  disabled: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** The current step, which takes the focus of the button. */
  step: RefObject<HTMLElement | null>;
}

/** Submits the form of a bet: says what is wrong with the amount, has a wallet connected, or signs and places the bet. */
export function useBetSubmit({
  slip: { market, outcome },
  amount,
  source: { place, funds },
  quoteToSign,
  disabled,
  input,
  step,
}: BetToSubmit) {
  const wallet = useWallet();
  const { connectWallet } = useBetDraft();
  const { place: placeBet } = usePlaceBet();
  const [junkPressed, setJunkPressed] = useState(false);

  // Two presses in one frame count as one.
  const pressing = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    if (amount.kind !== 'amount') {
      setJunkPressed(true);
      input.current?.focus();
      toastFailure(t('bet.invalid'), t('bet.invalidWhy'));
      return;
    }
    if (!wallet.connected || wallet.publicKey === null || wallet.chain === null) {
      connectWallet();
      return;
    }
    // The button is disabled while the bet is placed, and stays disabled if the odds moved: it can't keep the focus.
    step.current?.focus();
    if (pressing.current) return;
    pressing.current = true;
    try {
      // The wallet's USDC may have been spent since the dialog opened; then it isn't asked to sign.
      const free = funds === null ? null : await funds.readAgain();
      if (free !== null && amount.value > free) return;
      await sign(amount.value);
    } finally {
      pressing.current = false;
    }
  };

  const sign = async (stake: number) => {
    if (wallet.publicKey === null || wallet.chain === null) return;
    const agreed = await quoteToSign();
    if (agreed === null) return;
    const { quote, least } = agreed;
    const terms = place && stakeTermsOf(quote, place);
    if (place !== null && terms === null) return;
    await placeBet({
      market,
      outcome,
      amount: stake,
      odds: quote.odds,
      minOdds: least,
      quoteId: quote.quoteId,
      wallet: {
        publicKey: wallet.publicKey,
        chain: wallet.chain,
        name: wallet.walletName ?? t('wallet.yourWallet'),
      },
      ...(terms !== null && { stake: terms }),
    });
  };

  return {
    submit,
    /** The button was pressed with an amount that isn't valid. */
    isJunk: junkPressed && amount.kind === 'junk',
    /** Call when the amount changes. */
    forgetJunk: () => setJunkPressed(false),
  };
}

/** The terms under which a live bet on this quote is staked; null if the quote has none. */
export function stakeTermsOf({ live, expiresAt }: WireQuote, place: LiveTerms): StakeTerms | null {
  if (live === undefined) return null;
  const { betId, deadline } = live;
  const quotedUntil = expiresAt === undefined ? deadline * 1000 : Date.parse(expiresAt);
  return { place, betId, deadline, quotedUntil };
}
