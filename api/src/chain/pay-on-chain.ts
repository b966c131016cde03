import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { tryLock } from '../db/named-lock.ts';
import { col, type Row, rows, value, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { MOST_PAYMENT_TRIES } from '../settlement/chain-payouts.ts';
import { claimSetAsideCall, payBetsCall } from './market-calls.ts';
import { queueCall } from './queue-call.ts';

/** Bets per batch. Each failed batch halves it, so a bad bet ends up alone. */
const BATCH = 100;
/** Payments that the token refused are tried again after this time, and at most `MOST_CLAIMS` times. */
const CLAIMS_EVERY_MS = 24 * 3_600_000;
const MOST_CLAIMS = 20;
/** Batches that may be on their way into a block at a time: the same account also sends bets. */
const MOST_PAYING = 6;

/**
 * Queues the next call that pays on the chain what the books have paid: one batch of bets of any markets, or money that was
 * set aside before. Any number of processes may run this: no bet is in two calls at a time, and the contract pays none
 * twice.
 *
 * @returns whether there may be more to do
 */
export function payOnChain(
  db: Db,
  { claimsEveryMs = CLAIMS_EVERY_MS }: { claimsEveryMs?: number } = {},
): Promise<boolean> {
  return transaction(db, async (tx) => {
    // Two processes at once would split the bets into more batches, and each batch costs a transaction.
    if (!(await tryLock(tx, 'chain payouts'))) return false;
    await takeBackFailed(tx);
    if ((await countPaying(tx)) >= MOST_PAYING) return false;
    const batch = await takeBatch(tx);
    if (batch.length > 0) {
      await queueBatch(tx, batch);
      return true;
    }
    await queueClaims(tx, claimsEveryMs);
    return false;
  });
}

/** Makes bets due again whose call failed, or is final and applied without having paid them. */
async function takeBackFailed(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, failed as materialized (
      select p.bet_id
      from chain_payouts p join chain_calls c on c.key = p.call_key
      where p.state = 'sent' and (
        c.state in ('reverted', 'dropped')
        or c.state = 'final' and c.block_number <= (select k.block_number from chain_cursor k))
      order by p.bet_id
      for update of p skip locked
    )
    update chain_payouts p set state = 'due', tries = p.tries + 1, epoch = ${epochAfter(sql`p.epoch`)}
    from failed f where p.bet_id = f.bet_id`);
}

async function countPaying(tx: Tx): Promise<number> {
  return value(
    tx,
    col.number,
    sql`select count(distinct p.call_key)::int as count from chain_payouts p where p.state = 'sent'`,
  );
}

const DUE = { betId: col.text, tries: col.number };
type DuePayout = Row<typeof DUE>;

/** The bets with the fewest tries. A batch only has bets with the same number of tries. */
async function takeBatch(tx: Tx): Promise<DuePayout[]> {
  const [tries] = await values(
    tx,
    col.number,
    sql`
      select min(p.tries) as tries from chain_payouts p
      where p.state = 'due' and p.tries < ${MOST_PAYMENT_TRIES} having min(p.tries) is not null`,
  );
  if (tries === undefined) return [];
  return rows(
    tx,
    DUE,
    sql`
      select p.bet_id, p.tries from chain_payouts p
      where p.state = 'due' and p.tries = ${tries}
      order by p.bet_id limit ${sizeAfter(tries)}
      for update skip locked`,
  );
}

const sizeAfter = (tries: number): number => Math.max(1, Math.floor(BATCH / 2 ** tries));

async function queueBatch(tx: Tx, batch: readonly DuePayout[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) throw new Error('a batch of no bets was queued');
  const betIds = batch.map(({ betId }) => betId);
  const key = `pay:${first.betId}:${first.tries}`;
  await queueCall(tx, { ...payBetsCall(betIds, first.tries > 0), key });
  await tx.execute(sql`
    with ${pinned()}
    update chain_payouts set state = 'sent', call_key = ${key}, epoch = ${epochAfter(sql`chain_payouts.epoch`)}
    where bet_id = any(array(select json_array_elements_text(${JSON.stringify(betIds)}::json)))`);
}

/** Asks the contract again to pay wallets that the token refused. Their owners, and anyone else, may do the same. */
async function queueClaims(tx: Tx, everyMs: number): Promise<void> {
  const due = await rows(
    tx,
    { userId: col.text, bettor: col.hex, first: col.text, tries: col.number },
    sql`
      select p.user_id, u.address_bytes as bettor, min(p.bet_id) as first, max(p.tries) as tries
      from chain_payouts p
      join users u on u.id = p.user_id
      left join chain_calls c on c.key = p.call_key
      where p.state = 'set-aside'
      group by p.user_id, u.address_bytes
      having max(p.tries) < ${MOST_PAYMENT_TRIES + MOST_CLAIMS}
        and coalesce(bool_and(c.state in ('final', 'reverted', 'dropped')), true)
        and coalesce(
          max(c.queued_at) < clock_timestamp() - ${everyMs}::double precision * interval '1 millisecond', true)
      order by p.user_id
      limit ${BATCH}`,
  );
  for (const { userId, bettor, first, tries } of due) {
    const key = `claim:${first}:${tries}`;
    const taken = await rows(
      tx,
      sql`
        with ${pinned()}, mine as materialized (
          select p.bet_id from chain_payouts p
          where p.user_id = ${userId} and p.state = 'set-aside' order by p.bet_id for update skip locked
        )
        update chain_payouts p set call_key = ${key}, tries = ${tries + 1}, epoch = ${epochAfter(sql`p.epoch`)}
        from mine where p.bet_id = mine.bet_id
        returning p.bet_id`,
    );
    if (taken.length > 0) await queueCall(tx, { ...claimSetAsideCall(bettor), key });
  }
}
