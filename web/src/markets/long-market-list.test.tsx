import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { aList, onAnEmptyPage } from '@tallystone/testkit/page/market-list.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

onAnEmptyPage();

describe('a list of 200 and more', () => {
  /** Each card is half as high as the window, and the cards are in one column. */
  const CARD_PX = 384;
  /** The estimated height of a row that was not rendered yet, including the gap below it. */
  const GUESSED_ROW_PX = 470;
  /** Finds cards by element, because finding hundreds of them by role takes seconds. */
  const titles = () => [...document.querySelectorAll('h4')].map((heading) => heading.textContent);
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => `Market ${from + place}`);
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) =>
      aMarket({ id: `m_${place}`, title: `Market ${place}`, endsInMinutes: 100 + place }),
    );

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.stubGlobal('scrollY', 0);
    vi.stubGlobal('scrollTo', () => {});
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const height = this.tagName === 'LI' ? CARD_PX : 0;
      // Only the list's top is read, which is the top of the page.
      return { ...new DOMRect(0, -window.scrollY, 300, height), top: -window.scrollY, height } as DOMRect;
    });
  });
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y);
    act(() => void fireEvent.scroll(window));
  };

  test('has only the cards in view in the page, with their position in the whole list', async () => {
    aList(many(300));
    // The first cards are shown until the code for long lists has loaded.
    await waitFor(() => expect(titles()).toEqual(ids(0, 4)));
    const first = screen.getByText('Market 0').closest('li');
    expect(first?.getAttribute('aria-posinset')).toBe('1');
    expect(first?.getAttribute('aria-setsize')).toBe('300');
  });

  test('renders the next cards as it is scrolled', async () => {
    aList(many(300));
    await screen.findByText('Market 0');
    scrollTo(100 * GUESSED_ROW_PX);
    await waitFor(() => expect(titles()).toContain('Market 100'));
    expect(titles()).not.toContain('Market 0');
    expect(titles().length).toBeLessThan(12);
  });

  test('keeps the focused card and its neighbours in their order', async () => {
    aList(many(300));
    await screen.findByText('Market 0');
    const button = within(screen.getByText('Market 1').closest('li') ?? document.body).getByRole('button', {
      name: /^Yes/,
    });
    act(() => button.focus());
    scrollTo(100 * GUESSED_ROW_PX);
    await waitFor(() => expect(titles()).toContain('Market 100'));
    expect(document.activeElement).toBe(button);
    expect(titles().slice(0, 3)).toEqual(ids(0, 3));
    act(() => button.blur());
    await waitFor(() => expect(titles()).not.toContain('Market 1'));
  });

  test('prints up to 400 cards, and says how many are left out', async () => {
    aList(many(450));
    await screen.findByText('Market 0');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(titles()).toHaveLength(400);
    expect(screen.getByText('50 more not shown. Narrow the list.')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(titles().length).toBeLessThan(12);
    expect(screen.queryByText(/not shown/)).toBeNull();
  });

  test('returns the focus to its card when the layout switches', async () => {
    aList(many(201));
    await waitFor(() => expect(titles()).toEqual(ids(0, 4)));
    const button = () =>
      within(screen.getByText('Market 2').closest('li') ?? document.body).getByRole('button', {
        name: /^No/,
      });
    act(() => button().focus());
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(titles()).toHaveLength(201);
    await waitFor(() => expect(document.activeElement).toBe(button()));
    act(() => void window.dispatchEvent(new Event('afterprint')));
    await waitFor(() => expect(titles().length).toBeLessThan(12));
    await waitFor(() => expect(document.activeElement).toBe(button()));
  });

  test('stays virtual when a market is added or removed while a card is hovered', async () => {
    const { renew } = aList(many(199));
    await screen.findByText('Market 0');
    expect(titles()).toHaveLength(199);
    const button = within(screen.getByText('Market 0').closest('li') ?? document.body).getByRole('button', {
      name: /^Yes/,
    });
    act(() => button.focus());
    await renew(many(201));
    await waitFor(() => expect(titles()).toHaveLength(201));
    expect(document.activeElement).toBe(button);
    act(() => button.blur());
    await waitFor(() => expect(titles().length).toBeLessThan(12));
  });
});
