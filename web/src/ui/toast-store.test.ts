import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, subscribeToToasts, toast } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dismissToast();
  vi.advanceTimersByTime(1_000_000);
  vi.useRealTimers();
});

const shown = () => currentToasts().map(({ title, open }) => ({ title, open }));

test('a second notification replaces the first', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  expect(shown()).toEqual([{ title: 'Second', open: true }]);
});

test('a dismissed notification is closed at once and leaves after 1,000,000 ms', () => {
  const id = toast({ title: 'First' });
  dismissToast(id);
  expect(shown()).toEqual([{ title: 'First', open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(shown()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test("dismissing twice doesn't delay the removal", () => {
  const id = toast({ title: 'First' });
  dismissToast(id);
  vi.advanceTimersByTime(500_000);
  dismissToast(id);
  vi.advanceTimersByTime(500_000);
  expect(shown()).toEqual([]);
});

test("removing a replaced notification doesn't affect the next one", () => {
  dismissToast(toast({ title: 'First' }));
  toast({ title: 'Second' });
  vi.advanceTimersByTime(1_000_000);
  expect(shown()).toEqual([{ title: 'Second', open: true }]);
});

test('without an id all are dismissed', () => {
  toast({ title: 'First' });
  dismissToast();
  expect(shown()).toEqual([{ title: 'First', open: false }]);
});

test('listeners are called on changes until they unsubscribe', () => {
  const listener = vi.fn();
  const leave = subscribeToToasts(listener);
  toast({ title: 'First' });
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  toast({ title: 'Second' });
  expect(listener).toHaveBeenCalledTimes(1);
});
