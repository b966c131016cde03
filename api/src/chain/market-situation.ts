import type { Hex } from '@tallystone/core/escrow/abi-words';
import { VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import { evidenceHash } from '@tallystone/core/escrow/evidence-hash';
import { rulesHash } from '@tallystone/core/escrow/rules-hash';
import { type MicroOdds, microOdds } from '@tallystone/core/money/micro-usdc';
import type { ChainResult, ChainSituation } from '@tallystone/core/settlement/decide-chain-act';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, exists, type Row, rows } from '../db/rows.ts';
import { chainCalls, chainMarkets } from '../db/schema/chain.ts';
import { markets } from '../db/schema/markets.ts';

/** A locked market with everything that decides its next step on the chain and goes into its calls. */
export interface SituatedMarket {
  readonly marketId: string;
  readonly situation: ChainSituation;
  /** How many calls were made for it. */
  readonly calls: number;
  /** The state of its latest call until that is handled; `under-way` also until the events of its block are applied. */
  readonly call: 'under-way' | 'done' | 'failed' | null;
  /** In the order in which the contract numbers them. */
  readonly outcomeIds: readonly string[];
  /** Seconds since 1970, as the contract gets it. */
  readonly closesAt: number;
  readonly rulesHash: Hex;
  /** The open resolution in the books. */
  readonly resolution: { readonly id: number; readonly evidenceHash: Hex } | null;
  /** Why the latest withdrawn resolution was withdrawn, for a guardian's objection. */
  readonly lastReason: string | null;
  readonly review: string | null;
}

/** The highest odds that the product ever quotes. */
const MAX_ODDS: MicroOdds = microOdds(1_000_000_000n);

/**
 * Locks a market and reads its state in the books and on the chain. Returns null if the market doesn't exist, another
 * process has it locked, or the database follows no chain.
 */
export async function lockSituation(
  tx: Tx,
  { marketId, hasGuardian }: { marketId: string; hasGuardian: boolean },
): Promise<SituatedMarket | null> {
  const isLocked = await exists(
    tx,
    sql`select from markets m where m.id = ${marketId} and m.deleted_at is null for update skip locked`,
  );
  if (!isLocked) return null;
  // A separate statement after the lock sees what earlier transactions committed.
  const [row] = await rows(
    tx,
    SITUATION,
    sql`
      select m.state, m.closes_at, m.archived_at is not null as is_put_away, m.loss_budget as max_loss, m.title,
        m.description, m.azuro_condition_id, m.review,
        (select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.position) from outcomes o
          where o.market_id = m.id) as outcomes,
        exists (select from only live_bets l where l.market_id = m.id and l.state = 'pending') as has_pending,
        (select k.block_at from chain_cursor k) as chain_now, clock_timestamp() as now,
        case when c.state is not null then json_build_object(
          'state', c.state, 'closeAt', c.close_at, 'objectionEndsAt', c.objection_ends_at, 'result', c.result,
          'maxHouseLoss', c.max_house_loss::text, 'maxOdds', c.max_odds::text, 'tries', c.tries) end as chain,
        coalesce(c.calls, 0) as calls, c.call_key, a.state as call_state,
        coalesce(a.block_number <= (select k.block_number from chain_cursor k), false) as is_applied,
        case when r.id is not null then json_build_object(
          'id', r.id, 'outcomeId', r.outcome_id, 'evidence', r.evidence, 'rehearsalHash', encode(r.rehearsal_hash, 'hex'),
          'isApproved', r.approved_at is not null, 'paysFrom', r.pays_from, 'hasStarted', r.started_at is not null
        ) end as resolution, (
          select e.end_reason from resolutions e where e.market_id = m.id and e.ended_at is not null
          order by e.ended_at desc, e.id desc limit 1
        ) as last_reason
      from markets m
      left join chain_markets c on c.market_id = m.id
      left join chain_calls a on a.key = c.call_key
      left join resolutions r on r.market_id = m.id and r.ended_at is null
      where m.id = ${marketId}`,
  );
  if (row === undefined) throw new Error(`market ${marketId} vanished under its lock`);
  const { chainNow } = row;
  return chainNow === null ? null : situatedMarket(marketId, row, { hasGuardian, chainNow });
}

function situatedMarket(
  marketId: string,
  row: SituationRow,
  { hasGuardian, chainNow }: { hasGuardian: boolean; chainNow: Date },
): SituatedMarket {
  const { title, description, azuroConditionId, outcomes, resolution, chain, calls, review, lastReason } =
    row;
  const outcomeIds = outcomes.map(({ id }) => id);
  const closesAt = Math.floor(row.closesAt.getTime() / 1000);
  return {
    marketId,
    outcomeIds,
    closesAt,
    review,
    rulesHash: rulesHash({
      title,
      description,
      outcomes: outcomes.map(({ name }) => name),
      closesAt,
      azuroConditionId,
    }),
    calls,
    call: callOf(row),
    resolution: resolution && {
      id: resolution.id,
      evidenceHash: evidenceHash({ ...resolution, resolutionId: resolution.id, marketId }),
    },
    lastReason,
    situation: {
      state: row.state,
      closesAt: row.closesAt,
      isPutAway: row.isPutAway,
      limits: { maxHouseLoss: row.maxLoss, maxOdds: MAX_ODDS },
      chain: chain && { ...chain, result: resultOf(chain.result) },
      end: resolution && {
        result: resolution.outcomeId === null ? 'void' : outcomeIds.indexOf(resolution.outcomeId),
        isApproved: resolution.isApproved,
        paysFrom: resolution.paysFrom,
        hasStarted: resolution.hasStarted,
      },
      hasPending: row.hasPending,
      hasGuardian,
      chainNow,
      now: row.now,
    },
  };
}

function callOf({ callKey: key, callState: state, isApplied }: SituationRow): SituatedMarket['call'] {
  if (key === null) return null;
  switch (state) {
    case 'final':
      return isApplied ? 'done' : 'under-way';
    case 'reverted':
    case 'dropped':
      return 'failed';
    // The transaction that stored the key also stored the call.
    case null:
      throw new Error(`the call ${key} is not there`);
    default:
      return 'under-way';
  }
}

/** Reads a result from the number that the contract uses for it. */
export function resultOf(stored: number | null): ChainResult | null {
  return stored === VOID_RESULT ? 'void' : stored;
}

const SITUATION = {
  state: col.oneOf(markets.state),
  closesAt: col.date,
  isPutAway: col.bool,
  maxLoss: col.usdc,
  title: col.text,
  description: col.text,
  azuroConditionId: col.text.orNull,
  review: col.text.orNull,
  outcomes: col.list(col.object({ id: col.text, name: col.text })),
  hasPending: col.bool,
  chainNow: col.date.orNull,
  now: col.date,
  chain: col.object({
    state: col.oneOf(chainMarkets.state),
    closeAt: col.date,
    objectionEndsAt: col.date.orNull,
    result: col.number.orNull,
    maxHouseLoss: col.usdc,
    maxOdds: col.odds,
    tries: col.number,
  }).orNull,
  calls: col.number,
  callKey: col.text.orNull,
  callState: col.oneOf(chainCalls.state).orNull,
  isApplied: col.bool,
  resolution: col.object({
    id: col.number,
    outcomeId: col.text.orNull,
    evidence: col.text,
    rehearsalHash: col.text,
    isApproved: col.bool,
    paysFrom: col.date.orNull,
    hasStarted: col.bool,
  }).orNull,
  lastReason: col.text.orNull,
};
type SituationRow = Row<typeof SITUATION>;
