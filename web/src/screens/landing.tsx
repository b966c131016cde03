import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useBetSlip } from '../betting/bet-slip-context.tsx';
import { OutcomeHint } from '../betting/outcome-hint.tsx';
import { OwnBetLine } from '../betting/own-bet-line.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { MarketListPanel } from '../markets/market-list-panel.tsx';
import { t } from '../texts/t.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingTiles } from './landing-tiles.tsx';

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
      <LandingTiles />
      <section
        id="markets"
        aria-labelledby="markets-heading"
        tabIndex={-1}
        className="frame py-12 outline-none"
      >
        <h2 id="markets-heading" className="mb-6 text-h2">
          {t('landing.liveMarkets')}
        </h2>
        <MarketListPanel
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
