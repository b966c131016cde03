import { legal } from './en/legal.ts';
import { legalContact } from './en/legal-contact.ts';
import { legalPrivacy } from './en/legal-privacy.ts';
import { legalRisk } from './en/legal-risk.ts';
import { legalTechnology } from './en/legal-technology.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { PlainKeyOf, Translate } from './text-keys.ts';

/** English texts of the legal terms, which arrive with them. */
export const enLegal = { legal, legalContact, legalPrivacy, legalRisk, legalTechnology } as const;

addTexts('en', enLegal);

/** `t` with the legal terms. */
export const t: Translate<typeof en & typeof enLegal> = textOf;

/** A text of these that stands as it is, without values. */
export type TextKey = PlainKeyOf<typeof en & typeof enLegal>;
