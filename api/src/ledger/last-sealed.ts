import { sql } from 'drizzle-orm';

/** Selects the last entry that is sealed; 0: none is. */
export const lastSealed = sql`select coalesce(max(s.last_entry), 0) from seals s`;
