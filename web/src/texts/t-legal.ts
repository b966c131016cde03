import { legal } from './en/legal.ts';
import { legalContact } from './en/legal-contact.ts';
import { legalPrivacy } from './en/legal-privacy.ts';
import { legalRisk } from './en/legal-risk.ts';
import { legalTechnology } from './en/legal-technology.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of the legal terms, loaded with their page. */
export const enLegal = { legal, legalContact, legalPrivacy, legalRisk, legalTechnology } as const;

/** `t` with the legal terms. */
export const t = withTexts(enLegal);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enLegal>;
