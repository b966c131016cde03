import { shortenAddress } from '@tallystone/core/identity/short-address';
import { ChevronDown, LogOut, TriangleAlert, Wallet } from 'lucide-react';
import { lazy, useRef } from 'react';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { loadPart } from './load-part.ts';
import { useIsDemo } from './use-is-demo.ts';
import { useWallet } from './wallet-context.tsx';

const loadPanel = () =>
  loadPart(() => import('./wallet-panel.tsx')).then((m) => ({ default: m.WalletPanel }));
const WalletPanel = lazy(loadPanel);

/** The connect button of the navigation and the panel it opens. */
export function WalletMenu() {
  const wallet = useWallet();
  const { connected, connecting, restoring, menuOpen, setMenuOpen, disconnect } = wallet;
  const trigger = useRef<HTMLButtonElement>(null);

  if (restoring && !connected) return <Skeleton className="h-11 w-36 rounded-control" />;

  const opens = {
    ref: trigger,
    'aria-haspopup': 'dialog',
    'aria-expanded': menuOpen,
    onClick: () => setMenuOpen(!menuOpen),
    // A failed preload is ignored: opening the panel reports it.
    onPointerEnter: () => void loadPanel().catch(() => {}),
  } as const;

  return (
    <div className="flex items-center gap-2">
      {connecting ? (
        <Button {...opens} variant="secondary" aria-busy="true">
          {t('wallet.check')}
        </Button>
      ) : connected ? (
        <>
          <Button {...opens} variant="secondary" className="gap-2 px-2 py-1 sm:px-3">
            <ChipContent />
          </Button>
          <Button variant="ghost" size="small" className="hidden xl:inline-flex" onClick={disconnect}>
            <LogOut aria-hidden="true" className="size-4" />
            {t('wallet.disconnect')}
          </Button>
        </>
      ) : (
        <Button {...opens} className="whitespace-nowrap max-[22.5rem]:px-3">
          <Wallet aria-hidden="true" className="size-4 max-[22.5rem]:hidden" />
          {t('wallet.connect')}
        </Button>
      )}
      {menuOpen && (
        <ErrorBoundary fallback={<PanelMissing />}>
          <WalletPanel trigger={trigger} />
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Shown if the panel's code didn't load, because there is no connection or the site has a newer version. */
function PanelMissing() {
  return (
    <p role="alert" className="menu absolute end-4 top-full max-w-72 px-3 py-2 text-meta">
      {t('wallet.partMissing')}
    </p>
  );
}

/** The address, and below it the chain and what is special about the session. */
function ChipContent() {
  const { publicKey, chain, isPractice, authToken, user, step } = useWallet();
  const isDemo = useIsDemo();
  const isGuest = authToken !== null && user?.verified === false;
  const doubt =
    authToken === null && step !== 'sign-in' ? t('wallet.notSignedIn') : isGuest ? t('wallet.guest') : null;
  return (
    <>
      <span className="flex flex-col items-start">
        <span className="order-2 flex gap-1">
          <Badge className={small}>{chain}</Badge>
          {(isPractice || isDemo) && (
            <Badge variant="practice" className={small}>
              {t('controls.practice')}
            </Badge>
          )}
          {doubt && (
            <Badge variant="outline" className={small}>
              <TriangleAlert aria-hidden="true" className="size-3 sm:hidden" />
              <span className="max-sm:sr-only">{doubt}</span>
            </Badge>
          )}
        </span>
        <span className="order-1 font-mono text-small/4 font-medium">{shortenAddress(publicKey ?? '')}</span>
      </span>
      <ChevronDown aria-hidden="true" className="size-4 flex-none max-sm:hidden" />
    </>
  );
}

/** Two lines must fit the control. */
const small = 'px-1 py-0 text-[0.6875rem]/4 sm:px-1.25 sm:text-[0.75rem]/4';
