import { adminAnalytics } from './es/admin-analytics.ts';
import { adminAudit } from './es/admin-audit.ts';
import { adminAzuro } from './es/admin-azuro.ts';
import { adminBulk } from './es/admin-bulk.ts';
import { adminCreate } from './es/admin-create.ts';
import { adminCsv } from './es/admin-csv.ts';
import { adminEnding } from './es/admin-ending.ts';
import { adminFrame } from './es/admin-frame.ts';
import { adminMarkets } from './es/admin-markets.ts';
import { adminResults } from './es/admin-results.ts';
import { adminSettings } from './es/admin-settings.ts';
import { adminUsers } from './es/admin-users.ts';
import { guardian } from './es/guardian.ts';
import { taxonomy } from './es/taxonomy.ts';
import type { enAdmin } from './t-admin.ts';
import type { TextsLike } from './texts-like.ts';

/** Spanish texts of the dashboard and of the guardians. */
export const esAdmin = {
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
} as const satisfies { readonly [Area in keyof typeof enAdmin]: TextsLike<(typeof enAdmin)[Area]> };
