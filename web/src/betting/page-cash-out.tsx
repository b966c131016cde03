import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/t-account.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { CancelAutomatic } from './cancel-automatic.tsx';
import { focusControlOf } from './cash-out-control.ts';
import { CashOutDialog } from './cash-out-dialog.tsx';
import { closeCashOut, useCashOutSlip } from './cash-out-slip.ts';
import { useCashOut } from './use-cash-out.ts';

/** The cash-out in progress and its dialog. */
export function PageCashOut() {
  const { publicKey, signedIn } = useWallet();
  const slip = useCashOutSlip();
  const shownId = useRef<string | null>(null);
  shownId.current = slip === null || slip.step === 'cancel' ? null : slip.bet.id;
  const cashOut = useCashOut({ isShown: (betId) => shownId.current === betId });
  const { forgetReport } = cashOut;

  const [path] = useLocation();
  const openedOn = useRef(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the dialog opens or closes
  useLayoutEffect(() => {
    forgetReport();
    openedOn.current = location.pathname;
  }, [slip, forgetReport]);

  // The list may have other buttons than when the dialog was opened.
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const betId = lastId.current;
    lastId.current = slip?.bet.id ?? null;
    if (slip !== null || betId === null) return;
    // Later, because the dialog first gives the focus back to the button that opened it.
    const timer = setTimeout(() => focusControlOf(betId));
    return () => clearTimeout(timer);
  }, [slip]);

  // The dialog closes when the bettor leaves the page or changes the account. When a session ends, the app redirects to
  // another page and back after sign-in; the dialog stays open for that, because the bettor signs in there.
  const wasSignedIn = useRef(signedIn);
  wasSignedIn.current = signedIn;
  useEffect(() => {
    if (wasSignedIn.current && openedOn.current !== path) closeCashOut();
  }, [path]);
  const account = useRef(publicKey);
  useEffect(() => {
    if (account.current !== publicKey) closeCashOut();
    account.current = publicKey;
  }, [publicKey]);

  if (slip === null) return null;
  const { bet, step } = slip;
  return (
    <ErrorBoundary
      key={bet.id}
      fallback={null}
      onError={() => {
        toastFailure(t('selling.notOpened'), t('selling.notOpenedWhy'));
        closeCashOut();
      }}
    >
      {step === 'cancel' ? (
        <CancelAutomatic bet={bet} onClose={closeCashOut} />
      ) : (
        <CashOutDialog bet={bet} way={step} cashOut={cashOut} onClose={closeCashOut} />
      )}
    </ErrorBoundary>
  );
}
