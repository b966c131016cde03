import { VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import { reasonHash } from '@tallystone/core/escrow/evidence-hash';
import {
  type ChainAct,
  type ChainResult,
  decideChainAct,
} from '@tallystone/core/settlement/decide-chain-act';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { followChainEnd } from '../settlement/follow-chain-end.ts';
import { finaliseCall, objectCall, openMarketCall, proposeCall, setLimitsCall } from './market-calls.ts';
import { lockSituation, type SituatedMarket } from './market-situation.ts';
import { type QueuedCall, queueCall } from './queue-call.ts';

/**
 * What a step did. `unconfirmed`: the result may be made final once the feed's result has been checked again. `busy`:
 * another process is working on the market. `ended`: its books follow the chain or may be paid now.
 */
export type AdvanceStep = 'busy' | 'waits' | 'queued' | 'changed' | 'unconfirmed' | 'ended';

/** How long a market rests after a failed call; the time doubles with each failure. */
const RESTS_SECONDS = { first: 2, most: 600 } as const;

/**
 * Takes the next step of a market on the chain: checks the last call, decides, and queues the next call together with its
 * effects in the books, all in one transaction. Any process may do this; the call is made once.
 *
 * @param windowMs how long a guardian has to object to a proposed result
 * @param isConfirmed whether the feed has just confirmed the result
 */
export function advanceMarket(
  db: Db,
  given: { marketId: string; hasGuardian: boolean; windowMs: number; isConfirmed: boolean },
): Promise<AdvanceStep> {
  const { marketId, hasGuardian, windowMs, isConfirmed } = given;
  return transaction(db, async (tx) => {
    // Load.
    const market = await lockSituation(tx, { marketId, hasGuardian });
    if (market === null) return 'busy';
    if (market.call !== null) return afterCall(tx, marketId, market.call);

    // Decide.
    const act = decideChainAct(market.situation);
    if (act.kind === 'finalise' && !isConfirmed) return 'unconfirmed';

    // Save.
    return doAct(tx, { market, act, windowMs });
  });
}

async function afterCall(
  tx: Tx,
  marketId: string,
  call: NonNullable<SituatedMarket['call']>,
): Promise<AdvanceStep> {
  if (call === 'under-way') return 'waits';
  await tx.execute(
    call === 'done'
      ? sql`update chain_markets set call_key = null, tries = 0, rests_until = null where market_id = ${marketId}`
      : sql`
        with ${clock}
        update chain_markets set call_key = null, tries = tries + 1, rests_until = clock.now
          + least(${RESTS_SECONDS.first} * 2 ^ least(tries, 20), ${RESTS_SECONDS.most}) * interval '1 second'
        from clock where market_id = ${marketId}`,
  );
  return 'changed';
}

async function doAct(
  tx: Tx,
  { market, act, windowMs }: { market: SituatedMarket; act: ChainAct; windowMs: number },
): Promise<AdvanceStep> {
  const { marketId } = market;
  switch (act.kind) {
    case 'wait':
      return flagHeld(tx, market, false);
    case 'held':
      return flagHeld(tx, market, true);
    case 'open':
      return open(tx, market);
    case 'refuse':
      return refuse(tx, market);
    case 'set-limits':
      return queue(tx, market, 'limits', setLimitsCall({ marketId, ...market.situation.limits }));
    case 'propose':
      return propose(tx, market, { result: act.result, windowMs });
    case 'object': {
      const reason = market.lastReason ?? 'It does not stand any more.';
      return queue(tx, market, 'object', objectCall({ marketId, reasonHash: reasonHash(reason) }));
    }
    case 'finalise':
      // A finalising call can't be recalled once it is sent, so from here on the books keep the result too.
      await begin(tx, market);
      return queue(tx, market, 'finalise', finaliseCall(marketId));
    case 'begin':
      await begin(tx, market);
      return 'ended';
    case 'follow':
      return follow(tx, market, act);
  }
}

// ---- opening

async function open(tx: Tx, market: SituatedMarket): Promise<AdvanceStep> {
  const { marketId, outcomeIds, closesAt, rulesHash, situation } = market;
  const { maxHouseLoss, maxOdds } = situation.limits;
  await tx.execute(sql`
    insert into chain_markets (market_id, state, rules_hash, max_house_loss, max_odds, close_at)
    values (${marketId}, 'opening', decode(${rulesHash.slice(2)}, 'hex'), ${maxHouseLoss.toString()}::bigint,
      ${maxOdds.toString()}::bigint, to_timestamp(${closesAt}::double precision))
    on conflict (market_id) do update set rules_hash = excluded.rules_hash, close_at = excluded.close_at,
      max_house_loss = excluded.max_house_loss, max_odds = excluded.max_odds`);
  // The market may have been open before the database followed a chain.
  const suspended = await rows(
    tx,
    sql`
      update markets set opening = true, version = version + 1,
        state = case state when 'open' then 'suspended' else state end
      where id = ${marketId} and not opening returning id`,
  );
  if (suspended.length > 0) await announceMarketChange(tx, marketId);
  const outcomes = outcomeIds.length;
  const call = openMarketCall({ marketId, outcomes, closesAt, rulesHash, maxHouseLoss, maxOdds });
  return queue(tx, market, 'open', call);
}

async function refuse(tx: Tx, { marketId, review, situation }: SituatedMarket): Promise<AdvanceStep> {
  await tx.execute(sql`
    update chain_markets set state = 'refused', call_key = null where market_id = ${marketId}`);
  // If the market ended before it opened, or is archived, admins have nothing to review.
  if (review !== null || situation.state === 'resolving' || situation.isPutAway) return 'changed';
  await flag(tx, marketId, 'chain-refused');
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
    after: { review: 'chain-refused', tries: situation.chain?.tries ?? 0 },
    reason: 'The contract did not accept the market before its close.',
  });
  return 'changed';
}

// ---- ending

async function propose(
  tx: Tx,
  market: SituatedMarket,
  { result, windowMs }: { result: ChainResult; windowMs: number },
): Promise<AdvanceStep> {
  const { marketId, resolution } = market;
  if (resolution === null) throw new Error(`market ${marketId} has no end to propose`);
  // The contract's objection window begins with the proposal, so objectors get all the time that they were promised.
  await tx.execute(sql`
    with ${clock}
    update resolutions
    set pays_from = greatest(pays_from, clock.now + ${windowMs}::double precision * interval '1 millisecond')
    from clock where id = ${resolution.id} and started_at is null`);
  const { evidenceHash } = resolution;
  return queue(tx, market, 'propose', proposeCall({ marketId, result, evidenceHash }));
}

async function begin(tx: Tx, { marketId, resolution }: SituatedMarket): Promise<void> {
  if (resolution === null) throw new Error(`market ${marketId} has no end to begin with`);
  await tx.execute(sql`
    with ${clock}
    update resolutions r set pays_from = least(r.pays_from, clock.now), started_at = coalesce(r.started_at, clock.now)
    from clock where r.id = ${resolution.id}`);
  await announceMarketChange(tx, marketId);
}

async function follow(
  tx: Tx,
  { marketId, outcomeIds }: SituatedMarket,
  { result, isAbandoned }: Extract<ChainAct, { kind: 'follow' }>,
): Promise<AdvanceStep> {
  const outcomeId = result === 'void' ? null : outcomeIds[result];
  if (outcomeId === undefined) throw new Error(`the contract says that outcome ${result} of ${marketId} won`);
  if (isAbandoned) {
    // The contract stores this itself when the first bet is paid back.
    await tx.execute(sql`
      update chain_markets set state = 'void', result = ${VOID_RESULT}, objection_ends_at = null, call_key = null
      where market_id = ${marketId}`);
  }
  const done = await followChainEnd(tx, {
    marketId,
    result: outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeIds: [outcomeId] },
    isAbandoned,
  });
  return done ? 'ended' : 'waits';
}

// ---- small parts

/** The market's lock keeps two calls from getting the same number. */
async function queue(
  tx: Tx,
  { marketId, calls }: SituatedMarket,
  name: string,
  call: Omit<QueuedCall, 'key'>,
): Promise<AdvanceStep> {
  const key = `${name}:${marketId}:${calls + 1}`;
  await queueCall(tx, { ...call, key });
  await tx.execute(sql`
    update chain_markets set call_key = ${key}, calls = ${calls + 1} where market_id = ${marketId}`);
  return 'queued';
}

/** Flags for admins that the contract has a proposal which the books have dropped, or clears the flag. */
async function flagHeld(tx: Tx, { marketId, review }: SituatedMarket, isHeld: boolean): Promise<AdvanceStep> {
  if (isHeld ? review !== null : review !== 'chain-holds') return 'waits';
  await flag(tx, marketId, isHeld ? 'chain-holds' : null);
  return 'changed';
}

async function flag(tx: Tx, marketId: string, review: 'chain-holds' | 'chain-refused' | null): Promise<void> {
  await tx.execute(sql`update markets set review = ${review} where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
}
