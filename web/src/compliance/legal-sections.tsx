import type { ComponentType } from 'react';
import { PRODUCT_NAME } from '../format/product-name.ts';
import { type TextKey, t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';

interface LegalSection {
  /** Anchor in the address. External links use it, so it never changes. */
  id: string;
  title: TextKey;
  Body: ComponentType;
}

/** Who to call for help, with a text and a link each. */
const HELP = [
  ['legalRisk.helpWorld', 'https://www.gamblingtherapy.org'],
  ['legalRisk.helpBritain', 'tel:+448088020133'],
  ['legalRisk.helpStates', 'tel:+18004262537'],
  ['legalRisk.helpAustralia', 'tel:+611800858858'],
  ['legalRisk.helpMeetings', 'https://www.gamblersanonymous.org'],
] as const;

const paragraphs = (texts: readonly TextKey[]) => () => texts.map((text) => <p key={text}>{t(text)}</p>);

/** The sections of the legal page, in order. */
export const legalSections: readonly LegalSection[] = [
  {
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
  },
  {
    id: 'age-verification',
    title: 'legal.ageVerification',
    Body: paragraphs(['legal.ageLeast', 'legal.ageConfirming', 'legal.ageSharing']),
  },
  {
    id: 'geographic-restrictions',
    title: 'legal.geographicRestrictions',
    Body: paragraphs(['legal.placesWhere', 'legal.placesNoChecks', 'legal.placesSanctions']),
  },
  {
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
  },
  {
    id: 'risk-disclosure',
    title: 'legal.riskDisclosure',
    Body: () => (
      <>
        <p>
          <TextWith text={t('legalRisk.loseAll')} parts={{ strong: (words) => <strong>{words}</strong> }} />
        </p>
        <h3>{t('legalRisk.edge')}</h3>
        <p>{t('legalRisk.edgeWhat')}</p>
        <h3>{t('legalRisk.moves')}</h3>
        <ul>
          <li>{t('legalRisk.movesCard')}</li>
          <li>{t('legalRisk.movesSigned')}</li>
          <li>{t('legalRisk.movesChances')}</li>
        </ul>
        <h3>{t('legalRisk.paid')}</h3>
        <p>{t('legalRisk.paidWhen')}</p>
        <h3>{t('legalRisk.limits')}</h3>
        <p>{t('legalRisk.limitsWhat')}</p>
        <h3>{t('legalRisk.help')}</h3>
        <p>{t('legalRisk.helpWhat')}</p>
        <ul>
          {HELP.map(([text, href]) => (
            <li key={text}>
              <TextWith text={t(text)} parts={{ link: (words) => <a href={href}>{words}</a> }} />
            </li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'technology-risks',
    title: 'legal.technologyRisks',
    Body: () => (
      <>
        <h3>{t('legalTechnology.keys')}</h3>
        <p>{t('legalTechnology.keysYours')}</p>
        <p>{t('legalTechnology.keysRead')}</p>
        <h3>{t('legalTechnology.service')}</h3>
        <ul>
          <li>{t('legalTechnology.serviceStops')}</li>
          <li>{t('legalTechnology.serviceLost')}</li>
          <li>{t('legalTechnology.serviceOld')}</li>
          <li>{t('legalTechnology.serviceMistakes')}</li>
        </ul>
        <h3>{t('legalTechnology.chains')}</h3>
        <p>{t('legalTechnology.chainsOthers')}</p>
        <h3>{t('legalTechnology.practice')}</h3>
        <p>{t('legalTechnology.practiceKey')}</p>
      </>
    ),
  },
  {
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
  },
];
