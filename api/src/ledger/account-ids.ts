import { type AccountRef, accountKey } from '@tallystone/core/ledger/account';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { accounts as table } from '../db/schema/ledger.ts';

/** Row ids of accounts by `accountKey`. */
export type AccountIds = ReadonlyMap<string, string>;

const ACCOUNT = {
  id: col.text,
  kind: col.oneOf(table.kind),
  userId: col.text.orNull,
  marketId: col.text.orNull,
};
type Owner = Omit<Row<typeof ACCOUNT>, 'id'>;

/**
 * Opens an empty account. An account that exists already stays as it is. The caller holds a lock under which its owner gets
 * accounts, or has just made that owner: not every database can refuse a second account of an owner with nulls.
 */
export async function openAccount(tx: Tx, account: AccountRef): Promise<void> {
  const { kind, userId, marketId } = ownerOf(account);
  await tx.execute(sql`
    insert into accounts (kind, user_id, market_id)
    select ${kind}::text, ${userId}::text, ${marketId}::text
    where not exists (select from accounts where kind = ${kind} and ${isOf(account)})
    on conflict do nothing`);
}

/** The ids of all these accounts. @throws Error if one of them was never opened */
export async function requireAccountIds(db: Db, accounts: readonly AccountRef[]): Promise<AccountIds> {
  const owners = accounts.map(ownerOf);
  const list = (values: (string | null)[]) => sql`(
    select json_array_elements_text(${JSON.stringify(values.filter((value) => value !== null))}::json))`;
  const found = await rows(
    db,
    ACCOUNT,
    // In three parts, so that each can use an index.
    sql`
      select id::text, kind, user_id, market_id from accounts
      where user_id in ${list(owners.map((owner) => owner.userId))}
      union all
      select id::text, kind, user_id, market_id from accounts
      where market_id in ${list(owners.map((owner) => owner.marketId))}
      union all
      select id::text, kind, user_id, market_id from accounts
      where user_id is null and market_id is null
        and kind in ${list(owners.map((owner) => owner.kind))}`,
  );
  const ids = new Map(found.map((row) => [accountKey(refOf(row)), row.id]));
  for (const account of accounts) {
    if (!ids.has(accountKey(account))) throw new Error(`no account was opened for ${accountKey(account)}`);
  }
  return ids;
}

/** Each form finds its index. */
function isOf(account: AccountRef): SQL {
  switch (account.kind) {
    case 'user':
      return sql`user_id = ${account.userId}`;
    case 'escrow':
      return sql`market_id = ${account.marketId}`;
    default:
      return sql`user_id is null and market_id is null`;
  }
}

function ownerOf(account: AccountRef): Owner {
  return {
    kind: account.kind,
    userId: account.kind === 'user' ? account.userId : null,
    marketId: account.kind === 'escrow' ? account.marketId : null,
  };
}

export function refOf({ kind, userId, marketId }: Owner): AccountRef {
  switch (kind) {
    case 'user':
      return { kind, userId: userId ?? '' };
    case 'escrow':
      return { kind, marketId: marketId ?? '' };
    default:
      return { kind };
  }
}
