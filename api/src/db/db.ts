import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

type Relations = ExtractTablesWithRelations<typeof schema>;

/** What queries run on: a database or a transaction of it, on PostgreSQL or on the embedded engine. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, Relations>;

/**
 * An open transaction. Inside it only this may be used: on the embedded engine, which has a single
 * connection, a query on the database outside would wait for the transaction for ever.
 */
export type Tx = PgTransaction<PgQueryResultHKT, typeof schema, Relations>;
