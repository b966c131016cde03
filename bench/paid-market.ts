import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { Admin } from './admin.ts';
import { readJson } from './bettor.ts';
import type { Reader } from './database.ts';
import type { FilledMarket } from './fill-bets.ts';

/** How a market ends. */
export interface MarketEnd {
  readonly marketId: string;
  /** All outcomes that win; none if the market is void. */
  readonly won: readonly string[];
  /** When its game really began: later bets get their stakes back. Null if no bet is later. */
  readonly began: Date | null;
}

/** The end of a filled market: its first outcome wins. */
export const endOf = ({ marketId, outcomeIds: [first] }: FilledMarket): MarketEnd => ({
  marketId,
  won: [first],
  began: null,
});

/** Ends betting, as the clock would, and reports the winner as an admin. @returns when the market is about to be paid */
export async function resolveFilled(admin: Admin, { rows }: Reader, market: FilledMarket): Promise<void> {
  const { marketId } = market;
  await rows(`update markets set closes_at = clock_timestamp() where id = '${marketId}'`);
  // A worker records that betting has ended, which creates a new version: an earlier rehearsal can't be approved.
  for (;;) {
    const [found] = await rows(`select state from markets where id = '${marketId}'`);
    if (found?.state === 'closed') break;
    await sleep(50);
  }
  await confirmEnd(admin, endOf(market));
}

/** Reports the winners of a closed market as an admin. @throws Error if the server refuses */
export async function confirmEnd(admin: Admin, { marketId, won }: MarketEnd): Promise<void> {
  const path = `/api/admin/markets/${marketId}/resolve`;
  const [outcomeId, ...alsoWonIds] = won;
  const winners = { outcomeId, ...(alsoWonIds.length > 0 && { alsoWonIds }) };
  const asked = { ...winners, evidence: 'https://example.org/result' };
  const answer = await admin.call('POST', path, { ...asked, dryRun: true });
  const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(answer);
  const signed = await admin.sign({ kind: 'approve-result', rehearsal });
  readJson(await admin.call('POST', path, { ...asked, hash: rehearsal.hash, signed }));
}

/**
 * Checks paid markets with SQL that was written from the rules in docs/design and not from the product: each bet paid once
 * and exactly, no one else, nothing left. Their bettors had 1,000 USDC each and have bet on no other market.
 *
 * @returns a sentence for each rule that doesn't hold
 */
export async function findWrongPayments({ rows }: Reader, ends: readonly MarketEnd[]): Promise<string[]> {
  await rows('drop table if exists pg_temp.ends, pg_temp.due');
  await rows(
    'create temporary table ends (market_id text primary key, won text[] not null, began timestamptz)',
  );
  for (const { marketId, won, began } of ends) {
    const from = began === null ? 'null' : `'${began.toISOString()}'`;
    await rows(`insert into ends values ('${marketId}', '{${won.join()}}', ${from})`);
  }
  await rows(`
    create temporary table due as
    select b.id, b.market_id, b.user_id, b.stake, e.kind, case e.kind
      when 'cash-out' then b.stake * 90 / 100 when 'refund' then b.stake when 'payout' then b.payout else 0 end as amount
    from bets b join ends m on m.market_id = b.market_id left join cash_outs c on c.bet_id = b.id
    cross join lateral (select case when c.bet_id is not null then 'cash-out'
      when b.placed_at >= m.began or m.won = '{}' then 'refund' when b.outcome_id = any(m.won) then 'payout' end as kind) e`);
  await rows('analyze pg_temp.ends, pg_temp.due');
  const rules: readonly [sentence: string, broken: string][] = [
    [
      'each market has ended as its result says, its resolution is paid, and its cursor is at its last bet',
      `select 1 from ends e left join markets m on m.id = e.market_id
      cross join lateral (select array_remove(array_prepend(m.won_outcome_id, m.also_won), null) as won) r
      where m.ended_at is null or m.state <> case when e.won = '{}' then 'void' else 'settled' end
        or cardinality(r.won) <> cardinality(e.won) or not r.won @> e.won
        or m.settled_through is distinct from (select max(market_version) from bets where market_id = m.id)
        or 1 <> (select count(*) from resolutions where market_id = m.id and ended_as = 'paid')`,
    ],
    [
      'each bet that won, was late or is void has ended once with what it is due, and no other bet has, unless it was sold',
      `select 1 from due d
      full join (select bet_id, string_agg(user_id || ' ' || kind || ' ' || amount, ',') as ends from bet_endings
        where market_id in (select market_id from ends) group by bet_id) x on x.bet_id = d.id
      where x.ends is distinct from d.user_id || ' ' || d.kind || ' ' || d.amount`,
    ],
    [
      'each bettor was posted the sum of what is due from each market, and no one else anything',
      `select 1
      from (select market_id, user_id, sum(amount) as due from due where amount > 0 group by market_id, user_id) w
      full join (select f.market_id, t.user_id, sum(p.amount) as got
        from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
        where f.market_id in (select market_id from ends) and t.kind <> 'pool' group by f.market_id, t.user_id) g
        on g.market_id = w.market_id and g.user_id = w.user_id
      where w.due is distinct from g.got`,
    ],
    [
      'each bettor has what the faucet gave, less the stakes, plus what is due',
      `select 1 from (select user_id, sum(stake) as staked, sum(amount) as got from due group by user_id) s
      left join accounts a on a.user_id = s.user_id
      where a.balance is distinct from 1000000000 - s.staked + s.got`,
    ],
    [
      'the pool got what was left of each market, and its escrow is empty',
      `select 1 from ends e left join accounts a on a.market_id = e.market_id
      where a.balance is distinct from 0
        or (select sum(case when p.from_account = a.id then p.amount else -p.amount end)
          from postings p join accounts o on o.kind = 'pool' and o.id in (p.from_account, p.to_account)
          where a.id in (p.from_account, p.to_account))
        is distinct from (select sum(stake - amount) from due where market_id = e.market_id)`,
    ],
    [
      'all accounts add to zero',
      `select 1 from (select balance from accounts union all select balance from pool_slices) b having sum(balance) <> 0`,
    ],
    [
      'each balance is the sum of its postings',
      `select 1 from accounts a
      left join (select account, sum(change) as sum from (
          select to_account as account, amount as change from postings
          union all select from_account, -amount from postings
          union all select p.id, -s.balance from pool_slices s cross join accounts p where p.kind = 'pool') moves
        group by account) p on p.account = a.id
      where a.balance <> coalesce(p.sum, 0)`,
    ],
  ];
  const wrong: string[] = [];
  for (const [sentence, broken] of rules) {
    const [count] = await rows(`select count(*) as found from (${broken}) broken`);
    if (count?.found !== '0') wrong.push(`not so on ${count?.found} rows: ${sentence}`);
  }
  return wrong;
}
