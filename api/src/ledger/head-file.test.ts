import { appendFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChainHead } from './chain-heads.ts';
import { appendHead, HEAD_LOGGED, headLine, NoHeads, readChainHeads } from './head-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'head-file-'));
  file = join(folder, 'below', 'chain-heads.log');
});
afterEach(() => rm(folder, { recursive: true }));

const head = (auditId: number): ChainHead => ({
  at: new Date(Date.UTC(2026, 10, 23) + auditId * 5000),
  auditId,
  hash: 'ab'.repeat(32),
});
const heads = (count: number) => Array.from({ length: count }, (_, index) => head(index + 1));

test('heads are read as they were written, at most the last ones asked for', async () => {
  expect(await readChainHeads(file, 1)).toEqual([]);
  for (const each of heads(3)) await appendHead(file, each);
  expect(await readChainHeads(file, 100)).toEqual(heads(3));
  expect(await readChainHeads(file, 1)).toEqual([head(3)]);
  await writeFile(file, '');
  expect(await readChainHeads(file, 1)).toEqual([]);
});

test('a line that a crash has cut off is left out, and damages no other line', async () => {
  await appendHead(file, head(1));
  await appendFile(file, headLine(head(2)).slice(0, 60));
  expect(await readChainHeads(file, 1)).toEqual([head(1)]);
  await appendHead(file, head(3));
  expect(await readChainHeads(file, 100)).toEqual([head(1), head(3)]);
});

test('a long file is thinned, also one of an older version, and ends with the same head', async () => {
  await appendHead(file, head(1));
  const link = join(folder, 'link.log');
  await symlink(file, link);
  await writeFile(file, heads(20_000).map(headLine).join(''));
  await appendHead(link, head(20_001));
  const kept = await readChainHeads(file, 100_000);
  // The first head kept is of the day that ends before the newest ones, the last of which was just written.
  expect(kept.slice(-1000)).toEqual(heads(20_001).slice(-1000));
  expect(kept.length).toBe(1002);
  expect((await stat(file)).size).toBeLessThan(150_000);
  expect(await readdir(join(folder, 'below'))).toEqual(['chain-heads.log']);
  expect(await readFile(link, 'utf8')).toBe(kept.map(headLine).join(''));
});

test('heads are also read from a saved log, among its other lines and with words before them', async () => {
  const logged = (each: ChainHead, msg = HEAD_LOGGED) =>
    JSON.stringify({ level: 30, time: 1, pid: 1, version: '0.1.0', ...each, msg });
  await appendHead(file, head(1));
  await appendFile(
    file,
    [
      logged(head(2)),
      logged(head(3), 'started'),
      `2026-11-27T00:00:00.1Z stderr F ${logged(head(4))}`,
      `${logged(head(5)).slice(0, 80)} ${HEAD_LOGGED}`,
      JSON.stringify({ msg: HEAD_LOGGED }),
      'Stopped.',
      '',
    ].join('\n'),
  );
  expect(await readChainHeads(file, 100)).toEqual([1, 2, 4].map(head));
  expect(await readChainHeads(file, 1)).toEqual([head(4)]);
});

test('a folder at its path is not a file of heads', async () => {
  await expect(readChainHeads(folder, 1)).rejects.toThrow(NoHeads);
});
