import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import type { Reader } from './database.ts';
import type { Proof } from './proof.ts';

const QUIET_LIMIT_MS = 900_000;
const UNSEALED = '(select max(id) from entries) - (select coalesce(max(last_entry), 0) from seals)';

/** Waits until the server has sealed the filled books and finished its checks of them. */
export async function untilQuiet(proof: Proof, { rows }: Reader): Promise<void> {
  const deadline = performance.now() + QUIET_LIMIT_MS;
  const startedAt = performance.now();
  for (let quiet = 0; quiet < 4; ) {
    const [state] = await rows(`
      select (select count(*) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as active,
        ${UNSEALED} as unsealed`);
    quiet = state?.active === '0' && state.unsealed === '0' ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`the server is not idle: ${JSON.stringify(state)}`);
    await sleep(500);
  }
  proof.say(`sealed and checked after ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Stops the server once it is quiet, with everything sealed: no seal proves what came just before the stop. */
export async function stopSealed(proof: Proof, server: ServerProcess, reader: Reader): Promise<void> {
  for (;;) {
    await untilQuiet(proof, reader);
    await server.stop();
    const [left] = await reader.rows(`select ${UNSEALED} as unsealed`);
    if (left?.unsealed === '0') return;
    await server.start();
  }
}
