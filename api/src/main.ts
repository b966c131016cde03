import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIG_HELP, parseConfig } from './config.ts';
import { openLog } from './http/open-log.ts';
import { VERSION } from './http/version.ts';
import { readWebApp } from './http/web-app.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { onStopRequest } from './on-stop-request.ts';
import { startProblem } from './start-problem.ts';
import { startServer } from './start-server.ts';
import { welcomeText } from './welcome-text.ts';

/** The same path from api/src and from api/dist. */
const WEB_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist');
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const STOP_LIMIT_MS = 12_000;

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(`Tallystone ${VERSION}\n\n${CONFIG_HELP}`);
    return;
  }
  // Before the settings are checked: a missing one may just be misspelled.
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const config = parseConfig(process.env);
  const log = openLog(config.logLevel);
  // Exit on unexpected errors: everything acknowledged is committed, so a restart is always safe.
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'stopped by an unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  // A signal during the start ends the process at once, since nothing has been acknowledged yet. The first process of a
  // container would ignore it without a handler.
  if (process.pid === 1) for (const signal of SIGNALS) process.once(signal, () => process.exit(1));
  const webApp = existsSync(join(WEB_FOLDER, 'index.html'))
    ? await readWebApp(WEB_FOLDER, { isKept: config.offlineApp })
    : null;
  const server = await startServer({ config, log, webApp }).catch((error) => {
    log.debug({ err: error }, 'the start failed');
    throw error;
  });
  const stop = onStopRequest({
    finish: async () => {
      const { drainSeconds } = config;
      if (drainSeconds > 0) console.log(`Draining for ${drainSeconds} s: load balancers are told first ...`);
      await server.drain();
      console.log('Stopping: finishing what has begun ...');
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      await server.stop();
      console.log('Stopped.');
      process.exit(0);
    },
    quit: () => process.exit(1),
  });
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
  log.info({ mode: config.mode }, 'started');
  // Printed after the signal handlers are set: once it is shown, people may stop the server.
  const { address, metricsAddress, practiceAdmin } = server;
  console.log(welcomeText({ config, address, metricsAddress, practiceAdmin, hasWebApp: webApp !== null }));
}

try {
  await main();
} catch (error) {
  console.error(`Tallystone does not start: ${startProblem(error, process.env)}`);
  process.exit(1);
}
