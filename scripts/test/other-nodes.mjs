import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The long-term support releases newer than the oldest supported Node. */
export const OTHER_NODES = ['22.23.3', '24.21.0'];

/**
 * Installs a Node outside the workspaces, where it doesn't shadow the one that runs the tests. It comes from the
 * platform package that the npm package `node` would install by a script.
 *
 * @param {string} root folder of the repository
 * @param {string} version
 * @returns {string} path of its program
 * @throws Error that says how to continue when it isn't available
 */
export function requireNode(root, version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, '.tallystone/nodes', version);
  const program = join(
    folder,
    'node_modules',
    name,
    process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  );
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // Without its own package.json, npm would use the repository's.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--loglevel=error',
    `${name}@${version}`,
  ];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !existsSync(program)) {
    throw new Error(
      `Node ${version} is needed to test on and npm could not install ${name}@${version}: connect to the npm registry and run "npm run test:ci -- --only nodes" again.\n${stderr}`,
    );
  }
  return program;
}
