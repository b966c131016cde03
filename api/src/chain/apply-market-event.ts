import type { Hex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { VOID_RESULT } from '@tallystone/core/escrow/escrow-abi';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, exists, row, values } from '../db/rows.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { objectFromChain } from '../settlement/object-from-chain.ts';
import { isMarketLog, type MarketLog } from './block-facts.ts';
import type { ChainLog } from './escrow-chain.ts';
import { resultOf } from './market-situation.ts';

export type MarketEvent = MarketLog | PayoutEvent;

/** Whether an event changes a market's state or reports a payment: see `applyMarketEvent`. */
export function isMarketEvent(log: ChainLog): log is MarketEvent {
  return isMarketLog(log) || isPayoutEvent(log);
}

/**
 * Records what a final event of the chain says about a market or a payment, in the order of the events and in the
 * transaction that moves the cursor past them. `advanceMarket`, the settler and `payOnChain` decide later what follows,
 * such as paying in the books. Events about unknown markets and bets are ignored.
 */
export async function applyMarketEvent(tx: Tx, event: MarketEvent): Promise<void> {
  if (isPayoutEvent(event)) return applyPayoutEvent(tx, event);
  const marketId = idOfChainId(event.args.marketId.toLowerCase());
  if (marketId === null) return;
  const isKnown = await exists(
    tx,
    sql`select from markets m where m.id = ${marketId} and m.deleted_at is null for update`,
  );
  if (!isKnown) return;
  switch (event.name) {
    case 'MarketOpened':
      return opened(tx, marketId, event);
    case 'MarketLimitsChanged':
      return write(
        tx,
        marketId,
        sql`max_house_loss = ${event.args.maxHouseLoss.toString()}::numeric,
          max_odds = ${event.args.maxOdds.toString()}::numeric`,
      );
    case 'ResultProposed':
      return proposed(tx, marketId, event);
    case 'ResultObjected':
      return objected(tx, marketId, event);
    case 'MarketResolved':
      return ended(tx, marketId, 'resolved', event.args.result);
    case 'MarketVoided':
      return ended(tx, marketId, 'void', VOID_RESULT);
  }
}

type Of<Name extends MarketLog['name']> = Extract<MarketEvent, { name: Name }>;

/** Opens the market for bets, unless something else keeps it closed. */
async function opened(tx: Tx, marketId: string, { args }: Of<'MarketOpened'>): Promise<void> {
  const { outcomes, isAsked } = await row(
    tx,
    { outcomes: col.number, isAsked: col.bool },
    sql`
      select (select count(*)::int from outcomes o where o.market_id = m.id) as outcomes,
        exists (
          select from chain_markets c
          where c.market_id = m.id and c.close_at = ${seconds(args.closesAt)} and c.rules_hash = ${bytes(args.rulesHash)}
        ) as is_asked
      from markets m where m.id = ${marketId}`,
  );
  const isOurs = isAsked && outcomes === args.outcomes;
  await tx.execute(sql`
    insert into chain_markets (market_id, state, rules_hash, max_house_loss, max_odds, close_at)
    values (${marketId}, ${isOurs ? 'open' : 'refused'}, ${bytes(args.rulesHash)}, ${args.maxHouseLoss.toString()}::numeric,
      ${args.maxOdds.toString()}::numeric, ${seconds(args.closesAt)})
    on conflict (market_id) do update set state = excluded.state, rules_hash = excluded.rules_hash,
      max_house_loss = excluded.max_house_loss, max_odds = excluded.max_odds, close_at = excluded.close_at`);
  if (!isOurs) {
    await tx.execute(sql`
      update markets set opening = true, state = case state when 'open' then 'suspended' else state end,
        review = coalesce(review, 'chain-refused'), version = version + 1
      where id = ${marketId}`);
    await announceMarketChange(tx, marketId);
    await recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'market.review',
      subject: marketId,
      after: {
        review: 'chain-refused',
        outcomes: args.outcomes,
        closesAt: Number(args.closesAt),
        rulesHash: args.rulesHash,
      },
      reason: 'The contract has this market with different outcomes, a different close or different rules.',
    });
    return;
  }
  await tx.execute(sql`
    update markets
    set opening = false, version = version + 1,
      -- The contract would refuse later bets.
      closes_at = least(closes_at, ${seconds(args.closesAt)}), ends_at = least(ends_at, ${seconds(args.closesAt)}),
      state = case when state = 'suspended' and not disabled and feed_halt is null then 'open' else state end,
      review = case when review <> 'chain-refused' then review end
    where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
}

async function proposed(tx: Tx, marketId: string, { args }: Of<'ResultProposed'>): Promise<void> {
  await write(
    tx,
    marketId,
    sql`state = 'proposed', result = ${args.result}::smallint, evidence_hash = ${bytes(args.evidenceHash)},
      objection_ends_at = ${seconds(args.objectionEndsAt)}`,
  );
  await giveGuardiansTime(tx, marketId, args);
}

/** Moves the objection window of a proposal whose block was replaced: its end follows from the new block's time. */
export async function moveWindow(tx: Tx, { args }: Of<'ResultProposed'>): Promise<void> {
  const marketId = idOfChainId(args.marketId);
  if (marketId === null) return;
  await tx.execute(sql`select from markets m where m.id = ${marketId} for update`);
  await tx.execute(sql`
    update chain_markets set objection_ends_at = ${seconds(args.objectionEndsAt)}
    where market_id = ${marketId} and state = 'proposed' and evidence_hash = ${bytes(args.evidenceHash)}`);
  await giveGuardiansTime(tx, marketId, args);
}

/** Gives guardians as much time in the books as they have on the chain. */
async function giveGuardiansTime(
  tx: Tx,
  marketId: string,
  { result: number, objectionEndsAt }: Of<'ResultProposed'>['args'],
): Promise<void> {
  const result = resultOf(number);
  await tx.execute(sql`
    update resolutions r set pays_from = greatest(r.pays_from, ${seconds(objectionEndsAt)})
    where r.market_id = ${marketId} and r.ended_at is null and r.started_at is null and r.approved_at is not null
      and ${isOutcome(result === 'void' ? null : result)}`);
  await announceMarketChange(tx, marketId);
}

/** Whether a resolution `r` names the outcome at a position, or none if `position` is null. */
const isOutcome = (position: number | null): SQL =>
  position === null
    ? sql`r.outcome_id is null`
    : sql`r.outcome_id = (
        select o.id from outcomes o where o.market_id = r.market_id and o.position = ${position}::smallint)`;

/** Takes the proposed result back. The second objection voids the market, which has its own event. */
async function objected(tx: Tx, marketId: string, { args }: Of<'ResultObjected'>): Promise<void> {
  const [evidenceHash = null] = await values(
    tx,
    col.hex.orNull,
    sql`
      select c.evidence_hash from chain_markets c
      where c.market_id = ${marketId}`,
  );
  await write(
    tx,
    marketId,
    sql`state = 'open', result = null, evidence_hash = null, objection_ends_at = null`,
  );
  if (evidenceHash !== null) {
    await objectFromChain(tx, { marketId, evidenceHash, reasonHash: args.reasonHash.toLowerCase() });
  }
}

async function ended(tx: Tx, marketId: string, state: 'resolved' | 'void', result: number): Promise<void> {
  await write(tx, marketId, sql`state = ${state}, result = ${result}::smallint, objection_ends_at = null`);
  await announceMarketChange(tx, marketId);
}

async function write(tx: Tx, marketId: string, changes: SQL): Promise<void> {
  await tx.execute(sql`update chain_markets set ${changes} where market_id = ${marketId}`);
}

const seconds = (at: bigint): SQL => sql`to_timestamp(${Number(at)}::double precision)`;
const bytes = (hex: Hex): SQL => sql`decode(${hex.slice(2)}, 'hex')`;

type PayoutEventName = 'BetPaid' | 'PayoutSetAside' | 'SetAsideClaimed';
type PayoutEvent = Extract<ChainLog, { name: PayoutEventName }>;

function isPayoutEvent(log: ChainLog): log is PayoutEvent {
  return log.name === 'BetPaid' || log.name === 'PayoutSetAside' || log.name === 'SetAsideClaimed';
}

/**
 * Records which bet the contract has paid, even if a stranger asked it to or the books haven't settled the bet yet. The
 * money itself is recorded in chain_outflows.
 */
async function applyPayoutEvent(tx: Tx, event: PayoutEvent): Promise<void> {
  const txHash = bytes(event.txHash);
  const block = sql`${event.block.toString()}::bigint`;
  if (event.name === 'SetAsideClaimed') {
    // The contract pays everything that it has set aside for a wallet at once.
    await tx.execute(sql`
      with ${pinned()}
      update chain_payouts p set state = 'claimed', tx_hash = ${txHash}, block_number = ${block},
        epoch = ${epochAfter(sql`p.epoch`)}
      from users u
      where p.user_id = u.id and p.state = 'set-aside' and u.family = 'evm'
        and u.address_bytes = ${bytes(event.args.bettor)}`);
    return;
  }
  const betId = idOfChainId(event.args.betId.toLowerCase());
  const state = event.name === 'BetPaid' ? 'paid' : 'set-aside';
  await tx.execute(sql`
    with ${pinned()}
    insert into chain_payouts (bet_id, market_id, user_id, amount, state, tx_hash, block_number, epoch)
    select b.id, b.market_id, b.user_id, ${event.args.amount.toString()}::bigint, ${state}, ${txHash}, ${block},
      ${pinnedEpoch}
    from bets b where b.id = ${betId}
    on conflict (bet_id) do update set state = excluded.state, tx_hash = excluded.tx_hash,
      block_number = excluded.block_number, epoch = greatest(excluded.epoch, chain_payouts.epoch + 1)
    where chain_payouts.state in ('due', 'sent')`);
}
