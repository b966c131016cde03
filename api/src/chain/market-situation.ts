import type { Hex } from '@tallystone/core/escrow/abi-words';
import { VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import { evidenceHash } from '@tallystone/core/escrow/evidence-hash';
import { rulesHash } from '@tallystone/core/escrow/rules-hash';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { type MicroOdds, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { ChainResult, ChainSituation } from '@tallystone/core/settlement/decide-chain-act';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** A market under lock, all that decides its next step on the chain, and what its calls are made of. */
export interface SituatedMarket {
  readonly marketId: string;
  readonly situation: ChainSituation;
  /** How many calls were made for it. */
  readonly calls: number;
  /** The call that is under way, and what became of it. */
  readonly call: PendingCall | null;
  /** In the order in which the contract numbers them. */
  readonly outcomeIds: readonly string[];
  /** Seconds since 1970, as the contract gets it. */
  readonly closesAt: number;
  readonly rulesHash: Hex;
  /** The end that is under way in the books. */
  readonly resolution: { readonly id: number; readonly evidenceHash: Hex; readonly evidence: string } | null;
  /** Why the latest end that is no more was taken back, for a guardian's objection. */
  readonly lastReason: string | null;
  readonly review: string | null;
}

interface PendingCall {
  readonly key: string;
  /** `under-way` also while the events of its block are not applied yet. */
  readonly outcome: 'under-way' | 'done' | 'failed';
}

/** The highest odds that the product quotes at all. */
const MAX_ODDS: MicroOdds = microOdds(1_000_000_000n);

/**
 * Locks a market and reads where it stands here and on the chain; null when there is no such market, another process is
 * at it, or the database follows no chain.
 */
export async function lockSituation(
  tx: Tx,
  { marketId, hasGuardian }: { marketId: string; hasGuardian: boolean },
): Promise<SituatedMarket | null> {
  const locked = await rows(
    tx,
    sql`select m.id from markets m where m.id = ${marketId} and m.deleted_at is null for update skip locked`,
  );
  if (locked.length === 0) return null;
  // Statements of their own after each lock: they see what was waited for.
  await tx.execute(
    sql`select from resolutions where market_id = ${marketId} and ended_at is null for update`,
  );
  const [row] = await rows<SituationRow>(
    tx,
    sql`
      select m.state, m.closes_at, m.archived_at is not null as is_put_away, m.loss_budget::text, m.title,
        m.description, m.azuro_condition_id, m.review,
        (select json_agg(json_build_array(o.id, o.name) order by o.position) from outcomes o
          where o.market_id = m.id) as outcomes,
        exists (select from live_bets l where l.market_id = m.id and l.state = 'pending') as has_pending,
        (select k.block_at from chain_cursor k) as chain_now, clock_timestamp() as now,
        c.state as chain_state, c.close_at, c.objection_ends_at, c.result, c.max_house_loss::text, c.max_odds::text,
        c.tries, coalesce(c.calls, 0) as calls, c.call_key, a.state as call_state,
        coalesce(a.block_number <= (select k.block_number from chain_cursor k), false) as is_applied,
        r.id::text as resolution_id, r.outcome_id, r.evidence, encode(r.rehearsal_hash, 'hex') as rehearsal_hash,
        r.approved_at is not null as is_approved, r.pays_from, r.started_at is not null as has_started, (
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
  return row.chain_now === null
    ? null
    : situatedMarket(marketId, row, { hasGuardian, chainNow: row.chain_now });
}

function situatedMarket(
  marketId: string,
  row: SituationRow,
  { hasGuardian, chainNow }: { hasGuardian: boolean; chainNow: string },
): SituatedMarket {
  const outcomeIds = row.outcomes.map(([id]) => id);
  const closesAt = Math.floor(new Date(row.closes_at).getTime() / 1000);
  return {
    marketId,
    outcomeIds,
    closesAt,
    review: row.review,
    rulesHash: rulesHash({
      title: row.title,
      description: row.description,
      outcomes: row.outcomes.map(([, name]) => name),
      closesAt,
      azuroConditionId: row.azuro_condition_id,
    }),
    calls: row.calls,
    call: callOf(row),
    resolution:
      row.resolution_id === null
        ? null
        : {
            id: Number(row.resolution_id),
            evidence: row.evidence ?? '',
            evidenceHash: evidenceHash({
              resolutionId: Number(row.resolution_id),
              marketId,
              outcomeId: row.outcome_id,
              evidence: row.evidence ?? '',
              rehearsalHash: row.rehearsal_hash ?? '',
            }),
          },
    lastReason: row.last_reason,
    situation: {
      state: row.state,
      closesAt: new Date(row.closes_at),
      isPutAway: row.is_put_away,
      limits: { maxHouseLoss: microUsdc(BigInt(row.loss_budget)), maxOdds: MAX_ODDS },
      chain:
        row.chain_state === null || row.close_at === null
          ? null
          : {
              state: row.chain_state,
              closeAt: new Date(row.close_at),
              objectionEndsAt: momentOf(row.objection_ends_at),
              result: resultOf(row.result),
              maxHouseLoss: microUsdc(BigInt(row.max_house_loss ?? 0)),
              maxOdds: microOdds(BigInt(row.max_odds ?? 0)),
              tries: row.tries ?? 0,
            },
      end:
        row.resolution_id === null
          ? null
          : {
              result: row.outcome_id === null ? 'void' : outcomeIds.indexOf(row.outcome_id),
              isApproved: row.is_approved,
              paysFrom: momentOf(row.pays_from),
              hasStarted: row.has_started,
            },
      hasPending: row.has_pending,
      hasGuardian,
      chainNow: new Date(chainNow),
      now: new Date(row.now),
    },
  };
}

function callOf({
  call_key: key,
  call_state: state,
  is_applied: isApplied,
}: SituationRow): PendingCall | null {
  if (key === null) return null;
  switch (state) {
    case 'final':
      return { key, outcome: isApplied ? 'done' : 'under-way' };
    case 'reverted':
    case 'dropped':
      return { key, outcome: 'failed' };
    // Written in the transaction that named it.
    case null:
      throw new Error(`the call ${key} is not there`);
    default:
      return { key, outcome: 'under-way' };
  }
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** As it is stored: the contract's own number. */
export function resultOf(stored: number | null): ChainResult | null {
  return stored === VOID_RESULT ? 'void' : stored;
}

interface SituationRow {
  state: MarketState;
  closes_at: string;
  is_put_away: boolean;
  loss_budget: string;
  title: string;
  description: string;
  azuro_condition_id: string | null;
  review: string | null;
  outcomes: [id: string, name: string][];
  has_pending: boolean;
  chain_now: string | null;
  now: string;
  chain_state: 'opening' | 'open' | 'refused' | 'proposed' | 'resolved' | 'void' | null;
  close_at: string | null;
  objection_ends_at: string | null;
  result: number | null;
  max_house_loss: string | null;
  max_odds: string | null;
  tries: number | null;
  calls: number;
  call_key: string | null;
  call_state: 'queued' | 'sent' | 'included' | 'final' | 'reverted' | 'dropped' | null;
  is_applied: boolean;
  resolution_id: string | null;
  outcome_id: string | null;
  evidence: string | null;
  rehearsal_hash: string | null;
  is_approved: boolean;
  pays_from: string | null;
  has_started: boolean;
  last_reason: string | null;
}
