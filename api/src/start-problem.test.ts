import { connect } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { BooksNotWhole } from './db/open-books.ts';
import { startProblem } from './start-problem.ts';

const withCode = (code: string, message: string, more = {}) =>
  Object.assign(new Error(message), { code, ...more });
const said = (error: unknown) => startProblem(error, { PORT: '80', HOST: 'h', DATA_DIR: '/data' });

describe('why a program does not start', () => {
  test.each([
    [
      'the disk is full',
      withCode('ENOSPC', 'no space left on device, write'),
      /^the disk is full \(no space/,
    ],
    ['the database has no room', withCode('53100', 'could not extend file'), /^the disk is full \(could not/],
    ['the disk takes no writes', withCode('EROFS', 'read-only'), /^the disk is read-only \(read-only\)/],
    [
      'a file belongs to another user',
      withCode('EACCES', "open '/data/x'"),
      /read and write all of DATA_DIR \(\/data\)/,
    ],
    [
      'the lock cannot be made there',
      withCode('EACCES', 'listen EACCES: permission denied /data/x.sock', { port: -1 }),
      /read and write all of DATA_DIR/,
    ],
    [
      'the port is for administrators',
      withCode('EACCES', 'listen', { port: 80 }),
      /set PORT to a number from 1024 on$/,
    ],
    [
      'a table of the database is missing',
      withCode('58P01', 'could not open file'),
      /^the database is damaged \(could not/,
    ],
    [
      'a query fails and its cause says why',
      queryThatFails(withCode('XX001', 'bad page')),
      /damaged \(bad page\)/,
    ],
    [
      'a query fails for an unknown reason',
      queryThatFails(new Error('odd')),
      /unexpected error: odd\. No bets/,
    ],
    [
      'the password is wrong',
      answerOf('28P01', 'password authentication failed for user "x"'),
      /^the database refuses DATABASE_URL \(password .*\); correct its user and password, or let this user in$/,
    ],
    [
      'the database does not exist',
      answerOf('3D000', 'database "x" does not exist'),
      /^the database refuses DATABASE_URL \(.*\); create that database, or correct its name$/,
    ],
    [
      'the host of the database does not answer',
      withCode('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:5432'),
      /^no database answers at DATABASE_URL \(connect ETIMEDOUT 192\.0\.2\.1:5432\); start PostgreSQL/,
    ],
    [
      'the name of the database host cannot be looked up',
      withCode('EAI_AGAIN', 'getaddrinfo EAI_AGAIN db', { hostname: 'db' }),
      /^no database answers at DATABASE_URL \(getaddrinfo EAI_AGAIN db\)/,
    ],
    [
      'no connection is made in time',
      new Error('timeout exceeded when trying to connect'),
      /^no database answers at DATABASE_URL \(timeout exceeded when trying to connect\)/,
    ],
    [
      'a single connection is not made in time',
      new Error('timeout expired'),
      /^no database answers at DATABASE_URL \(timeout expired\)/,
    ],
    [
      'PgBouncer refuses the limits',
      answerOf('08P01', 'unsupported startup parameter: lock_timeout'),
      /^the pooler at DATABASE_URL refuses .* \(unsupported .*\); configure it as deploy\/pgbouncer\/pgbouncer\.ini does/,
    ],
    [
      'PgBouncer has no transactions',
      answerOf('08P01', 'transaction blocks not allowed in statement pooling mode'),
      /^the pooler at DATABASE_URL refuses what the server needs/,
    ],
    [
      'PgBouncer has no PostgreSQL',
      answerOf('08P01', 'server login has been failing, try again later (server_login_retry)'),
      /^the database went away \(server login has been failing/,
    ],
    [
      'the database is stopped',
      answerOf('57P01', 'terminating connection'),
      /^the database went away \(terminating connection\)\. No bets/,
    ],
    [
      'the database takes too long',
      answerOf('57014', 'canceling statement'),
      /^the database is too busy \(canceling statement\)\. No bets/,
    ],
    [
      'the database is a standby',
      answerOf('25006', 'cannot execute'),
      /^the database is read-only \(cannot execute\)\. No bets/,
    ],
    [
      'the connection is cut',
      new Error('Connection terminated unexpectedly'),
      /^the database went away \(Connection terminated unexpectedly\)/,
    ],
    ['nothing known', new Error('one\n  two.'), /^an unexpected error: one; two\. No bets were taken/],
    [
      'something is thrown that is not an error',
      { name: 'ErrnoError', errno: 51 },
      /unexpected error: ErrnoError \{"name".*51\}\. No/,
    ],
    [
      'no folder can be made',
      Object.assign(withCode('ENOENT', "ENOENT: no such file or directory, mkdir '/proc/x'"), {
        syscall: 'mkdir',
      }),
      /^DATA_DIR must be a folder \(ENOENT: .*'\/proc\/x'\)$/,
    ],
    ['a text is thrown', 'gone', /unexpected error: gone\. No bets/],
    ['nothing is thrown', undefined, /unexpected error: undefined\. No bets/],
    ['an error says nothing', new Error(''), /unexpected error: no reason was given\. No bets/],
    [
      'the reason is inside another error',
      new Error('outer', { cause: new BooksNotWhole('The books are gone. Restore them.') }),
      /^The books are gone\. Restore them\.$/,
    ],
  ])('is a sentence when %s', (_when, error, sentence) => {
    expect(said(error)).toMatch(sentence);
    expect(said(error)).not.toContain('\n');
    expect(said(error)).not.toContain('[object');
    expect(said(error)).not.toContain('secret');
  });

  test('names the first of several addresses that did not answer', () => {
    const each = ['::1', '127.0.0.1'].map((at) => withCode('ECONNREFUSED', `connect ECONNREFUSED ${at}:1`));
    expect(said(Object.assign(new AggregateError(each), { code: 'ECONNREFUSED' }))).toBe(
      'no database answers at DATABASE_URL (connect ECONNREFUSED ::1:1); start PostgreSQL there, or correct the host and port',
    );
  });

  test('shows the message of a system error', async () => {
    const error = await new Promise((resolve) => connect('/nowhere/at/all').once('error', resolve));
    expect(said(error)).toMatch(/^an unexpected error: connect ENOENT \/nowhere\/at\/all\. No bets/);
  });

  test('ends even if an error is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(said(error)).toContain('unexpected error: round.');
  });
});

function answerOf(state: string, message: string): Error {
  return queryThatFails(withCode(state, message, { severity: 'ERROR' }));
}

function queryThatFails(cause: Error): Error {
  return new DrizzleQueryError('select $1', ['secret'], cause);
}
