import type { WireResolution } from '@tallystone/core/http-api';
import type { MarketResult } from '@tallystone/core/settlement/result';
import type { Actor } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';

export interface ProposedEnd {
  marketId: string;
  result: MarketResult;
  source: WireResolution['source'];
  /** A link or a note; for a void the reason. Not empty. */
  evidence: string;
  /** The answer of the feed as it came, or the draw. */
  raw?: unknown;
  proposer: Actor;
  /** Of the rehearsal that an admin saw; null for what no admin proposes. */
  hash: string | null;
  mode: 'demo' | 'live';
}

/**
 * Proposes how a market ends. What a second admin must approve waits for that; all else is approved at once and paid
 * after its window.
 *
 * @throws HttpError `not-found`; `wrong-state` when the market cannot end like this now; `unknown-outcome`;
 *   `invalid-request` without evidence; `rehearsal-changed` when the hash is of another rehearsal than that of now
 */
export async function proposeResolution(_db: Db, _end: ProposedEnd): Promise<WireResolution> {
  throw new HttpError('not-ready', 'Results are not built yet.');
}
