import { NO_LIMITS, type OwnLimits } from '@tallystone/core/identity/decide-limits';
import { FIRST_DELAYS } from '@tallystone/core/in-play/delay';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { IMPORT_ALL } from '@tallystone/core/settings/import-settings';
import { everyGroupCap, withGroupCaps } from '@tallystone/core/settings/market-caps';
import { SETTING_RANGES, type Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import { WHOLE_AUDIT } from '../audit/audit-start.ts';
import { type History, lastOf, type Turn } from '../audit/history.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { adminGrants } from '../db/schema/users.ts';
import type { Role } from '../identity/admin-grants.ts';

/** The history of everything that limits stakes, read from the audit alone and not from current rows. */
export interface LimitsHistory {
  readonly settings: SettingsHistory;
  /** By user id. A missing user has level 0 and no own cap. */
  readonly users: ReadonlyMap<string, UserHistory>;
  /**
   * Users with audit rows from before rows contained the user id, whose address guest accounts show too. Such a row doesn't
   * tell which of these users it changed.
   */
  readonly ambiguous: ReadonlySet<string>;
  /** By user id. */
  readonly ownLimits: ReadonlyMap<string, History<OwnLimits>>;
  /** Whether each wallet that ever held a role holds it; null for times before the audit had to record grants. */
  readonly grants: readonly GrantHistory[];
}

interface GrantHistory {
  readonly role: Role;
  readonly address: string;
  readonly isHeld: History<boolean | null>;
}

/** Null means never set, so the mode's default applies. */
type SettingsHistory = { readonly [K in keyof Settings]: History<Settings[K] | null> };

export interface UserHistory {
  readonly level: History<number>;
  /** Null means the level's cap applies. */
  readonly cap: History<MicroUsdc | null>;
}

export const UNTOUCHED: UserHistory = {
  level: [{ from: 0, value: 0 }],
  cap: [{ from: 0, value: null }],
};

/** The schema's defaults. */
const FIRST_SETTINGS: { readonly [K in keyof Settings]: Settings[K] | null } = {
  autoImport: false,
  futuresTrading: false,
  ...IMPORT_ALL,
  realTimePrices: true,
  inPlay: true,
  ...FIRST_DELAYS,
  liquidityBudget: microUsdc(10_000_000_000n),
  marketCap: microUsdc(5_000_000_000n),
  ...everyGroupCap(microUsdc(500_000_000n)),
  playersCap: microUsdc(100_000_000n),
  gameCap: microUsdc(10_000_000_000n),
  gameCapInPlay: microUsdc(10_000_000_000n),
  comboBudget: microUsdc(50_000_000_000n),
  stakeCapLevel0: null,
  stakeCapLevel1: null,
  stakeCapLevel2: null,
};

const PAGE = 1000;

/** An audit row that may concern limits. */
const LIMITS_ROW = {
  id: col.text,
  at: col.date,
  userId: col.text.orNull,
  action: col.text,
  subject: col.text,
  after: col.record.orNull,
};

type Changed = Record<string, unknown>;

/** Reads the history in one pass over the audit. */
export async function readLimitsHistory(db: Db, { rows: audit } = WHOLE_AUDIT): Promise<LimitsHistory> {
  const settings: Changed[] = [];
  const users: Changed[] = [];
  const ownLimits = new Map<string, History<OwnLimits>>();
  const grants: GrantEvent[] = [];
  /** The user a change was proposed for, by proposal id. */
  const proposedFor = new Map<string, unknown>();
  for await (const { at: moment, userId, action, subject, after } of auditRows(db, audit)) {
    const at = moment.getTime();
    switch (action) {
      case 'settings.change':
        settings.push({ ...withGroupCaps(after ?? {}), at });
        break;
      case 'user.change':
        users.push({ address: subject, ...after, at });
        break;
      case 'change.propose':
        proposedFor.set(subject, after?.subject);
        break;
      case 'change.approve': {
        const changed = { ...(after?.changed as Changed), at };
        if (after?.action === 'settings.change') settings.push(withGroupCaps(changed));
        if (after?.action === 'user.change') users.push({ userId: proposedFor.get(subject), ...changed });
        break;
      }
      case 'limits.change':
      case 'limits.break':
        if (userId !== null)
          addTurn(ownLimits, userId, { from: at, value: limitsOf(after ?? {}) }, NO_LIMITS);
        break;
      default:
        grants.push({ at, action, subject, after: after ?? {} });
    }
  }
  return {
    settings: settingsOf(settings),
    ...(await usersOf(db, users)),
    ownLimits,
    grants: await grantsOf(db, grants),
  };
}

async function* auditRows(db: Db, audit: SQL): AsyncGenerator<Row<typeof LIMITS_ROW>> {
  for (let after = '0'; ; ) {
    const page = await rows(
      db,
      LIMITS_ROW,
      sql`
        select a.id::text, a.at, a.user_id, a.action, a.subject, a.after
        from ${audit} a
        where a.id > ${after}::bigint and a.action in ('settings.change', 'user.change', 'change.propose',
          'change.approve', 'limits.change', 'limits.break', 'admin.grant', 'admin.revoke', 'guardian.grant',
          'guardian.revoke', 'grants.note')
        -- Qualified, because the bare name would mean the selected text.
        order by a.id limit ${PAGE}`,
    );
    yield* page;
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}

/** An amount as the audit stores it: USDC, or null. */
const amountOf = (value: unknown): MicroUsdc | null =>
  typeof value === 'number' || typeof value === 'string' ? parseUsdc(value) : null;

const isAmount = (name: keyof Settings): boolean => name in SETTING_RANGES;

function settingsOf(changes: readonly Changed[]): SettingsHistory {
  const names = Object.keys(FIRST_SETTINGS) as (keyof Settings)[];
  const histories = names.map((name): [string, History<unknown>] => [
    name,
    [
      { from: 0, value: FIRST_SETTINGS[name] },
      ...changes.flatMap(({ at, [name]: value }) =>
        value === undefined ? [] : [{ from: Number(at), value: isAmount(name) ? amountOf(value) : value }],
      ),
    ],
  ]);
  // Each name maps to a history of its own setting's values.
  return Object.fromEntries(histories) as unknown as SettingsHistory;
}

/** Rows of older versions name only an address, which guests can show too. */
async function usersOf(
  db: Db,
  changes: readonly Changed[],
): Promise<Pick<LimitsHistory, 'users' | 'ambiguous'>> {
  const addresses = changes.flatMap(({ userId, address }) => (typeof userId === 'string' ? [] : [address]));
  const found = await rows(
    db,
    { id: col.text, address: col.text },
    sql`
      select u.id, u.address from users u
      where u.address in (select json_array_elements_text(${JSON.stringify(addresses)}::json))`,
  );
  const levels = new Map<string, History<number>>();
  const caps = new Map<string, History<MicroUsdc | null>>();
  const ambiguous = new Set<string>();
  for (const { userId, address, at, kycLevel, dailyStakeCap } of changes) {
    const matches =
      typeof userId === 'string'
        ? [userId]
        : found.filter((user) => user.address === address).map(({ id }) => id);
    if (matches.length > 1) for (const id of matches) ambiguous.add(id);
    const [id] = matches;
    if (id === undefined) continue;
    const from = Number(at);
    if (typeof kycLevel === 'number') addTurn(levels, id, { from, value: kycLevel }, 0);
    if (dailyStakeCap !== undefined) addTurn(caps, id, { from, value: amountOf(dailyStakeCap) }, null);
  }
  const ids = new Set([...levels.keys(), ...caps.keys()]);
  const users = [...ids].map((id): [string, UserHistory] => [
    id,
    { level: levels.get(id) ?? UNTOUCHED.level, cap: caps.get(id) ?? UNTOUCHED.cap },
  ]);
  return { users: new Map(users), ambiguous };
}

/** A user's own limits, as betting/change-limits.ts writes them to the audit. */
function limitsOf({ ownCap, nextCap, nextFrom, blocked, until }: Changed): OwnLimits {
  return {
    ownCap: amountOf(ownCap),
    next: typeof nextFrom === 'string' ? { cap: amountOf(nextCap), from: new Date(nextFrom) } : null,
    blocked:
      (blocked === 'break' || blocked === 'exclusion') && typeof until === 'string'
        ? { kind: blocked, until: new Date(until) }
        : null,
  };
}

interface GrantEvent {
  readonly at: number;
  readonly action: string;
  readonly subject: string;
  readonly after: Changed;
}

type Grant = Pick<GrantHistory, 'role' | 'address'>;

async function grantsOf(db: Db, events: readonly GrantEvent[]): Promise<GrantHistory[]> {
  const stored = await rows(
    db,
    { role: col.oneOf(adminGrants.role), address: col.text },
    sql`select role, address from admin_grants`,
  );
  const histories = new Map<string, History<boolean | null>>(
    stored.map((grant) => [keyOf(grant), [{ from: 0, value: null }]]),
  );
  let isNoted = false;
  for (const { at: from, action, subject, after } of events) {
    if (action === 'grants.note') {
      const held = new Set(
        ROLES.flatMap((role) => namedIn(after[role]).map((address) => keyOf({ role, address }))),
      );
      for (const key of new Set([...histories.keys(), ...held]))
        addTurn(histories, key, { from, value: held.has(key) }, null);
      isNoted = true;
      continue;
    }
    const role = ROLES.find((each) => action.startsWith(`${each}.`));
    if (role === undefined) continue;
    // Before the `grants.note` row, a server start could renew an ended grant without an audit row.
    const value = action.endsWith('.grant') ? true : isNoted ? false : null;
    addTurn(histories, keyOf({ role, address: subject }), { from, value }, isNoted ? false : null);
  }
  return [...histories].map(([key, isHeld]) => ({ ...grantOf(key), isHeld }));
}

const ROLES = ['admin', 'guardian'] as const;
const namedIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const keyOf = ({ role, address }: Grant): string => `${role} ${address}`;
function grantOf(key: string): Grant {
  const [role, address = ''] = key.split(' ');
  return { role: role === 'guardian' ? role : 'admin', address };
}

function addTurn<T>(histories: Map<string, History<T>>, key: string, turn: Turn<T>, first: T): void {
  const before = histories.get(key) ?? ([{ from: 0, value: first }] as const);
  // Skip a repeated value.
  if (lastOf(before) !== turn.value) histories.set(key, [...before, turn]);
}
