import type { Reason } from '@tallystone/core/sentences/all';
import { betsReasons } from './es/reasons-bets.ts';
import { bulkReasons } from './es/reasons-bulk.ts';
import { cashOutsReasons } from './es/reasons-cash-outs.ts';
import { changesReasons } from './es/reasons-changes.ts';
import { combosReasons } from './es/reasons-combos.ts';
import { csvReasons } from './es/reasons-csv.ts';
import { evidenceReasons } from './es/reasons-evidence.ts';
import { feedReasons } from './es/reasons-feed.ts';
import { newMarketsReasons } from './es/reasons-new-markets.ts';
import { ownLimitsReasons } from './es/reasons-own-limits.ts';
import { promisesReasons } from './es/reasons-promises.ts';
import { resultsReasons } from './es/reasons-results.ts';
import { reviewsReasons } from './es/reasons-reviews.ts';
import { serviceReasons } from './es/reasons-service.ts';
import { settingsReasons } from './es/reasons-settings.ts';

/** The sentences of the server and core in Spanish. A code without a text doesn't compile. */
export const esReasons = {
  ...betsReasons,
  ...cashOutsReasons,
  ...combosReasons,
  ...ownLimitsReasons,
  ...csvReasons,
  ...feedReasons,
  ...newMarketsReasons,
  ...changesReasons,
  ...settingsReasons,
  ...bulkReasons,
  ...evidenceReasons,
  ...reviewsReasons,
  ...resultsReasons,
  ...promisesReasons,
  ...serviceReasons,
} as const satisfies Readonly<Record<Reason['code'], string>>;
