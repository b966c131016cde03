import { expect, test } from 'vitest';
import { BETS } from './bets.ts';
import { say } from './say.ts';
import { holesOf, reasonOf } from './sentence.ts';

test('a sentence has its code and facts beside it, as the API writes them', () => {
  expect(say('stake-too-large', { most: 38.5 })).toEqual({
    sentence:
      'The most you can bet on this outcome right now is 38.50 USDC, so no money was taken; enter a smaller amount.',
    reason: { code: 'stake-too-large', most: 38.5 },
  });
  expect(say('market-closed').reason).toEqual({ code: 'market-closed' });
});

test('facts are written as people read them', () => {
  // What lies below a cent is not there to be staked.
  expect(say('insufficient-funds', { balance: 9.999999 }).sentence).toContain('is 9.99 USDC,');
  expect(say('odds-changed', { odds: 1.8 }).sentence).toContain('now 1.80,');
  expect(say('live-wait', { until: '2026-11-24T16:30:59.000Z' }).sentence).toContain(
    'from 2026-11-24 16:30 UTC',
  );
  expect(say('too-many-rows', { rows: 5000 }).sentence).toContain('5,000 rows');
  expect(say('amount-range', { min: 100, max: 1_000_000 }).sentence).toContain(
    'between 100.00 and 1,000,000.00 USDC',
  );
});

test('what stands in a sentence with a code of its own goes along as one', () => {
  const problem = say('file-empty');
  expect(say('no-market-imported', { problem })).toEqual({
    sentence: 'The file is empty. No market was imported.',
    reason: { code: 'no-market-imported', problem: { code: 'file-empty' } },
  });
  const list = [say('skipped-not_open', { count: 1 }), say('skipped-bad_odds', { count: 2 })];
  const done = say('imported-one-game');
  const { sentence, reason } = say('import-skipped', { done, count: 3, list });
  expect(sentence).toBe(
    "Imported 1 game; skipped 3: 1 finished, stopped or canceled, 2 with odds we can't use.",
  );
  expect(reason).toMatchObject({ list: [{ code: 'skipped-not_open', count: 1 }, { count: 2 }] });
});

test('what people wrote is never looked into', () => {
  const title = 'Will {{amount:usdc}} $& rain?';
  const what = { title, shares: '"Yes" 50%', days: 30, amount: 1000 };
  expect(say('open-for-days', what).sentence).toContain(`Open "${title}" with`);
});

test('a fact that is not there is not made up', () => {
  const facts = {} as { most: number };
  expect(() => say('stake-too-large', facts)).toThrow('most');
});

test('the code of a stored sentence is found, and of what a person wrote none', () => {
  expect(reasonOf(BETS, BETS['no-price'])).toEqual({ code: 'no-price' });
  expect(reasonOf(BETS, 'It ended 2:1.')).toBeNull();
});

test('what a text is filled with can be listed', () => {
  expect(holesOf('{{a}} and {{b:usdc}}')).toEqual([
    { name: 'a', kind: '' },
    { name: 'b', kind: 'usdc' },
  ]);
});
