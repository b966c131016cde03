import { expect, test } from 'vitest';
import { HttpError } from '../http/http-error.ts';
import { createReaderPlaces } from './reader-places.ts';

function refusalOf(take: () => unknown): HttpError {
  try {
    take();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('expected to be refused');
}

test('one caller holds so many places and no more, and is told when to come back', () => {
  const places = createReaderPlaces({ mostOfOne: 2 });
  const leave = places.take('one');
  places.take('one');
  const refusal = refusalOf(() => places.take('one'));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['rate-limited', 30]);
  expect(refusal.message).toBe(
    'You follow the markets in 2 places already; close some of them, or try again in 30 seconds.',
  );
  places.take('another');
  leave();
  // Heard twice, a place comes back once.
  leave();
  places.take('one');
  expect(refusalOf(() => places.take('one')).code).toBe('rate-limited');
});

test('all callers together hold so many places and no more', () => {
  const places = createReaderPlaces({ mostOfOne: null, mostOfAll: 3 });
  const leaves = [places.take('one'), places.take('one'), places.take('another')];
  const refusal = refusalOf(() => places.take('third'));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['too-busy', 10]);
  for (const leave of leaves) leave();
  for (let i = 0; i < 3; i++) places.take('third');
});
