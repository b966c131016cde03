import { PRODUCT_NAME } from '../format/product-name.ts';
import { t } from '../texts/t.ts';
import { Logo } from '../ui/logo.tsx';

/** A picture of the product's idea: a receipt torn in two, one half for the bettor and one for the book. */
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
        <p className="flex items-center gap-2 text-meta font-semibold">
          <Logo className="size-5" />
          {PRODUCT_NAME}
          <span className="badge badge-practice ml-auto">{t('landing.sample')}</span>
        </p>
        <p className="mt-4 font-display text-title font-bold">{t('landing.sampleQuestion')}</p>
        <div className="tally-bar receipt-bar mt-4">
          <span />
          <span />
          <span />
        </div>
        <dl className="receipt-lines mt-4">
          <div>
            <dt>{t('landing.sampleOutcome')}</dt>
            <dd className="text-odds font-[650]">1.85</dd>
          </div>
          <div>
            <dt>{t('landing.stake')}</dt>
            <dd>$25.00</dd>
          </div>
        </dl>
        <p className="receipt-owner">{t('landing.yourHalf')}</p>
      </div>
      <div className="receipt-half receipt-book" aria-hidden="true">
        <dl className="receipt-lines">
          <div>
            <dt>{t('landing.potentialWin')}</dt>
            <dd className="text-positive">+$21.25</dd>
          </div>
          <div>
            <dt>{t('landing.totalReturn')}</dt>
            <dd className="text-odds font-[650]">$46.25</dd>
          </div>
        </dl>
        <hr className="rule-dashed my-3" />
        <p className="font-mono text-small break-words text-muted">
          Place bet: 25 on o_h4rb0urc1ty at 1.85 odds
          <span className="mt-1 block">{t('landing.sampleHeld')}</span>
        </p>
        <p className="receipt-owner">{t('landing.booksHalf')}</p>
      </div>
    </div>
  );
}
