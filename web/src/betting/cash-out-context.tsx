import type { WireBet } from '@tallystone/core/http-api/betting';
import { createContext, lazy, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toast } from '../ui/toast-store.ts';
import { loadPart } from '../wallet/load-part.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useCashOut } from './use-cash-out.ts';

const CashOutDialog = lazy(() =>
  loadPart(() => import('./cash-out-dialog.tsx')).then((module) => ({ default: module.CashOutDialog })),
);

/** Opens the dialog in which a bet is sold back. */
export type OpenCashOut = (bet: WireBet) => void;

const CashOutContext = createContext<OpenCashOut | null>(null);

export function useOpenCashOut(): OpenCashOut {
  const open = use(CashOutContext);
  if (open === null) throw new Error('useOpenCashOut must be used within a CashOutProvider');
  return open;
}

/** Holds the cash-out of the page and its dialog, which comes with the first bet it is opened for. */
export function CashOutProvider({ children }: { children: ReactNode }) {
  const { publicKey, signedIn } = useWallet();
  const [bet, setBet] = useState<WireBet | null>(null);
  const shownId = useRef<string | null>(null);
  shownId.current = bet?.id ?? null;
  const cashOut = useCashOut({ isShown: (betId) => shownId.current === betId });
  const { forgetReport } = cashOut;

  const open = useCallback<OpenCashOut>(
    (next) => {
      forgetReport();
      openedOn.current = location.pathname;
      setBet(next);
    },
    [forgetReport],
  );
  const close = useCallback(() => {
    setBet(null);
    forgetReport();
  }, [forgetReport]);

  // The dialog belongs to the page and to the account it was opened on. Whose session has ended is led to another page
  // and back again: the dialog stays meanwhile, it is where they sign in.
  const [path] = useLocation();
  const openedOn = useRef(path);
  const wasSignedIn = useRef(signedIn);
  wasSignedIn.current = signedIn;
  useEffect(() => {
    if (wasSignedIn.current && openedOn.current !== path) setBet(null);
  }, [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account is when, not what
  useEffect(() => setBet(null), [publicKey]);

  return (
    <CashOutContext value={open}>
      {children}
      {bet && (
        <ErrorBoundary key={bet.id} fallback={null} onError={() => codeMissing(close)}>
          <CashOutDialog bet={bet} cashOut={cashOut} onClose={close} />
        </ErrorBoundary>
      )}
    </CashOutContext>
  );
}

function codeMissing(close: () => void): void {
  toast({
    title: t('selling.notOpened'),
    description: t('selling.notOpenedWhy'),
    variant: 'destructive',
  });
  close();
}
