import { expect, test } from 'vitest';
import type { ScoreUpdate } from './azuro-feed.ts';
import { laterScore } from './later-score.ts';

const score = (home: number, clock: string): ScoreUpdate => ({
  ...{ id: 'g', score: [home, 0], clock, period: '1st half', isRunning: true },
});

test('the later of two scores remembers that there was another', () => {
  expect(laterScore(score(0, "10'"), score(0, "11'"))).toEqual(score(0, "11'"));
  const scored = laterScore(score(0, "10'"), score(1, "11'"));
  expect(scored).toEqual({ ...score(1, "11'"), isChanged: true });
  expect(laterScore(scored, score(1, "12'"))).toEqual({ ...score(1, "12'"), isChanged: true });
  expect(laterScore(scored, score(0, "12'"))).toEqual({ ...score(0, "12'"), isChanged: true });
});
