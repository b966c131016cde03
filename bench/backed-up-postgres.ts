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
  const backRest = (...args: string[]) =>
    run('pgbackrest', [`--config=${config}`, '--stanza=tallystone', ...args], { ...postgres, cwd: folder });
  await backRest('stanza-create');
  await backRest('backup', '--type=full');
  return {
    url: server.url,
    restored: join(folder, 'restored'),
    environment: { PGBACKREST_CONFIG: config, PG_BIN: row?.bin ?? '' },
    async archiveAll() {
      const admin = await readPostgres(server.url);
      const [last] = await admin.rows('select pg_walfile_name(pg_switch_wal()) as file');
      const findArchived = async () => {
        const [found] = await admin.rows(
          `select last_archived_wal as file from pg_stat_archiver where last_archived_wal >= '${last?.file}'`,
        );
        return found ?? null;
      };
      await until(findArchived, 'the archiving of the write-ahead log');
      await admin.close();
    },
    lose: () => server.kill(),
  };
}
