import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BooksNotWhole, hasNoBooks, openBooks } from './open-books.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function aDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-books-'));
  made.push(folder);
  return folder;
}

const everything = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
/** The message of its refusal. */
const refusalOf = (folder: string) =>
  openBooks(folder).then(
    () => 'opened',
    (error) => (error instanceof BooksNotWhole ? error.message : `refused otherwise: ${error}`),
  );

describe('a used data folder', () => {
  test.each(['books.txt', 'chain-heads.log', 'practice-admin.key'])(
    'gets no new books if it has its %s but not its database',
    async (sign) => {
      const dataDir = aDataFolder();
      writeFileSync(join(dataDir, sign), 'x');
      const refusal = await refusalOf(join(dataDir, 'database'));
      expect(refusal).toContain(`${dataDir} has been in use, as its ${sign} shows`);
      expect(refusal).toContain(`Restore all of ${dataDir} from a backup.`);
      expect(refusal).toContain('set DATABASE_URL');
      expect(everything(dataDir)).toEqual([sign]);

      mkdirSync(join(dataDir, 'database'));
      expect(await refusalOf(join(dataDir, 'database'))).toContain('with the database is empty');
      expect(() => hasNoBooks(join(dataDir, 'database'))).toThrow(BooksNotWhole);
    },
  );

  test('gets no new books if its database is a file, or a link to a missing disk', async () => {
    const dataDir = aDataFolder();
    const folder = join(dataDir, 'database');
    writeFileSync(folder, 'x');
    expect(await refusalOf(folder)).toContain('is not whole (missing or empty: PG_VERSION');
    rmSync(folder);
    symlinkSync(join(dataDir, 'nowhere'), folder);
    expect(await refusalOf(folder)).toContain('is not whole (missing or empty: PG_VERSION');
    expect(everything(dataDir)).toEqual(['database']);
  });
});

test('a database without disk space is not left half made, and the program says so in a sentence', async () => {
  const dataDir = aDataFolder();
  const program = `
    import { openBooks } from ${JSON.stringify(join(import.meta.dirname, 'open-books.ts'))};
    import { startProblem } from ${JSON.stringify(join(import.meta.dirname, '../start-problem.ts'))};
    await openBooks(process.argv[1]).catch((error) => console.log(startProblem(error, {})));`;
  // No file may grow, which is a full disk to the engine: it starts to write, and fails.
  const command = 'ulimit -f 0 && exec "$0" --import tsx --input-type=module --eval "$1" "$2"';
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', command, process.execPath, program, join(dataDir, 'database')],
    { cwd: import.meta.dirname },
  );
  expect(stdout).toMatch(/^the disk is full \(.*File too large\)\. No bets were taken.*start again\.\n$/);
  expect(everything(dataDir)).toEqual([]);
});

describe('books', () => {
  let dataDir: string;
  let folder: string;
  beforeAll(async () => {
    dataDir = aDataFolder();
    folder = join(dataDir, 'database');
    // Half a database and a lock, as left by a start that was killed while it made the database.
    mkdirSync(`${folder}.unfinished/base`, { recursive: true });
    writeFileSync(`${folder}.unfinished/PG_VERSION`, '18\n');
    writeFileSync(join(dataDir, 'tallystone-00000000.sock'), '');
    expect(hasNoBooks(folder)).toBe(true);

    const client = await openBooks(folder);
    expect(readdirSync(dataDir).sort()).toEqual(['books.txt', 'database', 'tallystone-00000000.sock']);
    await client.exec('create table kept (word text); insert into kept values ($$first$$)');
    await client.close();
  });

  /** Runs with the file or folder away, or as `become` makes it, and puts it back. */
  async function without(name: string, become: ((path: string) => void) | null, act: () => Promise<void>) {
    const path = join(folder, name);
    const aside = join(dataDir, 'aside');
    renameSync(path, aside);
    try {
      become?.(path);
      const before = everything(dataDir);
      await act();
      expect(everything(dataDir)).toEqual(before);
    } finally {
      rmSync(path, { recursive: true, force: true });
      renameSync(aside, path);
    }
  }

  const asEmptyFile = (path: string) => writeFileSync(path, '');
  const asEmptyFolder = (path: string) => mkdirSync(path);
  test.each([
    ['no PG_VERSION', 'PG_VERSION', null, 'PG_VERSION'],
    ['an empty PG_VERSION', 'PG_VERSION', asEmptyFile, 'PG_VERSION'],
    ['no global', 'global', null, 'global/pg_control'],
    ['no pg_control', 'global/pg_control', null, 'global/pg_control'],
    ['an empty pg_control', 'global/pg_control', asEmptyFile, 'global/pg_control'],
    ['no tables', 'base', null, 'base'],
    ['a file for its tables', 'base', asEmptyFile, 'base'],
    ['no log of what was written', 'pg_wal', null, 'pg_wal'],
    ['no list of commits', 'pg_xact', null, 'pg_xact'],
    ['an empty list of commits', 'pg_xact', asEmptyFolder, 'pg_xact'],
    ['no list of shared locks', 'pg_multixact', null, 'pg_multixact/offsets, pg_multixact/members'],
  ])('with %s are refused and left unchanged', async (_what, name, become, missing) => {
    await without(name, become, async () => {
      const refusal = await refusalOf(folder);
      expect(refusal).toContain(`the database in ${folder} is not whole (missing or empty: ${missing})`);
      expect(refusal).toContain('no new books were begun in its place');
      expect(refusal).toContain(`Keep a copy of ${dataDir}, restore all of it from a backup`);
    });
  });

  test('with a corrupt pg_control are refused with the message of the engine', async () => {
    const control = readFileSync(join(folder, 'global/pg_control'));
    control[40] = ~(control[40] ?? 0);
    const corrupt = (path: string) => writeFileSync(path, control);
    await without('global/pg_control', corrupt, async () => {
      expect(await refusalOf(folder)).toContain('is not whole (incorrect checksum in control file)');
    });
  });

  // Unchanged by all refusals above.
  test('of an earlier version, without a marker file, open with everything in them', async () => {
    rmSync(join(dataDir, 'books.txt'));
    const client = await openBooks(folder);
    expect((await client.query('select word from kept')).rows).toEqual([{ word: 'first' }]);
    await client.close();
    expect(existsSync(join(dataDir, 'books.txt'))).toBe(true);
  });
});
