import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import type { App } from '../app.ts';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { grantAdmin } from '../identity/admin-grants.ts';
import { anEvmWallet, type TestWallet } from '../identity/test-wallets.ts';
import { type SignedIn, signInWith } from '../test-app.ts';

/** A signed-in admin. */
export async function anAdmin(
  app: App,
  db: Db,
  wallet: TestWallet = anEvmWallet(),
): Promise<SignedIn & TestWallet> {
  await grantAdmin(db, wallet.wallet, 'command-line', new Date());
  return { ...(await signInWith(app, wallet)), ...wallet };
}

/** Calls the API as somebody. */
export const callAs =
  (app: App, { headers }: Pick<SignedIn, 'headers'>) =>
  (options: InjectOptions) =>
    app.http.inject({ ...options, headers: { ...headers, ...options.headers } });

export interface TrailRow {
  actor: string;
  user_id: string | null;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** The audit so far, oldest first. */
export const trailOf = (db: Db): Promise<TrailRow[]> =>
  rows<TrailRow>(
    db,
    sql`select actor, user_id, action, subject, before, after, reason from audit order by audit.id`,
  );
