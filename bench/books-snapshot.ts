import type { Reader } from './database.ts';

/** A summary of everything in the books that money or its owners depend on: name to micro-USDC or number of rows. */
export type BooksSnapshot = ReadonlyMap<string, bigint>;

/** How a snapshot differs from an earlier one. Names that are missing here have the same value in both. */
export type BooksChange = Readonly<Record<string, bigint>>;

/** Read with one statement, so of one moment, and without the product's code. */
export async function readBooks({ rows }: Reader): Promise<BooksSnapshot> {
  const found = await rows(`
    select 'balance of ' || coalesce(u.address, a.market_id, a.kind) as name, a.balance::text as count
      from accounts a left join users u on u.id = a.user_id
    union all
    select 'entries: ' || kind, count(*)::text from entries group by kind
    union all
    select 'postings: ' || e.kind, count(*)::text from postings p join entries e on e.id = p.entry_id group by e.kind
    union all
    select 'posted: ' || e.kind, sum(p.amount)::text from postings p join entries e on e.id = p.entry_id group by e.kind
    union all
    select 'bets of ' || u.address, count(*)::text from bets b join users u on u.id = b.user_id group by u.address
    union all
    select 'stakes of ' || u.address, sum(b.stake)::text from bets b join users u on u.id = b.user_id group by u.address
    union all
    select 'ends: ' || kind, count(*)::text from bet_endings group by kind
    union all
    select 'end of ' || x.bet_id || ': ' || x.kind, x.amount::text
      from bet_endings x join users u on u.id = x.user_id where u.family = 'evm'
    union all
    select 'signed cash-outs', count(*)::text from cash_outs
    union all
    select 'sold part of ' || bet_id || ', ' || stake || ' of ' || open_stake, amount::text from sold_parts
    union all
    select 'resolutions of ' || market_id, count(*)::text from resolutions group by market_id
    union all
    select 'resolution of ' || market_id || ' for ' || coalesce(outcome_id, 'void') || ': ' || ended_as, count(*)::text
      from resolutions where ended_as is not null group by market_id, outcome_id, ended_as
    union all
    select 'users', count(*)::text from users
    union all
    select 'sessions', count(*)::text from sessions
    union all
    select 'spent nonces', count(*)::text from used_nonces
    union all
    select 'own cap of ' || u.address, l.own_cap::text
      from user_limits l join users u on u.id = l.user_id where l.own_cap is not null
    union all
    select 'audit: ' || action, count(*)::text from audit where action ~ '^(market|limits)' group by action`);
  return new Map(found.map(({ name, count }) => [name ?? '', BigInt(count ?? 0)]));
}

export function changeOf(before: BooksSnapshot, after: BooksSnapshot): BooksChange {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes = [...names].map(
    (name) => [name, (after.get(name) ?? 0n) - (before.get(name) ?? 0n)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
}

/** @returns a sentence for each change that differs from the expected one; none if all are exact */
export function unlike(found: BooksChange, due: BooksChange): string[] {
  const names = new Set([...Object.keys(found), ...Object.keys(due)]);
  return [...names]
    .filter((name) => (found[name] ?? 0n) !== (due[name] ?? 0n))
    .map((name) => `${name} changed by ${found[name] ?? 0n}, due were ${due[name] ?? 0n}`);
}
