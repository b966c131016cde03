import { expect, test } from 'vitest';
import { withProcessorTime } from '../test-processor-time.ts';
import { countCalls } from './count-calls.ts';

test('a new caller has room at once, however many callers are remembered', async () => {
  const Counts = countCalls(50_000);
  const counts = new Counts({});
  const callEach = (name: string, many: number) => {
    for (let i = 0; i < many; i++) counts.incr(`${name} ${i}`, () => undefined, 1000, 2);
  };
  callEach('known', 50_000);
  const { pieces } = await withProcessorTime(() => callEach('new', 100_000));
  // 46; where each looks through those who are remembered it is thousands.
  expect(pieces).toBeLessThan(100);
});
