import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { buildIfStale, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { startBackedUpPostgres } from '../backed-up-postgres.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import { readPostgres } from '../database.ts';
import { type Proof, prove } from '../proof.ts';
import { until } from '../until.ts';

/**
 * The drill of docs/operations/backup.md: bets come while PostgreSQL is backed up by pgBackRest, the primary is lost, the books
 * are restored to a moment before, and the drill names the acknowledged bets that they lack. Before that, a restore of
 * everything has to pass.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SEED = 20261127;
const CONNECTIONS = 16;
const BETTORS = 20;

interface Drill {
  readonly code: number;
  readonly output: string;
}

interface Round {
  readonly whole: Drill;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly named: readonly string[];
  readonly code: number;
  /** The drill with a target that the archive doesn't reach. */
  readonly beyond: Drill;
}

await prove('restore-drill', async (proof) => {
  await buildIfStale();
  const rounds: Round[] = [];
  for (let round = 0; round < (proof.sample ? 1 : 5); round++) rounds.push(await runRound(proof, round));

  const failed = rounds.filter(({ whole }) => whole.code !== 0);
  proof.row({
    what: `books restored with everything that was archived pass verify-ledger with the servers' log, in ${rounds.length} drills`,
    bar: 'each passes',
    measured:
      failed.length === 0
        ? 'each passes'
        : `${failed.length} fail: ${failed[0]?.whole.output.slice(-400).replace(/\n/g, ' ')}`,
    ok: failed.length === 0,
  });
  const acknowledged = rounds.reduce((sum, each) => sum + each.acknowledged, 0);
  const lost = rounds.reduce((sum, each) => sum + each.lost.length, 0);
  const wrong = rounds.flatMap((each) => [
    ...each.lost.filter((id) => !each.named.includes(id)).map((id) => `${id} is not named`),
    ...each.named.filter((id) => !each.lost.includes(id)).map((id) => `${id} is not lost`),
  ]);
  proof.row({
    what: `primary lost under load, books restored to a moment at least ${proof.sample ? 3 : 30} s before: ${lost} of ${acknowledged} acknowledged bets are lost, and the drill names them`,
    bar: 'exactly those, at least one in each drill',
    measured: wrong.length === 0 ? 'exactly those' : `${wrong.length} wrong: ${wrong.slice(0, 3).join('; ')}`,
    ok: wrong.length === 0 && rounds.every((each) => each.lost.length > 0 && each.code === 1),
  });
  const refused = rounds.filter(
    ({ beyond }) => beyond.code === 1 && beyond.output.includes('choose an earlier --target'),
  ).length;
  proof.row({
    what: 'a moment after the end of the archive is refused, and the drill says what to do',
    bar: 'in each drill',
    measured: `in ${refused} of ${rounds.length}`,
    ok: refused === rounds.length,
  });
});

async function runRound(proof: Proof, round: number): Promise<Round> {
  const backSeconds = proof.sample ? 3 : 30;
  const folder = temporaryFolder('tallystone-drill-');
  const log = join(folder, 'server.log');
  const postgres = await startBackedUpPostgres({ archiveSeconds: proof.sample ? 1 : 5 });
  const server = await ServerProcess.start({
    databaseUrl: postgres.url,
    settings: { LOG_BETS: 'on', DATA_DIR: 'none' },
    logFile: log,
  });
  const acknowledged = new Set<string>();
  const bet = async (bets: number, seed: number) => {
    const load = await prepareBets(server, { seed, bets, bettors: BETTORS });
    const lanes = Array.from({ length: CONNECTIONS }, () => new HttpConnection(server.port));
    await Promise.all(lanes.map((lane) => lane.opened()));
    await driveBets(lanes, load, (id) => acknowledged.add(id));
    for (const lane of lanes) lane.close();
  };
  const drill = async (name: string, ...args: string[]): Promise<Drill> => {
    const into = join(postgres.restored, name);
    const drillArgs = ['--into', into, '--database', 'postgres', '--bets', log, ...args];
    return runProgram('sh', ['deploy/pgbackrest/drill.sh', ...drillArgs], postgres.environment);
  };

  await bet(proof.sample ? 60 : 300, SEED + 10 * round);
  await postgres.archiveAll();
  const whole = await drill('whole');
  proof.say(`round ${round}: ${acknowledged.size} bets, the whole restore ends with ${whole.code}`);

  let seed = SEED + 10 * round;
  const betMore = () => bet(100, ++seed);
  await betMore();
  const moment = Date.now();
  await betMore();
  // Recovery refuses a moment that the archive doesn't reach, and archiving can be slower than the bets.
  const isArchived = await postgres.markNow();
  await until(async () => {
    await betMore();
    return Date.now() >= moment + backSeconds * 1000 && (await isArchived()) ? true : null;
  }, 'the archiving of the moment to restore to');
  await postgres.lose();
  await server.remove();
  const beyond = await drill('beyond', '--target', asTarget(Date.now()));
  const { code, output } = await drill('earlier', '--target', asTarget(moment), '--keep');
  const at = /To connect: psql '(\S+)'/.exec(output)?.[1];
  const stop = /To stop it: pg_ctl -D (\S+)\/data stop/.exec(output)?.[1];
  if (at === undefined || stop === undefined) throw new Error(`the restored copy does not run:\n${output}`);
  const reader = await readPostgres(at);
  const kept = new Set((await reader.rows('select id from bets')).map(({ id }) => id));
  await reader.close();
  await stopCopy(stop, postgres.environment.PG_BIN ?? '');
  return {
    whole,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !kept.has(id)),
    named: [...output.matchAll(/bet (b_\w+) of user/g)].map(([, id = '']) => id),
    code,
    beyond,
  };
}

function asTarget(moment: number): string {
  return new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
}

async function stopCopy(folder: string, bin: string): Promise<void> {
  const stop = [join(bin, 'pg_ctl'), '-D', join(folder, 'data'), '-m', 'immediate', 'stop'];
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...stop] : stop;
  await runProgram(program, args, {});
  rmSync(folder, { recursive: true, force: true });
}

function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Drill> {
  return new Promise((resolve, reject) => {
    const child = endWithUs(spawn(program, args, { cwd: ROOT, env: { ...process.env, ...environment } }));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
