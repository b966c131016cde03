import { type SQL, sql } from 'drizzle-orm';
import { type AuditRow, auditAfter } from '../audit/audit-start.ts';
import { factsInForce } from '../audit/facts-in-force.ts';
import type { Db } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { wholeBalance } from './pool-slices.ts';
import { latestMoments } from './replay-moments.ts';
import type { Balance, Since } from './since.ts';
import { marketsMovedSince, type News, type Sums, sumUp } from './sums.ts';

/** What was verified up to a seal, and what later records rest on. */
export interface VerifiedState {
  readonly seal: VerifiedSeal;
  /** As in `Since`. */
  readonly latestAt: string;
  readonly sealedAt: string;
  readonly balances: readonly Balance[];
  /** The markets that may still change. */
  readonly marketIds: readonly string[];
  /** The sums of these markets. */
  readonly sums: Pick<Sums, 'escrows' | 'outcomes'>;
  /** Rows of the audit that still count, such as the settings in force. */
  readonly facts: readonly AuditRow[];
}

/** A seal, its last entry, and its row in the audit. No entry that is committed later comes before that entry. */
export interface VerifiedSeal {
  readonly id: string;
  readonly entryId: string;
  /** Hex. */
  readonly root: string;
  readonly audit: AuditRow;
  readonly at: Date;
}

const SEAL = {
  id: col.text,
  entryId: col.text,
  root: col.text,
  auditId: col.text,
  hash: col.text,
  at: col.date,
};

/** The seal with this number, or the last one; null if there is none. */
async function readSeal(db: Db, which: SQL): Promise<VerifiedSeal | null> {
  const [found] = await rows(
    db,
    SEAL,
    sql`
      select s.id::text, s.last_entry::text as entry_id, encode(s.root, 'hex') as root, a.id::text as audit_id,
        encode(a.hash, 'hex') as hash, a.at
      from seals s join audit a on a.id = s.audit_id
      where ${which}
      -- By the column: the bare name would be the text that is selected.
      order by s.id desc limit 1`,
  );
  if (found === undefined) return null;
  const { auditId, hash, ...seal } = found;
  return { ...seal, audit: { id: auditId, hash } };
}

/**
 * The state up to the last seal, in time that grows with what is new. Only valid if everything after `since` was found as it
 * has to be, in the same snapshot.
 *
 * @returns null if nothing is sealed yet
 */
export async function verifiedState(db: Db, since: Since): Promise<VerifiedState | null> {
  const seal = await readSeal(db, sql`true`);
  if (seal === null) return null;
  const { entryId, audit } = seal;
  const marketIds = (await values(db, col.text, marketsAfter({ entryId, auditId: audit.id }))).sort();
  const ids = JSON.stringify(marketIds);
  const { escrows, outcomes } = await sumUp(
    db,
    since.scope,
    entryId,
    sql`where s.market_id in (select json_array_elements_text(${ids}::json))`,
  );
  return {
    seal,
    ...(await latestMoments(db, since, { entryId, sealId: seal.id })),
    balances: await balancesAt(db, entryId),
    marketIds,
    sums: { escrows, outcomes },
    facts: await factsInForce(db, since.audit, { until: audit.id, marketIds }),
  };
}

/**
 * Selects the `id` of each market that was not over at that entry and that row of the audit, as far as it can be bet on
 * again, and of each market on whose result a combo rests that was open then.
 */
const marketsAfter = ({ entryId, auditId }: { entryId: string; auditId: string }): SQL => sql`
  select m.id from markets m where m.state not in ('settled', 'void') and m.deleted_at is null
  union
  select t.market_id from (${marketsMovedSince(entryId)}) t
  union
  select a.subject from audit a where a.id > ${auditId}::bigint and a.action in ('market.settled', 'market.voided')
  union
  select l.market_id from combo_legs l where l.combo_id in (
    select o.combo_id from open_combos o
    union
    select n.combo_id from combo_endings n where n.entry_id > ${entryId}::bigint)`;

/** The balances at an entry: those of now, without what was moved since. */
const balancesAt = (db: Db, entryId: string): Promise<Balance[]> =>
  rows(
    db,
    { id: col.text, account: col.text, balance: col.text },
    sql`
      with later as (
        select s.account, sum(s.change) as change
        from (
          select p.from_account as account, -p.amount as change from postings p where p.entry_id > ${entryId}::bigint
          union all
          select p.to_account, p.amount from postings p where p.entry_id > ${entryId}::bigint
        ) s group by s.account
      )
      select a.id::text, a.kind || coalesce(':' || a.user_id, ':' || a.market_id, '') as account,
        (b.balance - coalesce(l.change, 0))::text as balance
      from accounts a cross join lateral (select ${wholeBalance(sql`a`)} as balance) b
      left join later l on l.account = a.id
      where b.balance <> coalesce(l.change, 0)
      -- By the column: the bare name would be the text that is selected.
      order by a.id`,
  );

/** What is left to verify after a state, in the snapshot that is verified. */
export async function sinceState(db: Db, state: VerifiedState): Promise<Since> {
  const { seal, latestAt, sealedAt, balances, facts } = state;
  const { entryId } = seal;
  const news = await values(db, col.text, marketsAfter({ entryId, auditId: seal.audit.id }));
  const markets = textArray([...new Set([...state.marketIds, ...news])]);
  const isMarket = (id: SQL) => sql`${id} = any(${markets}::text[])`;
  const audit = auditAfter(seal.audit, facts);
  const scope: News = {
    kind: 'since',
    entryId,
    known: { ...state.sums, accounts: await knownAccounts(db, state) },
    isComplete: true,
    isMarket,
    audit: audit.rows,
    auditId: sql`${seal.audit.id}::bigint`,
    sealId: sql`${seal.id}::bigint`,
    sealIdBefore: sql`${seal.id}::bigint`,
  };
  return {
    entryId,
    sealId: seal.id,
    latestAt,
    sealedAt,
    balances,
    audit,
    scope,
    isMarket,
    isGame: (id) => sql`${id} in (
      select o.game_id from markets o where ${isMarket(sql`o.id`)} and o.game_id is not null and o.deleted_at is null)`,
    isUser: sql`(u.created_at > ${latestAt}::timestamptz or u.id in (
      select a.user_id from postings p join accounts a on a.id in (p.from_account, p.to_account)
      where p.entry_id > ${entryId}::bigint
      union all
      select a.user_id from audit a where a.id > ${seal.audit.id}::bigint))`,
  };
}

/** An array in PostgreSQL's notation: the planner sees how long it is, and then finds its rows by an index. */
const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The sums of the accounts that were moved since, so that a statement need not contain those of all. */
async function knownAccounts(db: Db, { seal, balances }: VerifiedState): Promise<Sums['accounts']> {
  const moved = new Set(
    await values(
      db,
      col.text,
      sql`
        select p.from_account::text as account from postings p where p.entry_id > ${seal.entryId}::bigint
        union
        select p.to_account::text from postings p where p.entry_id > ${seal.entryId}::bigint`,
    ),
  );
  return new Map(balances.flatMap(({ id, balance }) => (moved.has(id) ? [[id, balance] as const] : [])));
}

/**
 * Why a state can't be one of these books; null if it can.
 *
 * @param file how the file of the state is called
 */
export async function stateMismatch(
  db: Db,
  { file, seal }: { file: string; seal: VerifiedSeal },
): Promise<string | null> {
  const [row] = await rows(
    db,
    { last: col.text.orNull, hash: col.text.orNull },
    sql`
      select (select max(a.id)::text from audit a) as last,
        (select encode(a.hash, 'hex') from audit a where a.id = ${seal.audit.id}::bigint) as hash`,
  );
  const { id, hash } = seal.audit;
  const named = `row ${id} of the audit, up to which ${file} says that they were verified at ${seal.at.toISOString()}`;
  if (row?.hash === null && BigInt(row.last ?? 0) < BigInt(id)) {
    return `The books lack ${named}: they end at row ${row.last ?? 0}. They were set back to an earlier time, or they are other books. Nothing was verified.`;
  }
  if (row?.hash !== hash) {
    return `The books have another ${named}: they are other books, or that row was altered. Nothing was verified.`;
  }
  const found = await readSeal(db, sql`s.id = ${seal.id}::bigint`);
  if (found?.entryId !== seal.entryId || found.root !== seal.root || found.audit.id !== id) {
    return `The books have no seal ${seal.id} of the entries up to ${seal.entryId}, up to which ${file} says that they were verified: it was altered. Nothing was verified.`;
  }
  return null;
}
