import { relative } from 'node:path';
import { leaveNothingBehind } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { cpuTimeOf } from './cpu-time.ts';

/** One line of a table of figures: the claim, the bar, and the measurement. */
export interface ProofRow {
  what: string;
  bar: string;
  measured: string;
  ok: boolean;
}

export interface Proof {
  /** True if only a sample was requested: PROVE_SAMPLE=1. */
  readonly sample: boolean;
  /** Progress, for the person watching. */
  say(line: string): void;
  /** Adds a line to the table. One that isn't ok fails the proof. */
  row(row: ProofRow): void;
  /**
   * Adds a line about a duration or a frequency to the table of the full run. A sample is
   * short and runs beside other work, where neither means anything: it neither asserts nor shows them.
   */
  timing(row: ProofRow): void;
}

/** A limit that the full run asserts. In a sample, which runs beside other work, only what never comes is too late. */
export function within(ms: number): number {
  return process.env.PROVE_SAMPLE === '1' ? Math.max(ms, 600_000) : ms;
}

/**
 * Runs a proof and ends the process: progress on stderr, and as the last line of stdout the result as JSON.
 * The exit code is 1 if a row missed its bar, if nothing was measured or if the proof broke off.
 */
export async function prove(name: string, run: (proof: Proof) => Promise<void>): Promise<never> {
  return report(name, { sample: process.env.PROVE_SAMPLE === '1' }, run);
}

/** The same for a proof without a sample: it is too long for one, or measures only time. */
export async function proveInFull(name: string, run: (proof: Proof) => Promise<void>): Promise<never> {
  return report(name, { sample: false }, run);
}

async function report(
  name: string,
  { sample }: { sample: boolean },
  run: (proof: Proof) => Promise<void>,
): Promise<never> {
  leaveNothingBehind();
  const rows: ProofRow[] = [];
  const proof: Proof = {
    sample,
    say: (line) => process.stderr.write(`${name}: ${line}\n`),
    row(row) {
      rows.push(row);
      proof.say(`${row.ok ? 'ok' : 'FAILED'}: ${row.what}: ${row.measured} (bar: ${row.bar})`);
    },
    timing(row) {
      if (!sample) proof.row(row);
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
  const cpu = cpuTimeOf(process.pid);
  const used = cpu === null ? '' : `, ${Math.round(cpu / 1000)} s of CPU`;
  proof.say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s${used}`);
  const passed = rows.length > 0 && rows.every((row) => row.ok);
  const file = relative(process.cwd(), process.argv[1] ?? `bench/prove/${name}.ts`);
  const command = `${sample ? 'PROVE_SAMPLE=1 ' : ''}npx tsx ${file}`;
  const result = JSON.stringify({ name, command, passed, rows });
  // The process ends only after the line is written: pipes are written in the background.
  await new Promise<void>((resolve) => process.stdout.write(`${result}\n`, () => resolve()));
  process.exit(passed ? 0 : 1);
}
