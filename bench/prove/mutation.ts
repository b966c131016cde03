import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { hashPaths, openProgress } from '../progress.ts';
import { proveInFull } from '../proof.ts';

/**
 * Changes the rules of money, ledger, pricing and settlement in every small way a slip of the hand could, one at a time, and
 * counts how many of these mutants the tests of core notice. Those that survive are named, with why each is harmless:
 * one that is not in the list below fails the proof however many others were killed.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const BAR = 0.9;
/** Of the random inputs of all tests. */
const SEED = '20261126';

/** Each is tried by the tests of its own folder alone: they are to notice, not others that happen to pass by. */
const GROUPS = [
  { what: 'money', mutate: ['core/src/money/*.ts'], folder: 'core/src/money' },
  { what: 'ledger', mutate: ['core/src/ledger/*.ts'], folder: 'core/src/ledger' },
  { what: 'pricing', mutate: ['core/src/odds/*.ts'], folder: 'core/src/odds' },
  { what: 'settlement', mutate: ['core/src/settlement/*.ts'], folder: 'core/src/settlement' },
  {
    what: 'decisions on bets and cash-outs',
    mutate: ['core/src/betting/decide-*.ts', 'core/src/betting/*-rules.ts'],
    folder: 'core/src/betting',
  },
] as const;

/** Why mutants survive that may: the file, the line's text, and the reason. */
const EXPLAINED: readonly { file: string; line: string; why: string }[] = [
  {
    file: 'ledger/balance.ts',
    line: 'for (const balance of balances) sum += balance',
    why: 'What adds to zero also subtracts to zero.',
  },
  {
    file: 'ledger/check-receipt.ts',
    line: 'if (!Array.isArray(row)) return false',
    why: 'What is no list cannot be taken apart, which throws, or has no number first: refused either way.',
  },
  {
    file: 'ledger/check-receipt.ts',
    line: "typeof after === 'object'",
    why: 'To look for a name in what is no object throws: refused either way.',
  },
  {
    file: 'ledger/check-receipt.ts',
    line: 'after !== null',
    why: 'To look for a name in null throws: refused either way.',
  },
  {
    file: 'money/bounds.ts',
    line: 'a > b ?',
    why: 'Of two that are equal either may be taken.',
  },
  {
    file: 'money/bounds.ts',
    line: 'a < b ?',
    why: 'Of two that are equal either may be taken.',
  },
  {
    file: 'money/format-usdc.ts',
    line: 'cents < 0n ?',
    why: 'Nothing has no sign.',
  },
  {
    file: 'money/mul-div.ts',
    line: 'product < 0n &&',
    why: 'Nothing divides without a rest.',
  },
  {
    file: 'money/parse-usdc.ts',
    line: "whole = '0'",
    why: 'What matched has a whole part: the default is there for the compiler.',
  },
  {
    file: 'odds/book.ts',
    line: 'return odds !== null && odds >= bet.odds',
    why: 'Compared with odds null counts as nothing, which is less.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'let i = adds.length - 2; i >= 0',
    why: 'Before all bets nothing is a bound, so that it never is unclear.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'if (item === undefined)',
    why: 'The lists have an item for every moment, market and outcome: none is ever missing.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'let sums = (market.steps[0]?.net ?? [])',
    why: 'A market without steps has no sums, and loses as much with sums that nothing is added to.',
  },
  {
    file: 'odds/lmsr.ts',
    line: '!needsSlack && shortfall <= NOTHING',
    why: 'A result of floating point meets a bound exactly by chance alone.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'p >= MIN_PROBABILITY - 1e-12',
    why: 'The tolerance is there so that nothing lies exactly on the bound.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'let high = standing.maxStake / CENT',
    why: 'From a bound further off the same stake is found, in more steps: above the most nothing has odds.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'shortfall <= stake * MAX_SHORTFALL_SHARE',
    why: 'Two results of floating point meet exactly by chance alone.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'p <= MAX_PROBABILITY + 1e-12',
    why: 'The most that is taken is rounded down to the cent, which is further from 99% than the tolerance.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'slackOf(book) >= MIN_SLACK',
    why: 'A result of floating point meets a bound exactly by chance alone.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'maxStake: most > 0 ?',
    why: 'Nothing, floored to the cent, is nothing.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'if (stake <= 0n || stake > maxStake)',
    why: 'For a stake of nothing the formula divides nothing by nothing, and what is no number has no price.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'lead < -30',
    why: 'Both forms of the formula are exact wherever the other does not overflow, and the form behind it never does.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'hundredths >= LOWEST_HUNDREDTHS',
    why: 'What is taken keeps the probability at or under 99%, where odds are above 1.01; what is no number fails the other half.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'return z > 0 ?',
    why: 'At zero both forms are ln 2.',
  },
  {
    file: 'settlement/decide-chain-act.ts',
    line: 'const isInTime = objectionEndsAt !== null',
    why: 'Compared with a moment null counts as the start of 1970, which is over.',
  },
  {
    file: 'settlement/rehearse.ts',
    line: "const outcome = result.kind === 'void' ? 'void'",
    why: 'A void has no outcome: whatever is hashed in its place is no outcome’s id.',
  },
  {
    file: 'betting/decide-bet.ts',
    line: 'funds.blockedUntil !== null &&',
    why: 'Compared with a moment null counts as the start of 1970: no moment is before it.',
  },
  {
    file: 'betting/chain-rules.ts',
    line: 'until !== null && now < until',
    why: 'No moment is before none.',
  },
  {
    file: 'betting/decide-cash-out.ts',
    line: 'if (value === null || value < CENT',
    why: 'Compared with a cent null counts as nothing, which is less.',
  },
];

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly replacement: string;
  readonly status: string;
}

await proveInFull('mutation', async ({ say, row }) => {
  const tried = GROUPS.map((group) => ({
    ...group,
    // A group takes minutes. One that is through is not tried again because of another, nor of a reason in the list above.
    progress: openProgress<Mutant[]>(
      `mutation of ${group.what}`,
      true,
      `${hashPaths(['core/src', 'package-lock.json'], { tests: false })} ${hashPaths([group.folder], { tests: true })}`,
    ),
  }));
  let passed = true;
  for (const { what, mutate, folder, progress } of tried) {
    if (progress.rounds.length === 0)
      progress.add(await mutantsOf(mutate, { say, tests: `${folder}/*.test.ts` }));
    const mutants = progress.rounds.flat();
    const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
    const survived = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    const killed = counted.length - survived.length;
    const unexplained = survived.filter((mutant) => !isExplained(mutant));
    for (const { file, line, text, replacement } of survived) {
      say(`survived: ${file}:${line}  ${text}  ->  ${replacement}`);
    }
    const ok = counted.length > 0 && killed / counted.length >= BAR && unexplained.length === 0;
    passed &&= ok;
    row({
      what: `mutants of ${what} that the tests notice`,
      bar: `at least ${BAR * 100}%, the others explained`,
      measured: `${killed} of ${counted.length} (${((100 * killed) / counted.length).toFixed(1)}%), ${survived.length - unexplained.length} explained, ${unexplained.length} not`,
      ok,
    });
  }
  if (passed) for (const { progress } of tried) progress.clear();
});

async function mutantsOf(
  mutate: readonly string[],
  { say, tests }: { say: (line: string) => void; tests: string },
): Promise<Mutant[]> {
  const folder = temporaryFolder('tallystone-mutation-');
  const report = join(folder, 'report.json');
  const config = join(folder, 'config.json');
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'bench/mutation.vitest.config.ts' },
    mutate: [...mutate, '!core/src/**/*.test.ts'],
    // Not `*`: what is ignored is not copied, and the tests need no more than this.
    ignorePatterns: ['api', 'web', 'e2e', 'docs', 'coverage', 'bench/prove', 'data'],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: join(folder, 'sandbox'),
  };
  try {
    say(`mutating ${mutate.join(', ')}`);
    writeFileSync(config, JSON.stringify(options));
    await promisify(execFile)(process.execPath, [STRYKER, 'run', config], {
      cwd: ROOT,
      maxBuffer: 2 ** 28,
      env: { ...process.env, MUTATION_TESTS: tests, SEED },
    });
    return readReport(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the report we need where each mutant stood and what became of it. */
function readReport(path: string): Mutant[] {
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as {
    files: Record<
      string,
      {
        source: string;
        mutants: { location: { start: { line: number } }; replacement?: string; status: string }[];
      }
    >;
  };
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ location, replacement, status }) => ({
      file,
      line: location.start.line,
      text: (lines[location.start.line - 1] ?? '').trim(),
      replacement: replacement ?? '',
      status,
    }));
  });
}

function isExplained({ file, text }: Mutant): boolean {
  return EXPLAINED.some((each) => file.endsWith(each.file) && text.includes(each.line));
}
