import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildContractsIfStale } from './build-contracts.mjs';
import { buildIfStale } from './build-if-stale.mjs';
import { runProof } from './run-proof.mjs';
import { listSampled } from './run-proofs.mjs';

const SECONDS = '.tallystone/test/proofs.json';
/** Run first, until real times were measured here; the others run in order of their names. */
const LONGEST = [
  'model-vs-product',
  'failpoints',
  'chain-kills',
  'relayer-kills',
  'lying-rpc',
  'chain-reorgs',
];

/**
 * Runs the sample of every proof that has one, several at once since they mostly wait, and the longest first, so none
 * runs alone at the end. A failure doesn't stop the others. All of them end with this process.
 *
 * @param {string} root folder of the repository
 * @param {{ limit?: number, onEnd?: (sample: Sample) => void }} [options] how many run at once, twice the cores by
 *   default; `onEnd` is called when a sample ends
 * @returns {Promise<Sample[]>} in order of their end
 *
 * @typedef {{ name: string, seconds: number, result: import('./run-proof.mjs').Result, output: string }} Sample
 */
export async function sampleProofs(root, { limit = 2 * availableParallelism(), onEnd = () => {} } = {}) {
  await buildIfStale(root);
  await buildContractsIfStale(root);
  const path = join(root, SECONDS);
  const lastSeconds = readSeconds(path);
  const waiting = longestFirst(listSampled(root, 'bench/prove'), lastSeconds);
  const samples = [];
  const runNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startedAt = performance.now();
      const ended = await runProof(root, `bench/prove/${name}.ts`, {
        sample: true,
        quiet: true,
        env: { TALLYSTONE_IS_BUILT: '1' },
      });
      const sample = { name, seconds: (performance.now() - startedAt) / 1000, ...ended };
      samples.push(sample);
      onEnd(sample);
    }
  };
  await Promise.all(Array.from({ length: limit }, runNext));
  mkdirSync(join(root, '.tallystone/test'), { recursive: true });
  const seconds = Object.fromEntries(samples.map((sample) => [sample.name, Math.round(sample.seconds)]));
  writeFileSync(path, JSON.stringify(seconds, null, 2));
  return samples;
}

/**
 * @param {readonly string[]} names
 * @param {Readonly<Record<string, number>>} lastSeconds the last run times of some of them
 * @returns {string[]} first those known to be long, then the unknown ones, then the short ones
 */
export function longestFirst(names, lastSeconds) {
  const guessed = Object.fromEntries(LONGEST.map((name, place) => [name, 1e6 - place]));
  const secondsOf = (name) => lastSeconds[name] ?? guessed[name] ?? 60;
  return [...names].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
}

function readSeconds(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // No run has ended here yet, or the file was truncated.
    return {};
  }
}
