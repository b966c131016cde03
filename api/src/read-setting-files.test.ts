import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { readSettingFiles } from './read-setting-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'setting-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(text: string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, text);
  return path;
}

test('each setting can be in a file, with or without a newline at its end', () => {
  const config = parseConfig({
    DATABASE_URL_FILE: aFile('postgres://u:p@db/tallystone\n'),
    PORT_FILE: aFile('8080\r\n'),
    HOST_FILE: ` ${aFile('0.0.0.0')} `,
  });
  expect(config).toMatchObject({ databaseUrl: 'postgres://u:p@db/tallystone', port: 8080, host: '0.0.0.0' });
});

test('other variables that end in _FILE are left alone, and an empty one counts as absent', () => {
  const env = { SSL_CERT_FILE: '/nowhere', DATABASE_URL_FILE: ' ', DATABASE_URL: 'x' };
  expect(readSettingFiles(env, ['DATABASE_URL'])).toEqual(env);
});

test('a setting that is given both ways is refused', () => {
  expect(() => parseConfig({ MODE: 'demo', MODE_FILE: aFile('demo') })).toThrow(
    'MODE and MODE_FILE are both set; keep one of them',
  );
});

test('a file that cannot be used is one sentence with the setting and what to do', () => {
  const why = (path: string) => {
    try {
      parseConfig({ DATABASE_URL_FILE: path });
    } catch (error) {
      return String(error).replace('Error: ', '').replaceAll(path, 'PATH');
    }
    return null;
  };
  expect(why(join(folder, 'none'))).toBe(
    'DATABASE_URL_FILE names PATH, which is missing; create it or name another file',
  );
  expect(why(join(aFile(''), 'below'))).toContain('which is missing');
  expect(why(folder)).toBe('DATABASE_URL_FILE names PATH, which is a folder; name a file');
  expect(why(aFile('\n'))).toBe('DATABASE_URL_FILE names PATH, which is empty; write the setting into it');
});

// Root reads every file.
test.skipIf(process.getuid?.() === 0)('a file of another user is a sentence too', () => {
  const path = aFile('x');
  chmodSync(path, 0);
  expect(() => parseConfig({ DATABASE_URL_FILE: path })).toThrow(/let the user who runs Tallystone read it$/);
});

test('what is wrong with the value is said of the setting, without the value', () => {
  expect(() => parseConfig({ DATABASE_URL_FILE: aFile('secret') })).toThrow(
    /^DATABASE_URL must be a URL that begins with postgres:\/\/ and names one host;(?!.*secret)/,
  );
});
