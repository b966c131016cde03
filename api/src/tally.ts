import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { COMMAND_HELP, CommandRefused, runCommand } from './admin/run-command.ts';
import { isStillAtIt, ticketWord } from './answer-patiently.ts';
import { type Config, databaseOf, parseConfig } from './config.ts';
import { askHolder, holdDataFolder, type Reply } from './control-socket.ts';
import { isMigrated } from './db/migrate.ts';
import { openCheckedDatabase } from './db/open-checked-database.ts';
import { HttpError } from './http/http-error.ts';
import { requireLastHead } from './ledger/chain-heads.ts';
import { headFileOf } from './ledger/head-file.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { startProblem } from './start-problem.ts';

/**
 * The command line tool. If the server runs, it sends the command over the socket in the data folder; otherwise it opens the
 * database itself.
 */
async function main(command: string[]): Promise<number> {
  if (command.length === 0 || command.includes('--help') || command.includes('-h')) {
    console.log(`npm run tally -- <command>\n\n${COMMAND_HELP}`);
    return command.length === 0 ? 1 : 0;
  }
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const config = parseConfig(process.env);
  if (command[0] === 'export') return exportHere(config, command.slice(1));
  return print(await carryOut(config, command));
}

async function carryOut(config: Config, command: string[]): Promise<Reply> {
  return (await askServer(config, command)) ?? (await runHere(config, command));
}

function print({ ok, lines }: Reply): number {
  for (const line of lines) (ok ? console.log : console.error)(line);
  return ok ? 0 : 1;
}

/** Waits for the running server as long as the work takes. Returns null if no server runs. */
async function askServer({ dataDir }: Config, command: string[]): Promise<Reply | null> {
  if (dataDir === null) return null;
  const ticket = ticketWord(randomUUID());
  let reply = await askHolder(dataDir, [ticket, ...command]);
  while (reply !== null && isStillAtIt(reply)) {
    reply = await askHolder(dataDir, [ticket, ...command]);
    if (reply === null)
      throw new CommandRefused('The server stopped before it was done; start it and try again.');
  }
  return reply;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Has the server write the file, so no reply has to carry all of it. For printing, the file goes to a temporary folder first. */
async function exportHere(config: Config, words: string[]): Promise<number> {
  const last = words.at(-1);
  const isPrinted = words.length < 2 || last === undefined || last === '-' || DAY.test(last);
  if (!isPrinted) {
    // Relative to where npm was called, not to where it runs scripts.
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), last);
    return print(await carryOut(config, ['export', ...words.slice(0, -1), path]));
  }
  const folder = await mkdtemp(join(tmpdir(), 'tallystone-export-'));
  try {
    const path = join(folder, 'export.csv');
    const asked = last === '-' ? words.slice(0, -1) : words;
    const reply = await carryOut(config, ['export', ...asked, path]);
    if (!reply.ok) return print(reply);
    await pipeline(createReadStream(path), process.stdout, { end: false });
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runHere(config: Config, command: string[]): Promise<Reply> {
  // Lock the folder, so that no server opens it at the same time. PostgreSQL itself is open to any number of processes.
  const release =
    config.dataDir === null
      ? () => Promise.resolve()
      : await holdDataFolder(config.dataDir, async () => ({
          ok: false,
          lines: ['Another command is being carried out; try again.'],
        }));
  try {
    const database = await openCheckedDatabase(databaseOf(config));
    try {
      const { db } = database;
      const headFile = headFileOf(config);
      // Like a server start: a restored copy of an older version stays unchanged until its loss is accepted.
      if (command[0] !== 'accept-rewind' && !(await isMigrated(db)))
        await requireLastHead(database, headFile);
      await database.migrate();
      const lines = await runCommand(
        { db, mode: config.mode, now: new Date(), headFile, importGames: null, chain: null },
        command,
      );
      return { ok: true, lines };
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isRefused = error instanceof CommandRefused || error instanceof HttpError;
  console.error(isRefused ? error.message : startProblem(error, process.env));
  process.exitCode = 1;
}
