import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));
const RUN_NODE = fileURLToPath(new URL('../run-node.mjs', import.meta.url));

/** Runs a program that starts another one, which outlives its parent unless something ends it. */
const RUNNER = `
  import { openGuard } from ${JSON.stringify(GUARD)};
  import { guardPrograms, runNode } from ${JSON.stringify(RUN_NODE)};
  const guard = openGuard();
  guardPrograms(guard);
  const inner = 'setInterval(() => {}, 1000); console.log("inner", process.pid)';
  const outer = 'const { spawn } = require("node:child_process");' +
    'const child = spawn(process.execPath, ["-e", process.env.INNER], { stdio: ["ignore", "pipe", "inherit"] });' +
    'child.stdout.on("data", (text) => { process.stdout.write(text); if (process.env.ENDS) process.exit(0); });';
  console.log('folder', guard.folder);
  await runNode(['-e', outer], { cwd: '/', env: { INNER: inner } });
  console.log('ended');
  await guard.close();
`;

/** Starting programs in a row takes a while on a busy machine. */
const PATIENCE = { timeout: 120_000 };

let runner: ChildProcess | undefined;
afterEach(() => runner?.kill('SIGKILL'));

function start(env: Record<string, string> = {}): (name: string) => string | undefined {
  let printed = '';
  runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  runner.stdout?.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  return (name) => new RegExp(`^${name} ?(.*)$`, 'm').exec(printed)?.[1];
}

function isRunning(pid: string | undefined): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

test('a killed run leaves neither indirectly started programs nor its folder', async () => {
  const printed = start();
  await expect.poll(() => printed('inner'), PATIENCE).toBeDefined();
  expect(isRunning(printed('inner'))).toBe(true);
  runner?.kill('SIGKILL');
  await expect.poll(() => isRunning(printed('inner')), PATIENCE).toBe(false);
  await expect.poll(() => existsSync(printed('folder') ?? '/'), PATIENCE).toBe(false);
});

test('a program’s forgotten children end with it', async () => {
  const printed = start({ ENDS: '1' });
  await expect.poll(() => printed('ended'), PATIENCE).toBeDefined();
  await expect.poll(() => existsSync(printed('folder') ?? '/'), PATIENCE).toBe(false);
  expect(printed('inner')).toBeDefined();
  await expect.poll(() => isRunning(printed('inner')), PATIENCE).toBe(false);
});

test('the folder is in TMPDIR', async () => {
  const chosen = mkdtempSync(join(tmpdir(), 'chosen-'));
  const printed = start({ TMPDIR: chosen });
  await expect.poll(() => printed('folder'), PATIENCE).toContain(join(chosen, 'tallystone-test-'));
  runner?.kill('SIGKILL');
  await expect.poll(() => readdirSync(chosen), PATIENCE).toEqual([]);
  rmdirSync(chosen);
});
