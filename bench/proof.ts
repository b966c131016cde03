import { relative } from 'node:path';

/** One line of a table of figures: what was claimed, the bar, and what came out. */
export interface ProofRow {
  what: string;
  bar: string;
  measured: string;
  ok: boolean;
}

export interface Proof {
  /** True when only a sample was asked for: PROVE_SAMPLE=1. */
  readonly sample: boolean;
  /** Progress, for the person watching. */
  say(line: string): void;
  /** Adds a line to the table. One that is not ok fails the proof. */
  row(row: ProofRow): void;
}

/**
 * Runs a proof and ends the process: progress on stderr, and as the last line of stdout the result as JSON.
 * The exit code is 1 when a row missed its bar, when nothing was measured or when the proof broke off.
 */
export async function prove(name: string, run: (proof: Proof) => Promise<void>): Promise<never> {
  const rows: ProofRow[] = [];
  const proof: Proof = {
    sample: process.env.PROVE_SAMPLE === '1',
    say: (line) => process.stderr.write(`${name}: ${line}\n`),
    row(row) {
      rows.push(row);
      proof.say(`${row.ok ? 'ok' : 'FAILED'}: ${row.what}: ${row.measured} (bar: ${row.bar})`);
    },
  };
  const startedAt = performance.now();
  try {
    await run(proof);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    const measured = error instanceof Error ? error.message : String(error);
    rows.push({ what: 'the proof runs to its end', bar: 'no error', measured, ok: false });
  }
  proof.say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const passed = rows.length > 0 && rows.every((row) => row.ok);
  const file = relative(process.cwd(), process.argv[1] ?? `bench/prove/${name}.ts`);
  const command = `${proof.sample ? 'PROVE_SAMPLE=1 ' : ''}npx tsx ${file}`;
  const result = JSON.stringify({ name, command, passed, rows });
  // The process ends only once the line is out: pipes are written in the background.
  await new Promise<void>((resolve) => process.stdout.write(`${result}\n`, () => resolve()));
  process.exit(passed ? 0 : 1);
}

/** A proof that has no sample. */
export async function proveInFull(name: string, run: (proof: Proof) => Promise<void>): Promise<never> {
  return prove(name, run);
}
