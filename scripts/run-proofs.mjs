import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, hashSources } from './build-if-stale.mjs';
import { findCommit } from './build-version.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { isFresh, markStale, recordResult } from './record-result.mjs';
import { runProof } from './run-proof.mjs';

const RESULTS = 'bench/RESULTS.md';
const FOLDERS = ['bench', 'bench/prove'];
/** What every program measures besides the build's sources: `hashSources` covers api, core and web. */
const PRODUCT = ['contracts/src', 'contracts/foundry.toml'];

/**
 * Runs a folder's programs in full, one after another, and writes each table to bench/RESULTS.md immediately, with
 * the commit and sources it was measured on. A program that passed on the same sources is skipped, unless it is named
 * or `--again` is given: so an interrupted run continues, and stale programs run again. `--check` runs nothing and
 * marks stale tables. Continues after a failure, and fails at the end.
 *
 * @param {string} folder e.g. `bench/prove`
 * @param {string[]} args names of the programs to run; none for all
 */
export async function runProofs(folder, args) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  installIfNeeded(root);
  const all = listPrograms(root, folder);
  const named = args.filter((arg) => !arg.startsWith('--'));
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no ${folder}/${unknown}.ts. There are: ${all.join(', ')}.`);
  const stale = markResults(root);
  if (args.includes('--check')) {
    console.log(stale.length === 0 ? 'All tables are of these sources.' : `Stale: ${stale.join(', ')}`);
    return;
  }
  const commit = describeCommit(root);
  await buildIfStale(root);

  let failed = 0;
  const chosen = named.length > 0 ? named : all;
  for (const [index, name] of chosen.entries()) {
    const sources = sourcesOf(root, `${folder}/${name}.ts`);
    const where = `[${index + 1}/${chosen.length}] ${name}`;
    if (named.length === 0 && !args.includes('--again') && isFresh(readResults(root), name, sources)) {
      console.log(`${where}: passed before on these sources`);
      continue;
    }
    console.log(`${where} ...`);
    const startedAt = performance.now();
    const { result } = await runProof(root, `${folder}/${name}.ts`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const circumstances = `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${seconds} s`;
    writeFileSync(
      join(root, RESULTS),
      recordResult(readResults(root), result, { circumstances, commit, sources }),
    );
    if (!result.passed) failed += 1;
    console.log(`${where}: ${result.passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed. Tables: ${RESULTS}`);
  if (failed > 0) process.exitCode = 1;
}

/** Marks stale tables in bench/RESULTS.md. @returns their names */
function markResults(root) {
  const programs = FOLDERS.flatMap((folder) =>
    listPrograms(root, folder).map((name) => [name, sourcesOf(root, `${folder}/${name}.ts`)]),
  );
  const { text, stale } = markStale(readResults(root), Object.fromEntries(programs));
  writeFileSync(join(root, RESULTS), text);
  return stale;
}

/** A program's sources: the product, and every file it imports, directly or indirectly. */
function sourcesOf(root, program) {
  const files = new Set([program]);
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(LEADS_TO)) {
      const path = posix.join(posix.dirname(file), specifier);
      // Some are inside the text of a generated program.
      if (existsSync(join(root, path))) files.add(path);
    }
  }
  return hashSources(root, [...PRODUCT, ...[...files].sort()]).slice(0, 12);
}

/** An import of a relative file, or the URL of one that is started as a program. */
const LEADS_TO = /(?:from |import |import\(|new URL\()'(\.{1,2}\/[^']+\.m?[jt]s)'/g;

function describeCommit(root) {
  const found = findCommit(root);
  return found === null ? 'unknown' : `${found.commit}${found.isChanged ? ' + changes' : ''}`;
}

function readResults(root) {
  const path = join(root, RESULTS);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  return '# Results\n\nWritten by `npm run prove` and `npm run bench`.\n';
}

/**
 * A folder's programs. Their shared modules measure nothing.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} names without `.ts`
 */
function listPrograms(root, folder) {
  return listMatching(root, folder, /^await prove(InFull)?\(/m);
}

/** The programs with a sample. */
export function listSampled(root, folder) {
  return listMatching(root, folder, /^await prove\(/m);
}

function listMatching(root, folder, pattern) {
  return listModules(root, folder).filter((name) =>
    pattern.test(readFileSync(join(root, folder, `${name}.ts`), 'utf8')),
  );
}

function listModules(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}

function machine() {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
}
