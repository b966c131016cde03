import { sql } from 'drizzle-orm';
import { bigint, customType, numeric, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Micro-USDC, or micro-odds. */
export const micro = (name: string) => bigint(name, { mode: 'bigint' });
/** A number from the chain, up to 256 bits. It is stored as it is; amounts that are too large are refused later. */
export const ofChain = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
/** The transaction that last wrote the row, set by a trigger: see markets/read-changes.ts. */
export const changedIn = () => transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`);
