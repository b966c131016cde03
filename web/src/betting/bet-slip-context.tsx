import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/t.ts';
import { dismissToast, toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { BetOrder } from './signed-bet.ts';
import { type PlacementState, usePlacement } from './use-placement.ts';

/** The market and outcome of a bet in a form. */
export interface BetSlip {
  market: WireListedMarket;
  outcome: WireOutcome;
}

export interface BetSlipContextValue {
  /** Null while the dialog is closed. */
  slip: BetSlip | null;
  /** The outcome of the form in view, in the dialog or on the page; null for none. */
  outcomeId: string | null;
  /** Opens the dialog. Focus returns to the trigger, even after a detour through the wallet menu. */
  open: (slip: BetSlip & { amount?: string | undefined; trigger?: HTMLElement | null }) => void;
  /** Closes the dialog. A bet in progress continues. */
  close: () => void;
  /** Tells which bet is in the page's own form; null when it is gone. Another outcome of the market keeps the amount. */
  show: (slip: (BetSlip & { amount?: string | undefined }) | null) => void;
}

/** State shared by the forms and the transaction toast. It changes with every keystroke, so cards don't use it. */
export interface BetDraftContextValue extends PlacementState {
  amountText: string;
  setAmountText: (text: string) => void;
  /** Opens the wallet menu with a toast that a wallet is required; the dialog reopens as it was once one connects. */
  connectWallet: () => void;
  /** Call once for every placed bet. */
  finish: (order: BetOrder) => void;
  /** The quote that came with the latest refusal of signed odds. */
  refusedQuote: WireQuote | null;
  setRefusedQuote: (quote: WireQuote) => void;
}

const SlipContext = createContext<BetSlipContextValue | null>(null);
const DraftContext = createContext<BetDraftContextValue | null>(null);

export function useBetSlip(): BetSlipContextValue {
  const value = use(SlipContext);
  if (value === null) throw new Error('useBetSlip must be used within a BetSlipProvider');
  return value;
}

export function useBetDraft(): BetDraftContextValue {
  const value = use(DraftContext);
  if (value === null) throw new Error('useBetDraft must be used within a BetSlipProvider');
  return value;
}

/** Provides the page's bet slip and the bet in progress, which outlives the dialog. */
export function BetSlipProvider({ children }: { children: ReactNode }) {
  const { connected, connecting, setMenuOpen } = useWallet();
  const [slip, setSlip] = useState<BetSlip | null>(null);
  const [onPage, setOnPage] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<BetSlip | null>(null);
  const [amountText, setAmountText] = useState('');
  const [refusedQuote, setRefusedQuote] = useState<WireQuote | null>(null);
  const trigger = useRef<HTMLElement | null>(null);
  const lastOutcomeId = useRef<string | null>(null);
  const lastMarketId = useRef<string | null>(null);

  const attempt = usePlacement();
  const { forgetFailure } = attempt;
  const finish = (order: BetOrder) => {
    // If the bettor has chosen another outcome in the meantime, that slip stays.
    if (lastOutcomeId.current !== order.outcome.id) return;
    setSlip(null);
    setAmountText('');
  };
  const open = useCallback<BetSlipContextValue['open']>(
    ({ market, outcome, amount, trigger: from = null }) => {
      trigger.current = from;
      // The typed amount belongs to the outcome it was typed for.
      if (lastOutcomeId.current !== outcome.id) setAmountText('');
      if (amount !== undefined) setAmountText(amount);
      lastOutcomeId.current = outcome.id;
      lastMarketId.current = market.id;
      forgetFailure();
      setRefusedQuote(null);
      setWaiting(null);
      setSlip({ market, outcome });
    },
    [forgetFailure],
  );

  const close = useCallback(() => setSlip(null), []);

  const show = useCallback<BetSlipContextValue['show']>(
    (next) => {
      setOnPage(next?.outcome.id ?? null);
      if (next === null) return;
      if (lastMarketId.current !== next.market.id) setAmountText('');
      if (next.amount !== undefined) setAmountText(next.amount);
      if (lastOutcomeId.current !== next.outcome.id) {
        forgetFailure();
        setRefusedQuote(null);
      }
      lastMarketId.current = next.market.id;
      lastOutcomeId.current = next.outcome.id;
    },
    [forgetFailure],
  );

  // The dialog belongs to the page it was opened on, so Back and its own links close it.
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the path changes
  useEffect(() => {
    setSlip(null);
    setWaiting(null);
  }, [path]);

  const requirement = useRef<string | null>(null);
  const connectWallet = () => {
    requirement.current = toast({
      title: t('placing.walletRequired'),
      description: t('placing.walletRequiredWhy'),
      variant: 'destructive',
    });
    setWaiting(slip);
    setSlip(null);
    // The closing dialog returns focus to its trigger; the menu must open after that.
    setTimeout(() => {
      // On narrow screens the header may be scrolled out of view, and the menu is attached to it.
      document.querySelector('header')?.scrollIntoView({ block: 'nearest' });
      setMenuOpen(true);
    }, 0);
  };

  useEffect(() => {
    if (!connected || connecting || waiting === null) return;
    if (requirement.current !== null) dismissToast(requirement.current);
    // When the dialog closes later, focus must return to the outcome and not to the menu.
    trigger.current?.focus();
    setSlip(waiting);
    setWaiting(null);
  }, [connected, connecting, waiting]);

  const outcomeId = slip?.outcome.id ?? onPage;
  const slipValue = useMemo(
    () => ({ slip, outcomeId, open, close, show }),
    [slip, outcomeId, open, close, show],
  );
  const draftValue: BetDraftContextValue = {
    ...attempt,
    amountText,
    setAmountText,
    connectWallet,
    finish,
    refusedQuote,
    setRefusedQuote,
  };

  return (
    <SlipContext value={slipValue}>
      <DraftContext value={draftValue}>{children}</DraftContext>
    </SlipContext>
  );
}
