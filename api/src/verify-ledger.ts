import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replayBets } from './betting/replay-bets.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { FolderInUse, holdDataFolder } from './control-socket.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { checkInvariants } from './ledger/check-invariants.ts';

/**
 * Checks the books from the first entry on: every invariant, and every bet placed again by the rules. It
 * reads one snapshot and changes nothing, so bets may go on meanwhile. Exits 1 when anything is broken.
 */
async function main(): Promise<number> {
  const config = parseConfig(process.env);
  if (config.databaseUrl !== null) {
    // No limit of time: the books of years are read in one go.
    const pool = { connections: 2, statementTimeoutMs: 0 };
    return verify(await openDatabase({ url: config.databaseUrl, pool }));
  }
  return verifyFolder(config);
}

async function verifyFolder({ dataDir }: Config): Promise<number> {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) {
    console.error(
      `There are no books in ${dataDir}: start Tallystone once, or set DATA_DIR or DATABASE_URL.`,
    );
    return 1;
  }
  // The embedded engine can be open once. Held, so that no server opens it meanwhile.
  const release = await holdDataFolder(dataDir, async () => ({
    ok: false,
    lines: ['The books are being verified; try again when that is done.'],
  }));
  try {
    return await verify(await openDatabase({ dataDir: folder }));
  } finally {
    await release();
  }
}

async function verify(database: Database): Promise<number> {
  const startedAt = performance.now();
  try {
    return await database.db.transaction(
      async (tx) => {
        let broken = 0;
        const tell = (number: string, promise: string, offences: readonly string[]) => {
          console.log(`${offences.length === 0 ? 'holds ' : 'BROKEN'}  (${number}) ${promise}`);
          for (const offence of offences) console.log(`        ${offence}`);
          broken += offences.length === 0 ? 0 : 1;
        };
        for (const { invariant, offenders } of await checkInvariants(tx, { kind: 'everything' })) {
          tell(
            `${invariant.number}`,
            invariant.promise,
            offenders.map((offender) => JSON.stringify(offender)),
          );
        }
        const { markets, bets, offences } = await replayBets(tx);
        tell('replay', 'each bet was acceptable when it was placed, and pays stake times odds', offences);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        console.log(
          `${broken === 0 ? 'The books hold' : `${broken} promises are BROKEN`}: ${bets} bets on ${markets} markets, checked in ${seconds} s.`,
        );
        return broken === 0 ? 0 : 1;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof FolderInUse) {
    console.error(
      `${error.message}. A running server checks its books itself; stop it to verify all of them.`,
    );
  } else console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
