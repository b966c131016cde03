import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { signInWallet } from '../sign-in-wallet.ts';
import { type House, keepSessions } from './house.ts';
import type { RunUser } from './seed-facts.ts';
import type { SeedRun } from './seed-run.ts';
import type { Tally } from './tally.ts';

const USDC = 1_000_000n;
/** What the faucet gives to everyone at their first sign-in. */
const FIRST_GRANT = 1000n * USDC;
const USERS = 3;
/** USDC: users' funds, and their daily caps. */
const FUNDS = [1000n, 1000n, 5000n, 40_000n, 200_000n] as const;
const DAILY_CAPS = [1000n, 5000n, 50_000n, 1_000_000n, 1_000_000n] as const;

/** The first user of each seed also sets limits. */
export async function openUsers(house: House, tally: Tally, seeds: readonly SeedRun[]): Promise<void> {
  const made: {
    seed: SeedRun;
    address: string;
    funds: bigint;
    dailyCap: bigint;
    user: Omit<RunUser, 'id'>;
  }[] = [];
  for (const seed of seeds) {
    const connection = new HttpConnection(house.server.port);
    const { random } = seed;
    for (let place = 0; place < USERS; place++) {
      const wallet = evmWallet(random.bytes(32));
      const chain = random.pick(['Ethereum', 'BSC', 'Polygon']);
      const token = await signInWallet(connection, wallet, { chain });
      made.push({
        seed,
        address: wallet.address,
        funds: random.pick(FUNDS) * USDC,
        dailyCap: random.pick(DAILY_CAPS) * USDC,
        user: { wallet, token, setsLimits: place === 0, blockedUntil: 0, raise: null },
      });
    }
    connection.close();
  }
  tally.add('users', made.length);
  const { sql } = house;
  await keepSessions(sql);
  const { rows } = await sql.query<{ id: string; address: string }>(
    `select id, address from users where address = any($1)`,
    [made.map(({ address }) => address)],
  );
  const ids = new Map(rows.map((row) => [row.address, row.id]));
  const idOf = (address: string): string => {
    const id = ids.get(address);
    if (id === undefined) throw new Error(`${address} signed in and is not a user`);
    return id;
  };
  const given = made.map(({ address, funds, dailyCap }) => ({
    id: idOf(address),
    more: String(funds - FIRST_GRANT),
    cap: String(dailyCap),
  }));
  await sql.query(
    `with given as materialized (select * from json_to_recordset($1::json) as g(id text, more bigint, cap bigint))
    update users u set daily_stake_cap = g.cap from given g where u.id = g.id`,
    [JSON.stringify(given)],
  );
  await grantMore(house, given);
  for (const { seed, address, funds, dailyCap, user } of made) {
    const id = idOf(address);
    seed.users.push({ ...user, id });
    seed.balances.set(id, funds);
    seed.model.addUser({ id, funds, dailyCap });
  }
}

/** The funds that some users have beyond the faucet's grant, as faucet entries. */
async function grantMore({ sql }: House, given: readonly { id: string; more: string }[]): Promise<void> {
  await sql.query(
    `with given as materialized (
      select g.id, g.more, a.id as account from json_to_recordset($1::json) as g(id text, more bigint)
      join accounts a on a.kind = 'user' and a.user_id = g.id where g.more > 0
    ), made as (
      -- As the product does it: an epoch is pinned before the first id is drawn.
      insert into entries (kind, key) select 'faucet-grant', 'faucet-grant:' || g.id || ':more'
      from (select from epochs where slot = 0 for share) as pinned cross join given g returning id, key
    ), posted as (
      insert into postings (entry_id, from_account, to_account, amount)
      select made.id, f.id, g.account, g.more from given g join made on made.key = 'faucet-grant:' || g.id || ':more'
      join accounts f on f.kind = 'faucet'
    )
    update accounts a set balance = balance + coalesce(g.more, -(select sum(more) from given))
    from (select account, more from given union all
      select f.id, null from accounts f where f.kind = 'faucet' and exists (select from given)) g
    where a.id = g.account`,
    [JSON.stringify(given)],
  );
}
