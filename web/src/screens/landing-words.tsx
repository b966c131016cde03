import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { ReceiptPicture } from './receipt-picture.tsx';

/**
 * The top of the landing page without requests, so the static page can contain it.
 *
 * @param props.offers whether to leave space for the demo's offers, which arrive later
 */
export function LandingWords({
  offers,
  onTryDemo,
  isDemo = false,
}: {
  offers: boolean;
  onTryDemo?: (() => void) | undefined;
  isDemo?: boolean;
}) {
  return (
    <div className="hero">
      <div className="frame hero-columns">
        <div className="min-w-0">
          <h1 className="text-hero">
            {t('landing.predict')} <span className="block text-primary">{t('landing.profit')}</span>
          </h1>
          <p className="mt-5 max-w-[34rem] text-[1.125rem] leading-7">{t('landing.lead')}</p>
          <div className="hero-actions" data-offers={offers ? '' : undefined}>
            <Button size="large" asChild>
              <a href="#markets">{t('landing.browse')}</a>
            </Button>
            {onTryDemo && (
              <Button size="large" variant="secondary" onClick={onTryDemo}>
                {t('landing.tryDemo')}
              </Button>
            )}
          </div>
          <div className="hero-facts">
            <p className="flex-none">
              <span className="block font-display text-h3 font-bold">{t('landing.liveVolumeAmount')}</span>
              <span className="text-meta text-muted">{t('landing.liveVolume')}</span>
            </p>
            {isDemo && <p className="hero-demo">{t('landing.demo')}</p>}
          </div>
        </div>
        <ReceiptPicture />
      </div>
    </div>
  );
}
