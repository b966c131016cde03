import { withProcessorTime } from '@tallystone/testkit/server/processor-time.ts';
import { expect, test } from 'vitest';
import { createDropLog } from './drop-log.ts';
import { parseCondition } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';
import { parseGame } from './parse-game.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test('a condition of 100 million outcomes is dropped at once', async () => {
  const condition = { conditionId: '3006', state: 'Active', outcomes: new Array(1e8), wonOutcomeIds: [] };
  const drops = createDropLog(() => NOW);
  const parse = (element: unknown) => parseCondition(element, drops);
  const { pieces } = await withProcessorTime(() =>
    parseEach([condition], { what: 'condition', parse, drops }),
  );
  expect(drops.total).toBe(1);
  // It is less than one, and the shortest loop over all of them is twenty.
  expect(pieces).toBeLessThan(5);
});

test('an endless list of games is cut at once', async () => {
  const drops = createDropLog(() => NOW);
  const parse = (element: unknown) => parseGame(element, { now: NOW, drops });
  const games = new Array(20_005).fill(null);
  const { pieces } = await withProcessorTime(() => parseEach(games, { what: 'game', parse, drops }));
  expect(drops.total).toBe(20_001);
  // 63, for the 20,000 that are looked at.
  expect(pieces).toBeLessThan(130);
});
