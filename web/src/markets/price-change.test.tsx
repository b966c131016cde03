import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeButton } from './outcome-button.tsx';

function button(odds: number | null) {
  return (
    <OutcomeButton
      outcome={{ id: 'o_1', name: 'Home', probability: 50, odds, maxAtOdds: 5 }}
      index={0}
      marketTitle="Home or away?"
      disabled={false}
      onPick={() => {}}
    />
  );
}

const shownChange = () => screen.getByRole('button').getAttribute('data-change');

describe('a change of odds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('is marked with its direction for 600 ms', () => {
    const page = render(button(1.99));
    expect(shownChange()).toBeNull();
    page.rerender(button(1.95));
    expect(shownChange()).toBe('down');
    expect(screen.getByText('▼')).toBeDefined();
    act(() => vi.advanceTimersByTime(599));
    expect(shownChange()).toBe('down');
    act(() => vi.advanceTimersByTime(1));
    expect(shownChange()).toBeNull();
    page.rerender(button(2.1));
    expect(shownChange()).toBe('up');
  });

  it('starts its time again when another change follows', () => {
    const page = render(button(1.99));
    page.rerender(button(1.95));
    act(() => vi.advanceTimersByTime(400));
    page.rerender(button(1.9));
    act(() => vi.advanceTimersByTime(400));
    expect(shownChange()).toBe('down');
    act(() => vi.advanceTimersByTime(200));
    expect(shownChange()).toBeNull();
  });

  it('is hidden from screen readers, and not shown if there was no price', () => {
    const page = render(button(null));
    page.rerender(button(1.5));
    expect(shownChange()).toBeNull();
    page.rerender(button(1.6));
    expect(screen.getByRole('button').getAttribute('aria-live')).toBeNull();
    expect(screen.getByText('▲').getAttribute('aria-hidden')).toBe('true');
  });
});
