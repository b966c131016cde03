import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseLanguage } from '../texts/choose-language.ts';
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

test('it is announced in the language of the page', async () => {
  const announced = () => {
    render(<Toaster />);
    say('Hecho');
    act(() => vi.advanceTimersByTime(500));
    return document.body.textContent;
  };
  expect(announced()).toContain('Notification Hecho');
  cleanup();
  await chooseLanguage('es');
  onTestFinished(() => chooseLanguage('en'));
  expect(announced()).toContain('Notificación Hecho');
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

test('its time pauses while the pointer is on it', () => {
  render(<Toaster />);
  say('Something happened');
  act(() => vi.advanceTimersByTime(4000));
  const region = screen.getByRole('region', { name: 'Notifications (F8)' });
  fireEvent.pointerMove(screen.getByRole('listitem'));
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.queryByRole('listitem')).not.toBeNull();
  fireEvent.pointerLeave(region);
  act(() => vi.advanceTimersByTime(900));
  expect(screen.queryByRole('listitem')).not.toBeNull();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('the next one replaces it', () => {
  render(<Toaster />);
  say('Something happened');
  say('Something else happened');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Something else happenedAnd why.',
  ]);
});

describe('a swipe to the right', () => {
  beforeEach(() => {
    // jsdom captures no pointers.
    Object.assign(Element.prototype, { setPointerCapture: () => {}, hasPointerCapture: () => false });
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'setPointerCapture');
    Reflect.deleteProperty(Element.prototype, 'hasPointerCapture');
  });

  function swipe(distance: number): HTMLElement {
    render(<Toaster />);
    say('Something happened');
    const item = screen.getByRole('listitem');
    // jsdom's pointer events have no position.
    const point = (type: string, clientX: number) =>
      fireEvent(item, new MouseEvent(type, { bubbles: true, clientX, clientY: 10 }));
    point('pointerdown', 100);
    point('pointermove', 120);
    point('pointermove', 100 + distance);
    point('pointerup', 100 + distance);
    return item;
  }

  test('of 40 px returns it', () => {
    expect(swipe(40).getAttribute('data-swipe')).toBe('cancel');
    expect(screen.queryByRole('listitem')).not.toBeNull();
  });

  test('of 60 px dismisses it', () => {
    swipe(60);
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});
