import pg from 'pg';

/**
 * Adds markets like the practice ones, of three categories and with two to four outcomes and ids as the product makes them, each funded from the pool with
 * its entry, so that the books stay correct. Run it while the server is down.
 */
export async function addMarkets(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    begin;
    create temp table made as
      select n, 'm_' || (
          select string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', 1 + floor(random() * 32)::int, 1), '')
          from generate_series(1, 20) where n > 0
        ) as id
      from generate_series(1, ${count}) n;
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at, loss_budget, funded)
      select id, 'Will question number ' || n || ' of the long list be answered with yes?',
        'A market made for measuring, with a description about as long as those that people write for their own.',
        (array['sports', 'politics', 'crypto'])[1 + n % 3], (array['tennis', 'elections', 'bitcoin'])[1 + n % 3],
        'open', 'practice', true, t.ends_at, t.ends_at, 1000000000, 1000000000
      from made cross join lateral (select date_trunc('second', now()) + interval '1 day' + n * interval '7 minutes' as ends_at) t;
    insert into outcomes (id, market_id, position, name, initial_probability)
      select 'o_' || substr(id, 3, 18) || 'a' || substr('abcd', k + 1, 1), id, k,
        'Answer number ' || k, 1.0 / (2 + n % 3)
      from made cross join lateral generate_series(0, 1 + n % 3) k;
    insert into accounts (kind, market_id) select 'escrow', id from made;
    insert into entries (kind, key) select 'market-open', 'market-open:' || id from made;
    insert into postings (entry_id, from_account, to_account, amount)
      select e.id, p.id, a.id, 1000000000
      from made join entries e on e.key = 'market-open:' || made.id
        join accounts a on a.market_id = made.id cross join (select id from accounts where kind = 'pool') p;
    update accounts set balance = balance + 1000000000 where market_id in (select id from made);
    update accounts set balance = balance - 1000000000 * (select count(*) from made) where kind = 'pool';
    commit;`);
  await client.end();
}
