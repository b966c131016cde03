import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, useLocation } from 'wouter';
import { MainContent } from './main-content.tsx';

/** Mocks a scrollable window of a given length. */
const page = { scrollY: 0, length: 5000, grow: () => {} };

beforeEach(() => {
  Object.assign(page, { scrollY: 0, length: 5000, grow: () => {} });
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scrollTo(top));
  Object.defineProperty(window, 'scrollY', { get: () => page.scrollY, configurable: true });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        page.grow = callback;
      }
      observe() {}
      disconnect() {
        page.grow = () => {};
      }
    },
  );
  window.history.replaceState(null, '', `/list-${Math.random()}`);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function scrollTo(top: number) {
  page.scrollY = Math.min(top, page.length);
  fireEvent.scroll(window);
}

function Pages() {
  const [path] = useLocation();
  return path.startsWith('/list') ? (
    <ul>
      {['one', 'two'].map((name) => (
        <li key={name}>
          <Link href={`/market/${name}`}>{name}</Link>
        </li>
      ))}
    </ul>
  ) : (
    <p>{path}</p>
  );
}

function aSite() {
  render(
    <MainContent>
      <Pages />
    </MainContent>,
  );
  return userEvent.setup();
}

const goBack = async () => {
  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
};

test('navigation scrolls the new page to its top and focuses it', async () => {
  const user = aSite();
  scrollTo(1200);
  await user.click(screen.getByRole('link', { name: 'two' }));
  expect(screen.getByText('/market/two')).toBeTruthy();
  expect(page.scrollY).toBe(0);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('Back restores the scroll position and focuses the link that led away', async () => {
  const user = aSite();
  scrollTo(1200);
  await user.click(screen.getByRole('link', { name: 'two' }));
  scrollTo(300);
  await goBack();
  expect(page.scrollY).toBe(1200);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'two' }));
});

test('Back waits for a page that grows later', async () => {
  const user = aSite();
  scrollTo(1200);
  await user.click(screen.getByRole('link', { name: 'two' }));
  page.length = 400;
  await goBack();
  expect(page.scrollY).toBe(400);
  page.length = 5000;
  page.grow();
  expect(page.scrollY).toBe(1200);
});

test("Back doesn't scroll once the user has begun to read", async () => {
  const user = aSite();
  scrollTo(1200);
  await user.click(screen.getByRole('link', { name: 'two' }));
  page.length = 400;
  await goBack();
  fireEvent.wheel(window);
  page.length = 5000;
  page.grow();
  expect(page.scrollY).toBe(400);
});

test("going back within a page doesn't affect the next page", async () => {
  const user = aSite();
  scrollTo(700);
  window.history.pushState(null, '', `${window.location.pathname}?category=crypto`);
  await goBack();
  scrollTo(700);
  await user.click(screen.getByRole('link', { name: 'one' }));
  await waitFor(() => expect(screen.getByText('/market/one')).toBeTruthy());
  expect(page.scrollY).toBe(0);
});
