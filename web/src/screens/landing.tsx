import type { WireMarket } from '@tallystone/core/http-api/markets';
import { lazy } from 'react';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { showList } from '../finding/show-list.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { MarketListPanel } from '../markets/market-list-panel.tsx';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useIsDemo } from '../wallet/use-is-demo.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingWords } from './landing-words.tsx';

const OwnBetLine = lazy(() =>
  import('../betting/own-bet-line.tsx').then((module) => ({ default: module.OwnBetLine })),
);

const OutcomeHint = lazy(() =>
  import('../betting/outcome-hint.tsx').then((module) => ({ default: module.OutcomeHint })),
);

/** Loads once a practice wallet is connected. */
const LaterHint = () => (
  <ErrorBoundary fallback={null}>
    <OutcomeHint />
  </ErrorBoundary>
);

/** Loads once someone has signed in. */
const ownBets = ({ id }: WireMarket) => (
  <ErrorBoundary fallback={null}>
    <OwnBetLine marketId={id} />
  </ErrorBoundary>
);

/** `/`: the introduction and the markets. */
export function Landing() {
  usePageTitle(t('frame.markets'));
  const { signedIn, isPractice } = useWallet();
  const { slip, open } = useBetSlip();
  return (
    <>
      <AuthenticationRequired />
      <LandingHero />
      <section
        id="markets"
        aria-labelledby="markets-heading"
        tabIndex={-1}
        // A scroll to the list ends at its top, where its tabs aren't sticky yet.
        className="frame pt-4 pb-12 -scroll-mt-15 outline-none sm:pt-5"
      >
        <MarketListPanel
          heading={
            <h2 id="markets-heading" className="text-h3">
              {t('landing.liveMarkets')}
            </h2>
          }
          signedIn={signedIn}
          betOpen={slip !== null}
          onPick={open}
          hint={isPractice && <LaterHint />}
          footer={signedIn ? ownBets : undefined}
        />
      </section>
    </>
  );
}

/** The top of the landing page with its live parts. */
function LandingHero() {
  const isDemo = useIsDemo();
  const { connected, connecting, practiceOffered, tryDemo } = useWallet();
  // The button disappears once the wallet is connected, so the focus moves on to the list.
  const startDemo = async () => {
    if (await tryDemo()) showList();
  };
  return (
    <LandingWords
      isCompact={connected}
      onTryDemo={practiceOffered && !connected ? () => void startDemo() : undefined}
      isConnecting={connecting}
      isDemo={isDemo}
    />
  );
}
