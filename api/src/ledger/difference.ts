import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** Where the books are not what the rules make of what came before. */
export interface Difference {
  /** The entry that it shows in first; null when it belongs to none. */
  readonly entryId: string | null;
  /** What is wrong, such as the payout of a bet. */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** An amount to its last digit: rounded, two different ones would look alike. */
export function exactUsdc(amount: MicroUsdc): string {
  return amount % 10_000n === 0n ? `${formatUsdc(amount)} USDC` : `${amount} micro-USDC`;
}

/** The one that came first; what belongs to no entry comes last. */
export function firstOf(differences: readonly Difference[]): Difference | null {
  const place = ({ entryId }: Difference) => (entryId === null ? Number.POSITIVE_INFINITY : Number(entryId));
  return differences.reduce<Difference | null>(
    (first, each) => (first === null || place(each) < place(first) ? each : first),
    null,
  );
}
