import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'bench/.progress');
const SOURCES = ['core/src', 'api/src', 'testkit/src', 'bench', 'package-lock.json'];

/** Rounds of a long proof that are done, kept over interruptions for as long as the sources stay the same. */
export interface Progress<Round> {
  readonly rounds: readonly Round[];
  /** Records a finished round at once. */
  add(round: Round): void;
  /** Forgets all rounds: the proof is through, and the next run starts anew. */
  clear(): void;
}

/**
 * @param keep false for samples, which are short and leave the progress of the full run alone
 * @param sources what the rounds depend on: another hash makes them worthless
 */
export function openProgress<Round>(name: string, keep: boolean, sources = hashSources()): Progress<Round> {
  const file = join(FOLDER, `${name}.json`);
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
    // Written by `add` alone, of the same sources: the shape is what `Round` was then and is now.
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { sources: string; rounds: Round[] };
    return kept.sources === sources ? kept.rounds : [];
  } catch {
    // None yet, or cut off in the middle of writing: begin at the beginning.
    return [];
  }
}

function hashSources(): string {
  return hashPaths(SOURCES, { tests: false });
}

/** The hash of all files at and below these paths, seen from the root of the project. */
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
