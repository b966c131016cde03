/** A test of the contracts in forge's `--json` output. */
export interface ForgeTest {
  /** Such as `contracts/test/CashOut.t.sol:CashOutTest`. */
  readonly suite: string;
  /** Such as `test_happensOnce()`. */
  readonly name: string;
  readonly status: 'Success' | 'Failure' | 'Skipped';
  /** Why it failed. */
  readonly reason: string | null;
  readonly kind: ForgeTestKind;
}

/** How a test was run; for random sequences how many, and with how many calls. */
interface ForgeTestKind {
  readonly Invariant?: { readonly runs: number; readonly calls: number; readonly reverts: number };
}

/** forge's output on its last line; none if nothing was compiled. */
export function forgeTests(stdout: string): ForgeTest[] {
  const last = stdout.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return [];
  // forge writes it, for programs to read.
  const suites = JSON.parse(last) as Record<
    string,
    { test_results: Record<string, Omit<ForgeTest, 'suite' | 'name'>> }
  >;
  return Object.entries(suites).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([name, result]) => ({ ...result, suite, name })),
  );
}
