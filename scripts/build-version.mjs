import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version in package.json plus the git commit if known: `0.1.0+0123456789`, or `0.1.0+0123456789.changed` with
 * uncommitted changes.
 *
 * @param {string} root folder of the repository
 */
export function buildVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = findCommit(root) ?? givenCommit();
  return found === null ? version : `${version}+${found.commit}${found.isChanged ? '.changed' : ''}`;
}

/** Images are built from a copy without git. */
function givenCommit() {
  const commit = process.env.TALLYSTONE_COMMIT;
  return commit ? { commit, isChanged: false } : null;
}

/**
 * @param {string} root folder of the repository
 * @returns {{ commit: string, isChanged: boolean } | null} null outside git, and when the folder is only a part of
 *   another repository
 */
export function findCommit(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [prefix, commit = ''] = git('rev-parse', '--show-prefix', '--short=10', 'HEAD').split('\n');
    if (prefix !== '') return null;
    // Result tables change during measurement.
    const changes = git('status', '--porcelain', '--', '.', ':!bench/RESULTS.md');
    return { commit, isChanged: changes !== '' };
  } catch {
    return null;
  }
}
