import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { Admin } from './admin.ts';
import { readJson } from './bettor.ts';
import type { Reader } from './database.ts';
import type { FilledMarket } from './fill-bets.ts';

/** Ends betting, as the clock would, and reports the winner as an admin. @returns when the market is about to be paid */
export async function resolveFilled(
  admin: Admin,
  { rows }: Reader,
  { marketId, outcomeIds: [outcomeId] }: FilledMarket,
): Promise<void> {
  await rows(`update markets set closes_at = clock_timestamp() where id = '${marketId}'`);
  // A worker records that betting has ended, which creates a new version: an earlier rehearsal can't be approved.
  for (;;) {
    const [market] = await rows(`select state from markets where id = '${marketId}'`);
    if (market?.state === 'closed') break;
    await sleep(50);
  }
  const path = `/api/admin/markets/${marketId}/resolve`;
  const asked = { outcomeId, evidence: 'https://example.org/result' };
  const answer = await admin.call('POST', path, { ...asked, dryRun: true });
  const { rehearsal } = readJson<{ rehearsal: WireRehearsal }>(answer);
  const signed = await admin.sign({ kind: 'approve-result', rehearsal });
  readJson(await admin.call('POST', path, { ...asked, hash: rehearsal.hash, signed }));
}

/**
 * Checks a paid market with SQL that was written from the rules in docs/design and not from the product: each
 * winner paid once and exactly, no one else, nothing left.
 */
export async function findWrongPayments(
  { rows }: Reader,
  { marketId, outcomeIds: [won] }: FilledMarket,
): Promise<string[]> {
  const rules: readonly [sentence: string, broken: string][] = [
    [
      'the market is settled, its resolution paid, and its cursor at its last bet',
      `select 1 from markets m where m.id = '${marketId}' and (
        m.state <> 'settled' or m.won_outcome_id is distinct from '${won}' or m.also_won <> '{}' or m.ended_at is null
        or m.settled_through is distinct from (select max(market_version) from bets where market_id = m.id)
        or not exists (select 1 from resolutions r where r.market_id = m.id and r.ended_as = 'paid'))`,
    ],
    [
      'each winning bet that was not sold has one payment of its payout, and no other bet has one',
      `select 1
      from (select id, user_id, payout from bets b where b.market_id = '${marketId}' and b.outcome_id = '${won}'
        and b.id not in (select bet_id from cash_outs)) w
      full join (select bet_id, user_id, amount from bet_endings
        where market_id = '${marketId}' and kind <> 'cash-out') p on p.bet_id = w.id
      where w.id is null or p.bet_id is null or p.amount <> w.payout or p.user_id <> w.user_id`,
    ],
    [
      'each winner was posted the sum of their winning bets, and no one else anything',
      `select 1
      from (select b.user_id, sum(b.payout) as due from bets b
        where b.market_id = '${marketId}' and b.outcome_id = '${won}' and b.id not in (select bet_id from cash_outs)
        group by b.user_id) w
      full join (select t.user_id, sum(p.amount) as got
        from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
        join entries e on e.id = p.entry_id
        where f.market_id = '${marketId}' and e.kind = 'settlement' group by t.user_id) g on g.user_id = w.user_id
      where w.due is distinct from g.got`,
    ],
    [
      'each user has what the faucet gave, less the stakes, plus what was sold and won',
      `select 1 from accounts a
      join (select user_id, sum(stake) as staked,
          sum(case when c.bet_id is not null then stake * 90 / 100 when outcome_id = '${won}' then payout else 0 end) as got
        from bets b left join cash_outs c on c.bet_id = b.id where b.market_id = '${marketId}' group by user_id) s
        on s.user_id = a.user_id
      where a.balance <> 1000000000 - s.staked + s.got`,
    ],
    [
      'the pool got what was left, and the escrow is empty',
      `select 1 from accounts a where a.market_id = '${marketId}' and (a.balance <> 0 or
        (select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.from_account = a.id and e.kind = 'market-remainder')
        is distinct from (select 10000000000 + sum(case when c.bet_id is not null then stake - stake * 90 / 100
            when outcome_id = '${won}' then stake - payout else stake end)
          from bets b left join cash_outs c on c.bet_id = b.id where b.market_id = '${marketId}'))`,
    ],
    ['all accounts add to zero', `select 1 from accounts having sum(balance) <> 0`],
    [
      'each balance is the sum of its postings',
      `select 1 from accounts a
      left join (select account, sum(change) as sum from (
          select to_account as account, amount as change from postings
          union all select from_account, -amount from postings) moves group by account) p on p.account = a.id
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
