import {
  drawCommitment,
  drawNumber,
  drawnOutcome,
  practiceEvidence,
} from '@tallystone/core/markets/practice-draw';
import { DRAWN_AFTER_MS } from '@tallystone/core/markets/settles-by';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { type ProposedEnd, proposeResolution } from './propose-resolution.ts';

const MOST_AT_ONCE = 20;

/** A practice market whose result is still to be drawn, as it was opened. */
const UNDRAWN = {
  marketId: col.text,
  /** Hex; null if betting ended before the server had draws. */
  seed: col.text.orNull,
  outcomes: col.list(col.object({ id: col.text, name: col.text, initialProbability: col.number })),
};
export type UndrawnMarket = Row<typeof UNDRAWN>;

/**
 * Practice markets whose betting ended at least five seconds ago. Each is drawn once: if an admin undoes a draw, the admin
 * has to end the market.
 */
export function listUndrawn(db: Db): Promise<UndrawnMarket[]> {
  return rows(
    db,
    UNDRAWN,
    sql`
      select m.id as market_id, encode(d.seed, 'hex') as seed, (
          select json_agg(json_build_object(
            'id', o.id, 'name', o.name, 'initialProbability', o.initial_probability) order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m left join practice_draws d on d.market_id = m.id
      where m.source = 'practice' and m.state in ('open', 'suspended', 'closed')
        and m.closes_at <= (select clock_timestamp() - ${DRAWN_AFTER_MS} * interval '1 millisecond')
        and m.archived_at is null and m.review is null
        and not exists (select from resolutions r where r.market_id = m.id and r.source = 'practice')
      order by m.closes_at, m.id limit ${MOST_AT_ONCE}`,
  );
}

/**
 * Proposes the result that the market's seed draws. A market without a seed is void, because no one could check its draw.
 *
 * @returns false if it has a result already, or cannot end now
 */
export async function drawPractice(
  db: Db,
  { market, mode }: { market: UndrawnMarket; mode: 'demo' | 'live' },
): Promise<boolean> {
  try {
    await proposeResolution(db, {
      ...resultOf(market),
      source: 'practice',
      proposer: { kind: 'system' },
      hash: null,
      marketId: market.marketId,
      mode,
    });
    return true;
  } catch (error) {
    // Another process was quicker.
    if (error instanceof HttpError && error.code === 'wrong-state') return false;
    throw error;
  }
}

function resultOf({
  marketId,
  seed: hex,
  outcomes,
}: UndrawnMarket): Pick<ProposedEnd, 'result' | 'evidence' | 'raw'> {
  if (hex === null) {
    return {
      result: { kind: 'void' },
      evidence: 'Betting ended before practice markets had a published draw, so every stake is given back.',
    };
  }
  const seed = Buffer.from(hex, 'hex');
  const initialProbabilities = outcomes.map(({ initialProbability }) => initialProbability);
  const outcomeNames = outcomes.map(({ name }) => name);
  const number = drawNumber(seed, marketId);
  const outcome = drawnOutcome({ number, initialProbabilities });
  return {
    // `drawnOutcome` returns an index of this list.
    result: { kind: 'won', outcomeIds: [outcomes[outcome]?.id ?? ''] },
    evidence: practiceEvidence({ seed, marketId, initialProbabilities, outcomeNames }),
    raw: { seed: hex, commitment: drawCommitment(seed), number, outcome, initialProbabilities },
  };
}
