import type { ProofRow } from './proof.ts';

/**
 * The row of something that takes time, judged by how many times longer than a measure of the same minute it takes: two
 * machines differ by three times, and a busy one by more. The milliseconds are for information.
 *
 * @param against what the measure is, as in "at most 5 times ..."
 */
export function ratioRow({
  what,
  ms,
  against,
  baseMs,
  most,
  besides = '',
}: {
  what: string;
  ms: number;
  against: string;
  baseMs: number;
  most: number;
  /** More of what was measured. */
  besides?: string;
}): ProofRow {
  return {
    what,
    bar: `at most ${most} times ${against}`,
    measured: `${(ms / baseMs).toFixed(1)} times: ${inWords(ms)} against ${inWords(baseMs)}${besides}`,
    ok: ms <= most * baseMs,
  };
}

function inWords(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}
