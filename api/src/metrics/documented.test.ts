import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openMetrics } from './open-metrics.ts';

const TABLES = new URL('../../../docs/operations/monitoring.md', import.meta.url);

test('the tables of docs/operations/monitoring.md list exactly the metrics that a server serves', async () => {
  const metrics = await openMetrics({ port: 0, host: '127.0.0.1', mode: 'demo' });
  const text = await (await fetch(metrics.address)).text();
  await metrics.stop();
  const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  const page = readFileSync(TABLES, 'utf8');
  const ours = [...page.matchAll(/^\| `(tallystone_\w+)` +\| (\w+)/gm)].map(([, name, type]) => ({
    name,
    type,
  }));
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    (a.name ?? '') < (b.name ?? '') ? -1 : 1;
  expect(ours.sort(byName)).toEqual(served.filter(({ name }) => name.startsWith('tallystone_')).sort(byName));
  const others = [...page.matchAll(/^\| `((?:process|nodejs)_\w+)`/gm)].map(([, name]) => name);
  expect(others.length).toBeGreaterThan(3);
  expect(served.map(({ name }) => name)).toEqual(expect.arrayContaining(others));
});
