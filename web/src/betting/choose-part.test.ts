import { expect, test } from 'vitest';
import { choosePart, hasParts, type Share } from './choose-part.ts';

const typed = (text: string, open = 10) => choosePart({ share: 'typed', text, open });

test.each<[Share, number, number]>([
  [25, 10, 2.5],
  [50, 10, 5],
  [75, 10, 7.5],
  // To the nearest cent.
  [25, 12.33, 3.08],
  [50, 12.33, 6.17],
  // At least 1 USDC is sold, and at least 1 stays open.
  [25, 2.5, 1],
  [75, 2.5, 1.5],
  [75, 2, 1],
])('%s%% of %s USDC is a part of %s', (share, open, stake) => {
  expect(choosePart({ share, text: '', open })).toEqual({ kind: 'part', stake });
});

test('all needs no stake, whatever was typed before', () => {
  expect(choosePart({ share: 'all', text: '4', open: 10 })).toEqual({ kind: 'all' });
});

test.each([
  ['4', { kind: 'part', stake: 4 }],
  ['4,5', { kind: 'part', stake: 4.5 }],
  ['1', { kind: 'part', stake: 1 }],
  ['9', { kind: 'part', stake: 9 }],
  ['10.00', { kind: 'all' }],
  ['', { kind: 'none' }],
  ['0', { kind: 'none' }],
  ['0.99', { kind: 'too-small' }],
  ['9.01', { kind: 'too-large' }],
  ['11', { kind: 'too-large' }],
  ['1.234', { kind: 'junk' }],
  ['four', { kind: 'junk' }],
])('%j of 10 USDC means %j', (text, meaning) => {
  expect(typed(text)).toEqual(meaning);
});

test('only a bet with 2 USDC open has parts', () => {
  expect([2, 1.99].map(hasParts)).toEqual([true, false]);
});
