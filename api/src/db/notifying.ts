import { sql } from 'drizzle-orm';
import type { Publisher } from './messenger.ts';

/** Messages by NOTIFY: PostgreSQL sends them with the commit. */
export const notifying: Publisher = {
  async publish(db, channel, payloads) {
    if (payloads.length === 0) return;
    const given = JSON.stringify(payloads);
    await db.execute(
      sql`select pg_notify(${channel}, payload) from json_array_elements_text(${given}::json) as m(payload)`,
    );
  },
  publishing: (channel, payload) => sql`pg_notify(${channel}, ${payload})`,
  published: () => undefined,
};
