import { sql } from 'drizzle-orm';

/** Selects the last sealed entry; 0 if there is none. */
export const lastSealed = sql`select coalesce(max(s.last_entry), 0) from seals s`;
