import { t } from '../texts/t-legal.ts';
import { TextWith } from '../texts/text-with.tsx';
import type { LegalSection } from './legal-section.ts';

/** Who to call for help, with a text and a link each. */
const HELP = [
  ['legalRisk.helpWorld', 'https://www.gamblingtherapy.org'],
  ['legalRisk.helpBritain', 'tel:+448088020133'],
  ['legalRisk.helpStates', 'tel:+18004262537'],
  ['legalRisk.helpAustralia', 'tel:+611800858858'],
  ['legalRisk.helpMeetings', 'https://www.gamblersanonymous.org'],
] as const;

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
        {HELP.map(([text, href]) => (
          <li key={text}>
            <TextWith text={t(text)} parts={{ link: (words) => <a href={href}>{words}</a> }} />
          </li>
        ))}
      </ul>
    </>
  ),
};
