import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { startPostgres, unprivilegedUser } from '../scripts/find-postgres.mjs';
import { findProgram, installByApt, isDisposableMachine } from '../scripts/find-program.mjs';
import { readPostgres } from './database.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** A PostgreSQL whose write-ahead log pgBackRest archives, with a backup. */
export interface BackedUpPostgres {
  readonly url: string;
  /** For the programs that restore: where pgBackRest's configuration and PostgreSQL's programs are. */
  readonly environment: Readonly<Record<string, string>>;
  /** An empty folder for restored copies, which is removed with everything else. */
  readonly restored: string;
  /** Resolves once everything up to now is archived. */
  archiveAll(): Promise<void>;
  /** Returns a function that tells whether everything up to now is archived. */
  markNow(): Promise<() => Promise<boolean>>;
  /** kill -9; its folder is gone, too. */
  lose(): Promise<void>;
}

/**
 * Starts it and makes the first backup. The packages are Debian's, because pgBackRest reads PostgreSQL's files and has to know
 * its version.
 *
 * @param archiveSeconds a part of the write-ahead log that isn't full is archived after this time
 */
export async function startBackedUpPostgres({
  archiveSeconds,
}: {
  archiveSeconds: number;
}): Promise<BackedUpPostgres> {
  findProgram('pgbackrest');
  const postgres = unprivilegedUser();
  const folder = temporaryFolder('tallystone-backup-');
  chmodSync(folder, 0o755);
  const config = join(folder, 'pgbackrest.conf');
  for (const name of ['repo', 'log', 'lock', 'spool', 'socket', 'restored']) {
    mkdirSync(join(folder, name));
    if (postgres !== undefined) chownSync(join(folder, name), postgres.uid, postgres.gid);
  }
  const start = () =>
    startPostgres({
      own: true,
      from: 'system',
      settings: {
        archive_mode: 'on',
        archive_command: `pgbackrest --config=${config} --stanza=tallystone archive-push %p`,
        archive_timeout: archiveSeconds,
        unix_socket_directories: join(folder, 'socket'),
      },
    });
  const server = await start().catch((error) => {
    if (isDisposableMachine() && installByApt(['postgresql'])) return start();
    throw error;
  });
  const reader = await readPostgres(server.url);
  const [row] = await reader.rows(
    `select current_setting('data_directory') as data, (select setting from pg_config where name = 'BINDIR') as bin`,
  );
  await reader.close();
  writeFileSync(
    config,
    [
      '[global]',
      ...['repo1-path=repo', 'log-path=log', 'lock-path=lock', 'spool-path=spool'].map((line) =>
        line.replace('=', `=${folder}/`),
      ),
      'start-fast=y',
      'log-level-console=warn',
      'compress-type=lz4',
      '[tallystone]',
      `pg1-path=${row?.data}`,
      `pg1-port=${new URL(server.url).port}`,
      `pg1-socket-path=${join(folder, 'socket')}`,
      'pg1-user=tallystone',
      'pg1-database=postgres',
      '',
    ].join('\n'),
  );
  const admin = await readPostgres(server.url);
  const isArchived = async (file: unknown): Promise<boolean> => {
    const [row] = await admin.rows(
      `select from pg_stat_archiver where last_archived_wal >= '${String(file)}'`,
    );
    return row !== undefined;
  };
  const backRest = (...args: string[]) =>
    run('pgbackrest', [`--config=${config}`, '--stanza=tallystone', ...args], { ...postgres, cwd: folder });
  await backRest('stanza-create');
  await backRest('backup', '--type=full');
  return {
    url: server.url,
    restored: join(folder, 'restored'),
    environment: { PGBACKREST_CONFIG: config, PG_BIN: row?.bin ?? '' },
    async archiveAll() {
      const [last] = await admin.rows('select pg_walfile_name(pg_switch_wal()) as file');
      await until(
        async () => ((await isArchived(last?.file)) ? true : null),
        'the archiving of the write-ahead log',
      );
    },
    async markNow() {
      const [current] = await admin.rows('select pg_walfile_name(pg_current_wal_insert_lsn()) as file');
      return () => isArchived(current?.file);
    },
    async lose() {
      await admin.close();
      await server.kill();
    },
  };
}
