import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { PlainSql } from './plain-sql.ts';
import { bets } from './schema/bets.ts';

const dialect = new PgDialect();

function expectSame(query: SQL): void {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const plain = dialect.sqlToQuery(new PlainSql(query));
  expect({ text: plain.sql, params: plain.params }).toEqual({ text, params });
}

test('a plain statement has the text and the values that Drizzle gives it', () => {
  const values = ['a', 1, 2n, true, null, new Date(0), Buffer.from('b')];
  const inner = sql`(select ${values[0]}, ${values[1]} where ${sql`${values[2]}::bigint = ${values[3]}`})`;
  const query = sql`${sql.raw('/* mark */')} select ${values[4]}, ${inner}, ${values[5]}${sql``}, ${values[6]} from bets`;

  expectSame(query);
  expect(dialect.sqlToQuery(new PlainSql(query)).params).toEqual([
    null,
    'a',
    1,
    2n,
    true,
    values[5],
    values[6],
  ]);
});

test('names, lists, columns, tables, inlined and missing values are left to Drizzle', () => {
  for (const other of [
    sql.identifier('a'),
    ['a', 'b'],
    bets.id,
    bets,
    undefined,
    sql.join([1, 2], sql`, `),
    sql`${'a'}`.inlineParams(),
  ]) {
    expectSame(sql`select ${1}, ${sql`${other}`}, ${2}`);
  }
});
