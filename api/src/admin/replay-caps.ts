import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt, NO_LIMITS } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import { type History, isSteady, valuesAround } from '../audit/history.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { type LimitsHistory, UNTOUCHED } from './limits-history.ts';

export const CAPS_PROMISE =
  'the daily cap recorded with each bet and each combo is one that settings, level and limits gave its bettor when it was placed';

const PAGE = 20_000;
const MOST_SHOWN = 20;

/** The tables of bets and combos. Live bets follow the rules of live mode, which takes no combos. */
const PLACES = [
  {
    bets: sql`bets`,
    entry: sql`b.entry_id`,
    isLive: sql`exists (select from live_bets l where l.id = b.id)`,
  },
  { bets: sql`live_bets`, entry: sql`b.hold_entry_id`, isLive: sql`true` },
  { bets: sql`combos`, entry: sql`b.entry_id`, isLive: sql`false` },
] as const;
type Place = (typeof PLACES)[number];

/** Compares the cap stored with each bet, live bet and combo, whatever became of it, with the caps in force around that time. */
export async function replayCaps(
  db: Db,
  history: LimitsHistory,
  { page = PAGE, since = SINCE_NOTHING } = {},
): Promise<Difference[]> {
  const caps = capsInForce(history, await adminsByAddress(db, since));
  const differences: Difference[] = [];
  for (const place of PLACES) {
    // For most bets of one user with one cap, checking the first and the last is enough.
    const doubtful = (await summedBets(db, place, since)).filter((bets) => !areAllRight(bets, caps));
    const users = [...new Set(doubtful.map(({ user_id }) => user_id))];
    if (users.length === 0) continue;
    for (let after = since.entryId; ; ) {
      const bets = await betsOf(db, place, { users, after, limit: page });
      differences.push(...bets.flatMap((bet) => differenceOf(bet, caps.around(bet, bet.placed_at))));
      after = bets.at(-1)?.entry_id ?? after;
      if (bets.length < page || differences.length >= MOST_SHOWN) break;
    }
  }
  return differences.slice(0, MOST_SHOWN);
}

/** A bettor, and whether live mode's rules apply. */
interface Bettor {
  user_id: string;
  is_live: boolean;
}

/** One user's bets with the same cap; times in milliseconds since 1970. */
const SUMMED = { user_id: col.text, is_live: col.bool, cap: col.usdc, first: col.whole, last: col.whole };

const CAPPED = {
  user_id: col.text,
  is_live: col.bool,
  id: col.text,
  entry_id: col.text,
  cap: col.usdc,
  placed_at: col.whole,
};

const millisecondsOf = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;

const summedBets = (db: Db, { bets, entry, isLive }: Place, since: Since) =>
  rows(
    db,
    SUMMED,
    sql`
      select s.user_id, s.is_live, s.cap::text, ${millisecondsOf(sql`s.first`)} as first,
        ${millisecondsOf(sql`s.last`)} as last
      from (
        select b.user_id, b.daily_stake_cap as cap, ${isLive} as is_live, min(b.placed_at) as first,
          max(b.placed_at) as last
        from ${bets} b where ${entry} > ${since.entryId}::bigint group by 1, 2, 3
      ) s`,
  );

const betsOf = (
  db: Db,
  { bets, entry, isLive }: Place,
  { users, after, limit }: { users: readonly string[]; after: string; limit: number },
) =>
  rows(
    db,
    CAPPED,
    sql`
      select b.id, ${entry}::text as entry_id, b.user_id, b.daily_stake_cap::text as cap,
        ${millisecondsOf(sql`b.placed_at`)} as placed_at, ${isLive} as is_live
      from ${bets} b
      where ${entry} > ${after}::bigint
        and b.user_id in (select json_array_elements_text(${JSON.stringify(users)}::json))
      -- Qualified, because the bare name would mean the selected text.
      order by ${entry} limit ${limit}`,
  );

function areAllRight(
  { cap, first: from, last: until, ...bettor }: Row<typeof SUMMED>,
  caps: CapsInForce,
): boolean {
  const right = caps.around(bettor, from);
  if (right === null) return true;
  return right.has(cap) && (from === until || caps.areSteady(bettor, { from, until }));
}

function differenceOf(
  { id, entry_id, cap: found }: Row<typeof CAPPED>,
  right: ReadonlySet<MicroUsdc> | null,
): Difference[] {
  if (right === null || right.has(found)) return [];
  return [
    {
      entryId: entry_id,
      what: `the daily stake cap of ${id.startsWith('c_') ? 'combo' : 'bet'} ${id}`,
      expected: [...right].map(exactUsdc).join(' or '),
      found: exactUsdc(found),
    },
  ];
}

/** Addresses by user id, for wallets that ever held an admin grant. Guests never hold one. */
async function adminsByAddress(db: Db, { audit }: Since): Promise<Map<string, string>> {
  const found = await rows(
    db,
    { id: col.text, address: col.text },
    sql`
      select u.id, u.address from users u
      where not u.guest and (
        u.address in (select g.address from admin_grants g where g.role = 'admin')
        or u.address in (select a.subject from ${audit.rows} a where a.action = 'admin.grant'))`,
  );
  return new Map(found.map(({ id, address }) => [id, address]));
}

const NO_ADMIN: History<boolean | null> = [{ from: 0, value: false }];
const NO_OWN: History<typeof NO_LIMITS> = [{ from: 0, value: NO_LIMITS }];

interface CapsInForce {
  /** The caps a bet placed then may have been decided with; null when an older version's audit can't say. */
  around(bettor: Bettor, at: number): ReadonlySet<MicroUsdc> | null;
  /** Whether the caps were the same for all bets between two moments. */
  areSteady(bettor: Bettor, between: { from: number; until: number }): boolean;
}

function capsInForce(history: LimitsHistory, addresses: ReadonlyMap<string, string>): CapsInForce {
  const { settings, ambiguous } = history;
  const admins = new Map(
    history.grants.filter(({ role }) => role === 'admin').map(({ address, isHeld }) => [address, isHeld]),
  );
  const of = (userId: string) => ({
    ...(history.users.get(userId) ?? UNTOUCHED),
    admin: admins.get(addresses.get(userId) ?? '') ?? NO_ADMIN,
    own: history.ownLimits.get(userId) ?? NO_OWN,
  });
  return {
    around({ user_id: userId, is_live }, at) {
      if (ambiguous.has(userId)) return null;
      const user = of(userId);
      const caps = new Set<MicroUsdc>();
      const give = (given: MicroUsdc) => {
        for (const own of valuesAround(user.own, at)) {
          const { ownCap } = limitsAt(own, new Date(at));
          caps.add(ownCap !== null && ownCap < given ? ownCap : given);
        }
      };
      for (const override of valuesAround(user.cap, at)) {
        if (override !== null) {
          give(override);
          continue;
        }
        for (const level of levelsAround(at, user.level, user.admin)) {
          for (const ofLevel of valuesAround(settings[`stakeCapLevel${level}`], at))
            give(dailyStakeCap({ mode: is_live ? 'live' : 'demo', level, override, ofLevel }));
        }
      }
      return caps;
    },
    areSteady({ user_id: userId }, between) {
      const { level, cap, admin, own } = of(userId);
      const levelCaps = ([0, 1, 2] as const).map((each) => settings[`stakeCapLevel${each}`]);
      const histories: History<unknown>[] = [level, cap, admin, own, ...levelCaps];
      const isDue = ({ value: { next } }: (typeof own)[number]) =>
        next !== null && next.from.getTime() >= between.from && next.from.getTime() <= between.until;
      return histories.every((each) => isSteady(each, between)) && !own.some(isDue);
    },
  };
}

function levelsAround(at: number, given: History<number>, admin: History<boolean | null>) {
  const admins = valuesAround(admin, at).flatMap((isAdmin) => (isAdmin === null ? [true, false] : [isAdmin]));
  return valuesAround(given, at).flatMap((level) =>
    admins.map((isAdmin) => effectiveKycLevel({ level, isAdmin })),
  );
}
