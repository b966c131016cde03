import { t } from '../texts/t.ts';

/** A picture of the product's idea: a ticket torn in two, one half for the bettor and one for the book. Wide screens only. */
export function ReceiptPicture() {
  return (
    <div
      className="receipt-picture"
      // The picture keeps its light colours in the dark theme, because it shows paper.
      data-theme="light"
      role="img"
      aria-label={t('landing.sampleReceipt')}
    >
      <div className="receipt-half receipt-yours" aria-hidden="true">
        <p className="receipt-owner">
          {t('landing.yourHalf')}
          <span className="badge badge-practice">{t('landing.sample')}</span>
        </p>
        <dl className="receipt-lines">
          <div>
            <dt>{t('landing.sampleOutcome')}</dt>
            <dd className="text-odds">1.85</dd>
          </div>
          <div>
            <dt>{t('landing.stake')}</dt>
            <dd>$25.00</dd>
          </div>
        </dl>
      </div>
      <div className="receipt-half receipt-book" aria-hidden="true">
        <p className="receipt-owner">{t('landing.booksHalf')}</p>
        <dl className="receipt-lines">
          <div>
            <dt>{t('landing.potentialWin')}</dt>
            <dd className="text-positive">+$21.25</dd>
          </div>
          <div>
            <dt>{t('landing.totalReturn')}</dt>
            <dd className="text-odds">$46.25</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
