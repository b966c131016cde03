import type { WireBet } from '@tallystone/core/http-api/betting';
import { createContext, lazy, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { loadPart } from '../wallet/load-part.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useCashOut } from './use-cash-out.ts';

const CashOutDialog = lazy(() =>
  loadPart(() => import('./cash-out-dialog.tsx')).then((module) => ({ default: module.CashOutDialog })),
);

const CashOutContext = createContext<((bet: WireBet) => void) | null>(null);

/** Returns a function that opens the dialog in which a bet is sold back. */
export function useOpenCashOut(): (bet: WireBet) => void {
  const open = use(CashOutContext);
  if (open === null) throw new Error('useOpenCashOut must be used within a CashOutProvider');
  return open;
}

/** Provides the page's cash-out and its dialog, whose code loads when it first opens. */
export function CashOutProvider({ children }: { children: ReactNode }) {
  const { publicKey, signedIn } = useWallet();
  const [bet, setBet] = useState<WireBet | null>(null);
  const shownId = useRef<string | null>(null);
  shownId.current = bet?.id ?? null;
  const cashOut = useCashOut({ isShown: (betId) => shownId.current === betId });
  const { forgetReport } = cashOut;

  const open = useCallback(
    (next: WireBet) => {
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

  // The dialog closes when the bettor leaves the page or changes the account. When a session ends, the app redirects to
  // another page and back after sign-in; the dialog stays open for that, because the bettor signs in there.
  const [path] = useLocation();
  const openedOn = useRef(path);
  const wasSignedIn = useRef(signedIn);
  wasSignedIn.current = signedIn;
  useEffect(() => {
    if (wasSignedIn.current && openedOn.current !== path) setBet(null);
  }, [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the account changes
  useEffect(() => setBet(null), [publicKey]);

  return (
    <CashOutContext value={open}>
      {children}
      {bet && (
        <ErrorBoundary
          key={bet.id}
          fallback={null}
          onError={() => {
            toastFailure(t('selling.notOpened'), t('selling.notOpenedWhy'));
            close();
          }}
        >
          <CashOutDialog bet={bet} cashOut={cashOut} onClose={close} />
        </ErrorBoundary>
      )}
    </CashOutContext>
  );
}
