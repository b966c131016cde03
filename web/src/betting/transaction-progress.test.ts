import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceProgress, announcedBar, type ProgressEvent, STARTED } from './transaction-progress.ts';

const anEvent: fc.Arbitrary<ProgressEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.double({ min: -5, max: 60, noNaN: true }).map((step) => ({ kind: 'tick' as const, step })),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'confirmed' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'failed' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'retried' as const }) },
);

function run(events: ProgressEvent[]) {
  const seen = [STARTED];
  for (const event of events) seen.push(advanceProgress(seen.at(-1) ?? STARTED, event));
  return seen;
}

const fullBar: ProgressEvent[] = Array.from({ length: 5 }, () => ({ kind: 'tick', step: 20 }));

describe('the transaction progress', () => {
  test('stays at a full bar until the server confirms', () => {
    expect(run(fullBar).at(-1)).toEqual({ stage: 'pending', bar: 100, server: 'waiting' });
    expect(run([...fullBar, { kind: 'confirmed' }]).at(-1)?.stage).toBe('succeeded');
  });

  test('waits for the bar if the server was faster', () => {
    expect(run([{ kind: 'confirmed' }]).at(-1)).toEqual({ stage: 'pending', bar: 0, server: 'confirmed' });
    expect(run([{ kind: 'confirmed' }, ...fullBar]).at(-1)?.stage).toBe('succeeded');
  });

  test('fails at once if the server refuses, and the bar stays where it was', () => {
    expect(run([{ kind: 'tick', step: 12 }, { kind: 'failed' }]).at(-1)).toEqual({
      stage: 'failed',
      bar: 12,
      server: 'failed',
    });
  });

  test('continues from the same bar after a retry', () => {
    const failed: ProgressEvent[] = [
      { kind: 'tick', step: 12 },
      { kind: 'failed' },
      { kind: 'tick', step: 20 },
    ];
    expect(run([...failed, { kind: 'retried' }]).at(-1)).toEqual({
      stage: 'pending',
      bar: 12,
      server: 'waiting',
    });
    expect(run([{ kind: 'confirmed' }, ...fullBar, { kind: 'retried' }]).at(-1)?.stage).toBe('succeeded');
  });

  test("never goes back or passes 100, moves 20 at most, and succeeds only with a full bar and the server's yes", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 60 }), (events) => {
        const seen = run(events);
        for (const [index, now] of seen.entries()) {
          const before = seen[index - 1] ?? STARTED;
          expect(now.bar).toBeGreaterThanOrEqual(before.bar);
          expect(now.bar - before.bar).toBeLessThanOrEqual(20 + 1e-9);
          expect(now.bar).toBeLessThanOrEqual(100);
          if (before.stage === 'succeeded') expect(now).toEqual(before);
          if (before.stage === 'failed') expect(now.bar).toBe(before.bar);
          expect(now.stage === 'succeeded').toBe(now.bar === 100 && now.server === 'confirmed');
        }
      }),
    );
  });

  test('reports only quarters to assistive technology', () => {
    expect([0, 24.9, 25, 51, 99.9, 100].map(announcedBar)).toEqual([0, 0, 25, 50, 75, 100]);
  });
});
