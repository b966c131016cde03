import { titlesOf } from '@tallystone/api/admin/market-titles.ts';
import type { App } from '@tallystone/api/app.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, type Row, rows } from '@tallystone/api/db/rows.ts';
import { grantRole } from '@tallystone/api/identity/admin-grants.ts';
import type { BulkAction } from '@tallystone/core/http-api/admin-markets';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { signAct } from '../wallets/sign-act.ts';
import { anEvmWallet, type TestWallet } from '../wallets/wallets.ts';
import { type SignedIn, signInWith } from './test-app.ts';

/** A signed-in admin. */
export async function anAdmin(
  app: App,
  db: Db,
  wallet: TestWallet = anEvmWallet(),
): Promise<SignedIn & TestWallet> {
  await grantRole(db, { role: 'admin', wallet: wallet.wallet, grantedBy: 'command-line', now: new Date() });
  return { ...(await signInWith(app, wallet)), ...wallet };
}

/** Calls the API with a session. */
export const callAs =
  (app: App, { headers }: Pick<SignedIn, 'headers'>) =>
  (options: InjectOptions) =>
    app.http.inject({ ...options, headers: { ...headers, ...options.headers } });

/** The body of a bulk call; an irreversible one is signed by the admin's wallet. */
export async function bulkBody(
  { app, db, admin }: { app: App; db: Db; admin: SignedIn & TestWallet },
  { ids, action }: { ids: readonly string[]; action: BulkAction },
): Promise<object> {
  const body = { ids, action, ...(action === 'delete' && { count: ids.length }) };
  if (action !== 'close' && action !== 'delete') return body;
  const markets = await titlesOf(db, ids);
  const act = { kind: action === 'close' ? 'close-now' : 'delete', markets } as const;
  return { ...body, signed: await signAct(callAs(app, admin), admin, act) };
}

const TRAIL = {
  actor: col.text,
  user_id: col.text.orNull,
  action: col.text,
  subject: col.text,
  before: col.json,
  after: col.json,
  reason: col.text.orNull,
};
export type TrailRow = Row<typeof TRAIL>;

/** The audit so far, oldest first. */
export const trailOf = (db: Db): Promise<TrailRow[]> =>
  rows(
    db,
    TRAIL,
    sql`select actor, user_id, action, subject, before, after, reason from audit order by audit.id`,
  );
