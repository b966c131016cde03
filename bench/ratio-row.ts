import type { ProofRow } from './proof.ts';

/**
 * The row of a duration, judged by how many times longer it takes than a baseline of the same minute: two
 * machines differ by a factor of three, and a busy one by more. The milliseconds are for information.
 *
 * @param against what the baseline is, as in "at most 5 times ..."
 */
export function ratioRow({
  what,
  ms,
  against,
  baseMs,
  most,
  more = '',
}: {
  what: string;
  ms: number;
  against: string;
  baseMs: number;
  most: number;
  /** More measurements. */
  more?: string;
}): ProofRow {
  return {
    what,
    bar: `at most ${most} times ${against}`,
    measured: `${(ms / baseMs).toFixed(1)} times: ${inWords(ms)} against ${inWords(baseMs)}${more}`,
    ok: ms <= most * baseMs,
  };
}

function inWords(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}
