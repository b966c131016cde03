import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { expect, test } from 'vitest';
import { HttpError } from '../http/http-error.ts';
import { readiness } from '../http/readiness.ts';
import { combineHealth, createChainHealth } from './chain-health.ts';

function aHealth() {
  let nowMs = 0;
  const health = createChainHealth(() => nowMs);
  return { health, pass: (seconds: number) => (nowMs += seconds * 1000) };
}

test('takes no bets before anything is known', () => {
  const { health } = aHealth();
  expect(health.problem()).toBe('The blockchain has not been read yet.');
  expect(() => health.requireBettable()).toThrow(HttpError);
  health.learn({ alert: null, unreadSeconds: null });
  expect(() => health.requireBettable()).toThrow('Betting is stopped while the blockchain is checked');
});

test('takes bets if books and chain were found equal within the last minute', () => {
  const { health, pass } = aHealth();
  health.learn({ alert: null, unreadSeconds: 20 });
  expect(health.problem()).toBeNull();
  expect(() => health.requireBettable()).not.toThrow();
  pass(40);
  expect(health.problem()).toBeNull();
  pass(1);
  expect(health.problem()).toBe('The chain could not be read for 61 seconds.');
  health.learn({ alert: null, unreadSeconds: 0 });
  expect(health.problem()).toBeNull();
});

test('an alert stops betting until it ends', () => {
  const { health } = aHealth();
  const alert = { kind: 'disagreement', sentence: 'The endpoints disagree.' } as const;
  health.learn({ alert, unreadSeconds: 0 });
  expect(health.problem()).toBe('The endpoints disagree.');
  expect(() => health.requireBettable()).toThrow(HttpError);
  health.learn({ alert: null, unreadSeconds: 0 });
  expect(() => health.requireBettable()).not.toThrow();
});

test('a warning is reported as a reason that stops no bet', async () => {
  const database = await createTestDatabase();
  const { health } = aHealth();
  health.learn({ alert: null, unreadSeconds: 0 });
  const ready = readiness({ db: database.db, now: () => new Date() });
  ready.blockBetsBy(combineHealth(health, { problem: () => null, warning: () => 'There is little gas.' }));
  expect(ready.betProblems()).toEqual([{ kind: 'gas', stops: 'no-bet', sentence: 'There is little gas.' }]);
  expect(() => ready.requireBettable()).not.toThrow();
  await database.close();
});

test('the server says why betting is stopped, and nothing once it goes on', async () => {
  const database = await createTestDatabase();
  const { health } = aHealth();
  const ready = readiness({ db: database.db, now: () => new Date() });
  ready.blockBetsBy(health);
  expect(ready.betProblems()).toMatchObject([
    { kind: 'chain', sentence: 'The blockchain has not been read yet.' },
  ]);
  expect(await ready.problem()).toBeNull();
  expect(() => ready.requireBettable()).toThrow('Betting is stopped while the blockchain is checked');
  health.learn({ alert: null, unreadSeconds: 0 });
  expect(ready.betProblems()).toEqual([]);
  expect(() => ready.requireBettable()).not.toThrow();
  ready.stopBetsWhile(() => true);
  expect(() => ready.requireBettable()).toThrow('Betting is stopped while the books are checked');
  await database.close();
});
