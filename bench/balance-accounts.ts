import type { Reader } from './database.ts';

/** Gives every account the balance that its postings make, after a filling has written postings alone. */
export async function balanceAccounts({ rows }: Pick<Reader, 'rows'>): Promise<void> {
  await rows(`
    with moved as (
      select account, sum(change) as change from (
        select from_account as account, -amount as change from postings
        union all select to_account, amount from postings
        -- The slices are a part of the pool.
        union all select p.id, -s.balance from pool_slices s cross join accounts p where p.kind = 'pool'
      ) p group by account
    )
    update accounts a set balance = moved.change from moved where moved.account = a.id and moved.change <> a.balance`);
}
