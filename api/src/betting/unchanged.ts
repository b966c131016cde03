import { sql } from 'drizzle-orm';
import { KEPT_PLAN_THAT_COMMITS } from '../db/plan-keeper.ts';

/** How old what was seen may be. Longer than PostgreSQL lets the statement run, and much shorter than what checks of times allow. */
const MOST_AGE = '8 seconds';

/** What a batch was decided on without locks. As long as all of it is the same, the decisions are right. */
export interface Seen {
  /** The epoch of the market's last change; each change has a higher one. */
  readonly market: bigint;
  /** The same of the bettors' accounts; 0 for the market's own account, which changes only with the market. */
  readonly accounts: readonly { readonly id: string; readonly epoch: bigint }[];
}

/**
 * Parts of a statement: the first locks the market and then the accounts, in the order of every batch, and finds only those
 * that are as they were seen. A locked row is compared in its newest version, so the second says whether all are unchanged.
 */
export function unchangedSql(of: { marketId: string; version: number; at: Date; seen: Seen }) {
  const { marketId, version, at, seen } = of;
  const accounts = seen.accounts.map(({ id, epoch }) => ({ id, epoch: epoch.toString() }));
  return {
    mark: KEPT_PLAN_THAT_COMMITS,
    unchanged: sql`seen_market as materialized (
        select m.id from markets m
        where m.id = ${marketId} and m.version = ${version} and m.epoch = ${seen.market.toString()}::bigint
          and clock_timestamp() < ${at.toISOString()}::timestamptz + ${MOST_AGE}::interval
        for update
      ), seen_accounts as materialized (
        select a.id
        from json_to_recordset(${JSON.stringify(accounts)}::json) as s(id bigint, epoch bigint)
        join accounts a on a.id = s.id
        where a.epoch = s.epoch and exists (select from seen_market)
        order by a.id
        for update of a
      ), `,
    isUnchanged: sql`(select count(*) from seen_accounts) = ${accounts.length}::int`,
  };
}
