import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { ReceiptPicture } from './receipt-picture.tsx';

/** The first thing a visitor sees: the promise in words and as a receipt. */
export function LandingHero() {
  const { data: config } = useQuery(configQuery);
  const { connected, practiceOffered, openPracticeMenu } = useWallet();
  return (
    <div className="hero">
      <div className="frame hero-columns">
        <div className="min-w-0">
          <h1 className="text-hero">
            Predict the game. <span className="block text-primary">Profit instantly.</span>
          </h1>
          <p className="mt-5 max-w-[34rem] text-[1.125rem] leading-7">
            Fixed odds on sports, politics and crypto. Before every bet you see what leaves, what may come
            back, and the exact words your wallet signs.
          </p>
          <div className="hero-actions" data-offers={connected ? undefined : ''}>
            <Button size="large" asChild>
              <a href="#markets">Browse live markets</a>
            </Button>
            {practiceOffered && !connected && (
              <Button size="large" variant="secondary" onClick={openPracticeMenu}>
                Try demo mode
              </Button>
            )}
          </div>
          <div className="hero-facts">
            <p className="flex-none">
              <span className="block font-display text-h3 font-bold">$1.2M+</span>
              <span className="text-meta text-muted">live volume</span>
            </p>
            {config?.mode === 'demo' && (
              <p className="hero-demo">This is a demo: all USDC here is practice money.</p>
            )}
          </div>
        </div>
        <ReceiptPicture />
      </div>
    </div>
  );
}
