import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');

  test('pins each action to a commit, and names its version', () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, it]) => it);
    expect(used.length).toBeGreaterThan(0);
    expect(used).toEqual(
      used.map(() => expect.stringMatching(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)),
    );
  });

  test('runs only existing scripts', () => {
    const run = [...text.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(test))/g)].map(
      ([, it, test]) => it ?? test,
    );
    expect(run.length).toBeGreaterThan(0);
    for (const script of run) expect(scripts).toHaveProperty([script ?? '']);
  });

  test('has only read permission', () => {
    expect(text).toContain('permissions:\n  contents: read\n\n');
    expect(text).not.toContain('pull_request_target');
  });
});
