import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { SteadyPort } from '@tallystone/testkit/processes/steady-port.ts';
import { openMovedClock } from '../../scripts/move-clock.mjs';
import { packageBin } from '../../scripts/package-bin.mjs';
import { checkBooks } from '../check-books.ts';
import { readPostgres, startDatabase } from '../database.ts';
import { type Proof, prove } from '../proof.ts';

/**
 * The bot of the client's README, exactly as it is printed there, with the packed client installed into an empty folder:
 * it signs in to a demo, places a bet, follows it while the server is killed and started again, and sells it. Only the
 * database's clock is moved, over the minute in which a bet can't be sold.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = join(fileURLToPath(new URL('../../client/src/public.ts', import.meta.url)), '../..');
const run = promisify(execFile);

await prove('client-bot', async (proof) => {
  const folder = await installClient(proof);
  await checkTypes(proof, folder);
  await runBot(proof, folder);
});

/** Packs the client, installs it into an empty folder without a registry, and puts the bot there. */
async function installClient(proof: Proof): Promise<string> {
  const folder = temporaryFolder('tallystone-bot-');
  const { stdout } = await run('npm', ['pack', '-w', 'client', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', `./${filename}`], { cwd: folder });
  const listed = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder });
  const installed = listed.stdout.trim().split('\n').slice(1);
  const sources = files.filter(({ path }) => /(?:test|\.tsx?$)/.test(path) && !path.endsWith('.d.ts'));
  proof.row({
    what: 'packages in an empty folder after the packed client was installed without a registry; tests and sources in it',
    bar: '1; 0',
    measured: `${installed.length}; ${sources.length}`,
    ok: installed.length === 1 && sources.length === 0,
  });
  const [, bot] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? [];
  if (bot === undefined) throw new Error("the client's README has no bot");
  writeFileSync(join(folder, 'bot.mjs'), bot);
  return folder;
}

/** The bot against the package's types, as a strict compiler of its author sees both. */
async function checkTypes(proof: Proof, folder: string): Promise<void> {
  const options = {
    compilerOptions: {
      strict: true,
      checkJs: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    files: ['bot.mjs'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = packageBin('typescript', ROOT, 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder, '--pretty', 'false']).catch(
    (error: { stdout: string }) => error,
  );
  const problems = stdout.split('\n').filter((line) => line.includes('error TS'));
  for (const problem of problems) proof.say(problem);
  proof.row({
    what: "mistakes that the compiler finds in the bot and in the package's types",
    bar: '0',
    measured: String(problems.length),
    ok: problems.length === 0,
  });
}

async function runBot(proof: Proof, folder: string): Promise<void> {
  const database = await startDatabase();
  const clock = await openMovedClock(database.url);
  const steady = await SteadyPort.open();
  const url = `http://127.0.0.1:${steady.port}`;
  const server = await ServerProcess.start({ databaseUrl: clock.url, settings: { PUBLIC_ORIGIN: url } });
  steady.target = server.port;
  const reader = await readPostgres(clock.url);
  try {
    const bot = endWithUs(
      spawn(process.execPath, ['bot.mjs'], {
        cwd: folder,
        env: { PATH: process.env.PATH, TALLYSTONE_URL: url },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    const ended = new Promise<number | null>((resolve) => bot.once('close', resolve));
    bot.stderr.on('data', (text) => proof.say(String(text)));
    const lines: string[] = [];
    const restarts: Promise<void>[] = [];
    const restart = async () => {
      steady.target = null;
      await server.kill();
      await server.start();
      steady.target = server.port;
      await clock.advance(61_000);
    };
    for await (const line of createInterface(bot.stdout)) {
      proof.say(`the bot: ${line}`);
      lines.push(line);
      // By now it follows the stream: the server has told it why the bet can't be sold yet.
      if (line.startsWith('not yet') && restarts.length === 0) restarts.push(restart());
    }
    const code = await ended;
    await Promise.all(restarts);
    const steps = ['placed: ', 'not yet: ', 'reconnecting: ', 'bet: cashed-out'];
    const done = steps.filter((step) => lines.some((line) => line.startsWith(step)));
    proof.row({
      what: "steps of the README's bot against a demo whose server was killed meanwhile: placed, followed, reconnected, sold; its exit code",
      bar: 'all 4; 0',
      measured: `${done.length === steps.length ? 'all ' : ''}${done.length}; ${code}`,
      ok: done.length === steps.length && code === 0,
    });
    const [row] = await reader.rows(
      `select (select count(*) from bets) as bets, (select count(*) from cash_outs) as sold`,
    );
    proof.row({
      what: 'bets in the books, and of them sold',
      bar: '1, 1',
      measured: `${row?.bets}, ${row?.sold}`,
      ok: row?.bets === '1' && row.sold === '1',
    });
    const broken = await checkBooks(reader);
    proof.row({
      what: 'ledger invariants afterwards, by independent SQL',
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
  } finally {
    await reader.close();
    await server.remove();
    steady.close();
    await clock.close();
    await database.stop();
  }
}
