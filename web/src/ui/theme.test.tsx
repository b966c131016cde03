import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import page from '../../index.html?raw';
import { useTheme } from './theme.ts';

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="">';
});
afterEach(cleanup);

/** Runs the script in the document's head. */
function firstPaint() {
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
  if (!script) throw new Error('index.html holds no theme script');
  new Function(script)();
}

const facts = () => {
  const root = document.documentElement;
  const color = document.querySelector('meta[name="theme-color"]')?.getAttribute('content');
  return [root.dataset.theme, root.style.colorScheme, color];
};

test.each([null, 'purple', 'light'])('with %j stored the page is light', (stored) => {
  if (stored !== null) localStorage.setItem('theme', stored);
  firstPaint();
  expect(facts()).toEqual(['light', 'light', '#f7f5ef']);
});

test('with dark stored the page is dark', () => {
  localStorage.setItem('theme', 'dark');
  firstPaint();
  expect(facts()).toEqual(['dark', 'dark', '#0d1419']);
});

test('switching stores the theme and updates the page like a reload', () => {
  firstPaint();
  const { result } = renderHook(useTheme);
  act(() => result.current.setTheme('dark'));
  expect(result.current.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  const switched = facts();
  firstPaint();
  expect(facts()).toEqual(switched);
});

test('the page follows a theme that another tab stores', () => {
  firstPaint();
  const { result } = renderHook(useTheme);
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })));
  expect(result.current.theme).toBe('dark');
  expect(facts()).toEqual(['dark', 'dark', '#0d1419']);
});
