import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './load-part.ts';
import { WalletError } from './wallet-error.ts';

const sentence = 'This could not be loaded. Check your connection and reload the page.';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a loaded part is returned, and no timer is left', async () => {
  await expect(loadPart(async () => 'part')).resolves.toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed load rejects with a sentence for people and keeps the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  const failure = await loadPart(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WalletError);
  expect(failure).toMatchObject({ message: sentence, cause });
  expect(vi.getTimerCount()).toBe(0);
});

test('a load that never ends is given up after 15 seconds', async () => {
  const failure = expect(loadPart(() => new Promise(() => {}))).rejects.toThrow(sentence);
  await vi.advanceTimersByTimeAsync(15_000);
  await failure;
});
