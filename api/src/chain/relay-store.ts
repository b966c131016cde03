import type { Hex } from '@tallystone/core/escrow/abi-words';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db, Tx } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { clock } from '../db/read-clock.ts';
import { col, exists, type Row, row, rows, value } from '../db/rows.ts';
import { chainCalls } from '../db/schema/chain.ts';
import type { ChainReceipt, Role, SignedTransaction } from './escrow-chain.ts';

/** Keys of calls that place bets. A bet whose batch was reverted is tried once more, alone. */
const PLACE = 'place:';
const ALONE = ':alone';
export const placeKey = (firstSeq: string): string => `${PLACE}${firstSeq}`;
export const aloneKey = (seq: string): string => `${PLACE}${seq}${ALONE}`;

const bytes = (value: Hex) => sql`decode(${value.slice(2)}, 'hex')`;

// ---- batches -------------------------------------------------------------------------------------------

/** Accepted bets `l` that no call `c` carries, and that are valid for at least `leftMs` longer. */
const isWaiting = (leftMs: number) => sql`
  l.state = 'pending' and l.accepted_until > clock_timestamp() + ${leftMs}::float8 * interval '1 millisecond'
  and (c.id is null or (c.state = 'reverted' and c.key not like ${`%${ALONE}`}))`;

/** How many accepted bets wait for a call, counted up to a limit, and how long the oldest has waited. */
export async function readWaiting(
  db: Db,
  { limit, leftMs }: { limit: number; leftMs: number },
): Promise<{ bets: number; waitedMs: number }> {
  const { bets, waitedMs } = await row(
    db,
    { bets: col.whole, waitedMs: col.whole.orNull },
    sql`
      select count(*)::text as bets,
        floor(extract(epoch from clock_timestamp() - min(w.placed_at)) * 1000)::bigint::text as waited_ms
      from (
        select l.placed_at from only live_bets l left join chain_calls c on c.id = l.place_call_id
        where ${isWaiting(leftMs)} limit ${limit}) w`,
  );
  return { bets, waitedMs: waitedMs ?? 0 };
}

/** Locks the bets that wait for a call, oldest first. */
export async function listWaitingBets(tx: Tx, { limit, leftMs }: { limit: number; leftMs: number }) {
  return rows(
    tx,
    {
      id: col.text,
      seq: col.text,
      marketId: col.text,
      bettor: col.hex,
      outcome: col.number,
      stake: col.bigint,
      odds: col.bigint,
      deadline: col.bigint,
      acceptedUntil: col.bigint,
      authorization: col.hex,
      acceptance: col.hex,
      /** Whether its batch was reverted. */
      isAlone: col.bool,
    },
    sql`
      select l.id, l.seq::text, l.market_id, u.address_bytes as bettor, o.position as outcome, l.stake, l.odds,
        floor(extract(epoch from l.deadline)) as deadline, floor(extract(epoch from l.accepted_until)) as accepted_until,
        l.stake_authorization as authorization, l.acceptance, c.id is not null as is_alone
      from only live_bets l
      join outcomes o on o.id = l.outcome_id
      join users u on u.id = l.user_id
      left join chain_calls c on c.id = l.place_call_id
      where ${isWaiting(leftMs)}
      order by l.seq
      limit ${limit}
      for update of l skip locked`,
  );
}

/** How many calls on their way into a block have bets that can still be placed. */
export async function countPlacing(db: Db): Promise<number> {
  return value(
    db,
    col.whole,
    sql`
      with ${clock}
      select count(*)::text as calls from chain_calls c
      where c.state in ('queued', 'sent') and c.key like ${`${PLACE}%`} and not (${isExpired})`,
  );
}

/** Assigns bets to the call that carries them. */
export async function carryBets(
  tx: Tx,
  { key, betIds }: { key: string; betIds: readonly string[] },
): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}
    update only live_bets set place_call_id = (select id from chain_calls where key = ${key}),
      epoch = ${epochAfter(sql`live_bets.epoch`)}
    where id in ${betIds} and state = 'pending'`);
}

// ---- signing -------------------------------------------------------------------------------------------

/**
 * Whether a signer has calls that are queued or on their way. After final blocks were replaced any call may be, since their
 * transactions are sent to the nodes again.
 */
export async function hasCalls(
  db: Db,
  { signer, roles }: { signer: Hex; roles: readonly Role[] },
): Promise<boolean> {
  return value(
    db,
    col.bool,
    sql`
      select exists (
          select from chain_calls
          where state in ('queued', 'sent', 'included')
            and (signer = ${bytes(signer)} or (state = 'queued' and role in ${roles})))
        or exists (
          select from chain_transactions
          where signer = ${bytes(signer)} and call_id is null and signed_at > clock_timestamp() - interval '10 minutes')
        or exists (select from chain_cursor where replaced_by is not null)
        as found`,
  );
}

/** Whether calls of these roles wait to be signed. */
export async function hasQueued(db: Db, roles: readonly Role[]): Promise<boolean> {
  return exists(db, sql`select from chain_calls where state = 'queued' and role in ${roles} limit 1`);
}

/** Drops calls whose bets have all expired. @returns how many */
export async function dropExpired(tx: Tx, roles: readonly Role[]): Promise<number> {
  const dropped = await rows(
    tx,
    sql`
      with ${clock}
      update chain_calls c set state = 'dropped'
      where c.state = 'queued' and c.role in ${roles} and c.key like ${`${PLACE}%`} and ${isExpired}
      returning c.id`,
  );
  return dropped.length;
}

/** Whether all bets of a call `c` have expired, in a statement with `clock`. */
const isExpired = sql`not exists (
  select from only live_bets l
  where l.place_call_id = c.id and l.state = 'pending' and l.accepted_until > (select now from clock))`;

/** Calls to be signed. Bets come first: only they have to reach the chain within seconds. */
export async function listQueued(tx: Tx, { roles, limit }: { roles: readonly Role[]; limit: number }) {
  return rows(
    tx,
    { id: col.text, role: col.oneOf(chainCalls.role), data: col.hex, gas: col.bigint },
    sql`
      select id::text, role, data, gas
      from chain_calls
      where state = 'queued' and role in ${roles}
      order by (key not like ${`${PLACE}%`}), id
      limit ${limit}
      for update`,
  );
}

/** How many calls of a signer wait for a block, and the nonce after the last one that it ever signed. */
export async function readSigner(
  db: Db,
  { signer, fromNonce }: { signer: Hex; fromNonce: number },
): Promise<{ onTheirWay: number; nextNonce: number }> {
  return row(
    db,
    { onTheirWay: col.whole, nextNonce: col.whole },
    sql`
      select
        (
          select count(*) from chain_calls
          where state = 'sent' and signer = ${bytes(signer)} and nonce >= ${fromNonce}
        ) as on_their_way,
        (select coalesce(max(nonce) + 1, 0) from chain_transactions where signer = ${bytes(signer)}) as next_nonce`,
  );
}

/**
 * Stores signed bytes before they are sent anywhere.
 *
 * @param row `callId` is null for a transaction that only uses its nonce up
 */
export async function insertTransaction(
  tx: Tx,
  row: SignedTransaction & {
    signer: Hex;
    nonce: number;
    attempt: number;
    callId: string | null;
    maxFee: bigint;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into chain_transactions (signer, nonce, attempt, call_id, raw, hash, max_fee)
    values (${bytes(row.signer)}, ${row.nonce}, ${row.attempt}, ${row.callId}::bigint, ${bytes(row.raw)},
      ${bytes(row.hash)}, ${row.maxFee}::bigint)`);
}

/** Records a call's nonce, and marks its bets as changed so that their bettors are notified. */
export async function markSent(
  tx: Tx,
  { id, signer, nonce }: { id: string; signer: Hex; nonce: number },
): Promise<void> {
  await tx.execute(sql`
    update chain_calls set state = 'sent', signer = ${bytes(signer)}, nonce = ${nonce}
    where id = ${id}::bigint and state = 'queued'`);
  // Only updates the epoch by which changes are found. Locked bets are about to change anyway.
  await tx.execute(sql`
    with ${pinned()}, carried as materialized (
      select id from only live_bets where place_call_id = ${id}::bigint and state = 'pending'
      order by id
      for update skip locked
    )
    update only live_bets l set epoch = ${epochAfter(sql`l.epoch`)} from carried where l.id = carried.id`);
}

// ---- what is on its way --------------------------------------------------------------------------------

const OPEN_SLOT = {
  nonce: col.whole,
  attempt: col.number,
  callId: col.text.orNull,
  raw: col.hex,
  signedMsAgo: col.whole,
  /** Null if it was never sent, as far as is known. */
  broadcastMsAgo: col.whole.orNull,
  /** Whether all bets of its call have expired. */
  isExpired: col.bool,
  /**
   * Whether it was in a final block that was replaced. Then only the same bytes may be in a block again, because the books
   * name this transaction.
   */
  wasFinal: col.bool,
  /** Whether it was reverted in a final block that was replaced: it must not run now, and its nonce has to be used up. */
  wasReverted: col.bool,
};

/** The latest transaction for a nonce that is not used up yet. */
export interface OpenSlot extends Row<typeof OPEN_SLOT> {
  /** Its place in the replaced block; null if there was none, or the contract logged nothing that can be restored. */
  place: Place | null;
}

/** A transaction's place among all others, by the first event that the contract logged in it. */
export interface Place {
  readonly block: bigint;
  readonly logIndex: number;
}

const wasFinal = sql`(
  coalesce(c.state = 'final' and c.tx_hash = t.hash, false)
    and exists (select from chain_cursor where replaced_by is not null)
  or exists (select from chain_events e where e.tx_hash = t.hash and e.name <> 'BetSkipped'))`;

/** The place of a transaction `t`. One that logged nothing, or only skipped bets, isn't followed when blocks are replaced. */
const places = sql`lateral (
    select e.block_number, e.log_index from ${eventsOnChain} e where e.tx_hash = t.hash and e.name <> 'BetSkipped'
    order by e.block_number, e.log_index limit 1) p on true`;
const placeColumns = sql`p.block_number as block, p.log_index`;

/** The place of these accounts' first transaction that was final and is in no block now; null if there is none. */
export async function firstReplaced(
  db: Db,
  accounts: readonly { signer: Hex; fromNonce: number }[],
): Promise<Place | null> {
  const given = accounts.map(({ signer, fromNonce }) => ({ signer: signer.slice(2), from_nonce: fromNonce }));
  const [place] = await rows(
    db,
    { block: col.bigint, logIndex: col.number },
    sql`
      select ${placeColumns}
      from json_to_recordset(${JSON.stringify(given)}::json) g(signer text, from_nonce bigint)
      join chain_transactions t on t.signer = decode(g.signer, 'hex') and t.nonce >= g.from_nonce
      left join chain_calls c on c.id = t.call_id
      join ${places}
      where ${wasFinal}
      order by p.block_number, p.log_index limit 1`,
  );
  return place ?? null;
}

/** The open slots from the first nonce that the chain doesn't have, in order. */
export async function listOpenSlots(
  db: Db,
  { signer, fromNonce }: { signer: Hex; fromNonce: number },
): Promise<OpenSlot[]> {
  const found = await rows(
    db,
    { ...OPEN_SLOT, block: col.bigint.orNull, logIndex: col.number.orNull },
    sql`
      with ${clock}
      select distinct on (t.nonce) t.nonce, t.attempt, t.call_id::text, t.raw,
        floor(extract(epoch from clock_timestamp() - t.signed_at) * 1000)::bigint as signed_ms_ago,
        floor(extract(epoch from clock_timestamp() - t.broadcast_at) * 1000)::bigint as broadcast_ms_ago,
        coalesce(c.key like ${`${PLACE}%`} and ${isExpired}, false) as is_expired,
        ${wasFinal} as was_final, coalesce(c.state = 'reverted', false) as was_reverted, ${placeColumns}
      from chain_transactions t
      left join chain_calls c on c.id = t.call_id
      left join ${places}
      where t.signer = ${bytes(signer)} and t.nonce >= ${fromNonce}
      order by t.nonce, ${wasFinal} desc, t.attempt desc`,
  );
  return found.map(({ block, logIndex, ...slot }) => ({
    ...slot,
    place: slot.wasFinal && block !== null && logIndex !== null ? { block, logIndex } : null,
  }));
}

/** The earlier attempts for the same call, latest first. */
export async function listEarlier(
  db: Db,
  { signer, nonce, attempt }: { signer: Hex; nonce: number; attempt: number },
): Promise<Pick<OpenSlot, 'attempt' | 'raw' | 'broadcastMsAgo'>[]> {
  return rows(
    db,
    { attempt: col.number, raw: col.hex, broadcastMsAgo: col.whole.orNull },
    sql`
      select e.attempt, e.raw,
        floor(extract(epoch from clock_timestamp() - e.broadcast_at) * 1000)::bigint as broadcast_ms_ago
      from chain_transactions t
      join chain_transactions e on e.signer = t.signer and e.nonce = t.nonce and e.attempt < t.attempt
        and e.call_id is not distinct from t.call_id
      where t.signer = ${bytes(signer)} and t.nonce = ${nonce} and t.attempt = ${attempt}
      order by e.attempt desc`,
  );
}

export async function markBroadcast(
  db: Db,
  { signer, nonce, attempt }: { signer: Hex; nonce: number; attempt: number },
): Promise<void> {
  await db.execute(sql`
    with ${clock}
    update chain_transactions set broadcast_at = clock.now
    from clock where signer = ${bytes(signer)} and nonce = ${nonce} and attempt = ${attempt}`);
}

/** The last attempt for a nonce; 0 when there was none. */
export async function readLastAttempt(
  tx: Tx,
  { signer, nonce }: { signer: Hex; nonce: number },
): Promise<number> {
  return value(
    tx,
    col.number,
    sql`
      select coalesce(max(attempt), 0)::int as attempt from chain_transactions
      where signer = ${bytes(signer)} and nonce = ${nonce}`,
  );
}

/** Drops a call whose nonce is used up by a transaction that does nothing. */
export async function dropCall(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update chain_calls set state = 'dropped' where id = ${id}::bigint and state = 'sent'`);
}

// ---- results -------------------------------------------------------------------------------------------

const CALL_UNDER_WAY = {
  id: col.text,
  nonce: col.whole,
  state: col.oneOf(['sent', 'included']),
  blockNumber: col.bigint.orNull,
  txHash: col.hex.orNull,
  /** The transactions signed for it under its nonce, latest first. */
  hashes: col.list(col.hex),
};
export type CallUnderWay = Row<typeof CALL_UNDER_WAY>;

export async function listUnderWay(db: Db, signer: Hex): Promise<CallUnderWay[]> {
  return rows(
    db,
    CALL_UNDER_WAY,
    sql`
      select c.id::text, c.nonce, c.state, c.block_number, c.tx_hash,
        array(
          select '0x' || encode(t.hash, 'hex') from chain_transactions t
          where t.call_id = c.id and t.signer = c.signer and t.nonce = c.nonce order by t.attempt desc) as hashes
      from chain_calls c
      where c.state in ('sent', 'included') and c.signer = ${bytes(signer)}
      order by c.nonce`,
  );
}

/** Which of these transactions is in a final block, by the events in the books; null for none. */
export async function findInFinalBlock(
  db: Db,
  hashes: readonly Hex[],
): Promise<{ txHash: Hex; receipt: ChainReceipt } | null> {
  const [found] = await rows(
    db,
    { txHash: col.hex, block: col.bigint, blockHash: col.hex },
    sql`
      select e.tx_hash, e.block_number as block, e.block_hash
      from ${eventsOnChain} e
      where e.tx_hash in (
        select decode(substr(h.hash, 3), 'hex') from json_array_elements_text(${JSON.stringify(hashes)}::json) h(hash))
        -- Skipped bets aren't followed when blocks are replaced.
        and e.name <> 'BetSkipped'
      limit 1`,
  );
  // A reverted transaction logs nothing, so this one succeeded.
  return found === undefined
    ? null
    : {
        txHash: found.txHash,
        receipt: { block: found.block, blockHash: found.blockHash, status: 'success' },
      };
}

/** Records that a call is in a block, in another block than before, or that its result is final. */
export async function markInBlock(
  tx: Tx,
  id: string,
  { state, txHash, block }: { state: 'included' | 'final' | 'reverted'; txHash: Hex; block: bigint },
): Promise<void> {
  const finalAt = state === 'included' ? sql`null` : sql`clock.now`;
  await tx.execute(sql`
    with ${clock}
    update chain_calls
    set state = ${state}, tx_hash = ${bytes(txHash)}, block_number = ${block}::bigint, final_at = ${finalAt}
    from clock where id = ${id}::bigint and state in ('sent', 'included')`);
}

/** Records that a call's block was taken back. */
export async function markTakenBack(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update chain_calls set state = 'sent', tx_hash = null, block_number = null
    where id = ${id}::bigint and state = 'included'`);
}

/** Queues a call again whose nonce another transaction has used, unless all its bets have expired. */
export async function queueAgain(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    with ${clock}
    update chain_calls c
    set state = case when c.key like ${`${PLACE}%`} and ${isExpired} then 'dropped' else 'queued' end,
      signer = null, nonce = null, tx_hash = null, block_number = null
    where c.id = ${id}::bigint and c.state in ('sent', 'included')`);
}
