import { sql } from 'drizzle-orm';
import type { Publisher } from './messenger.ts';

/** Messages by NOTIFY: PostgreSQL sends them with the commit. */
export const notifying: Publisher = {
  publishing: (channel, payload) => sql`pg_notify(${channel}, ${payload})`,
  published: () => undefined,
};
