import { BETS } from './bets.ts';
import { BULK } from './bulk.ts';
import { CASH_OUTS } from './cash-outs.ts';
import { CHANGES } from './changes.ts';
import { COMBOS } from './combos.ts';
import { CSV } from './csv.ts';
import { EVIDENCE } from './evidence.ts';
import type { ReasonOf } from './facts.ts';
import { FEED } from './feed.ts';
import { NEW_MARKETS } from './new-markets.ts';
import { OWN_LIMITS } from './own-limits.ts';
import { PROMISES } from './promises.ts';
import { RESULTS } from './results.ts';
import { REVIEWS } from './reviews.ts';
import { SERVICE } from './service.ts';
import { SETTINGS } from './settings.ts';

/** Every code of a message for users from the server or core, with its English sentence. */
export const SENTENCES = {
  ...BETS,
  ...CASH_OUTS,
  ...COMBOS,
  ...OWN_LIMITS,
  ...CSV,
  ...FEED,
  ...NEW_MARKETS,
  ...CHANGES,
  ...SETTINGS,
  ...BULK,
  ...EVIDENCE,
  ...REVIEWS,
  ...RESULTS,
  ...PROMISES,
  ...SERVICE,
} as const;

/** The closed union of these codes, each with its facts. */
export type Reason = ReasonOf<typeof SENTENCES>;
