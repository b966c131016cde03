import { Link } from 'wouter';
import { t } from '../texts/t.ts';

/** A row of three claims. Wide screens also show what each means; the first always links to how it is measured. */
export function LandingTiles() {
  return (
    <section aria-label={t('landing.whatYouGet')}>
      <ul className="tiles">
        <li>
          <h2>{t('landing.edge')}</h2>
          <p>
            <span className="tile-means">{t('landing.edgeMeans')} </span>
            <Link href="/legal#risk-disclosure">{t('landing.edgeMeasured')}</Link>
          </p>
        </li>
        <li>
          <h2>{t('landing.payouts')}</h2>
          <p className="tile-means">{t('landing.payoutsMean')}</p>
        </li>
        <li>
          <h2>{t('landing.custody')}</h2>
          <p className="tile-means">{t('landing.custodyMeans')}</p>
        </li>
      </ul>
    </section>
  );
}
