import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISIONS = readdirSync(join(ROOT, 'docs/decisions')).sort();
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'contracts/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...DECISIONS.map((name) => `docs/decisions/${name}`),
];
/** Made by running something, so absent from a fresh clone. */
const MADE = ['bench/RESULTS.md'];

describe('what the documents point at is there', () => {
  test.each(DOCUMENTS)('%s', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const named = [...text.matchAll(/`((?:core|api|web|e2e|bench|scripts)\/[\w./-]+)`/g)].map(
      ([, it]) => it ?? '',
    );
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, it]) =>
      join(dirname(path), it ?? ''),
    );
    const wanted = [...named, ...linked].filter((it) => !it.includes('/dist') && !MADE.includes(it));
    expect(wanted.filter((it) => !existsSync(join(ROOT, it)))).toEqual([]);
  });
});

test('decisions are numbered without a gap, in the name as in the title', () => {
  const titles = DECISIONS.map(
    (name) => readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').split('\n')[0],
  );
  expect(DECISIONS.map((name) => Number(name.slice(0, 4)))).toEqual(DECISIONS.map((_, i) => i + 1));
  expect(titles).toEqual(DECISIONS.map((_, i) => expect.stringMatching(new RegExp(`^# ${i + 1}\\. \\S`))));
});
