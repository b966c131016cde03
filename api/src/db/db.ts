import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Runs queries: a database or one of its transactions, on PostgreSQL or on the embedded engine. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * An open transaction. Use only this inside it: the embedded engine has a single connection, so a query on the database itself
 * would wait for the transaction for ever.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
