import { expect, test } from 'vitest';
import { recordResult } from './record-result.mjs';

const ROW = { what: 'kills survived', bar: '40', measured: '40', ok: true };
const result = (name: string, rows = [ROW]) => ({
  name,
  command: `npx tsx ${name}.ts`,
  passed: rows.every((row) => row.ok),
  rows,
});

test('a first result is put at the end', () => {
  expect(recordResult('# Results\n', result('kill'), 'today')).toBe(
    [
      '# Results',
      '',
      '<!-- kill -->',
      '## kill',
      '',
      '`npx tsx kill.ts`, today: passed.',
      '',
      '| what | bar | measured | holds |',
      '| ---- | --- | -------- | ----- |',
      '| kills survived | 40 | 40 | yes |',
      '<!-- /kill -->',
      '',
    ].join('\n'),
  );
});

test('a later result takes the place of the earlier one and leaves the others alone', () => {
  const before = recordResult(recordResult('# Results\n', result('kill'), 'day 1'), result('storm'), 'day 1');
  const after = recordResult(before, result('kill', [{ ...ROW, measured: '39', ok: false }]), 'day 2');
  expect(after).toBe(
    before
      .replace('`npx tsx kill.ts`, day 1: passed.', '`npx tsx kill.ts`, day 2: **failed**.')
      .replace('| kills survived | 40 | 40 | yes |', '| kills survived | 40 | 39 | **no** |'),
  );
});

test('bars and line breaks stay inside their cell', () => {
  const text = recordResult('', result('kill', [{ ...ROW, measured: 'a|b\nc' }]), 'today');
  expect(text).toContain('| a\\|b c |');
});
