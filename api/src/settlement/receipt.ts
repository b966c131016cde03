import type { WireReceipt, WireReceiptProof } from '@tallystone/core/http-api/receipts';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { merklePath } from '@tallystone/core/ledger/merkle';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { auditContent } from '../audit/record-audit.ts';
import { getBet } from '../betting/get-bet.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { users } from '../db/schema/users.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { findBetLeaves, listLeafHashes } from '../ledger/seal-leaves.ts';
import { receiptChain } from './receipt-chain.ts';

/** What the chain made the books record: no leaf speaks of the bet again for it. */
const WITHOUT_LEAF = ['stake-received', 'payout-sent'];

/**
 * An own bet, the entries of the books that it caused, its place in the audit chain, and of a live bet where the chain
 * says the same. Admins who signed in with their wallet see anybody's.
 *
 * @throws HttpError `not-found` for a bet of somebody else as for none at all, and for a live one whose stake is not final
 */
export async function receipt(
  db: Db,
  { session, betId }: { session: Session; betId: string },
): Promise<WireReceipt> {
  return db.transaction(
    async (tx) => {
      const owner = await findOwner(tx, betId);
      // Without a signature nobody knows who says to be an admin.
      const isSignedAdmin = session.isAdmin && session.verified;
      if (owner === null || (owner.userId !== session.userId && !isSignedAdmin)) throw noBet();
      if (!owner.isReal) {
        throw new HttpError('not-found', say('no-receipt-yet'));
      }
      const bet = await getBet(tx, { ...owner, betId });
      if (bet === null) throw noBet();
      const entries = await listEntries(tx, { userId: owner.userId, betId });
      const seals = await listSeals(
        tx,
        entries.map(({ id }) => id),
      );
      const proofs: WireReceiptProof[] = [];
      for (const seal of seals) proofs.push(...(await proofsIn(tx, seal, betId)));
      const chain = await receiptChain(tx, betId);
      return {
        bet,
        entries,
        proofs,
        // One leaf says how the bet was accepted, one what was paid for it: each stands in the stretch of its entry.
        sealed: proofs.length === entries.filter(({ kind }) => !WITHOUT_LEAF.includes(kind)).length,
        ...(chain !== null && { chain }),
      };
    },
    // One moment for all of it; a seal that is made meanwhile is seen as a whole or not at all.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const noBet = () => new HttpError('not-found', say('no-such-receipt'));

interface Owner {
  readonly userId: string;
  readonly family: WalletFamily;
  /** Whether its stake is there: a live bet is in the books only from then on. */
  readonly isReal: boolean;
}

async function findOwner(tx: Tx, betId: string): Promise<Owner | null> {
  const [owner] = await rows(
    tx,
    { userId: col.text, family: col.oneOf(users.family), isReal: col.bool },
    sql`
      select u.id as user_id, u.family, b.is_real
      from (
        select b.user_id, true as is_real from bets b where b.id = ${betId}
        union all
        select l.user_id, false from live_bets l where l.id = ${betId} and l.state <> 'confirmed'
      ) b join users u on u.id = b.user_id`,
  );
  return owner ?? null;
}

/**
 * The bet's own entry and the one that paid for it, of this only what went to the bettor: others were paid by it too. Of
 * a live bet also what came in from its wallet and what left for it.
 */
async function listEntries(
  tx: Tx,
  { userId, betId }: { userId: string; betId: string },
): Promise<WireReceipt['entries']> {
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
        where p.entry_id = e.id and (p.from_account in (select id from own) or p.to_account in (select id from own))
      ) as postings
      from entries e
      where e.id in (
        select b.entry_id from bets b where b.id = ${betId}
        union all
        select n.entry_id from bet_endings n where n.bet_id = ${betId}
        union all
        select s.id from entries s where s.key = ${`stake-received:${betId}`}
        union all
        select o.entry_id from chain_outflows o where o.bet_id = ${betId})
      order by e.id`,
  );
}

interface Seal {
  firstEntry: string;
  lastEntry: string;
  root: string;
  chain: WireReceiptProof['chain'];
}

/** The seals that bind these entries, each once, as far as they are made. */
async function listSeals(tx: Tx, entryIds: readonly number[]): Promise<Seal[]> {
  const found = await rows(
    tx,
    {
      firstEntry: col.text,
      lastEntry: col.text,
      root: col.text,
      auditId: col.whole,
      at: col.iso,
      hashBefore: col.text,
      content: col.text,
      hash: col.text,
    },
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
  return found.map(({ firstEntry, lastEntry, root, ...chain }) => ({ firstEntry, lastEntry, root, chain }));
}

/** What `checkReceiptProof` of core checks, for each leaf of the bet under a seal. */
async function proofsIn(tx: Tx, seal: Seal, betId: string): Promise<WireReceiptProof[]> {
  const { root, chain, ...range } = seal;
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
