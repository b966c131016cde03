import type {
  ResolutionStage,
  Review,
  WireResolution,
  WireResolutionChain,
} from '@tallystone/core/http-api/settlement';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, row, rows } from '../db/rows.ts';
import { resolutions } from '../db/schema/results.ts';
import { storableJson } from '../db/storable-json.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import type { EndingMarketRow } from './ending-market.ts';
import type { FullRehearsal } from './rehearse-market.ts';
import { type StoredRehearsal, storedRehearsal } from './stored-rehearsal.ts';

/** A resolution as it is stored, with the names that it shows. */
export interface StoredResolution {
  readonly id: number;
  readonly marketId: string;
  readonly outcomeId: string | null;
  readonly source: WireResolution['source'];
  readonly evidence: string;
  readonly rehearsal: StoredRehearsal;
  /** Hex. */
  readonly hash: string;
  /** Users, and their addresses. Null: no user did it. */
  readonly proposedBy: { readonly userId: string; readonly address: string } | null;
  readonly proposedAt: Date;
  /** Address, or null. */
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly paysFrom: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedAs: Extract<ResolutionStage, 'paid' | 'undone' | 'objected' | 'replaced'> | null;
  readonly endReason: string | null;
  /** Of one that is under way, where the contract knows the market. */
  readonly chain: WireResolutionChain | null;
  /** How often guardians have objected to a result of the market. */
  readonly objections: number;
  /** While it is paid: about how many of the bets that it ends are done, by the cursor. */
  readonly progress: { readonly done: number; readonly bets: number } | null;
}

/** The user who acts, or null for who is none. */
export const userIdOf = (actor: Actor): string | null => (actor.kind === 'admin' ? actor.userId : null);

/** What is under way for a market. Every change of it takes the market's lock. */
export async function currentResolution(db: Db, marketId: string): Promise<StoredResolution | null> {
  const [current] = await selectResolutions(db, sql`r.market_id = ${marketId} and r.ended_at is null`);
  return current ?? null;
}

/** The resolution of an id, which there is. */
export async function requireResolution(db: Db, id: number): Promise<StoredResolution> {
  const [resolution] = await selectResolutions(db, sql`r.id = ${id}`);
  if (resolution === undefined) throw new Error(`there is no resolution ${id}`);
  return resolution;
}

/** Resolutions by a condition on `r`, newest first unless said otherwise. */
export async function selectResolutions(
  db: Db,
  condition: SQL,
  rest: SQL = sql`order by r.id desc`,
): Promise<StoredResolution[]> {
  const found = await rows(
    db,
    RESOLUTION,
    sql`
      select r.id, r.market_id, r.outcome_id, r.source, r.evidence, r.rehearsal,
        encode(r.rehearsal_hash, 'hex') as hash, r.proposed_at,
        case when p.id is not null then json_build_object('userId', p.id, 'address', p.address) end as proposer,
        a.address as approved_by, r.approved_at, r.pays_from, r.started_at, r.ended_at, r.ended_as, r.end_reason,
        m.objections,
        case when r.started_at is not null and r.ended_at is null then json_build_object(
          -- Each bet has made one of the versions, most of which were made by bets.
          'done', least(h.bets, h.bets * coalesce(m.settled_through, 0) / h.version), 'bets', h.bets
        ) end as progress, ${chainOfResolution} as chain
      from resolutions r
      cross join lateral (
        select (r.rehearsal ->> 'bets')::bigint as bets, (r.rehearsal ->> 'version')::bigint as version
      ) h
      join markets m on m.id = r.market_id
      left join users p on p.id = r.proposed_by
      left join users a on a.id = r.approved_by
      where ${condition}
      ${rest}`,
  );
  return found.map(({ proposer, chain, ...row }) => ({
    ...row,
    proposedBy: proposer,
    chain: chain && { state: chain[0], ...(chain[1] !== null && { until: chain[1] }) },
  }));
}

/** For a resolution `r`: where the contract stands with it, while it is under way and approved. */
const chainOfResolution = sql`(
  select case
    when c.state in ('resolved', 'void') then json_build_array('final', null)
    when c.state = 'proposed' and not s.is_same then json_build_array('held', c.objection_ends_at)
    when r.started_at is not null then json_build_array('finalising', null)
    when c.state = 'proposed' then json_build_array('window', c.objection_ends_at)
    when r.outcome_id is not null and c.close_at > clock_timestamp() then json_build_array('betting', c.close_at)
    else json_build_array('proposing', null) end
  from chain_markets c
  cross join lateral (
    select c.result is not distinct from coalesce((
      select o.position from outcomes o where o.market_id = r.market_id and o.id = r.outcome_id), 255) as is_same
  ) s
  where c.market_id = r.market_id and c.state <> 'refused' and r.ended_at is null and r.approved_at is not null)`;

const CHAIN = col.tuple(
  col.oneOf(['final', 'held', 'finalising', 'window', 'betting', 'proposing']),
  col.iso.orNull,
);
const RESOLUTION = {
  id: col.whole,
  marketId: col.text,
  outcomeId: col.text.orNull,
  source: col.oneOf(resolutions.source),
  evidence: col.text,
  rehearsal: storedRehearsal,
  hash: col.text,
  proposer: col.object({ userId: col.text, address: col.text }).orNull,
  proposedAt: col.date,
  approvedBy: col.text.orNull,
  approvedAt: col.date.orNull,
  paysFrom: col.date.orNull,
  startedAt: col.date.orNull,
  endedAt: col.date.orNull,
  endedAs: col.oneOf(resolutions.endedAs).orNull,
  endReason: col.text.orNull,
  objections: col.number,
  progress: col.object({ done: col.number, bets: col.number }).orNull,
  chain: CHAIN.orNull,
};

export interface NewResolution {
  readonly full: FullRehearsal;
  readonly source: WireResolution['source'];
  readonly evidence: string;
  readonly raw?: unknown;
  readonly proposedBy: string | null;
  /** Null: it waits for a second admin. */
  readonly approval: { readonly by: string | null; readonly windowMs: number } | null;
  /** The database's clock, as text. */
  readonly now: string;
}

/**
 * @returns its id, which no other resolution ever gets, whether or not this one is kept, and the SHA-256 of what the source
 *   said, hex, as `rawHash` below makes it; null where it said nothing
 */
export async function insertResolution(
  tx: Tx,
  resolution: NewResolution,
): Promise<{ id: number; rawHash: string | null }> {
  const { full, source, evidence, raw, proposedBy, approval, now } = resolution;
  const at = sql`${now}::timestamptz`;
  return row(
    tx,
    { id: col.whole, rawHash: col.text.orNull },
    sql`
      insert into resolutions as r (market_id, outcome_id, source, evidence, raw, rehearsal, rehearsal_hash, proposed_by,
        proposed_at, approved_by, approved_at, pays_from)
      values (${full.stored.marketId}, ${full.stored.outcomeId}, ${source}, ${evidence}, ${storableJson(raw)}::jsonb,
        ${JSON.stringify(full.stored)}::jsonb, decode(${full.hash}, 'hex'), ${proposedBy}, ${at},
        ${approval?.by ?? null}::text, ${approval === null ? sql`null` : at},
        ${approval === null ? sql`null` : paysFrom(now, approval.windowMs)})
      returning r.id, ${rawHash} as raw_hash`,
  );
}

/** Of what the source of a resolution `r` said, as the database keeps it: SHA-256, hex. */
export const rawHash = sql`encode(sha256(convert_to(r.raw::text, 'UTF8')), 'hex')`;

/** What waits for a second admin gets one. */
export async function approveStored(
  tx: Tx,
  given: { id: number; by: string; windowMs: number; now: string },
): Promise<void> {
  const { id, by, windowMs, now } = given;
  await tx.execute(sql`
    update resolutions
    set approved_by = ${by}, approved_at = ${now}::timestamptz, pays_from = ${paysFrom(now, windowMs)}
    where id = ${id} and approved_at is null and ended_at is null`);
}

/** Ends a resolution that nothing was paid of. */
export async function endStored(
  tx: Tx,
  given: {
    id: number;
    as: 'undone' | 'objected' | 'replaced';
    by: string | null;
    reason: string;
    now: string;
  },
): Promise<void> {
  const { id, as, by, reason, now } = given;
  await tx.execute(sql`
    update resolutions
    set ended_at = ${now}::timestamptz, ended_as = ${as}, ended_by = ${by}, end_reason = ${reason}
    where id = ${id} and started_at is null and ended_at is null`);
}

const paysFrom = (now: string, windowMs: number): SQL =>
  sql`${now}::timestamptz + ${windowMs}::double precision * interval '1 millisecond'`;

/** That a result does not pay as approved says nothing of what comes after it. */
const KEPT_REVIEW = sql`nullif(review, 'rehearsal-differs')`;

/**
 * Writes where a locked market stands from now on, and announces it. Betting that has run out of time is written
 * as closed before it goes on from there.
 */
export async function moveMarket(
  tx: Tx,
  market: EndingMarketRow,
  /** Without `review` or `objections` they stay as they are. */
  to: { state: MarketState; review?: Review | null; objections?: number; disabled?: boolean },
): Promise<void> {
  if (market.state !== market.storedState) {
    await tx.execute(sql`update markets set state = ${market.state} where id = ${market.id}`);
  }
  const moved = await rows(
    tx,
    sql`
      update markets
      set state = ${to.state}, review = ${to.review === undefined ? KEPT_REVIEW : to.review}, objections = ${to.objections ?? market.objections},
        disabled = disabled or ${to.disabled ?? false}, version = version + 1
      where id = ${market.id} and version = ${market.version}
      returning id`,
  );
  if (moved.length !== 1) throw new Error('a market changed while it was locked');
  await announceMarketChange(tx, market.id);
}

/** Whether a user ever bet on a market, also where the bet has ended. */
export async function hasBetsOn(db: Db, asked: { marketId: string; userId: string }): Promise<boolean> {
  return exists(
    db,
    sql`select from bets where user_id = ${asked.userId} and market_id = ${asked.marketId} limit 1`,
  );
}
