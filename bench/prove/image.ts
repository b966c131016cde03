import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import { buildImage, inImage } from '../built-image.ts';
import { startDatabase } from '../database.ts';
import { memoryOf } from '../memory-of.ts';
import { type Proof, proveInFull } from '../proof.ts';
import { ratioRow } from '../ratio-row.ts';
import { shareOf } from '../share-of.ts';

/**
 * The image of `deploy/Dockerfile`: how large it is, that it serves everything as its own user on a read-only root, and how
 * long it takes to start. It has no sample, because installing and building take minutes.
 */

const COMMIT = '0123456789';
const MOST_MB = 250;
const STARTS = 5;
/** Of what starts have taken on a quiet and on a busy machine. */
const MOST_TIMES = 40;
const SECRET = '/run/secrets/database-url';
const READY_WITHIN_MS = 300_000;

await proveInFull('image', async (proof) => {
  proof.say('building ...');
  const image = buildImage(COMMIT);
  const database = await startDatabase();
  try {
    proof.row({
      what: 'what the image adds to its base',
      bar: `at most ${MOST_MB} MB`,
      measured: `${image.addedMb} MB`,
      ok: image.addedMb <= MOST_MB,
    });
    mkdirSync(join(image.root, 'run/secrets'), { recursive: true });
    writeFileSync(join(image.root, SECRET), `${database.url}\n`);
    await serveAndStart(proof, image);
  } finally {
    await database.stop();
    image.remove();
  }
});

type Image = ReturnType<typeof buildImage>;

async function serveAndStart(proof: Proof, image: Image): Promise<void> {
  const first = await startImage(image);
  const answers = await askEverything(first.url);
  const wrong = Object.entries(answers).filter(([, found]) => found !== 'as expected');
  proof.row({
    what: 'answers of the image on a read-only root as its own user: the app, its version, the documentation, a picture, health',
    bar: 'all as expected',
    measured: wrong.length === 0 ? 'all as expected' : wrong.map((pair) => pair.join(': ')).join('; '),
    ok: wrong.length === 0,
  });
  const [program = '', ...check] = image.config.Healthcheck.Test.slice(1);
  const health = () => run(image, [program, ...check], { PORT: String(first.port) }).status;
  const whileServing = health();
  const memory = memoryOf(first.pid);
  const code = await first.stop();
  proof.row({
    what: "the image's health check, while the server serves and when it has stopped, and the exit code of the stop",
    bar: '0, 1 and 0',
    measured: `${whileServing}, ${health()} and ${code}`,
    ok: whileServing === 0 && health() === 1 && code === 0,
  });
  const writes = run(image, [
    'sh',
    '-c',
    'for f in / /tmp /var/tmp /opt/tallystone /run; do touch $f/x && echo $f; done; id -u',
  ]);
  proof.row({
    what: 'folders that a process of the image could write to, and its user',
    bar: 'none, 65534',
    measured: writes.stdout.trim().split('\n').join(', '),
    ok: writes.stdout.trim() === '65534',
  });

  const starts: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const startedAt = performance.now();
    run(image, ['node', '-e', '0']);
    bare.push(performance.now() - startedAt);
    const started = await startImage(image);
    starts.push(started.ms);
    await started.stop();
  }
  proof.row(
    ratioRow({
      what: `a start of the image on PostgreSQL with its tables, until it is ready, as a median of ${STARTS}`,
      ms: shareOf(starts, 0.5),
      against: '`node -e 0` in the image',
      baseMs: shareOf(bare, 0.5),
      most: MOST_TIMES,
      more: `, at most ${(Math.max(...starts) / 1000).toFixed(1)} s; ${memory} MB after a few answers`,
    }),
  );
}

function environment({ config }: Image, more: Readonly<Record<string, string>>): Record<string, string> {
  const own = config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2));
  return { ...Object.fromEntries(own), ...more };
}

function run(image: Image, command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [program = '', ...args] = inImage(image.root, image.config, command);
  return spawnSync(program, args, { encoding: 'utf8', env: environment(image, env) });
}

/** Starts the image's own command as the image says. */
async function startImage(image: Image) {
  const port = await lowPort();
  const [program = '', ...args] = inImage(image.root, image.config, image.config.Entrypoint);
  const startedAt = performance.now();
  const child = endWithUs(
    spawn(program, args, {
      env: environment(image, { PORT: String(port), DATABASE_URL_FILE: SECRET }),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`the image does not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    port,
    ms: performance.now() - startedAt,
    // It replaced the shell that prepared its root.
    pid: child.pid ?? 0,
    async stop(): Promise<number | null> {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
  };
}

/** Parts that need files or binaries beside the bundles. */
async function askEverything(url: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const ask = async (
    path: string,
    isExpected: (text: string, answer: Response) => boolean,
    accept = '*/*',
  ) => {
    const answer = await fetch(url + path, { headers: { accept } });
    const text = await answer.text();
    found[path] =
      answer.status === 200 && isExpected(text, answer)
        ? 'as expected'
        : `${answer.status} ${text.slice(0, 100)}`;
    return text;
  };
  await ask('/', (text) => text.includes('<title>'), 'text/html');
  await ask('/docs', (text) => text.includes('swagger'), 'text/html');
  await ask('/docs/swagger-ui.css', (text) => text.length > 10_000);
  await ask('/api/health/live', (text) => text.includes(`+${COMMIT}"`));
  await ask('/api/health/betting', (text) => text.includes('"status"'));
  // The API's schema promises this.
  const [market] = JSON.parse(
    await ask('/api/markets', (text) => text.startsWith('[{')),
  ) as WireListedMarket[];
  await ask(
    `/api/markets/${market?.id}/picture`,
    (text, { headers }) => headers.get('content-type') === 'image/png' && text.length > 5_000,
  );
  return found;
}
