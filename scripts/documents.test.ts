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
  'SECURITY.md',
  'CHANGELOG.md',
  'client/README.md',
  'contracts/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const SOURCES = [
  'core/src',
  'api/src',
  'web/src',
  'client/src',
  'testkit/src',
  'contracts/src',
  'contracts/test',
  'contracts/script',
  'e2e',
  'bench',
  'scripts',
]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(?:ts|tsx|mjs|sol|sql|css)$/.test(path) && !path.includes('node_modules'));
/** Not our documents. */
const STANDARD = /^(?:EIP|RFC)[- ]\d+/;
/** Generated, so missing in a fresh clone. */
const MADE = ['bench/RESULTS.md'];

/** A document's headings, as links name them. */
const headingsOf = (path: string) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );

/** Whether the file exists and, for a document, the heading after its `#`. */
function isThere(target: string): boolean {
  const [path = '', heading] = target.split('#');
  if (MADE.includes(path)) return true;
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || headingsOf(path).includes(heading);
}

describe('links in documents work', () => {
  test.each(DOCUMENTS)('%s', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const named = [...text.matchAll(/`((?:core|api|web|client|e2e|bench|scripts)\/[\w./-]+)`/g)].map(
      ([, it]) => it ?? '',
    );
    const linked = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, it = '']) =>
      it.startsWith('#') ? `${path}${it}` : join(dirname(path), it),
    );
    const wanted = [...named, ...linked].filter((it) => !it.includes('/dist'));
    expect(wanted.filter((it) => !isThere(it))).toEqual([]);
  });
});

test('citations in sources exist, or are public standards', () => {
  const missing = SOURCES.flatMap((source) => {
    const text = readFileSync(join(ROOT, source), 'utf8');
    const named = [...text.matchAll(/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([it]) => it.replace(/^[./]+/, ''));
    const seen = [...text.matchAll(/^\s*\/?\*+ @see ([^\s,]+(?: \d+)?)/gm)]
      .map(([, it = '']) => it)
      .filter((it) => !STANDARD.test(it));
    return [...named, ...seen].filter((it) => !isThere(it)).map((it) => `${source}: ${it}`);
  });
  expect(missing).toEqual([]);
});

test('decisions are numbered without gaps, in file names and titles', () => {
  const titles = DECISIONS.map(
    (name) => readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').split('\n')[0],
  );
  expect(DECISIONS.map((name) => Number(name.slice(0, 4)))).toEqual(DECISIONS.map((_, i) => i + 1));
  expect(titles).toEqual(DECISIONS.map((_, i) => expect.stringMatching(new RegExp(`^# ${i + 1}\\. \\S`))));
});
