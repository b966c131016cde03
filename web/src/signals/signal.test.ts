import { expect, test, vi } from 'vitest';
import { signal } from './signal.ts';
import { store } from './store.ts';

test('everybody is told, in the order in which they came, until they leave', () => {
  const { emit, subscribe } = signal<[string]>();
  const heard: string[] = [];
  const leave = subscribe((word) => heard.push(`first ${word}`));
  subscribe((word) => heard.push(`second ${word}`));
  emit('a');
  leave();
  emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('what the news come from is followed while there is a listener, once', () => {
  const stop = vi.fn();
  const follow = vi.fn((_tell: () => void) => stop);
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

test('a store tells of another value only', () => {
  const { read, set, subscribe } = store({ kind: 'a' }, (one, other) => one.kind === other.kind);
  const heard = vi.fn();
  subscribe(heard);
  set({ kind: 'a' });
  expect(heard).not.toHaveBeenCalled();
  set({ kind: 'b' });
  expect(heard).toHaveBeenCalledOnce();
  expect(read()).toEqual({ kind: 'b' });
});
