import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tallystone-run-proof-'));
const note = join(folder, 'note.json');
const program = join(folder, 'program.ts');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Like a proof: a server that would run forever, and its folder. */
writeFileSync(
  program,
  `import { spawn } from 'node:child_process';
  import { renameSync, writeFileSync } from 'node:fs';
  import { endWithUs, leaveNothingBehind, temporaryFolder } from '${ROOT}testkit/src/processes/leave-nothing-behind.ts';
  leaveNothingBehind();
  const folder = temporaryFolder('tallystone-left-');
  const server = endWithUs(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']));
  writeFileSync('${note}.new', JSON.stringify({ folder, pids: [process.pid, server.pid] }));
  renameSync('${note}.new', '${note}');
  setInterval(() => {}, 1e6);`,
);

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    // No process has this id anymore.
    return false;
  }
};

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'when what runs a proof is ended by %s, the proof, its servers and its folders go too',
  async (signal) => {
    rmSync(note, { force: true });
    const run = `import('${ROOT}scripts/run-proof.mjs').then(({ runProof }) => runProof('${ROOT}', '${program}', { quiet: true }))`;
    const runner = spawn(process.execPath, ['-e', run], { stdio: 'inherit' });
    await vi.waitUntil(() => existsSync(note), { timeout: 60_000, interval: 20 });
    const left: { folder: string; pids: number[] } = JSON.parse(readFileSync(note, 'utf8'));
    expect([existsSync(left.folder), ...left.pids.map(isRunning)]).toEqual([true, true, true]);
    runner.kill(signal);
    await vi.waitUntil(() => !left.pids.some(isRunning) && !existsSync(left.folder), {
      timeout: 60_000,
      interval: 20,
    });
  },
);
