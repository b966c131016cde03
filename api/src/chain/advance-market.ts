import { VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import { reasonHash } from '@tallystone/core/escrow/evidence-hash';
import {
  type ChainAct,
  type ChainResult,
  decideChainAct,
} from '@tallystone/core/settlement/decide-chain-act';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { followChainEnd } from '../settlement/follow-chain-end.ts';
import { finaliseCall, objectCall, openMarketCall, proposeCall, setLimitsCall } from './market-calls.ts';
import { lockSituation, type SituatedMarket } from './market-situation.ts';
import { type QueuedCall, queueCall } from './queue-call.ts';

/**
 * What a step came to. `unconfirmed`: the market may be made final once what the feed says was looked at again. `busy`:
 * another process is at it. `ended`: its books follow the chain or may be paid now.
 */
export type AdvanceStep = 'busy' | 'waits' | 'queued' | 'changed' | 'unconfirmed' | 'ended';

/** What came to nothing is left alone for so long, each time twice as long. */
const RESTS_SECONDS = { first: 2, most: 600 } as const;

/**
 * Takes the next step of a market on the chain: sees what became of the last call, decides, and writes the next call down
 * with what it does here, all in one transaction. Whichever process does so, the same call is made once.
 *
 * @param windowMs how long a guardian has to object to a proposed result
 * @param isConfirmed whether what the feed says of the result was looked at just now, and stands
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
    if (market.call !== null) return afterCall(tx, market);

    // Decide.
    const act = decideChainAct(market.situation);
    if (act.kind === 'finalise' && !isConfirmed) return 'unconfirmed';

    // Save.
    return doAct(tx, { market, act, windowMs });
  });
}

async function afterCall(tx: Tx, { marketId, call }: SituatedMarket): Promise<AdvanceStep> {
  switch (call?.outcome) {
    case 'under-way':
    case undefined:
      return 'waits';
    case 'done':
      await tx.execute(sql`
        update chain_markets set call_key = null, tries = 0, rests_until = null where market_id = ${marketId}`);
      return 'changed';
    case 'failed':
      await tx.execute(sql`
        update chain_markets set call_key = null, tries = tries + 1, rests_until = clock_timestamp()
          + least(${RESTS_SECONDS.first} * 2 ^ least(tries, 20), ${RESTS_SECONDS.most}) * interval '1 second'
        where market_id = ${marketId}`);
      return 'changed';
  }
}

async function doAct(
  tx: Tx,
  { market, act, windowMs }: { market: SituatedMarket; act: ChainAct; windowMs: number },
): Promise<AdvanceStep> {
  switch (act.kind) {
    case 'wait':
      return lookHeld(tx, market, false);
    case 'held':
      return lookHeld(tx, market, true);
    case 'open':
      return open(tx, market);
    case 'refuse':
      return refuse(tx, market);
    case 'set-limits':
      return setLimits(tx, market);
    case 'propose':
      return propose(tx, market, { result: act.result, windowMs });
    case 'object':
      return object(tx, market);
    case 'finalise':
      return finalise(tx, market);
    case 'begin':
      await begin(tx, market);
      return 'ended';
    case 'follow':
      return follow(tx, market, act);
  }
}

// ---- opening and limits

async function open(tx: Tx, market: SituatedMarket): Promise<AdvanceStep> {
  const { marketId, outcomeIds, closesAt, rulesHash, situation } = market;
  const { maxHouseLoss, maxOdds } = situation.limits;
  await tx.execute(sql`
    insert into chain_markets (market_id, state, rules_hash, max_house_loss, max_odds, close_at)
    values (${marketId}, 'opening', decode(${rulesHash.slice(2)}, 'hex'), ${maxHouseLoss.toString()}::bigint,
      ${maxOdds.toString()}::bigint, to_timestamp(${closesAt}::double precision))
    on conflict (market_id) do update set rules_hash = excluded.rules_hash, close_at = excluded.close_at,
      max_house_loss = excluded.max_house_loss, max_odds = excluded.max_odds`);
  // One that was open before the database followed a chain.
  const held = await rows(
    tx,
    sql`
      update markets set opening = true, version = version + 1,
        state = case state when 'open' then 'suspended' else state end
      where id = ${marketId} and not opening returning id`,
  );
  if (held.length > 0) await announceMarketChange(tx, marketId);
  const outcomes = outcomeIds.length;
  return queue(tx, market, {
    name: 'open',
    call: openMarketCall({ marketId, outcomes, closesAt, rulesHash, maxHouseLoss, maxOdds }),
  });
}

async function refuse(tx: Tx, { marketId, review, situation }: SituatedMarket): Promise<AdvanceStep> {
  await tx.execute(sql`
    update chain_markets set state = 'refused', call_key = null where market_id = ${marketId}`);
  // Over before it was opened, or put away: nothing for an admin to look at.
  const isNews = review === null && situation.state !== 'resolving' && !situation.isPutAway;
  if (!isNews) return 'changed';
  await flag(tx, marketId, sql`'chain-refused'`);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
    after: { review: 'chain-refused', tries: situation.chain?.tries ?? 0 },
    reason: 'The contract did not accept the market before its close.',
  });
  return 'changed';
}

async function setLimits(tx: Tx, market: SituatedMarket): Promise<AdvanceStep> {
  const { marketId, situation } = market;
  return queue(tx, market, { name: 'limits', call: setLimitsCall({ marketId, ...situation.limits }) });
}

// ---- how it ends

async function propose(
  tx: Tx,
  market: SituatedMarket,
  { result, windowMs }: { result: ChainResult; windowMs: number },
): Promise<AdvanceStep> {
  const { marketId, resolution } = market;
  if (resolution === null) throw new Error(`market ${marketId} has no end to propose`);
  // The contract's window begins with the proposal: nobody who may object has less than was said.
  await tx.execute(sql`
    update resolutions
    set pays_from = greatest(pays_from, clock_timestamp() + ${windowMs}::double precision * interval '1 millisecond')
    where id = ${resolution.id} and started_at is null`);
  const { evidenceHash } = resolution;
  return queue(tx, market, { name: 'propose', call: proposeCall({ marketId, result, evidenceHash }) });
}

async function object(tx: Tx, market: SituatedMarket): Promise<AdvanceStep> {
  const { marketId, lastReason } = market;
  const reason = lastReason ?? 'It does not stand any more.';
  return queue(tx, market, {
    name: 'object',
    call: objectCall({ marketId, reasonHash: reasonHash(reason) }),
  });
}

/** What is sent to be made final cannot be called back: from here on nothing takes the result back in the books. */
async function finalise(tx: Tx, market: SituatedMarket): Promise<AdvanceStep> {
  await begin(tx, market);
  return queue(tx, market, { name: 'finalise', call: finaliseCall(market.marketId) });
}

async function begin(tx: Tx, { marketId, resolution }: SituatedMarket): Promise<void> {
  if (resolution === null) throw new Error(`market ${marketId} has no end to begin with`);
  await tx.execute(sql`
    update resolutions r set pays_from = least(r.pays_from, c.now), started_at = coalesce(r.started_at, c.now)
    from (select clock_timestamp() as now) c where r.id = ${resolution.id}`);
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
    // Whoever pays the first bet writes it there too.
    await tx.execute(sql`
      update chain_markets set state = 'void', result = ${VOID_RESULT}, objection_ends_at = null, call_key = null
      where market_id = ${marketId}`);
  }
  const done = await followChainEnd(tx, {
    marketId,
    result: outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeId },
    isAbandoned,
  });
  return done ? 'ended' : 'waits';
}

// ---- small parts

/** Under the market's lock no two calls get the same number. */
async function queue(
  tx: Tx,
  { marketId, calls }: SituatedMarket,
  { name, call }: { name: string; call: Omit<QueuedCall, 'key'> },
): Promise<AdvanceStep> {
  const key = `${name}:${marketId}:${calls + 1}`;
  await queueCall(tx, { ...call, key });
  await tx.execute(sql`
    update chain_markets set call_key = ${key}, calls = ${calls + 1} where market_id = ${marketId}`);
  return 'queued';
}

/** Says to the admins that the contract holds a proposal that does not stand here, or that it does no more. */
async function lookHeld(tx: Tx, { marketId, review }: SituatedMarket, isHeld: boolean): Promise<AdvanceStep> {
  if (isHeld && review === null) {
    await flag(tx, marketId, sql`'chain-holds'`);
    return 'changed';
  }
  if (!isHeld && review === 'chain-holds') {
    await flag(tx, marketId, sql`null`);
    return 'changed';
  }
  return 'waits';
}

async function flag(tx: Tx, marketId: string, review: SQL): Promise<void> {
  await tx.execute(sql`update markets set review = ${review} where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
}
