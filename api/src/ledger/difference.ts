import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';

/** A place where the books differ from what the rules make of the events before. */
export interface Difference {
  /** The first entry that shows it; null if it belongs to no entry. */
  readonly entryId: string | null;
  /** What is wrong, such as the payout of a bet. */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** An amount with every digit, because two different amounts could look the same when rounded. */
export function exactUsdc(amount: MicroUsdc): string {
  return amount % 10_000n === 0n ? `${formatUsdc(amount)} USDC` : `${amount} micro-USDC`;
}

/** The difference of the earliest entry; differences without an entry come last. */
export function firstOf(differences: readonly Difference[]): Difference | null {
  const place = ({ entryId }: Difference) => (entryId === null ? Number.POSITIVE_INFINITY : Number(entryId));
  return differences.reduce<Difference | null>(
    (first, each) => (first === null || place(each) < place(first) ? each : first),
    null,
  );
}
