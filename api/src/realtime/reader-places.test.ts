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

/** Without a session, each from a different address. */
const stranger = (network: string) => ({ network, userId: null });

test('one caller gets a limited number of places, then a refusal with the time to wait', () => {
  const places = createReaderPlaces({ isLimited: () => true, mostOfOne: 2 });
  const leave = places.take(stranger('one'));
  places.take(stranger('one'));
  const refusal = refusalOf(() => places.take(stranger('one')));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['rate-limited', 30]);
  expect(refusal.message).toBe(
    'You already have live updates open in 2 places; close some of them, or try again in 30 seconds.',
  );
  places.take(stranger('another'));
  leave();
  // Leaving twice frees one place.
  leave();
  places.take(stranger('one'));
  expect(refusalOf(() => places.take(stranger('one'))).code).toBe('rate-limited');
});

test('one address gets a limited number of places for all of its users', () => {
  const places = createReaderPlaces({ isLimited: () => true, mostOfOne: 2, mostOfAddress: 3 });
  const from = (network: string, userId: string) => ({ network, userId });
  const leave = places.take(from('office', 'u1'));
  places.take(from('office', 'u1'));
  places.take(from('office', 'u2'));
  const refusal = refusalOf(() => places.take(from('office', 'u3')));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['rate-limited', 30]);
  expect(refusal.message).toBe(
    'Your network already has live updates open in 3 places; close some of them, or try again in 30 seconds.',
  );
  // The refusal took no place of the user.
  places.take(from('home', 'u3'));
  places.take(from('home', 'u3'));
  // A user has the same limit from any address.
  expect(refusalOf(() => places.take(from('home', 'u1'))).message).toMatch(/^You already have live updates/);
  leave();
  places.take(from('office', 'u4'));
});

test('all callers together get a limited number of places', () => {
  const places = createReaderPlaces({ isLimited: () => false, mostOfOne: 1, mostOfAddress: 1, mostOfAll: 3 });
  const leaves = [stranger('one'), stranger('one'), stranger('another')].map(places.take);
  const refusal = refusalOf(() => places.take(stranger('third')));
  expect([refusal.code, refusal.retryAfterSeconds]).toEqual(['too-busy', 10]);
  for (const leave of leaves) leave();
  for (let i = 0; i < 3; i++) places.take(stranger('third'));
});
