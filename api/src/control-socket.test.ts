import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askHolder, FolderInUse, holdDataFolder } from './control-socket.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystone-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const echo = async (words: string[]) => ({ ok: true, lines: words });

describe('locking the data folder', () => {
  test('works for one process at a time, and the refusal names the folder', async () => {
    const release = await holdDataFolder(folder, echo);
    await expect(holdDataFolder(folder, echo)).rejects.toThrow(FolderInUse);
    await expect(holdDataFolder(folder, echo)).rejects.toThrow(
      `${folder} is in use by another running Tallystone`,
    );
    await release();
    expect(readdirSync(folder)).toEqual([]);
    await (await holdDataFolder(folder, echo))();
  });

  test('waits for a process that is leaving, and takes the folder once it is gone', async () => {
    let isLeaving = false;
    let asked = 0;
    const release = await holdDataFolder(folder, echo, () => {
      asked += 1;
      return isLeaving;
    });
    await expect(holdDataFolder(folder, echo)).rejects.toThrow(FolderInUse);
    isLeaving = true;
    asked = 0;
    let isTaken = false;
    const next = holdDataFolder(folder, echo);
    const take = () => {
      isTaken = true;
    };
    next.then(take, take);
    // Time for several answers that the other process is leaving.
    await expect.poll(() => isTaken || asked > 3).toBe(true);
    expect(isTaken).toBe(false);
    await release();
    await (await next)();
  });

  test('makes one socket that only its owner may use, and answers over it', async () => {
    const release = await holdDataFolder(folder, echo);
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(await askHolder(folder, ['list-users', 'with words'])).toEqual({
      ok: true,
      lines: ['list-users', 'with words'],
    });
    await release();
    expect(await askHolder(folder, ['list-users'])).toBeNull();
  });

  test('a command that fails says why', async () => {
    const release = await holdDataFolder(folder, async () => {
      throw new Error('no such wallet');
    });
    expect(await askHolder(folder, ['x'])).toEqual({ ok: false, lines: ['no such wallet'] });
    await release();
  });

  test('a socket without a process is replaced, by one of many that try at once', async () => {
    for (let round = 0; round < 10; round++) {
      leaveStaleSocket();
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => holdDataFolder(folder, echo)));
      const held = tries.filter((result) => result.status === 'fulfilled');
      expect(held).toHaveLength(1);
      for (const result of tries) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUse);
        else await result.value();
      }
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  test('works if the path is too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const release = await holdDataFolder(deep, echo);
    await expect(holdDataFolder(deep, echo)).rejects.toThrow(FolderInUse);
    expect(await askHolder(deep, ['x'])).toEqual({ ok: true, lines: ['x'] });
    await release();
  });
});

/** What a killed process leaves behind: a socket file without a process. */
function leaveStaleSocket(): void {
  const path = join(folder, 'tallystone-00000000.sock');
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program]);
  expect(readdirSync(folder)).toEqual(['tallystone-00000000.sock']);
}
