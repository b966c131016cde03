import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { LandingTiles } from './landing-tiles.tsx';
import { ReceiptPicture } from './receipt-picture.tsx';

export interface LandingWordsProps {
  /** A wallet is connected: only the headline and the titles of the tiles are left, in one line. */
  isCompact?: boolean;
  /** Absent while no practice wallet is known; its button then keeps its space. */
  onTryDemo?: (() => void) | undefined;
  isConnecting?: boolean;
  isDemo?: boolean;
}

/** The top of the landing page without requests, so the static page can contain it. */
export function LandingWords(props: LandingWordsProps) {
  const { isCompact = false, onTryDemo, isConnecting = false, isDemo = false } = props;
  return (
    <div className="hero" data-compact={isCompact ? '' : undefined}>
      <div className="frame">
        <div className="hero-columns">
          <div className="min-w-0">
            <h1 className="hero-title">
              {t('landing.predict')} <span className="text-primary">{t('landing.profit')}</span>
            </h1>
            <p className="hero-lead">{t('landing.lead')}</p>
            <div className="hero-actions">
              <a href="#markets" className={buttonClass({ variant: onTryDemo ? 'secondary' : 'primary' })}>
                {t('landing.browse')}
              </a>
              {onTryDemo ? (
                <Button onClick={onTryDemo} busy={isConnecting}>
                  {t('landing.tryDemo')}
                </Button>
              ) : (
                <span aria-hidden="true" className="btn invisible">
                  {t('landing.tryDemo')}
                </span>
              )}
              <p className="hero-demo">{isDemo && t('landing.demo')}</p>
            </div>
          </div>
          <ReceiptPicture />
        </div>
        <div className="hero-strip">
          <p className="hero-volume">
            <span className="font-display font-bold">{t('landing.liveVolumeAmount')}</span>{' '}
            <span className="text-muted">{t('landing.liveVolume')}</span>
          </p>
          <LandingTiles />
        </div>
      </div>
    </div>
  );
}
