import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packageOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    workspaces?: string[];
    scripts?: Record<string, string>;
  };

/** They need a chain, NATS or an idle machine: `npm run test:chain`, `npm run test:nats`, `npm run prove`. */
const APART = ['chain', 'nats', 'timing'];

test('each workspace runs its own tests, all of its projects', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('expected a project');
    return { name: String(project.test?.name), include: [project.test?.include ?? []].flat() };
  });
  for (const workspace of packageOf('.').workspaces ?? []) {
    const script = packageOf(workspace).scripts?.test ?? '';
    expect(script, workspace).toMatch(/^cd \.\. && /);
    const own = projects.filter(
      ({ name, include }) =>
        !APART.includes(name) && include.some((files) => files.startsWith(`${workspace}/`)),
    );
    for (const { name } of own) expect(`${script} `, workspace).toContain(`--project ${name} `);
  }
});
