import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, hashSources } from './build-if-stale.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { recordResult } from './record-result.mjs';
import { runProof } from './run-proof.mjs';

const RESULTS = 'bench/RESULTS.md';
const DONE = 'bench/.progress/done';

/**
 * Runs the programs of a folder in full, one after the other, and writes each table to bench/RESULTS.md as
 * soon as it is there. Interrupted, it goes on where it stopped: what passed on the same sources is not run
 * again, unless it is named or `--again` is given. Goes on after a failure, and fails at the end.
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
  await buildIfStale(root);

  const shared = listModules(root, 'bench').map((module) => `bench/${module}.ts`);
  let failed = 0;
  const chosen = named.length > 0 ? named : all;
  for (const [index, name] of chosen.entries()) {
    const sources = hashSources(root, ['bench/package.json', ...shared, `${folder}/${name}.ts`]);
    const notePath = join(root, DONE, `${name}.txt`);
    const isDone = existsSync(notePath) && readFileSync(notePath, 'utf8') === sources;
    const where = `[${index + 1}/${chosen.length}] ${name}`;
    if (isDone && named.length === 0 && !args.includes('--again')) {
      console.log(`${where}: passed before on these sources`);
      continue;
    }
    console.log(`${where} ...`);
    const startedAt = performance.now();
    const { result } = await runProof(root, `${folder}/${name}.ts`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    writeResult(root, result, `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${seconds} s`);
    if (result.passed) {
      mkdirSync(join(root, DONE), { recursive: true });
      writeFileSync(notePath, sources);
    } else {
      failed += 1;
    }
    console.log(`${where}: ${result.passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed. Tables: ${RESULTS}`);
  if (failed > 0) process.exitCode = 1;
}

/**
 * The programs of a folder. What they share lies beside them and measures nothing by itself.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} names without `.ts`
 */
export function listPrograms(root, folder) {
  return listMatching(root, folder, /^await prove(InFull)?\(/m);
}

/** Those that have a sample. */
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

function writeResult(root, result, circumstances) {
  const path = join(root, RESULTS);
  const before = existsSync(path)
    ? readFileSync(path, 'utf8')
    : '# Results\n\nWritten by `npm run prove` and `npm run bench`.\n';
  writeFileSync(path, recordResult(before, result, circumstances));
}

function machine() {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
}
