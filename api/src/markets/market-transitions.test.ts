import { readFileSync } from 'node:fs';
import { lifecycleMoves } from '@tallystone/core/markets/lifecycle';
import { expect, test } from 'vitest';

test('the database allows the same state changes as core', () => {
  const migration = readFileSync(new URL('../db/migrations/0005_results.sql', import.meta.url), 'utf8');
  const [, written = ''] = /INSERT INTO market_transitions .* VALUES([^;]*);/.exec(migration) ?? [];
  const rows = [...written.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`);
  expect(rows).not.toHaveLength(0);
  expect(rows.sort()).toEqual(
    lifecycleMoves()
      .map(({ from, to }) => `${from} ${to}`)
      .sort(),
  );
});
