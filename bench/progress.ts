import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'bench/.progress');
const SOURCES = ['core/src', 'api/src', 'testkit/src', 'bench', 'package-lock.json'];

/** Finished rounds of a long proof, stored over interruptions while the sources stay the same. */
export interface Progress<Round> {
  readonly rounds: readonly Round[];
  /** Records a finished round at once. */
  add(round: Round): void;
  /** Forgets all rounds: the proof is finished, and the next run starts from the beginning. */
  clear(): void;
}

/**
 * @param keep false for samples, which are short and don't touch the progress of the full run
 * @param sources what the rounds depend on: with another hash they are worthless
 */
export function openProgress<Round>(name: string, keep: boolean, sources = hashSources()): Progress<Round> {
  // Rounds on one kind of database say nothing of another.
  const { PROVE_DATABASE: kind } = process.env;
  const file = join(FOLDER, `${kind === undefined ? name : `${name}-${kind}`}.json`);
  const rounds: Round[] = keep ? readRounds<Round>(file, sources) : [];
  return {
    rounds,
    add(round) {
      rounds.push(round);
      if (!keep) return;
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(file, JSON.stringify({ sources, rounds }));
    },
    clear() {
      if (keep) rmSync(file, { force: true });
    },
  };
}

function readRounds<Round>(file: string, sources: string): Round[] {
  try {
    // Only `add` writes it, with the same sources, so it has the shape of today's `Round`.
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { sources: string; rounds: Round[] };
    return kept.sources === sources ? kept.rounds : [];
  } catch {
    // There is none yet, or a write was cut off: start from the beginning.
    return [];
  }
}

function hashSources(): string {
  return hashPaths(SOURCES, { tests: false });
}

/** The hash of all files at and below these paths, relative to the root of the project. */
export function hashPaths(paths: readonly string[], { tests }: { tests: boolean }): string {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, path, tests);
  return hash.digest('hex');
}

function addPath(hash: ReturnType<typeof createHash>, path: string, tests: boolean): void {
  if (statSync(join(ROOT, path)).isFile()) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
    return;
  }
  for (const name of readdirSync(join(ROOT, path)).sort()) {
    if (name === 'node_modules' || name.startsWith('.') || name.endsWith('.md')) continue;
    if (!tests && name.endsWith('.test.ts')) continue;
    addPath(hash, `${path}/${name}`, tests);
  }
}
