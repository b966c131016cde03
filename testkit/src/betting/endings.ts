import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@tallystone/api/db/db.ts';
import { col, type Row, row, rows, value } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { makeMinutesAgain, takeFromMinutes } from '@tallystone/api/ledger/count-minutes.ts';
import { payOutBets } from '@tallystone/api/ledger/pay-out-bets.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import { payoutLeft, stakeLeft, withSold } from '@tallystone/api/ledger/sold-parts.ts';
import { lockMarket } from '@tallystone/api/markets/lock-market.ts';
import { recordPrice } from '@tallystone/api/markets/record-price.ts';
import { cashOutMessage, partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type SQL, sql } from 'drizzle-orm';
import { beginEarlier } from './late-starts.ts';

/**
 * Ends of bets as the product records them, for tests of ledger checks. Nothing is decided here, so books that no
 * rule allows can be made too.
 */

/** Cashes out a bet for an amount, as if a minute had passed. */
export async function cashOutFor(db: Db, betId: string, amount: MicroUsdc): Promise<void> {
  await transaction(db, async (tx) => {
    const bet = await requireBet(tx, betId);
    const key = `cash-out:${betId}`;
    const { userId, marketId } = bet;
    const entries = await recordEntries(tx, [{ key, entry: cashOutEntry({ userId, marketId, amount }) }]);
    const version = await endEarly(tx, bet, amount);
    await tx.execute(sql`
      with ended as (
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version)
        select id, market_id, user_id, 'cash-out', ${amount.toString()}::bigint, ${entries.get(key)}::bigint,
          placed_at + interval '60 seconds', ${version}::bigint
        from bets where id = ${betId}
      )${takeFromMinutes(sql`select ${betId}::text as bet_id`)}
      select`);
    const text = cashOutMessage({ betId, amount: String(usdcToNumber(amount)) });
    await tx.execute(sql`
      insert into cash_outs (bet_id, signed_text, signature, signed_hash, priced_at)
      select ${betId}, ${text}, ${randomBytes(65)}, ${randomBytes(32)}, m.priced_at
      from markets m where m.id = ${marketId}`);
    await recordOwnPrice(tx, {
      ...{ marketId, version },
      at: sql`select ended_at from bet_endings where bet_id = ${betId}`,
    });
  });
}

/** Sells a part of a bet for an amount, as if a minute had passed. @param part micro-USDC */
export async function sellPartFor(
  db: Db,
  betId: string,
  part: { stake: MicroUsdc; amount: MicroUsdc },
): Promise<void> {
  await transaction(db, async (tx) => {
    const bet = await requireBet(tx, betId);
    const { userId, marketId, stake: openStake } = bet;
    const { stake, payout } = partOfBet(bet, part.stake);
    const { amount } = part;
    const key = `cash-out:${betId}:${openStake}`;
    const entries = await recordEntries(tx, [{ key, entry: cashOutEntry({ userId, marketId, amount }) }]);
    const version = await endEarly(tx, { ...bet, stake, payout }, amount);
    const textOf = (micro: MicroUsdc) => String(usdcToNumber(micro));
    const text = partialCashOutMessage({
      betId,
      stake: textOf(stake),
      of: textOf(openStake),
      amount: textOf(amount),
    });
    await tx.execute(sql`
      insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
        signed_text, signature, signed_hash, priced_at)
      select b.id, ${openStake.toString()}::bigint, ${stake.toString()}::bigint, ${payout.toString()}::bigint,
        ${amount.toString()}::bigint, b.market_id, b.user_id, ${entries.get(key)}::bigint, b.placed_at + interval '60 seconds',
        ${version}::bigint, ${text}, ${randomBytes(65)}, ${randomBytes(32)}, m.priced_at
      from bets b join markets m on m.id = b.market_id where b.id = ${betId}`);
    await tx.execute(sql`
      with changed as (select ${betId}::text as bet_id)${makeMinutesAgain(sql`select bet_id from changed`)}
      select`);
    await recordOwnPrice(tx, {
      ...{ marketId, version },
      at: sql`select sold_at from sold_parts where bet_id = ${betId} and open_stake = ${openStake.toString()}::bigint`,
    });
  });
}

/** Keeps the price of a market of our own at a version. @param at selects its moment */
async function recordOwnPrice(
  tx: Tx,
  { marketId, version, at }: { marketId: string; version: number; at: SQL },
): Promise<void> {
  const market = await lockMarket(tx, marketId, 'lmsr');
  if (market === null) return;
  const { book } = market;
  await tx.execute(recordPrice({ marketId, version, at: await value(tx, col.date, at), book }));
}

/** Refunds a bet because the game started before it. */
export async function refundLate(db: Db, betId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const bet = await requireBet(tx, betId);
    const { userId, marketId, stake } = bet;
    await beginEarlier(tx, { marketId, from: sql`(select placed_at from bets where id = ${betId})` });
    const version = await endEarly(tx, bet, stake);
    await payOutBets(tx, {
      marketId,
      kind: 'refund',
      key: `refund:${marketId}:${version}`,
      ending: { kind: 'refund', marketVersion: version },
      payments: sql`select ${betId}::text as bet_id, ${userId}::text as user_id, ${stake.toString()}::bigint as amount`,
    });
  });
}

/** Closes a market and starts paying its end: the outcome at an index, or a void. */
export async function beginSettlement(db: Db, marketId: string, outcome: number | 'void'): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`update markets set state = 'closed' where id = ${marketId} and state = 'open'`);
    await tx.execute(sql`
      update markets m set state = 'resolving', settled_through = 0, won_outcome_id = (
        select o.id from outcomes o where o.market_id = m.id and o.position = ${outcome === 'void' ? -1 : outcome})
      where m.id = ${marketId}`);
  });
}

/** Pays the next bets; false when none are left. */
export async function settleChunk(db: Db, marketId: string, bets = 5000): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [chunk] = await rows(
      tx,
      { cursor: col.text, through: col.text.orNull, won: col.text.orNull },
      sql`
        select m.settled_through::text as cursor, m.won_outcome_id as won, (
          select max(c.market_version)::text from (
            select b.market_version from bets b
            where b.market_id = m.id and b.market_version > m.settled_through
            order by b.market_version limit ${bets}
          ) c) as through
        from markets m where m.id = ${marketId} for update`,
    );
    if (chunk === undefined || chunk.through === null) return false;
    const { cursor, through, won } = chunk;
    await payOutBets(tx, {
      marketId,
      kind: 'settlement',
      key: `settlement:${marketId}:${cursor}`,
      ending: { kind: won === null ? 'refund' : 'payout', marketVersion: null },
      payments: sql`
        select b.id as bet_id, b.user_id, ${won === null ? stakeLeft : payoutLeft} as amount from bets b ${withSold}
        where b.market_id = ${marketId} and b.market_version > ${cursor}::bigint
          and b.market_version <= ${through}::bigint ${won === null ? sql`` : sql`and b.outcome_id = ${won}`}
          and not exists (select from bet_endings e where e.bet_id = b.id)`,
    });
    await tx.execute(sql`update markets set settled_through = ${through}::bigint where id = ${marketId}`);
    return true;
  });
}

/** Pays the remaining bets and returns the rest to the pool. */
export async function finishSettlement(db: Db, marketId: string): Promise<void> {
  while (await settleChunk(db, marketId));
  await transaction(db, async (tx) => {
    const [escrow] = await rows(
      tx,
      { balance: col.text },
      sql`select balance::text from accounts where kind = 'escrow' and market_id = ${marketId} for update`,
    );
    const amount = microUsdc(BigInt(escrow?.balance ?? 0));
    if (amount > 0n) {
      await recordEntries(tx, [
        { key: `market-remainder:${marketId}`, entry: marketRemainderEntry({ marketId, amount }) },
      ]);
    }
    await tx.execute(sql`
      update markets set state = case when won_outcome_id is null then 'void' else 'settled' end,
        ended_at = clock_timestamp()
      where id = ${marketId}`);
  });
}

/** Ends a market completely. */
export async function settle(db: Db, marketId: string, outcome: number | 'void'): Promise<void> {
  await beginSettlement(db, marketId, outcome);
  await finishSettlement(db, marketId);
}

/** What is open of a bet. */
const BET = {
  id: col.text,
  userId: col.text,
  marketId: col.text,
  outcomeId: col.text,
  stake: col.usdc,
  payout: col.usdc,
};
type BetRow = Row<typeof BET>;

async function requireBet(tx: Tx, betId: string): Promise<BetRow> {
  return row(
    tx,
    BET,
    sql`
      select b.id, b.user_id, b.market_id, b.outcome_id, ${stakeLeft} as stake, ${payoutLeft} as payout
      from bets b join markets m on m.id = b.market_id ${withSold} where b.id = ${betId} for update of m`,
  );
}

/**
 * @returns the market's version after the end
 */
async function endEarly(tx: Tx, bet: BetRow, paid: MicroUsdc): Promise<number> {
  await tx.execute(sql`
    update outcomes set open_returns = open_returns - ${bet.payout.toString()}::bigint where id = ${bet.outcomeId}`);
  const [market] = await rows(
    tx,
    { version: col.text },
    sql`
      update markets set received = received - ${paid.toString()}::bigint,
        open_stakes = open_stakes - ${bet.stake.toString()}::bigint, version = version + 1
      where id = ${bet.marketId} returning version::text`,
  );
  return Number(market?.version);
}
