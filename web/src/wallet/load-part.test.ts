import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './load-part.ts';
import { WalletError } from './wallet-error.ts';

const sentence = 'Part of this page could not be loaded. Check your connection and reload the page.';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what arrives is handed on, and nothing keeps waiting', async () => {
  await expect(loadPart(async () => 'part')).resolves.toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('what cannot be fetched is told in words for people, with the cause kept', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  const failure = await loadPart(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WalletError);
  expect(failure).toMatchObject({ message: sentence, cause });
  expect(vi.getTimerCount()).toBe(0);
});

test('what never arrives is given up after 15 seconds', async () => {
  const failure = expect(loadPart(() => new Promise(() => {}))).rejects.toThrow(sentence);
  await vi.advanceTimersByTimeAsync(15_000);
  await failure;
});
