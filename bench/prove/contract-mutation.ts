import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForge } from '../../scripts/forge.mjs';
import { compileEscrow } from '../compile-contract.ts';
import { CONTRACT_MUTANTS, type ContractMutant, misplacedMutants } from '../contract-mutants.ts';
import { type ForgeTest, forgeTests } from '../forge-tests.ts';
import { hashPaths, openProgress } from '../progress.ts';
import { proveInFull } from '../proof.ts';

/**
 * Makes each change from a hand-written list to the contracts, one at a time, and runs their tests on the compiled
 * result: for every one of them a test must fail. A change that doesn't compile isn't valid, and fails the proof.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  'contracts/src',
  'contracts/test',
  'contracts/foundry.toml',
  'bench/contract-mutants.ts',
  'bench/compile-contract.ts',
  'bench/prove/contract-mutation.ts',
];
/** The tests of functions, and a short run of the invariants for what they don't notice; gas is compared elsewhere. */
const TESTS = [
  ['--no-match-contract', 'GasTest|InvariantsTest'],
  ['--match-contract', 'InvariantsTest', '--match-test', 'invariant_'],
];
const SHORT_RUNS = { FOUNDRY_INVARIANT_RUNS: '20', FOUNDRY_FUZZ_RUNS: '100', FOUNDRY_FUZZ_SEED: '0x1' };
/** Where forge allows tests to read. */
const CODES = 'contracts/cache/changed';

/** The result of one change: the test that noticed it, or null. */
interface Tried {
  readonly what: string;
  readonly by: string | null;
}

await proveInFull('contract-mutation', async ({ say, row }) => {
  const misplaced = misplacedMutants();
  if (misplaced.length > 0) throw new Error(misplaced.join('; '));
  const progress = openProgress<Tried>('contract-mutation', true, hashPaths(SOURCES, { tests: true }));
  const left = CONTRACT_MUTANTS.filter(({ what }) => !progress.rounds.some((tried) => tried.what === what));
  mkdirSync(join(ROOT, CODES), { recursive: true });
  try {
    // Compiled in the same way as the changed ones, so that none is noticed because of the way. This also compiles the tests.
    const unchanged = await failingTest('unchanged', await compileEscrow(new Map()));
    if (unchanged !== null) throw new Error(`the contracts as they are fail ${unchanged}`);
    // Compiler and tests use one core each.
    const hands = Array.from({ length: availableParallelism() }, async (_, hand) => {
      for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
        const by = await noticedBy(mutant, `hand-${hand}`);
        progress.add({ what: mutant.what, by });
        say(by === null ? `NOT noticed: ${mutant.what}` : `noticed by ${by}: ${mutant.what}`);
      }
    });
    await Promise.all(hands);
  } finally {
    rmSync(join(ROOT, CODES), { recursive: true, force: true });
  }
  const missed = progress.rounds.filter(({ by }) => by === null).map(({ what }) => what);
  const noticed = progress.rounds.length - missed.length;
  row({
    what: 'hand-written changes to the contracts that their tests notice',
    bar: `all of ${CONTRACT_MUTANTS.length}`,
    measured: `${noticed}${missed.length === 0 ? '' : `; not: ${missed.join(', ')}`}`,
    ok: missed.length === 0 && noticed === CONTRACT_MUTANTS.length,
  });
  progress.clear();
});

async function noticedBy({ what, file, from, to }: ContractMutant, hand: string): Promise<string | null> {
  const path = `contracts/src/${file}`;
  // With a function, because a replacement string has special characters.
  const changed = readFileSync(join(ROOT, path), 'utf8').replace(from, () => to);
  const code = await compileEscrow(new Map([[path, changed]])).catch((error: Error) => {
    throw new Error(`"${what}": ${error.message}`);
  });
  return failingTest(hand, code);
}

/** The first test that fails on this code, or null. @throws Error if no test ran */
async function failingTest(name: string, code: string): Promise<string | null> {
  const file = `${CODES}/${name}.hex`;
  writeFileSync(join(ROOT, file), code);
  for (const which of TESTS) {
    const { output, stdout } = await runForge(['test', '--json', ...which], {
      env: { ...SHORT_RUNS, ESCROW_CODE: file },
      keepOutput: 'all',
    });
    const tests = forgeTests(stdout);
    if (tests.length === 0) throw new Error(`no test ran: ${output}`);
    const failed = tests.find(({ status }) => status === 'Failure');
    if (failed !== undefined) return nameOf(failed);
  }
  return null;
}

/** The distinguishing parts of `contracts/test/CashOut.t.sol:CashOutTest` and `test_happensOnce()`. */
function nameOf({ suite, name }: ForgeTest): string {
  return `${suite.split(':').at(-1)}.${name.split('(')[0]}`;
}
