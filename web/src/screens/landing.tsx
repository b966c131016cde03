import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { lazy, useState } from 'react';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { showList } from '../finding/show-list.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { MarketListPanel } from '../markets/market-list-panel.tsx';
import { t } from '../texts/t.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { demoOption } from '../wallet/demo-option.ts';
import { useIsDemo } from '../wallet/use-is-demo.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingWords } from './landing-words.tsx';

const OwnBetLine = lazy(() =>
  import('../betting/own-bet-line.tsx').then((module) => ({ default: module.OwnBetLine })),
);

const OutcomeHint = lazy(() =>
  import('../betting/outcome-hint.tsx').then((module) => ({ default: module.OutcomeHint })),
);

/** Loads once someone has signed in. */
const ownBets = ({ id }: WireListedMarket) => (
  <ErrorBoundary fallback={null}>
    <OwnBetLine marketId={id} />
  </ErrorBoundary>
);

/** `/`: the introduction and the markets. */
export function Landing() {
  usePageTitle(t('frame.markets'));
  const { signedIn, isPractice } = useWallet();
  const { slip, open } = useBetSlip();
  const [demoAsked, setDemoAsked] = useState(false);
  return (
    <>
      <AuthenticationRequired />
      <LandingHero demoAsked={demoAsked} setDemoAsked={setDemoAsked} />
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
          hint={
            (isPractice || demoAsked) && (
              <ErrorBoundary fallback={null}>
                <OutcomeHint soon={demoAsked} />
              </ErrorBoundary>
            )
          }
          footer={signedIn ? ownBets : undefined}
        />
      </section>
    </>
  );
}

interface LandingHeroProps {
  /** Try demo mode was pressed, and its wallet is being connected. */
  demoAsked: boolean;
  setDemoAsked: (asked: boolean) => void;
}

/** The top of the landing page with its live parts. */
function LandingHero({ demoAsked, setDemoAsked }: LandingHeroProps) {
  const isDemo = useIsDemo();
  const { connected, connecting, options, practiceOffered, tryDemo } = useWallet();
  const startDemo = async () => {
    // At the press, with the hint, so that nothing moves once the wallet is connected. The button disappears, so the focus
    // moves on to the list. If there is a choice, the menu opens and the page stays as it is.
    if (demoOption(options) !== null) {
      setDemoAsked(true);
      showList();
    }
    await tryDemo();
    setDemoAsked(false);
  };
  return (
    <LandingWords
      isCompact={connected || demoAsked}
      onTryDemo={practiceOffered && !connected ? () => void startDemo() : undefined}
      isConnecting={connecting}
      isDemo={isDemo}
    />
  );
}
