import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { runForge } from '../../scripts/forge.mjs';
import { forgeTests } from '../forge-tests.ts';
import { hashPaths, openProgress } from '../progress.ts';
import { proveInFull } from '../proof.ts';

/**
 * Random sequences of calls to the escrow contract, good and bad, with an operator who is sometimes away until markets
 * are void for good, and a token that sometimes refuses, lies, takes fees or re-enters. After each call, balance,
 * reserves, every bet and every end must be right, and after each sequence everyone's money leaves for its owner.
 *
 * @see contracts/test/Invariants.t.sol
 */
const SEQUENCES = 50_000;
/** This many are one piece, which is the most that an interruption costs. */
const PIECE = 250;
const DEPTH = 100;
const SOURCES = [
  'contracts/src',
  'contracts/test',
  'contracts/foundry.toml',
  'bench/prove/contract-invariants.ts',
];

interface Piece {
  /** The seed, which reproduces the sequences. */
  readonly seed: string;
  readonly sequences: number;
  readonly calls: number;
  readonly seconds: number;
  /** Why they broke, or null. */
  readonly broken: string | null;
}

await proveInFull('contract-invariants', async ({ say, row }) => {
  const progress = openProgress<Piece>('contract-invariants', true, hashPaths(SOURCES, { tests: true }));
  const sum = (figure: (piece: Piece) => number) =>
    progress.rounds.reduce((all, piece) => all + figure(piece), 0);
  const { code, output } = await runForge(['build'], { keepOutput: 'all' });
  if (code !== 0) throw new Error(`the contracts do not compile: ${output}`);

  let begun = sum(({ sequences }) => sequences);
  const isBroken = () => progress.rounds.some(({ broken }) => broken !== null);
  // Each piece uses one core fully.
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (begun < SEQUENCES && !isBroken()) {
        const sequences = Math.min(PIECE, SEQUENCES - begun);
        begun += sequences;
        progress.add(await runPiece(sequences));
        say(`${sum((piece) => piece.sequences)} of ${SEQUENCES} sequences`);
      }
    }),
  );

  const broken = progress.rounds.find((piece) => piece.broken !== null);
  const [sequences, calls] = [sum((piece) => piece.sequences), sum((piece) => piece.calls)];
  row({
    what: 'random sequences of calls to the contract after which its invariants hold',
    bar: `${SEQUENCES} of ${DEPTH} calls each`,
    measured:
      broken === undefined
        ? `${sequences}, ${calls} calls, ${Math.round(sum(({ seconds }) => seconds))} s of one core`
        : `broken with seed ${broken.seed}: ${broken.broken}; the same again: SEED=${broken.seed}`,
    ok: broken === undefined && sequences === SEQUENCES && calls === SEQUENCES * DEPTH,
  });
  progress.clear();
});

async function runPiece(sequences: number): Promise<Piece> {
  const seed = process.env.SEED ?? `0x${randomBytes(16).toString('hex')}`;
  const startedAt = performance.now();
  // Not its walks, which are the same in every piece.
  const tests = ['--match-contract', 'InvariantsTest', '--match-test', 'invariant_'];
  const { output, stdout } = await runForge(['test', '--json', ...tests], {
    env: {
      FOUNDRY_INVARIANT_RUNS: String(sequences),
      FOUNDRY_INVARIANT_DEPTH: String(DEPTH),
      FOUNDRY_FUZZ_SEED: seed,
    },
    keepOutput: 'all',
  });
  const results = forgeTests(stdout);
  const ran = results.find(({ kind }) => kind.Invariant !== undefined)?.kind.Invariant;
  if (ran === undefined) throw new Error(`no sequence ran: ${output}`);
  const failed = results.find(({ status }) => status !== 'Success');
  return {
    seed,
    sequences: ran.runs,
    calls: ran.calls,
    seconds: (performance.now() - startedAt) / 1000,
    broken: failed === undefined ? null : (failed.reason ?? failed.name),
  };
}
