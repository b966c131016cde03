import { t } from '../texts/t-legal.ts';
import type { LegalSection } from './legal-section.ts';

export const privacyDataProtection: LegalSection = {
  id: 'privacy-data-protection',
  title: 'legal.privacyDataProtection',
  Body: () => (
    <>
      <p>{t('legalPrivacy.noForm')}</p>
      <h3>{t('legalPrivacy.inBrowser')}</h3>
      <ul>
        <li>{t('legalPrivacy.token')}</li>
        <li>{t('legalPrivacy.lastWallet')}</li>
        <li>{t('legalPrivacy.choices')}</li>
        <li>{t('legalPrivacy.notices')}</li>
        <li>{t('legalPrivacy.offline')}</li>
        <li>{t('legalPrivacy.practiceKey')}</li>
      </ul>
      <p>{t('legalPrivacy.clearing')}</p>
      <h3>{t('legalPrivacy.onServer')}</h3>
      <ul>
        <li>{t('legalPrivacy.wallet')}</li>
        <li>{t('legalPrivacy.sessions')}</li>
        <li>{t('legalPrivacy.signedActs')}</li>
        <li>{t('legalPrivacy.bets')}</li>
        <li>{t('legalPrivacy.movements')}</li>
        <li>{t('legalPrivacy.logs')}</li>
      </ul>
      <h3>{t('legalPrivacy.withOthers')}</h3>
      <p>{t('legalPrivacy.others')}</p>
      <p>{t('legalPrivacy.asking')}</p>
    </>
  ),
};
