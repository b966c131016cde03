import { expect, test, vi } from 'vitest';
import { signal } from './signal.ts';
import { store } from './store.ts';

test('listeners are called in the order they subscribed, until they unsubscribe', () => {
  const { emit, subscribe } = signal<[string]>();
  const heard: string[] = [];
  const leave = subscribe((word) => heard.push(`first ${word}`));
  subscribe((word) => heard.push(`second ${word}`));
  emit('a');
  leave();
  emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('the source is followed once, while there is a listener', () => {
  const stop = vi.fn();
  const follow = vi.fn((_emit: () => void) => stop);
  const { subscribe } = signal(follow);
  const leaves = [subscribe(() => {}), subscribe(() => {})];
  expect(follow).toHaveBeenCalledOnce();
  for (const leave of [...leaves, ...leaves]) leave();
  expect(stop).toHaveBeenCalledOnce();
  const [emit] = follow.mock.calls[0] ?? [];
  const heard = vi.fn();
  subscribe(heard);
  emit?.();
  expect(follow).toHaveBeenCalledTimes(2);
  expect(heard).toHaveBeenCalledOnce();
});

test('a store notifies only of a different value', () => {
  const { read, set, subscribe } = store({ kind: 'a' }, (one, other) => one.kind === other.kind);
  const heard = vi.fn();
  subscribe(heard);
  set({ kind: 'a' });
  expect(heard).not.toHaveBeenCalled();
  set({ kind: 'b' });
  expect(heard).toHaveBeenCalledOnce();
  expect(read()).toEqual({ kind: 'b' });
});
