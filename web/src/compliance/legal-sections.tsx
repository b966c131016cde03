import { PRODUCT_NAME } from '../format/product-name.ts';
import { type TextKey, t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';
import { contactInformation } from './contact-information.tsx';
import type { LegalSection } from './legal-section.ts';
import { privacyDataProtection } from './privacy-data-protection.tsx';
import { riskDisclosure } from './risk-disclosure.tsx';
import { technologyRisks } from './technology-risks.tsx';

const regulatoryDisclaimer: LegalSection = {
  id: 'regulatory-disclaimer',
  title: 'legal.regulatoryDisclaimer',
  Body: () => (
    <>
      <p>{t('legal.regulationWhat', { product: PRODUCT_NAME })}</p>
      <p>{t('legal.regulationModes')}</p>
      <p>
        <TextWith
          text={t('legal.regulationOperator')}
          parts={{ contact: (words) => <a href="#contact-information">{words}</a> }}
        />
      </p>
      <p>{t('legal.regulationNoAdvice')}</p>
    </>
  ),
};

const paragraphs = (texts: readonly TextKey[]) => () => texts.map((text) => <p key={text}>{t(text)}</p>);

const ageVerification: LegalSection = {
  id: 'age-verification',
  title: 'legal.ageVerification',
  Body: paragraphs(['legal.ageLeast', 'legal.ageConfirming', 'legal.ageSharing']),
};

const geographicRestrictions: LegalSection = {
  id: 'geographic-restrictions',
  title: 'legal.geographicRestrictions',
  Body: paragraphs(['legal.placesWhere', 'legal.placesNoChecks', 'legal.placesSanctions']),
};

/** The sections of the legal page, in order. */
export const legalSections: readonly LegalSection[] = [
  regulatoryDisclaimer,
  ageVerification,
  geographicRestrictions,
  privacyDataProtection,
  riskDisclosure,
  technologyRisks,
  contactInformation,
];
