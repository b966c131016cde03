import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { tables } from './tables.ts';

const META = join(import.meta.dirname, 'migrations/meta');

test('the newest snapshot is of the schema as it is, so that the next migration holds what is new and nothing else', async () => {
  const newest = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const kept = JSON.parse(readFileSync(join(META, newest ?? ''), 'utf8'));
  expect(await generateMigration(kept, generateDrizzleJson(tables))).toEqual([]);
});

test('each migration comes after the one before it, by number and moment: what is not above the newest applied is never run', () => {
  const { entries } = JSON.parse(readFileSync(join(META, '_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, at) => at));
  expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(entries.map((_, at) => at));
  const moments = entries.map(({ when }) => when);
  expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
});
