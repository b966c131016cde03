import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { col, value } from './rows.ts';

/** Whether no server of 0.1.0 may run beside this one: it would misread what it doesn't know. */
export const runsAlone = (db: Db): Promise<boolean> => value(db, col.bool, sql`select code_counts_minutes()`);
