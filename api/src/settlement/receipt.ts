import type { WireComboReceipt } from '@tallystone/core/http-api/combos';
import type { WireEvidence, WireReceipt, WireReceiptProof } from '@tallystone/core/http-api/receipts';
import { merklePath } from '@tallystone/core/ledger/merkle';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { auditContent } from '../audit/record-audit.ts';
import { getBet } from '../betting/listed-bet.ts';
import { findCombo } from '../combos/list-combos.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { users } from '../db/schema/users.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { findBetLeaves, listLeafHashes } from '../ledger/seal-leaves.ts';
import { receiptChain } from './receipt-chain.ts';

/** Entries that the chain caused: they add no leaf about the bet. */
const WITHOUT_LEAF = ['stake-received', 'payout-sent'];

/**
 * A bettor's own bet, the ledger entries that it caused, its place in the audit chain, and for a live bet the chain's own
 * records of it. Admins who signed in with their wallet see the receipt of any bet.
 *
 * @throws HttpError `not-found` if there is no such bet, if it is another bettor's, or if it is a live bet whose stake is
 *   not final
 */
export function receipt(
  db: Db,
  { session, betId }: { session: Session; betId: string },
): Promise<WireReceipt> {
  return asOfOneMoment(db, async (tx) => {
    const owner = await findOwner(tx, betId);
    if (owner === null || !maySee(session, owner)) throw noBet();
    if (!owner.isReal) throw new HttpError('not-found', say('no-receipt-yet'));
    const bet = await getBet(tx, { ...owner, betId });
    if (bet === null) throw noBet();
    const evidence = await evidenceOf(tx, { userId: owner.userId, betId });
    const chain = await receiptChain(tx, betId);
    return { bet, ...evidence, ...(chain !== null && { chain }) };
  });
}

/**
 * The same for a combo.
 *
 * @throws HttpError `not-found` if there is no such combo, or if it is another bettor's
 */
export function comboReceipt(
  db: Db,
  { session, comboId }: { session: Session; comboId: string },
): Promise<WireComboReceipt> {
  return asOfOneMoment(db, async (tx) => {
    const owner = await findOwner(tx, comboId);
    const combo =
      owner === null || !maySee(session, owner) ? null : await findCombo(tx, { ...owner, comboId });
    if (owner === null || combo === null) throw new HttpError('not-found', say('no-such-combo'));
    return { combo, ...(await evidenceOf(tx, { userId: owner.userId, betId: comboId })) };
  });
}

/** Everything is read as of one moment; a seal made meanwhile is seen as a whole or not at all. */
const asOfOneMoment = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Without a signature anyone could claim to be an admin. */
const maySee = (session: Session, owner: { userId: string }): boolean =>
  owner.userId === session.userId || (session.isAdmin && session.verified);

const noBet = () => new HttpError('not-found', say('no-such-receipt'));

/** The entries of a bet or a combo, and the proofs of its leaves. */
async function evidenceOf(tx: Tx, bet: { userId: string; betId: string }): Promise<WireEvidence> {
  const entries = await listEntries(tx, bet);
  const seals = await listSeals(
    tx,
    entries.map(({ id }) => id),
  );
  const proofs: WireReceiptProof[] = [];
  for (const seal of seals) proofs.push(...(await proofsIn(tx, seal, bet.betId)));
  return {
    entries,
    proofs,
    // One leaf says how the bet was accepted and one what it was paid, each under the seal that has its entry.
    sealed: proofs.length === entries.filter(({ kind }) => !WITHOUT_LEAF.includes(kind)).length,
  };
}

/** The bettor of a bet or a combo. */
async function findOwner(tx: Tx, betId: string) {
  const [owner] = await rows(
    tx,
    {
      userId: col.text,
      family: col.oneOf(users.family),
      /** Whether the stake has arrived: only then a live bet is in the books. */
      isReal: col.bool,
    },
    sql`
      select u.id as user_id, u.family, b.is_real
      from (
        select b.user_id, true as is_real from bets b where b.id = ${betId}
        union all
        select c.user_id, true from combos c where c.id = ${betId}
        union all
        select l.user_id, false from live_bets l where l.id = ${betId} and l.state <> 'confirmed'
      ) b join users u on u.id = b.user_id`,
  );
  return owner ?? null;
}

/**
 * The entry that placed the bet, and the postings to this bettor of the entry that paid it, which pays others too. For a
 * live bet also the entries of its stake coming in from the wallet and its payout going out. A combo has its entries for
 * itself, so all of their postings are listed.
 */
function listEntries(tx: Tx, { userId, betId }: { userId: string; betId: string }) {
  return rows(
    tx,
    {
      id: col.whole,
      kind: col.text,
      at: col.iso,
      postings: col.list(col.object({ from: col.text, to: col.text, amount: col.wireUsdc })),
    },
    sql`
      with own as (
        select a.id from accounts a where a.user_id = ${userId}
      )
      select e.id, e.kind, e.recorded_at as at, (
        select json_agg(json_build_object(
          'from', f.kind || coalesce(':' || f.user_id, ':' || f.market_id, ''),
          'to', t.kind || coalesce(':' || t.user_id, ':' || t.market_id, ''),
          'amount', p.amount::text) order by p.id)
        from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
        where p.entry_id = e.id and (e.kind in ('combo', 'combo-end') or p.from_account in (select id from own)
          or p.to_account in (select id from own))
      ) as postings
      from entries e
      where e.id in (
        select b.entry_id from bets b where b.id = ${betId}
        union all
        select n.entry_id from bet_endings n where n.bet_id = ${betId}
        union all
        select s.entry_id from sold_parts s where s.bet_id = ${betId}
        union all
        select c.entry_id from combos c where c.id = ${betId}
        union all
        select n.entry_id from combo_endings n where n.combo_id = ${betId}
        union all
        select s.id from entries s where s.key = ${`stake-received:${betId}`}
        union all
        select o.entry_id from chain_outflows o where o.bet_id = ${betId})
      order by e.id`,
  );
}

const SEAL = {
  firstEntry: col.text,
  lastEntry: col.text,
  root: col.text,
  auditId: col.whole,
  at: col.iso,
  hashBefore: col.text,
  content: col.text,
  hash: col.text,
};

/** The seals made so far that cover these entries, each once. */
function listSeals(tx: Tx, entryIds: readonly number[]): Promise<Row<typeof SEAL>[]> {
  return rows(
    tx,
    SEAL,
    sql`
      select s.first_entry::text, s.last_entry::text, encode(s.root, 'hex') as root, a.id as audit_id, a.at,
        coalesce(encode(p.hash, 'hex'), '') as hash_before, ${auditContent(sql`a`)} as content,
        encode(a.hash, 'hex') as hash
      from seals s
      join audit a on a.id = s.audit_id
      left join audit p on p.id = a.id - 1
      where s.last_entry in (
        select (select min(x.last_entry) from seals x where x.last_entry >= e.id::bigint)
        from json_array_elements_text(${JSON.stringify(entryIds)}::json) as e(id))
      -- By the column: the bare name would be the text that is selected.
      order by s.id`,
  );
}

/** What `checkReceiptProof` of core checks, for each leaf of the bet or combo under a seal. */
async function proofsIn(tx: Tx, seal: Row<typeof SEAL>, betId: string): Promise<WireReceiptProof[]> {
  const { root, firstEntry, lastEntry, ...chain } = seal;
  const range = { firstEntry, lastEntry };
  const hashes = await listLeafHashes(tx, range);
  const leaves = await findBetLeaves(tx, { ...range, betId });
  return leaves.map(({ leaf, index }) => ({
    leaf,
    hash: Buffer.from(hashes[index] ?? []).toString('hex'),
    path: merklePath(hashes, index),
    root,
    chain,
  }));
}
