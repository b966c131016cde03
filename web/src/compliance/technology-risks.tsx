import { t } from '../texts/t-legal.ts';
import type { LegalSection } from './legal-section.ts';

export const technologyRisks: LegalSection = {
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
};
