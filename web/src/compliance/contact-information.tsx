import { PRODUCT_NAME } from '../format/product-name.ts';
import { t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';
import type { LegalSection } from './legal-section.ts';

export const contactInformation: LegalSection = {
  id: 'contact-information',
  title: 'legal.contactInformation',
  Body: () => (
    <>
      <p>{t('legalContact.operator', { product: PRODUCT_NAME })}</p>
      <h3>{t('legalContact.before')}</h3>
      <ul>
        <li>{t('legalContact.beforeNumber')}</li>
        <li>{t('legalContact.beforeBet')}</li>
        <li>
          <TextWith
            text={t('legalContact.beforeHolds')}
            parts={{ transparency: (words) => <a href="/transparency">{words}</a> }}
          />
        </li>
        <li>
          <TextWith
            text={t('legalContact.beforeUp')}
            parts={{
              status: (words) => <a href="/api/health/ready">{words}</a>,
              docs: (words) => <a href="/docs">{words}</a>,
            }}
          />
        </li>
        <li>{t('legalContact.beforeKeys')}</li>
      </ul>
      <h3>{t('legalContact.disputes')}</h3>
      <p>{t('legalContact.disputesTell')}</p>
    </>
  ),
};
