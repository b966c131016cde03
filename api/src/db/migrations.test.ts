import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { tables } from './tables.ts';

const META = join(import.meta.dirname, 'migrations/meta');

test('the newest snapshot matches the schema, so that the next migration has only new changes', async () => {
  const newest = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const kept = JSON.parse(readFileSync(join(META, newest ?? ''), 'utf8'));
  expect(await generateMigration(kept, generateDrizzleJson(tables))).toEqual([]);
});

test('migrations are in order by number and time, because one that is not newer than the last applied never runs', () => {
  const { entries } = JSON.parse(readFileSync(join(META, '_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, at) => at));
  expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(entries.map((_, at) => at));
  const moments = entries.map(({ when }) => when);
  expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
});
