import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForge } from '../../scripts/forge.mjs';
import { CONTRACT_MUTANTS, type ContractMutant } from '../contract-mutants.ts';
import { prove } from '../proof.ts';

/**
 * Makes each change of a list written by hand to the contracts, one at a time, and runs their tests: every one of them
 * must fail. A change that does not compile is none, and fails the proof.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IN_SAMPLE = 3;

await prove('contract-mutation', async ({ sample, say, row }) => {
  const mutants = sample ? CONTRACT_MUTANTS.slice(0, IN_SAMPLE) : CONTRACT_MUTANTS;
  const root = mkdtempSync(join(tmpdir(), 'tallystone-contracts-'));
  try {
    cpSync(join(ROOT, 'contracts'), join(root, 'contracts'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const unchanged = await test(root);
    if (unchanged !== 'passed')
      throw new Error(`the tests do not pass on the contracts as they are: ${unchanged}`);
    const missed: string[] = [];
    for (const mutant of mutants) {
      const outcome = await tryMutant(root, mutant);
      if (outcome !== 'failed') missed.push(`${mutant.what} (${outcome})`);
      say(`${outcome === 'failed' ? 'noticed' : outcome}: ${mutant.what}`);
    }
    row({
      what: `changes to the contracts, made by hand, that their tests notice`,
      bar: 'all',
      measured: `${mutants.length - missed.length} of ${mutants.length}${missed.length === 0 ? '' : `; not: ${missed.join(', ')}`}`,
      ok: missed.length === 0,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

async function tryMutant(root: string, { file, from, to }: ContractMutant): Promise<Outcome> {
  const path = join(root, 'contracts/src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) return 'stands not once in its file';
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return await test(root);
  } finally {
    writeFileSync(path, source);
  }
}

type Outcome = 'passed' | 'failed' | 'does not compile' | 'stands not once in its file';

/** The tests of functions, and a short run of the invariants. */
async function test(root: string): Promise<Outcome> {
  const { code, output } = await runForge(['test', '--json', '--allow-failure'], {
    cwd: root,
    env: { FOUNDRY_INVARIANT_RUNS: '30', FOUNDRY_FUZZ_RUNS: '100' },
    keepOutput: 'all',
  });
  if (/Compiler run failed/.test(output)) return 'does not compile';
  if (code === 0 && !/"status":"Failure"/.test(output)) return 'passed';
  return 'failed';
}
