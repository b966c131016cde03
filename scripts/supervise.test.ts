import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

/** Prints its pid and each signal; finishes when a file appears after the first one, or at once after the second. */
const SERVER = `
  import { existsSync } from 'node:fs';
  let signals = 0;
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    signals += 1;
    console.log(name);
    if (signals === 2) process.exit(3);
  });
  setInterval(() => {
    if (signals === 0 || !existsSync('drained')) return;
    console.log('drained');
    process.exit(0);
  }, 10);
  console.log('pid', process.pid);
`;
/** Starting two programs in a row takes a while on a busy machine. */
const PATIENCE = { timeout: 120_000 };
const SUPERVISE = fileURLToPath(new URL('./supervise.mjs', import.meta.url));

let folder: string;
let supervisor: ChildProcess;
let output = '';

/**
 * @param sameRequestMs how long two signals count as one; no test waits for this time
 */
async function start(sameRequestMs: number) {
  folder = mkdtempSync(join(tmpdir(), 'tallystone-supervise-'));
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  const program = `import { supervise } from ${JSON.stringify(SUPERVISE)};
    supervise([{ args: ['server.mjs'], cwd: ${JSON.stringify(folder)} }], ${sameRequestMs});`;
  output = '';
  supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  supervisor.stdout?.on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output, PATIENCE).toMatch(/pid \d+\n/);
}

afterEach(() => {
  supervisor.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const letItFinish = () => writeFileSync(join(folder, 'drained'), '');
/** Its exit code and all its output. */
async function end() {
  const [code] = await once(supervisor, 'close');
  return { code, output: output.split('\n').slice(1) };
}

test('Ctrl-C drains once, though terminal and npm both deliver it', async () => {
  await start(3_600_000);
  supervisor.kill('SIGINT');
  // Two pending signals of one kind would merge.
  supervisor.kill('SIGTERM');
  await expect.poll(() => output, PATIENCE).toMatch(/SIG(?:INT|TERM)\n/);
  letItFinish();
  const { code, output: received } = await end();
  expect({ code, received }).toEqual({ code: 0, received: [expect.stringMatching(/^SIG/), 'drained', ''] });
});

test('a second Ctrl-C makes it quit, with its code', async () => {
  await start(0);
  const ended = end();
  supervisor.kill('SIGINT');
  await expect.poll(() => output, PATIENCE).toContain('SIGINT\n');
  supervisor.kill('SIGINT');
  expect(await ended).toEqual({ code: 3, output: ['SIGINT', 'SIGINT', ''] });
});

test('a killed server is reported by the exit code of its signal', async () => {
  await start(0);
  const ended = end();
  process.kill(Number(/pid (\d+)/.exec(output)?.[1]), 'SIGKILL');
  expect(await ended).toEqual({ code: 137, output: [''] });
});

test('a server stops by itself when its supervisor is killed', async () => {
  await start(0);
  const pid = Number(/pid (\d+)/.exec(output)?.[1]);
  supervisor.kill('SIGKILL');
  letItFinish();
  await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
  await expect.poll(() => output, PATIENCE).toContain('drained');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
