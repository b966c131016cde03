import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';
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
            {t('landing.predict')} <span className="block text-primary">{t('landing.profit')}</span>
          </h1>
          <p className="mt-5 max-w-[34rem] text-[1.125rem] leading-7">{t('landing.lead')}</p>
          <div className="hero-actions" data-offers={connected ? undefined : ''}>
            <Button size="large" asChild>
              <a href="#markets">{t('landing.browse')}</a>
            </Button>
            {practiceOffered && !connected && (
              <Button size="large" variant="secondary" onClick={openPracticeMenu}>
                {t('landing.tryDemo')}
              </Button>
            )}
          </div>
          <div className="hero-facts">
            <p className="flex-none">
              <span className="block font-display text-h3 font-bold">{t('landing.liveVolumeAmount')}</span>
              <span className="text-meta text-muted">{t('landing.liveVolume')}</span>
            </p>
            {config?.mode === 'demo' && <p className="hero-demo">{t('landing.demo')}</p>}
          </div>
        </div>
        <ReceiptPicture />
      </div>
    </div>
  );
}
