import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { PoolingProblem } from './pooling-problem.ts';
import { col, row } from './rows.ts';

/** Limits in ms by their names in PostgreSQL. */
type Limits = Readonly<Record<string, number>>;

/**
 * Requires that PostgreSQL has these limits or stricter ones in force, also after a pooler has reset the session, and that it
 * sends warnings: one of them says that a COMMIT isn't on the standby.
 *
 * @throws PoolingProblem naming those that are missing or weaker
 */
export async function requireLimits(db: Db, limits: Limits): Promise<void> {
  const { user, found, hearsWarnings } = await row(
    db,
    {
      user: col.text,
      hearsWarnings: col.bool,
      found: col.all(col.object({ name: col.text, now: col.number, afterReset: col.number })),
    },
    // A reset brings back what the start of the connection, the role or the database has set.
    sql`
      select quote_ident(current_user) as user,
        current_setting('client_min_messages') in ('debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'log', 'notice', 'warning')
          as hears_warnings,
        json_agg(json_build_object('name', name, 'now', setting::int, 'afterReset', reset_val::int) order by name) as found
      from pg_settings where name in (select json_array_elements_text(${JSON.stringify(Object.keys(limits))}::json))`,
  );
  if (!hearsWarnings)
    throw new PoolingProblem(
      `PostgreSQL sends no warnings to this user (client_min_messages is error), so a bet that only the primary has would be acknowledged: run alter role ${user} set client_min_messages = 'notice', and start again (docs/operations/failover.md)`,
    );
  const weak = Object.entries(limits).flatMap(([name, limit]) => {
    const { now, afterReset } = found.find((each) => each.name === name) ?? { now: 0, afterReset: 0 };
    const actual = [now, afterReset].find((ms) => isWeaker(ms, limit));
    return actual === undefined ? [] : [{ name, limit, actual }];
  });
  if (weak.length === 0) return;
  const facts = weak.map(({ name, actual }) => `${name} is ${actual === 0 ? 'off' : `${actual} ms`}`);
  const remedies = weak.map(({ name, limit }) => `alter role ${user} set ${name} = '${limit}ms'`);
  throw new PoolingProblem(
    `the time limits that the server asks for are not in force in PostgreSQL (${facts.join(', ')}), because a pooler or DATABASE_URL drops them: a statement that hangs would hold a market's bets and payments for ever. Run ${remedies.join('; ')}; restart the pooler, and start again (docs/operations/pooling.md)`,
  );
}

/**
 * Requires that sessions begin without `jit`: the server switches it off when it connects, but behind a pooler in transaction mode
 * that reaches some sessions only.
 *
 * @throws PoolingProblem
 */
export async function requireJitOff(db: Db): Promise<void> {
  const { user, begins } = await row(
    db,
    { user: col.text, begins: col.text },
    sql`select quote_ident(current_user) as user, reset_val as begins from pg_settings where name = 'jit'`,
  );
  if (begins === 'off') return;
  throw new PoolingProblem(
    `PostgreSQL compiles statements of this user (jit is on), which takes a hundred times as long as to run them, and a pooler in transaction mode drops the server's own setting: run alter role ${user} set jit = off; restart the pooler, and start again (docs/operations/pooling.md)`,
  );
}

const isWeaker = (ms: number, limit: number): boolean => ms === 0 || ms > limit;
