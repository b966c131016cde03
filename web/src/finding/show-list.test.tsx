import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showList } from './show-list.ts';

const scrollIntoView = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
  vi.stubGlobal('innerHeight', 900);
});
afterEach(() => {
  cleanup();
  scrollIntoView.mockClear();
  vi.unstubAllGlobals();
});

/** A page whose list begins at the given height, below a header of 64 px. */
async function showAt(top: number) {
  render(
    <>
      <header />
      <section id="markets" aria-label="Markets" tabIndex={-1} />
    </>,
  );
  const list = screen.getByRole('region', { name: 'Markets' });
  list.getBoundingClientRect = () => new DOMRect(0, top, 1280, 2000);
  screen.getByRole('banner').getBoundingClientRect = () => new DOMRect(0, 0, 1280, 64);
  showList();
  await waitFor(() => expect(document.activeElement).toBe(list));
}

test.each([64, 190, 450])(
  'a list that begins at %i of 900 px gets the focus and stays in its place',
  async (top) => {
    await showAt(top);
    expect(scrollIntoView).not.toHaveBeenCalled();
  },
);

test.each([
  ['below the middle', 451],
  ['under the header', 63],
  ['above the screen', -300],
])('a list that begins %s is scrolled to', async (_, top) => {
  await showAt(top);
  expect(scrollIntoView).toHaveBeenCalledOnce();
});
