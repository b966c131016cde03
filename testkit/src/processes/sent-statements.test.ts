import { expect, test } from 'vitest';
import { lackingIn, StatementReader } from './sent-statements.ts';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

const tls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const startup = message('', '\0\x03\0\0user\0someone\0\0');

test.each([[1], [3], [10_000]])('statements are read from pieces of %i bytes', (size) => {
  const sent = Buffer.concat([
    tls,
    startup,
    message('Q', 'begin\0'),
    message('P', 'a name\0select $1\0\0\x01\0\0\0\x14'),
    message('B', '\0a name\0'),
    message('S', ''),
    message('P', '\0select pg_notify($1, $2)\0\0\0'),
    message('X', ''),
  ]);
  const read: string[] = [];
  const reader = new StatementReader((text) => read.push(text));
  for (let at = 0; at < sent.length; at += size) reader.read(sent.subarray(at, at + size));
  expect(read).toEqual(['begin', 'select $1', 'select pg_notify($1, $2)']);
});

test.each([
  ['select pg_try_advisory_lock($1)', 'advisory locks'],
  ['LISTEN "tallystone"', 'messages'],
  ['select pg_notify($1, $2)', 'messages'],
  ['select pg_current_xact_id()', 'numbers of transactions'],
  ['create trigger t before insert on bets', 'triggers'],
  [
    'update last_runs set ran_at = clock_timestamp() where name = $1',
    'an update to what each row computes differently',
  ],
  [
    'with clock as (select clock_timestamp() as now) update last_runs r set ran_at = c.now from clock c',
    null,
  ],
  ['select max(id) from bets', null],
])('%s', (statement, lacking) => {
  expect(lackingIn(statement)).toBe(lacking);
});
