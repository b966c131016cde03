import { adminAnalytics } from './en/admin-analytics.ts';
import { adminAudit } from './en/admin-audit.ts';
import { adminAzuro } from './en/admin-azuro.ts';
import { adminBulk } from './en/admin-bulk.ts';
import { adminCreate } from './en/admin-create.ts';
import { adminCsv } from './en/admin-csv.ts';
import { adminEnding } from './en/admin-ending.ts';
import { adminFrame } from './en/admin-frame.ts';
import { adminMarkets } from './en/admin-markets.ts';
import { adminResults } from './en/admin-results.ts';
import { adminSettings } from './en/admin-settings.ts';
import { adminUsers } from './en/admin-users.ts';
import { guardian } from './en/guardian.ts';
import { taxonomy } from './en/taxonomy.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { PlainKeyOf, Translate } from './text-keys.ts';

/** English texts of the dashboard and of the guardians, which arrive with the first of their modules. */
export const enAdmin = {
  adminAnalytics,
  adminAudit,
  adminAzuro,
  adminBulk,
  adminCreate,
  adminCsv,
  adminEnding,
  adminFrame,
  adminMarkets,
  adminResults,
  adminSettings,
  adminUsers,
  guardian,
  taxonomy,
} as const;

addTexts('en', enAdmin);

/** `t` with the texts of the dashboard and of the guardians. */
export const t: Translate<typeof en & typeof enAdmin> = textOf;

/** A text that stands as it is, without values: what tables of labels are made of. */
export type AdminTextKey = PlainKeyOf<typeof enAdmin>;
