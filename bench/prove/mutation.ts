import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { hashPaths, openProgress } from '../progress.ts';
import { proveInFull } from '../proof.ts';

/**
 * Changes the rules of money, ledger, pricing and settlement in every small way that a mistake could, one at a time, and
 * counts how many of these mutants the tests of core notice. Those that survive are named, with why each is harmless.
 * One that isn't in the list below fails the proof, however many others were killed.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const BAR = 0.9;
/** For the random inputs of all tests. */
const SEED = '20261126';

/** Only the tests of its own folder are run on each: they must notice it, not others that happen to cover it. */
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

/** Why some mutants may survive: the file, the line's text, and the reason. */
const EXPLAINED: readonly { file: string; line: string; why: string }[] = [
  {
    file: 'ledger/check-receipt.ts',
    line: 'if (!Array.isArray(row)) return false',
    why: 'A value that is not a list throws when it is destructured, or has no number first: refused either way.',
  },
  {
    file: 'ledger/check-receipt.ts',
    line: "typeof after === 'object'",
    why: 'Looking for a name in something that is not an object throws: refused either way.',
  },
  {
    file: 'ledger/check-receipt.ts',
    line: 'after !== null',
    why: 'Looking for a name in null throws: refused either way.',
  },
  {
    file: 'money/bounds.ts',
    line: 'a > b ?',
    why: 'If two are equal, either may be taken.',
  },
  {
    file: 'money/bounds.ts',
    line: 'a < b ?',
    why: 'If two are equal, either may be taken.',
  },
  {
    file: 'money/format-usdc.ts',
    line: 'cents < 0n ?',
    why: 'Zero has no sign.',
  },
  {
    file: 'money/mul-div.ts',
    line: 'product < 0n &&',
    why: 'Zero divides without a remainder.',
  },
  {
    file: 'money/parse-usdc.ts',
    line: "whole = '0'",
    why: 'Every match has a whole part: the default is only for the compiler.',
  },
  {
    file: 'odds/book.ts',
    line: 'return odds !== null && odds >= bet.odds',
    why: 'Compared with odds, null counts as zero, which is less.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'let i = adds.length - 2; i >= 0',
    why: 'Before all bets there is no bound, so the answer is never unclear.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'if (item === undefined)',
    why: 'The lists have an item for every moment, market and outcome: none is ever missing.',
  },
  {
    file: 'odds/every-start.ts',
    line: 'let sums = (market.steps[0]?.net ?? [])',
    why: 'A market without steps has no sums, and loses the same with sums to which nothing is added.',
  },
  {
    file: 'odds/lmsr.ts',
    line: '!needsSlack && shortfall <= NOTHING',
    why: 'A floating-point result equals a bound exactly only by chance.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'p >= MIN_PROBABILITY - 1e-12',
    why: 'Because of the tolerance nothing is exactly on the bound.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'let high = standing.maxStake / CENT',
    why: 'From a more distant bound the same stake is found, in more steps: above the largest stake nothing has odds.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'shortfall <= stake * MAX_SHORTFALL_SHARE',
    why: 'Two floating-point results are equal only by chance.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'p <= MAX_PROBABILITY + 1e-12',
    why: 'The largest stake is rounded down to the cent, which is further from 99% than the tolerance.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'slackOf(book) >= MIN_SLACK',
    why: 'A floating-point result equals a bound exactly only by chance.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'maxStake: most > 0 ?',
    why: 'Zero, rounded down to the cent, is zero.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'if (stake <= 0n || stake > maxStake)',
    why: 'For a zero stake the formula divides zero by zero, and NaN has no price.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'lead < -30',
    why: 'Both forms of the formula are exact wherever the other does not overflow, and the form behind it never does.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'hundredths >= LOWEST_HUNDREDTHS',
    why: 'Accepted stakes keep the probability at or below 99%, where odds are above 1.01; NaN fails the other half.',
  },
  {
    file: 'odds/lmsr.ts',
    line: 'return z > 0 ?',
    why: 'At zero both forms are ln 2.',
  },
  {
    file: 'settlement/decide-chain-act.ts',
    line: 'const isInTime = objectionEndsAt !== null',
    why: 'Compared with a time, null counts as the start of 1970, which is past.',
  },
  {
    file: 'settlement/rehearse.ts',
    line: "const outcome = result.kind === 'void' ? 'void'",
    why: 'A void has no outcome: whatever is hashed instead is not an outcome’s id.',
  },
  {
    file: 'betting/decide-bet.ts',
    line: 'funds.blockedUntil !== null &&',
    why: 'Compared with a time, null counts as the start of 1970: no time is before it.',
  },
  {
    file: 'betting/chain-rules.ts',
    line: 'until !== null && now < until',
    why: 'No time is before null.',
  },
  {
    file: 'betting/decide-cash-out.ts',
    line: 'if (value === null || value < CENT',
    why: 'Compared with a cent, null counts as zero, which is less.',
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
    // A group takes minutes. A finished one isn't run again because of another, or because a reason in the list above changed.
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
    // Not `*`: ignored files aren't copied, and the tests need no more than this.
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

/** The parts of the report that are used: where each mutant was and its result. */
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
