import type { WireBet } from '@tallystone/core/http-api';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
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
  const { publicKey, authToken } = useWallet();
  const [bet, setBet] = useState<WireBet | null>(null);
  const shownId = useRef<string | null>(null);
  shownId.current = bet?.id ?? null;
  const cashOut = useCashOut({ isShown: (betId) => shownId.current === betId });
  const { forgetReport } = cashOut;

  const open = useCallback<OpenCashOut>(
    (next) => {
      forgetReport();
      setBet(next);
    },
    [forgetReport],
  );
  const close = useCallback(() => {
    setBet(null);
    forgetReport();
  }, [forgetReport]);

  // The dialog belongs to the page and to the account it was opened on.
  const [path] = useLocation();
  const signedIn = authToken !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: path and account are when, not what
  useEffect(() => setBet(null), [path, publicKey]);
  useEffect(() => {
    if (!signedIn) setBet(null);
  }, [signedIn]);

  return (
    <CashOutContext value={open}>
      {children}
      {bet && (
        <ErrorBoundary key={bet.id} fallback={null} onError={() => codeMissing(close)}>
          <Suspense>
            <CashOutDialog bet={bet} cashOut={cashOut} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </CashOutContext>
  );
}

function codeMissing(close: () => void): void {
  toast({
    title: 'Cash-out could not be opened',
    description: 'Nothing was cashed out. Check your connection, then reload the page.',
    variant: 'destructive',
  });
  close();
}
