import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { OutcomeHint } from '../betting/outcome-hint.tsx';
import { OwnBetLine } from '../betting/own-bet-line.tsx';
import { configQuery } from '../data/queries.ts';
import { showList } from '../finding/show-list.ts';
import { usePageTitle } from '../format/use-page-title.ts';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { MarketListPanel } from '../markets/market-list-panel.tsx';
import { t } from '../texts/t.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingWords } from './landing-words.tsx';

const ownBets = ({ id }: WireMarket) => <OwnBetLine marketId={id} />;

/** `/`: the introduction and the markets. */
export function Landing() {
  usePageTitle(t('frame.markets'));
  const { signedIn } = useWallet();
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
          hint={<OutcomeHint />}
          footer={ownBets}
        />
      </section>
    </>
  );
}

/** The top of the landing page with its live parts. */
function LandingHero() {
  const { data: config } = useQuery(configQuery);
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
      isDemo={config?.mode === 'demo'}
    />
  );
}
