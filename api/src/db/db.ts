import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What queries run on: a database or a transaction of it, on PostgreSQL or on the embedded engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * An open transaction. Inside it only this may be used: on the embedded engine, which has a single
 * connection, a query on the database outside would wait for the transaction for ever.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
