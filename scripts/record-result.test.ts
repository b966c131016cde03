import { expect, test } from 'vitest';
import { isFresh, markStale, recordResult } from './record-result.mjs';

const ROW = { what: 'kills survived', bar: '40', measured: '40', ok: true };
const result = (name: string, rows = [ROW]) => ({
  name,
  command: `npx tsx ${name}.ts`,
  passed: rows.every((row) => row.ok),
  rows,
});
const on = (circumstances: string, sources = 'abc123', commit = '0123456789') => ({
  circumstances,
  commit,
  sources,
});

test('a first result is appended', () => {
  expect(recordResult('# Results\n', result('kill'), on('today'))).toBe(
    [
      '# Results',
      '',
      '<!-- kill -->',
      '## kill',
      '',
      '`npx tsx kill.ts`, today, commit 0123456789, sources abc123: passed.',
      '',
      '| what | bar | measured | holds |',
      '| ---- | --- | -------- | ----- |',
      '| kills survived | 40 | 40 | yes |',
      '<!-- /kill -->',
      '',
    ].join('\n'),
  );
});

test('a later result replaces the earlier one and keeps the others', () => {
  const first = recordResult('# Results\n', result('kill'), on('day 1'));
  const before = recordResult(first, result('storm'), on('day 1'));
  const worse = result('kill', [{ ...ROW, measured: '39', ok: false }]);
  const after = recordResult(before, worse, on('day 2', 'def456'));
  expect(after).toBe(
    before
      .replace(
        'kill.ts`, day 1, commit 0123456789, sources abc123: passed.',
        'kill.ts`, day 2, commit 0123456789, sources def456: **failed**.',
      )
      .replace('| kills survived | 40 | 40 | yes |', '| kills survived | 40 | 39 | **no** |'),
  );
});

test('vertical bars and line breaks stay inside their cell', () => {
  const text = recordResult('', result('kill', [{ ...ROW, measured: 'a|b\nc' }]), on('today'));
  expect(text).toContain('| a\\|b c |');
});

const TWO = recordResult(
  recordResult('# Results\n', result('kill'), on('today', 'aaa111')),
  result('storm'),
  on('today', 'bbb222', '9876543210 + changes'),
);

test('a table with changed sources is marked with its commit', () => {
  const { text, stale } = markStale(TWO, { kill: 'aaa111', storm: 'ccc333' });
  expect(stale).toEqual(['storm']);
  expect(text).toBe(
    TWO.replace(
      'sources bbb222: passed.',
      'sources bbb222: passed. **Stale**: sources changed since 9876543210 + changes.',
    ),
  );
});

test('marking again changes nothing, and the mark disappears when the sources match again', () => {
  const { text } = markStale(TWO, { kill: 'aaa111', storm: 'ccc333' });
  expect(markStale(text, { kill: 'aaa111', storm: 'ccc333' })).toEqual({ text, stale: ['storm'] });
  expect(markStale(text, { kill: 'aaa111', storm: 'bbb222' })).toEqual({ text: TWO, stale: [] });
});

test('a table without a commit is stale, and so is one of a removed program', () => {
  const old = TWO.replace(', commit 0123456789, sources aaa111', '');
  const { text, stale } = markStale(old, { kill: 'aaa111' });
  expect(stale).toEqual(['kill', 'storm']);
  expect(text).toContain('today: passed. **Stale**: recorded before sources were named.');
  expect(text).toContain('sources bbb222: passed. **Stale**: there is no such program any more.');
});

test('a table that passed on the same sources is fresh, marked or not', () => {
  const { text } = markStale(TWO, { kill: 'aaa111', storm: 'ccc333' });
  expect([isFresh(text, 'kill', 'aaa111'), isFresh(text, 'kill', 'ccc333')]).toEqual([true, false]);
  expect([isFresh(text, 'storm', 'bbb222'), isFresh(text, 'race', 'aaa111')]).toEqual([true, false]);
  const failing = recordResult('', result('kill', [{ ...ROW, ok: false }]), on('today', 'aaa111'));
  expect(isFresh(failing, 'kill', 'aaa111')).toBe(false);
});
