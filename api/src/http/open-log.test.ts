import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openLog } from './open-log.ts';

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let text = '';
  write(openLog('debug', { write: (line) => (text += line) }));
  return text;
}

test('secrets and wallets are redacted at every depth', () => {
  const text = logged((log) => {
    log.info({
      token: 'SECRET',
      wallet: 'SECRET',
      req: { headers: { authorization: 'SECRET' }, cookie: 'SECRET' },
    });
    log.info({ body: { signature: 'SECRET', nonce: 'SECRET' }, publicKey: 'SECRET' }, 'said');
  });
  expect(text).not.toContain('SECRET');
  expect(text).toContain('[redacted]');
});

test('a failed query is written without its parameters', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (address)=(SECRET)',
  });
  const text = logged((log) => {
    log.error(
      { err: new DrizzleQueryError('insert into users values ($1)', ['SECRET'], cause) },
      'a request failed',
    );
  });
  expect(text).not.toContain('SECRET');
  expect(JSON.parse(text).err).toMatchObject({
    message: 'failed query: insert into users values ($1)',
    cause: { message: 'duplicate key value', code: '23505' },
  });
});
