import { t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';
import type { LegalSection } from './legal-section.ts';

export const riskDisclosure: LegalSection = {
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
        <li>
          <TextWith
            text={t('legalRisk.helpWorld')}
            parts={{ link: (words) => <a href="https://www.gamblingtherapy.org">{words}</a> }}
          />
        </li>
        <li>
          <TextWith
            text={t('legalRisk.helpBritain')}
            parts={{ link: (words) => <a href="tel:+448088020133">{words}</a> }}
          />
        </li>
        <li>
          <TextWith
            text={t('legalRisk.helpStates')}
            parts={{ link: (words) => <a href="tel:+18004262537">{words}</a> }}
          />
        </li>
        <li>
          <TextWith
            text={t('legalRisk.helpAustralia')}
            parts={{ link: (words) => <a href="tel:+611800858858">{words}</a> }}
          />
        </li>
        <li>
          <TextWith
            text={t('legalRisk.helpMeetings')}
            parts={{ link: (words) => <a href="https://www.gamblersanonymous.org">{words}</a> }}
          />
        </li>
      </ul>
    </>
  ),
};
