import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChainSetupError } from './chain/chain-settings.ts';
import { ChainDisagreement, ChainUnreachable } from './chain/escrow-chain.ts';
import { OtherEscrow } from './chain/open-cursor.ts';
import { CONFIG_HELP, ConfigError, parseConfig } from './config.ts';
import { FolderInUse } from './control-socket.ts';
import { openLog } from './http/open-log.ts';
import { readWebApp } from './http/web-app.ts';
import { RewoundBooks } from './ledger/chain-heads.ts';
import { startServer } from './start-server.ts';
import { welcomeText } from './welcome-text.ts';

/** The same from api/src and from api/dist. */
const WEB_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist');
const STOP_LIMIT_MS = 12_000;
/** What says in its message alone what is to be done about it. */
const EXPECTED = [
  ConfigError,
  FolderInUse,
  ChainSetupError,
  OtherEscrow,
  ChainUnreachable,
  ChainDisagreement,
  RewoundBooks,
];

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(`Tallystone\n\n${CONFIG_HELP}`);
    return;
  }
  const config = parseConfig(process.env);
  const log = openLog(config.logLevel);
  // Never limp on: what is acknowledged is committed, and a fresh start is always safe.
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'stopped by an error nobody expected');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  // While the server starts, a signal ends it at once: nothing has been acknowledged yet.
  const webApp = existsSync(join(WEB_FOLDER, 'index.html'))
    ? await readWebApp(WEB_FOLDER, { isKept: config.offlineApp })
    : null;
  const server = await startServer({ config, log, webApp });
  const { address, practiceAdmin } = server;
  console.log(welcomeText({ config, address, practiceAdmin, hasWebApp: webApp !== null }));

  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    console.log('Stopping: finishing what has begun ...');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await server.stop();
    console.log('Stopped.');
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  console.error(`Tallystone does not start: ${isExpected ? message : startProblem(error, message)}`);
  process.exit(1);
}

function startProblem(error: unknown, message: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${PORT} is in use by another program; stop that one or set PORT to another number`;
    case 'EACCES':
      return `not allowed: ${message}`;
    case 'EADDRNOTAVAIL':
      return `HOST ${HOST} is not an address of this machine`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR must be a folder (${message})`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      if (error instanceof Error && 'hostname' in error && error.hostname === HOST) {
        return `HOST ${HOST} is not an address of this machine`;
      }
      return `DATABASE_URL leads to no database that answers (${message})`;
    case '28P01':
    case '28000':
    case '3D000':
      return `DATABASE_URL is refused by the database (${message})`;
    default:
      return error instanceof Error ? (error.stack ?? message) : message;
  }
}
