import type { Review, WireResolution } from '@tallystone/core/http-api/settlement';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, row, rows } from '../db/rows.ts';
import { resolutions } from '../db/schema/results.ts';
import { storableJson } from '../db/storable-json.ts';
import { textArray } from '../db/text-array.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { mayBecome } from '../markets/may-become.ts';
import { type EndingMarketRow, lockEndingMarket } from './ending-market.ts';
import type { FullRehearsal } from './rehearse-market.ts';
import { storedRehearsal } from './stored-rehearsal.ts';

/** A resolution as it is stored, with the addresses of the people in it. */
export type StoredResolution = Awaited<ReturnType<typeof selectResolutions>>[number];

/** The id of the acting admin; null for the system and the command line. */
export const userIdOf = (actor: Actor): string | null => (actor.kind === 'admin' ? actor.userId : null);

/** The resolution under way for a market. Every change of it takes the market's lock. */
export async function currentResolution(db: Db, marketId: string): Promise<StoredResolution | null> {
  const [current] = await selectResolutions(db, sql`r.market_id = ${marketId} and r.ended_at is null`);
  return current ?? null;
}

/** @throws Error if there is no such resolution */
export async function requireResolution(db: Db, id: number): Promise<StoredResolution> {
  const [resolution] = await selectResolutions(db, sql`r.id = ${id}`);
  if (resolution === undefined) throw new Error(`there is no resolution ${id}`);
  return resolution;
}

/**
 * Whether a market has a resolution that meets a condition. The market's lock waits until the transaction that may have
 * made it has ended.
 */
export async function isResolutionRecorded(tx: Tx, marketId: string, condition: SQL): Promise<boolean> {
  await lockEndingMarket(tx, marketId);
  return exists(tx, sql`select from resolutions where ${condition}`);
}

/** Resolutions by a condition on `r`, newest first by default. */
export async function selectResolutions(db: Db, condition: SQL, rest: SQL = sql`order by r.id desc`) {
  const found = await rows(
    db,
    RESOLUTION,
    sql`
      select r.id, r.market_id, r.outcome_id, to_json(r.also_won) as also_won, r.source, r.evidence, r.rehearsal,
        encode(r.rehearsal_hash, 'hex') as hash, r.proposed_at,
        case when p.id is not null then json_build_object('userId', p.id, 'address', p.address) end as proposed_by,
        a.address as approved_by, r.approved_at, r.pays_from, r.started_at, r.ended_at, r.ended_as, r.end_reason,
        m.objections,
        case when r.started_at is not null and r.ended_at is null then json_build_object(
          -- An estimate by the cursor: each bet has made one version, and bets made most versions.
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
  return found.map(({ chain, ...row }) => ({
    ...row,
    chain: chain && { state: chain[0], ...(chain[1] !== null && { until: chain[1] }) },
  }));
}

/** For a resolution `r` that is under way and approved: how far the contract has come with it. */
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

const RESOLUTION = {
  id: col.whole,
  marketId: col.text,
  outcomeId: col.text.orNull,
  alsoWon: col.list(col.text),
  source: col.oneOf(resolutions.source),
  evidence: col.text,
  rehearsal: storedRehearsal,
  /** Hex. */
  hash: col.text,
  /** Null if no user proposed it. */
  proposedBy: col.object({ userId: col.text, address: col.text }).orNull,
  proposedAt: col.date,
  /** An address, or null. */
  approvedBy: col.text.orNull,
  approvedAt: col.date.orNull,
  paysFrom: col.date.orNull,
  startedAt: col.date.orNull,
  endedAt: col.date.orNull,
  endedAs: col.oneOf(resolutions.endedAs).orNull,
  endReason: col.text.orNull,
  /** How often guardians have objected to a result of the market. */
  objections: col.number,
  /** While it is being paid: about how many of the bets that it ends are done. */
  progress: col.object({ done: col.number, bets: col.number }).orNull,
  /** Null unless it is under way and the contract has the market. */
  chain: col.tuple(
    col.oneOf(['final', 'held', 'finalising', 'window', 'betting', 'proposing']),
    col.iso.orNull,
  ).orNull,
};

/**
 * @returns its id, which no other resolution ever gets even if this one is rolled back, and the SHA-256 of the source's
 *   answer, hex, see `rawHash`; null if there was no answer
 */
export async function insertResolution(
  tx: Tx,
  resolution: {
    full: FullRehearsal;
    source: WireResolution['source'];
    evidence: string;
    raw?: unknown;
    proposedBy: string | null;
    /** Null: it waits for a second admin. */
    approval: { by: string | null; windowMs: number } | null;
    /** The database's clock, as text. */
    now: string;
  },
) {
  const { full, source, evidence, raw, proposedBy, approval, now } = resolution;
  const at = sql`${now}::timestamptz`;
  return row(
    tx,
    { id: col.whole, rawHash: col.text.orNull },
    sql`
      insert into resolutions as r (market_id, outcome_id, also_won, source, evidence, raw, rehearsal, rehearsal_hash, proposed_by,
        proposed_at, approved_by, approved_at, pays_from)
      values (${full.stored.marketId}, ${full.stored.outcomeId}, ${textArray(full.stored.alsoWonIds ?? [])}, ${source}, ${evidence}, ${storableJson(raw)}::jsonb,
        ${JSON.stringify(full.stored)}::jsonb, decode(${full.hash}, 'hex'), ${proposedBy}, ${at},
        ${approval?.by ?? null}::text, ${approval === null ? sql`null` : at},
        ${approval === null ? sql`null` : paysFrom(now, approval.windowMs)})
      returning r.id, ${rawHash} as raw_hash`,
  );
}

/** For a resolution `r`: SHA-256, hex, of its source's answer as the database keeps it. */
export const rawHash = sql`encode(sha256(convert_to(r.raw::text, 'UTF8')), 'hex')`;

/** Approves a resolution that waits for a second admin. */
export async function approveStored(
  tx: Tx,
  { id, by, windowMs, now }: { id: number; by: string; windowMs: number; now: string },
): Promise<void> {
  await tx.execute(sql`
    update resolutions
    set approved_by = ${by}, approved_at = ${now}::timestamptz, pays_from = ${paysFrom(now, windowMs)}
    where id = ${id} and approved_at is null and ended_at is null`);
}

/** Ends a resolution whose payment has not begun. */
export async function endStored(
  tx: Tx,
  end: {
    id: number;
    as: 'undone' | 'objected' | 'replaced';
    by: string | null;
    reason: string;
    now: string;
  },
): Promise<void> {
  const { id, as, by, reason, now } = end;
  await tx.execute(sql`
    update resolutions
    set ended_at = ${now}::timestamptz, ended_as = ${as}, ended_by = ${by}, end_reason = ${reason}
    where id = ${id} and started_at is null and ended_at is null`);
}

const paysFrom = (now: string, windowMs: number): SQL =>
  sql`${now}::timestamptz + ${windowMs}::double precision * interval '1 millisecond'`;

/** That a result does not pay as approved does not apply to the state after that result. */
const KEPT_REVIEW = sql`nullif(review, 'rehearsal-differs')`;

/**
 * Stores a locked market's new state and announces it. If its betting has run out of time, the market is stored as closed
 * first.
 */
export async function moveMarket(
  tx: Tx,
  market: EndingMarketRow,
  /** `review` and `objections` stay as they are if absent. */
  to: { state: MarketState; review?: Review | null; objections?: number; disabled?: boolean },
): Promise<void> {
  if (market.state !== market.storedState) {
    const closed = await rows(
      tx,
      sql`
        update markets set state = ${market.state} where id = ${market.id} and ${mayBecome(market.state)}
        returning id`,
    );
    if (closed.length !== 1) throw cannotBecome(market.id, market.state);
  }
  const moved = await rows(
    tx,
    sql`
      update markets
      set state = ${to.state}, review = ${to.review === undefined ? KEPT_REVIEW : to.review}, objections = ${to.objections ?? market.objections},
        disabled = disabled or ${to.disabled ?? false}, version = version + 1
      where id = ${market.id} and version = ${market.version} and ${mayBecome(to.state)}
      returning id`,
  );
  if (moved.length !== 1) throw cannotBecome(market.id, to.state);
  await announceMarketChange(tx, market.id);
}

export const cannotBecome = (marketId: string, state: MarketState) =>
  new Error(
    `market ${marketId} cannot become ${state} from its state, or changed while it was locked. Nothing was changed or paid`,
  );
