import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { type Change, dateAt, GAME_MS, playScript, type Script, writeScript } from './running-game.ts';

const LEAD = 4_000;
const scored = { home: 1, away: 0, doubtful: null } as const;
const goal: Change = {
  at: 100_000,
  seems: scored,
  becomes: scored,
  suspendsAfter: 2_000,
  resumesAfter: 10_000,
  breaks: null,
};
const quiet: Script = {
  changes: [goal],
  goals: [{ at: goal.at, side: 'home' }],
  alarms: [],
  outages: [],
  confirmations: [0, 99_000, 103_500, 105_500, 108_000, 120_000],
};
const at = (script: Script, ms: number) => playScript(script, LEAD).at(ms);

describe('a server sees a goal', () => {
  test('when the feed has seen it and suspends betting', () => {
    expect(playScript(quiet, LEAD).scoreAt(99_999)).toEqual({ home: 0, away: 0 });
    expect(playScript(quiet, LEAD).scoreAt(100_000)).toEqual({ home: 1, away: 0 });
    expect(at(quiet, 105_999)).toMatchObject({ state: 'open', haltedAt: null, pricedAt: dateAt(105_500) });
    expect(at(quiet, 106_000)).toMatchObject({ state: 'suspended', haltedAt: dateAt(106_000) });
    expect(at(quiet, 115_999)).toMatchObject({ state: 'suspended', pricedAt: dateAt(105_500) });
  });

  test('in the prices only afterwards, for the moment that the feed sees', () => {
    expect(at(quiet, 115_999).priced).toEqual({
      standing: { home: 0, away: 0, doubtful: null },
      ms: 101_500,
    });
    expect(at(quiet, 116_000)).toMatchObject({
      state: 'open',
      haltedAt: dateAt(106_000),
      pricedAt: dateAt(116_000),
      priced: { standing: scored, ms: 112_000 },
    });
  });

  test('later when the connection is broken', () => {
    const broken = { ...quiet, outages: [{ from: 105_000, until: 110_000 }] };
    expect(at(broken, 109_999)).toMatchObject({ state: 'open', haltedAt: null, pricedAt: dateAt(103_500) });
    expect(at(broken, 110_000)).toMatchObject({ state: 'suspended', haltedAt: dateAt(110_000) });
  });

  test('in the price alone when it was broken all the time', () => {
    const broken = { ...quiet, outages: [{ from: 105_000, until: 118_000 }] };
    expect(at(broken, 117_999)).toMatchObject({ state: 'open', haltedAt: null, pricedAt: dateAt(103_500) });
    expect(at(broken, 118_000)).toMatchObject({
      state: 'open',
      haltedAt: null,
      pricedAt: dateAt(118_000),
      priced: { standing: scored },
    });
  });

  test('and the next thing that happens is found', () => {
    const game = playScript(quiet, LEAD);
    expect([0, 99_000, 103_500, 105_500, 106_000, 116_000, 120_000].map((ms) => game.nextAfter(ms))).toEqual([
      99_000,
      103_500,
      105_500,
      106_000,
      116_000,
      120_000,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

describe('every script', () => {
  const scripts = Array.from({ length: 300 }, (_, seed) =>
    writeScript(seededRandom(seed), { latest: 3_000, breaksAtChanges: false }),
  );

  test('ends at the score of the goals that count, but for a review that is still going on', () => {
    let decided = 0;
    for (const script of scripts) {
      const last = script.changes.at(-1)?.becomes;
      if (last === undefined || last.doubtful !== null) continue;
      const { home, away } = playScript(script, 0).scoreAt(GAME_MS);
      expect(last).toMatchObject({ home, away });
      decided += 1;
    }
    expect(decided).toBeGreaterThan(200);
  });

  test('has scores that are never below zero and one goal in doubt at most', () => {
    const changes = scripts.flatMap((script) => script.changes);
    for (const { becomes, suspendsAfter } of changes) {
      expect(Math.min(becomes.home, becomes.away)).toBeGreaterThanOrEqual(0);
      if (becomes.doubtful !== null) expect(becomes[becomes.doubtful]).toBeGreaterThan(0);
      expect(suspendsAfter).toBeLessThanOrEqual(3_000);
    }
    expect(changes.some(({ becomes }) => becomes.doubtful !== null)).toBe(true);
    expect(changes.some(({ seems, becomes }) => seems !== becomes)).toBe(true);
  });

  test('is the same for the same seed', () => {
    expect(writeScript(seededRandom(7), { latest: 3_000, breaksAtChanges: false })).toEqual(scripts[7]);
  });
});
