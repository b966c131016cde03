import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Says its pid and each signal; finishes 700 ms after the first one, or at once after the second. */
const SERVER = `
  let signals = 0;
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    signals += 1;
    console.log(name);
    if (signals === 2) process.exit(3);
    setTimeout(() => { console.log('drained'); process.exit(0); }, 700);
  });
  setInterval(() => {}, 1000);
  console.log('pid', process.pid);
`;
const SUPERVISE = fileURLToPath(new URL('./supervise.mjs', import.meta.url));

let folder: string;
let supervisor: ChildProcess;
let said = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystone-supervise-'));
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  const program = `import { supervise } from ${JSON.stringify(SUPERVISE)};
    supervise([{ args: ['server.mjs'], cwd: ${JSON.stringify(folder)} }]);`;
  said = '';
  supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  supervisor.stdout?.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(/pid \d+\n/);
});

afterEach(() => {
  supervisor.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

test('Ctrl-C drains once, though terminal and npm both deliver it', async () => {
  supervisor.kill('SIGINT');
  await sleep(50);
  supervisor.kill('SIGINT');
  const [code] = await once(supervisor, 'exit');
  expect({ code, said: said.split('\n').slice(1) }).toEqual({ code: 0, said: ['SIGINT', 'drained', ''] });
});

test('a second Ctrl-C makes it quit, with its code', async () => {
  supervisor.kill('SIGINT');
  await sleep(400);
  supervisor.kill('SIGINT');
  const [code] = await once(supervisor, 'exit');
  expect({ code, said: said.split('\n').slice(1) }).toEqual({ code: 3, said: ['SIGINT', 'SIGINT', ''] });
});

test('a server whose supervisor is killed stops by itself', async () => {
  const pid = Number(/pid (\d+)/.exec(said)?.[1]);
  supervisor.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  expect(said).toContain('drained');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
