import { type AccountRef, accountKey } from '@tallystone/core/ledger/account';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { accounts as table } from '../db/schema/ledger.ts';

/** Row ids of accounts by `accountKey`. */
export type AccountIds = ReadonlyMap<string, string>;

interface Owner {
  kind: AccountRef['kind'];
  user_id: string | null;
  market_id: string | null;
}

/** Opens an account with nothing in it; one that exists already stays as it is. */
export async function openAccount(tx: Tx, account: AccountRef): Promise<void> {
  const { kind, user_id, market_id } = ownerOf(account);
  await tx.execute(sql`
    insert into accounts (kind, user_id, market_id) values (${kind}, ${user_id}, ${market_id})
    on conflict on constraint accounts_owner do nothing`);
}

/** The ids of all the accounts asked for; an account that was never opened is an error. */
export async function requireAccountIds(db: Db, accounts: readonly AccountRef[]): Promise<AccountIds> {
  const owners = accounts.map(ownerOf);
  const list = (values: (string | null)[]) => sql`(
    select json_array_elements_text(${JSON.stringify(values.filter((value) => value !== null))}::json))`;
  const found = await rows(
    db,
    {
      id: col.text,
      kind: col.oneOf(table.kind),
      user_id: col.text.orNull,
      market_id: col.text.orNull,
    },
    // In three parts, so that each of them is answered from an index.
    sql`
      select id::text, kind, user_id, market_id from accounts
      where user_id in ${list(owners.map((owner) => owner.user_id))}
      union all
      select id::text, kind, user_id, market_id from accounts
      where market_id in ${list(owners.map((owner) => owner.market_id))}
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

function ownerOf(account: AccountRef): Owner {
  return {
    kind: account.kind,
    user_id: account.kind === 'user' ? account.userId : null,
    market_id: account.kind === 'escrow' ? account.marketId : null,
  };
}

function refOf({ kind, user_id, market_id }: Owner): AccountRef {
  switch (kind) {
    case 'user':
      return { kind, userId: user_id ?? '' };
    case 'escrow':
      return { kind, marketId: market_id ?? '' };
    default:
      return { kind };
  }
}
