import { NO_LIMITS, type OwnLimits } from '@tallystone/core/identity/decide-limits';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Settings } from '@tallystone/core/settings/settings';
import { sql } from 'drizzle-orm';
import { lastOf } from '../audit/history.ts';
import { ownLimits, storedLimits, storedLimitsColumns } from '../betting/own-limits.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { storedSettings } from '../settings/get-settings.ts';
import { type LimitsHistory, UNTOUCHED } from './limits-history.ts';

export const LIMITS_PROMISE =
  'settings, levels and caps of users, their own limits and the grants of admins are what the audit says';

/** Compares everything that limits stakes, and who may change it, with what the audit says. */
export async function replayLimits(db: Db, history: LimitsHistory): Promise<Difference[]> {
  return [
    ...(await settingsDifferences(db, history)),
    ...(await userDifferences(db, history)),
    ...(await ownLimitsDifferences(db, history)),
    ...(await grantDifferences(db, history)),
  ];
}

const differ = (what: string, expected: string, found: string): Difference[] =>
  expected === found ? [] : [{ entryId: null, what, expected, found }];

async function settingsDifferences(db: Db, { settings }: LimitsHistory): Promise<Difference[]> {
  const row = await storedSettings(db);
  if (row === undefined) return differ('the settings', 'a row', 'none');
  const names = Object.keys(settings) as (keyof Settings)[];
  return names.flatMap((name) =>
    differ(
      `the setting ${name}`,
      settingText(lastOf<MicroUsdc | number | boolean | null>(settings[name])),
      settingText(row[name]),
    ),
  );
}

function settingText(value: MicroUsdc | number | boolean | null): string {
  if (value === null) return 'the default of the mode';
  if (typeof value === 'number') return `${value} s`;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : exactUsdc(value);
}

async function userDifferences(db: Db, { users, ambiguous }: LimitsHistory): Promise<Difference[]> {
  const stored = await rows(
    db,
    { id: col.text, level: col.number, cap: col.usdc.orNull },
    sql`
      select u.id, u.kyc_level as level, u.daily_stake_cap::text as cap from users u
      where u.kyc_level <> 0 or u.daily_stake_cap is not null
        or u.id in (select json_array_elements_text(${JSON.stringify([...users.keys()])}::json))
      order by u.id`,
  );
  return stored.flatMap(({ id, level, cap }) => {
    if (ambiguous.has(id)) return [];
    const said = users.get(id) ?? UNTOUCHED;
    return [
      ...differ(`the level of user ${id}`, `${lastOf(said.level)}`, `${level}`),
      ...differ(`the daily stake cap of user ${id}`, capText(lastOf(said.cap)), capText(cap)),
    ];
  });
}

const capText = (cap: MicroUsdc | null) => (cap === null ? 'that of the level' : exactUsdc(cap));

async function ownLimitsDifferences(db: Db, { ownLimits: said }: LimitsHistory): Promise<Difference[]> {
  const stored = await rows(
    db,
    { ...storedLimitsColumns, user_id: col.text },
    sql`select l.user_id, ${storedLimits} from user_limits l order by l.user_id`,
  );
  const found = new Map(stored.map((row) => [row.user_id, ownLimits(row)]));
  const ids = new Set([...found.keys(), ...said.keys()]);
  return [...ids].flatMap((id) => {
    const history = said.get(id);
    const expected = history === undefined ? NO_LIMITS : lastOf(history);
    return differ(
      `the own limits of user ${id}`,
      limitsText(expected),
      limitsText(found.get(id) ?? NO_LIMITS),
    );
  });
}

/** Such as `a cap of 50.00 USDC, no cap from 2026-11-24T10:00:00.000Z on, no break`. */
function limitsText({ ownCap, next, blocked }: OwnLimits): string {
  const cap = (amount: MicroUsdc | null) => (amount === null ? 'no cap' : `a cap of ${exactUsdc(amount)}`);
  return [
    cap(ownCap),
    ...(next === null ? [] : [`${cap(next.cap)} from ${next.from.toISOString()} on`]),
    blocked === null ? 'no break' : `${blocked.kind} until ${blocked.until.toISOString()}`,
  ].join(', ');
}

async function grantDifferences(db: Db, { grants }: LimitsHistory): Promise<Difference[]> {
  const stored = await rows(
    db,
    { role: col.text, address: col.text, isHeld: col.bool, byCommand: col.bool },
    sql`
      select g.role, g.address, g.revoked_at is null as is_held, g.granted_by = 'command-line' as by_command
      from admin_grants g`,
  );
  const found = new Map(stored.map((grant) => [`${grant.role} ${grant.address}`, grant]));
  return grants.flatMap(({ role, address, isHeld }) => {
    const grant = found.get(`${role} ${address}`);
    const isStored = grant?.isHeld ?? false;
    // The command line's grants have had audit rows in every version.
    const isSaid = lastOf(isHeld) ?? (grant?.byCommand === true ? false : isStored);
    const text = (held: boolean) => (held ? 'held' : 'not held');
    return differ(`the grant of ${role} to ${address}`, text(isSaid), text(isStored));
  });
}
