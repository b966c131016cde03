import { join } from 'node:path';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { askHolder, FolderInUse, holdDataFolder, type Reply } from './control-socket.ts';
import { openDatabase } from './db/open-database.ts';
import { COMMAND_HELP, CommandRefused, runCommand } from './identity/run-command.ts';

/**
 * The command line tool. While the server runs it asks the server, over the socket in the data folder; else
 * it opens the database itself.
 */
async function main(command: string[]): Promise<number> {
  if (command.length === 0 || command.includes('--help') || command.includes('-h')) {
    console.log(`npm run tally -- <command>\n\n${COMMAND_HELP}`);
    return command.length === 0 ? 1 : 0;
  }
  const config = parseConfig(process.env);
  const { ok, lines } = (await askHolder(config.dataDir, command)) ?? (await runHere(config, command));
  for (const line of lines) (ok ? console.log : console.error)(line);
  return ok ? 0 : 1;
}

async function runHere(config: Config, command: string[]): Promise<Reply> {
  // Held, so that no server opens the same folder meanwhile.
  const release = await holdDataFolder(config.dataDir, async () => ({
    ok: false,
    lines: ['Another command is being carried out; try again.'],
  }));
  try {
    const database = await openDatabase(
      config.databaseUrl === null
        ? { dataDir: join(config.dataDir, 'database') }
        : { url: config.databaseUrl },
    );
    try {
      await database.migrate();
      const lines = await runCommand({ db: database.db, mode: config.mode, now: new Date() }, command);
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
  const isExpected =
    error instanceof CommandRefused || error instanceof ConfigError || error instanceof FolderInUse;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
