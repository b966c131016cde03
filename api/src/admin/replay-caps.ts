import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { limitsAt, NO_LIMITS } from '@tallystone/core/identity/decide-limits';
import { effectiveKycLevel } from '@tallystone/core/identity/kyc-level';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import { type History, valuesAround } from '../audit/history.ts';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { type LimitsHistory, readLimitsHistory, UNTOUCHED } from './limits-history.ts';

export const CAPS_PROMISE =
  'the daily cap recorded with each bet is one that settings, level and limits gave its bettor when it was placed';

const PAGE = 20_000;
const MOST_SHOWN = 20;

interface CappedBet {
  seq: string;
  id: string;
  entry_id: string;
  user_id: string;
  cap: string;
  /** Milliseconds since 1970. */
  placed_at: string;
  is_live: boolean;
}

/** Compares the cap of each bet, and of each live bet whatever became of it, with the caps in force around its moment. */
export async function replayCaps(db: Db, { page = PAGE } = {}): Promise<Difference[]> {
  const capsOf = capsInForce(await readLimitsHistory(db), await adminsByAddress(db));
  const differences: Difference[] = [];
  for (const part of [placedBets, liveBets]) {
    for (let after = '0'; ; ) {
      const bets = await rows<CappedBet>(db, part(after, page));
      for (const bet of bets) {
        after = bet.seq;
        const caps = capsOf(bet);
        if (caps === null || caps.has(microUsdc(BigInt(bet.cap)))) continue;
        differences.push({
          entryId: bet.entry_id,
          what: `the daily stake cap of bet ${bet.id}`,
          expected: [...caps].map(text).join(' or '),
          found: text(microUsdc(BigInt(bet.cap))),
        });
      }
      if (bets.length < page || differences.length >= MOST_SHOWN) break;
    }
  }
  return differences.slice(0, MOST_SHOWN);
}

const text = (cap: MicroUsdc): string => `${formatUsdc(cap)} USDC`;
const millisecondsOf = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;

const placedBets = (after: string, limit: number): SQL => sql`
  select b.seq::text, b.id, b.entry_id::text, b.user_id, b.daily_stake_cap::text as cap,
    ${millisecondsOf(sql`b.placed_at`)} as placed_at, exists (select from live_bets l where l.id = b.id) as is_live
  from bets b where b.seq > ${after}::bigint
  order by b.seq limit ${limit}`;

const liveBets = (after: string, limit: number): SQL => sql`
  select b.seq::text, b.id, b.hold_entry_id::text as entry_id, b.user_id, b.daily_stake_cap::text as cap,
    ${millisecondsOf(sql`b.placed_at`)} as placed_at, true as is_live
  from live_bets b where b.seq > ${after}::bigint
  order by b.seq limit ${limit}`;

/** The addresses of users by their ids, of wallets that ever held the grant of an admin; guests hold nothing. */
async function adminsByAddress(db: Db): Promise<Map<string, string>> {
  const found = await rows<{ id: string; address: string }>(
    db,
    sql`
      select u.id, u.address from users u
      where not u.guest and (
        u.address in (select g.address from admin_grants g where g.role = 'admin')
        or u.address in (select a.subject from audit a where a.action = 'admin.grant'))`,
  );
  return new Map(found.map(({ id, address }) => [id, address]));
}

const NO_ADMIN: History<boolean | null> = [{ from: 0, value: false }];
const NO_OWN: History<typeof NO_LIMITS> = [{ from: 0, value: NO_LIMITS }];

/** The caps that a bet may have been decided on; null where the audit of an older version cannot tell. */
function capsInForce(
  { settings, users, untold, ownLimits, grants }: LimitsHistory,
  addresses: ReadonlyMap<string, string>,
): (bet: CappedBet) => ReadonlySet<MicroUsdc> | null {
  const admins = new Map(
    grants.filter(({ role }) => role === 'admin').map(({ address, isHeld }) => [address, isHeld]),
  );
  return ({ user_id: userId, placed_at, is_live }) => {
    if (untold.has(userId)) return null;
    const at = Number(placed_at);
    const user = users.get(userId) ?? UNTOUCHED;
    const mode = is_live ? 'live' : 'demo';
    const caps = new Set<MicroUsdc>();
    const give = (given: MicroUsdc) => {
      for (const own of valuesAround(ownLimits.get(userId) ?? NO_OWN, at)) {
        const { ownCap } = limitsAt(own, new Date(at));
        caps.add(ownCap !== null && ownCap < given ? ownCap : given);
      }
    };
    for (const override of valuesAround(user.cap, at)) {
      if (override !== null) {
        give(override);
        continue;
      }
      for (const level of levelsAround(at, user.level, admins.get(addresses.get(userId) ?? '') ?? NO_ADMIN)) {
        for (const ofLevel of valuesAround(settings[`stakeCapLevel${level}`], at))
          give(dailyStakeCap({ mode, level, override, ofLevel }));
      }
    }
    return caps;
  };
}

function levelsAround(at: number, given: History<number>, admin: History<boolean | null>) {
  const admins = valuesAround(admin, at).flatMap((isAdmin) => (isAdmin === null ? [true, false] : [isAdmin]));
  return valuesAround(given, at).flatMap((level) =>
    admins.map((isAdmin) => effectiveKycLevel({ level, isAdmin })),
  );
}
