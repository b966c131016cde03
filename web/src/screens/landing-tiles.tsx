import { Link } from 'wouter';
import { t } from '../texts/t.ts';
import { TextWith } from '../texts/text-with.tsx';

/** A row of three claims, each with what it means and its limits. */
export function LandingTiles() {
  return (
    <section aria-label={t('landing.whatYouGet')} className="frame">
      <ul className="tiles">
        <li>
          <h2>{t('landing.edge')}</h2>
          <p>
            <TextWith
              text={t('landing.edgeMeans')}
              parts={{ link: (words) => <Link href="/legal#risk-disclosure">{words}</Link> }}
            />
          </p>
        </li>
        <li>
          <h2>{t('landing.payouts')}</h2>
          <p>{t('landing.payoutsMean')}</p>
        </li>
        <li>
          <h2>{t('landing.custody')}</h2>
          <p>{t('landing.custodyMeans')}</p>
        </li>
      </ul>
    </section>
  );
}
