/**
 * The parts of a statement that forge an entry with its one posting, the balances that it moves, and a price, as the server would
 * write them. The part `known` before them has the columns of a bet, a `moment` and `version_after`; `entered` has the entry's id.
 *
 * @param entry.amount micro-USDC
 * @param entry.price of the market after it, in millionths
 */
export function forgedEntry(entry: {
  kind: 'bet' | 'cash-out';
  key: string;
  from: 'user_id' | 'market_id';
  to: 'user_id' | 'market_id';
  amount: bigint;
  price: readonly (number | null)[];
}): string {
  const { kind, key, from, to, amount, price } = entry;
  return `entered as (
      insert into entries (id, kind, key, recorded_at)
      select (select max(id) + 1 from entries), '${kind}', '${key}', k.moment from known k
      returning id
    ), accounted as (
      select f.id as from_account, t.id as to_account
      from known k join accounts f on f.${from} = k.${from} join accounts t on t.${to} = k.${to}
    ), posted as (
      insert into postings (id, entry_id, from_account, to_account, amount)
      select (select max(id) + 1 from postings), e.id, a.from_account, a.to_account, ${amount}
      from entered e cross join accounted a
    ), balanced as (
      update accounts a set balance = a.balance + case a.id when c.to_account then ${amount} else -${amount} end
      from accounted c where a.id in (c.from_account, c.to_account)
    ), pointed as (
      insert into price_points (market_id, version, at, price)
      select k.market_id, k.version_after, k.moment, '{${price.join(',')}}' from known k
    )`;
}
