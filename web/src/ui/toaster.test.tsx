import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => {
    dismissToast();
    vi.advanceTimersByTime(1_000_000);
  });
  cleanup();
  vi.useRealTimers();
});

const say = (title: string) => act(() => void toast({ title, description: 'And why.' }));

test('the region is named after its hotkey, and F8 focuses it', () => {
  render(<Toaster />);
  say('Something happened');
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

test('a notification stays 5000 ms', () => {
  render(<Toaster />);
  say('Something happened');
  act(() => vi.advanceTimersByTime(4900));
  expect(screen.getByRole('listitem').textContent).toBe('Something happenedAnd why.');
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('it can be dismissed by hand', () => {
  render(<Toaster />);
  say('Something happened');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('listitem')).toBeNull();
});
