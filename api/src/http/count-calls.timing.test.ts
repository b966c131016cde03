import { withProcessorTime } from '@tallystone/testkit/server/processor-time.ts';
import { expect, test } from 'vitest';
import { countCalls } from './rate-limits.ts';

test('a new caller has room at once, however many callers are remembered', async () => {
  const count = countCalls({ max: 2, spanMs: 1000, mostCallers: 50_000 });
  const callEach = (name: string, many: number) => {
    for (let i = 0; i < many; i++) count(`${name} ${i}`);
  };
  callEach('known', 50_000);
  const { pieces } = await withProcessorTime(() => callEach('new', 100_000));
  // 46; it would be thousands if each call searched all remembered callers.
  expect(pieces).toBeLessThan(100);
});
