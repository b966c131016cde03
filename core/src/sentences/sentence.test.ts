import { expect, test } from 'vitest';
import { BETS } from './bets.ts';
import { say } from './say.ts';
import { holesOf, reasonOf } from './sentence.ts';

test('a sentence comes with its code and facts, as the API sends them', () => {
  expect(say('stake-too-large', { most: 38.5 })).toEqual({
    sentence:
      'The most you can bet on this outcome right now is 38.50 USDC, so no money was taken; enter a smaller amount.',
    reason: { code: 'stake-too-large', most: 38.5 },
  });
  expect(say('market-closed').reason).toEqual({ code: 'market-closed' });
});

test('facts are formatted for people in the sentence', () => {
  // Fractions of a cent can't be staked.
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

test('a nested sentence is filled in, and its code and facts are nested in the reason', () => {
  const problem = say('file-empty');
  expect(say('no-market-imported', { problem })).toEqual({
    sentence: 'The file is empty. No market was imported.',
    reason: { code: 'no-market-imported', problem: { code: 'file-empty' } },
  });
  const list = [say('skipped-not_open', { count: 1 }), say('skipped-bad_odds', { count: 2 })];
  const done = say('imported-one-market');
  const { sentence, reason } = say('import-skipped', { done, count: 3, list });
  expect(sentence).toBe(
    "Imported 1 market; skipped 3: 1 finished, stopped or canceled, 2 with odds we can't use.",
  );
  expect(reason).toMatchObject({ list: [{ code: 'skipped-not_open', count: 1 }, { count: 2 }] });
});

test('syntax in text from users is left alone', () => {
  const title = 'Will {{amount:usdc}} $& rain?';
  const what = { title, shares: '"Yes" 50%', days: 30, amount: 1000 };
  expect(say('open-for-days', what).sentence).toContain(`Open "${title}" with`);
});

test('a missing fact throws an error', () => {
  const facts = {} as { most: number };
  expect(() => say('stake-too-large', facts)).toThrow('most');
});

test('finds the code of a stored sentence, and none for text from a person', () => {
  expect(reasonOf(BETS, BETS['no-price'])).toEqual({ code: 'no-price' });
  expect(reasonOf(BETS, 'It ended 2:1.')).toBeNull();
});

test('the placeholders of a text can be listed', () => {
  expect(holesOf('{{a}} and {{b:usdc}}')).toEqual([
    { name: 'a', kind: '' },
    { name: 'b', kind: 'usdc' },
  ]);
});
