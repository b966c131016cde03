import type { WireMarket } from '@tallystone/core/http-api';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { aMarket, anOutcome } from './a-market.ts';
import { MarketListPanel } from './market-list-panel.tsx';

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function aList(markets: readonly WireMarket[]) {
  const server = { markets };
  vi.stubGlobal('fetch', async () => Response.json(server.markets));
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <MarketListPanel signedIn={false} betOpen={false} onPick={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  );
  const renew = async (next: readonly WireMarket[]) => {
    server.markets = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'] }));
  };
  return { queryClient, renew };
}

const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search markets' });
const view = (name: string | RegExp) =>
  within(screen.getByRole('navigation', { name: 'Over all categories' })).getByRole('link', { name });
const back = async () => {
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  act(() => window.history.back());
  await act(async () => void (await gone));
};

const rain = aMarket({
  id: 'm_rain',
  title: 'Will it rain?',
  tags: ['Weather'],
  volume: 5,
  endsInMinutes: 90,
});
const snow = aMarket({ id: 'm_snow', title: 'Any snow in São Paulo?', volume: 700, endsInMinutes: 3000 });
const vote = aMarket({
  id: 'm_vote',
  title: 'Who rains on the parade?',
  category: 'politics',
  outcomes: [anOutcome({ name: 'Nobody' })],
  volume: 90,
  endsInMinutes: 200,
});
const ALL = [rain, snow, vote];

describe('the search', () => {
  test('finds by every word, without case and accents, and marks what it found', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'SAO any');
    expect(titles()).toEqual(['Any snow in São Paulo?']);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Any', 'São']);
  });

  test('counts what fits in every category and in all', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'rain');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Sports1',
      'Politics1',
      'Crypto0',
    ]);
    expect(view(/^All/).textContent).toBe('All2');
    expect(screen.getByText('1 of 2 markets')).toBeTruthy();
  });

  test('that finds nothing here leads to where it does', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'parade');
    expect(screen.getByRole('heading', { name: 'No market matches “parade”' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show it in all categories' }));
    expect(titles()).toEqual(['Who rains on the parade?']);
    expect(window.location.search).toBe('?q=parade&view=all');
  });

  test('that finds nothing anywhere can be cleared, and the field has the focus then', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'locusts');
    expect(screen.queryByRole('button', { name: /in all categories/ })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] ?? field());
    expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('');
  });

  test('is cleared by Esc', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.type(field(), 'snow');
    expect(titles()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(titles()).toHaveLength(2);
  });

  test('of ten thousand characters is cut, and says so', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    fireEvent.change(field(), { target: { value: `rain${'x'.repeat(10_000)}` } });
    expect(field().value).toHaveLength(100);
    expect(screen.getByText('A search ends after 100 characters. The rest was cut off.')).toBeTruthy();
    fireEvent.change(field(), { target: { value: 'rain' } });
    expect(screen.queryByText(/The rest was cut off/)).toBeNull();
  });

  test('is in the address once typing rests, and one visit to the field is one step back', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    const before = window.history.length;
    await userEvent.type(field(), 'rai');
    await waitFor(() => expect(window.location.search).toBe('?q=rai'));
    await userEvent.type(field(), 'n');
    await waitFor(() => expect(window.location.search).toBe('?q=rain'));
    expect(window.history.length).toBe(before + 1);
    await back();
    expect(window.location.search).toBe('');
    expect(field().value).toBe('');
    expect(titles()).toHaveLength(2);
  });

  test('comes with a link', async () => {
    window.history.replaceState(null, '', '/?q=snow');
    aList(ALL);
    expect(await screen.findByRole('heading', { name: 'Any snow in São Paulo?' })).toBeTruthy();
    expect(field().value).toBe('snow');
    expect(titles()).toHaveLength(1);
  });
});

describe('the order', () => {
  test('is chosen, kept in the address, and undone by Back', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Biggest volume');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Will it rain?']);
    expect(window.location.search).toBe('?sort=volume');
    await back();
    expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
  });

  test('that is chosen counts at once, even while the pointer rests on the list', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Markets: sports' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'A to Z');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Will it rain?']);
  });
});

describe('lists over all categories', () => {
  test('closing soon', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(view('Closing soon'));
    expect(titles()).toEqual(['Will it rain?', 'Who rains on the parade?']);
    expect(view('Closing soon').getAttribute('aria-current')).toBe('true');
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))).not.toContain('true');
    expect(screen.getByRole('region', { name: 'Markets: closing soon' })).toBeTruthy();
  });

  test('biggest volume', async () => {
    window.history.replaceState(null, '', '/?view=biggest-volume');
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(titles()).toEqual(['Any snow in São Paulo?', 'Who rains on the parade?', 'Will it rain?']);
  });

  test('are left by a tab, and come back by Back', async () => {
    window.history.replaceState(null, '', '/?view=all');
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(titles()).toHaveLength(3);
    await userEvent.click(screen.getByRole('tab', { name: /Politics/ }));
    expect(titles()).toEqual(['Who rains on the parade?']);
    expect(window.location.search).toBe('?category=politics');
    await back();
    expect(titles()).toHaveLength(3);
  });

  test('are not left by walking over the tabs with the keyboard', async () => {
    window.history.replaceState(null, '', '/?view=all');
    aList(ALL);
    await screen.findByText('Will it rain?');
    act(() => screen.getByRole('tab', { name: /Sports/ }).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(titles()).toHaveLength(3);
    await userEvent.keyboard('{Enter}');
    expect(titles()).toEqual(['Who rains on the parade?']);
  });

  test('that are empty say why, and lead back', async () => {
    window.history.replaceState(null, '', '/?view=closing-soon');
    aList([snow]);
    expect(await screen.findByText('No market closes within the next 24 hours.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show the categories' }));
    expect(titles()).toEqual(['Any snow in São Paulo?']);
  });
});

test('another category is a step that Back undoes', async () => {
  aList(ALL);
  await screen.findByText('Will it rain?');
  await userEvent.click(screen.getByRole('tab', { name: /Politics/ }));
  expect(titles()).toEqual(['Who rains on the parade?']);
  await back();
  expect(titles()).toEqual(['Will it rain?', 'Any snow in São Paulo?']);
  expect(screen.getByRole('tab', { name: /Sports/ }).getAttribute('aria-selected')).toBe('true');
});

describe('the watchlist', () => {
  const star = (title: string) => screen.getByRole('button', { name: `Watch ${title}` });
  const only = () => screen.getByRole('button', { name: /^Watchlist/ });

  test('takes markets by their star, keeps them, and lists them alone', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(star('Will it rain?'));
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('true');
    expect(JSON.parse(localStorage.getItem('tallystone.watchlist') ?? '')).toEqual([
      { id: 'm_rain', title: 'Will it rain?' },
    ]);
    await userEvent.click(only());
    expect(only().getAttribute('aria-pressed')).toBe('true');
    expect(titles()).toEqual(['Will it rain?']);
    expect(window.location.search).toBe('?watchlist=only');
    await back();
    expect(titles()).toHaveLength(2);
  });

  test('lets go of a market by the same star', async () => {
    localStorage.setItem('tallystone.watchlist', '[{"id":"m_rain","title":"Will it rain?"}]');
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(star('Will it rain?'));
    expect(localStorage.getItem('tallystone.watchlist')).toBeNull();
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
  });

  test('that is empty says how it is filled', async () => {
    window.history.replaceState(null, '', '/?watchlist=only');
    aList(ALL);
    expect(await screen.findByRole('heading', { name: 'Your watchlist is empty' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all markets' }));
    expect(titles()).toHaveLength(2);
  });

  test('follows what another tab does', async () => {
    aList(ALL);
    await screen.findByText('Will it rain?');
    localStorage.setItem('tallystone.watchlist', '[{"id":"m_snow","title":"Any snow in São Paulo?"}]');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(star('Any snow in São Paulo?').getAttribute('aria-pressed')).toBe('true');
    expect(only().textContent).toBe('Watchlist1');
  });

  test('lets markets that have ended leave with a word', async () => {
    localStorage.setItem(
      'tallystone.watchlist',
      '[{"id":"m_over","title":"Who won?"},{"id":"m_rain","title":"Will it rain?"}]',
    );
    aList(ALL);
    await screen.findByText('Will it rain?');
    expect(screen.getByText(/^No longer open, so off your watchlist:/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Who won?' }).getAttribute('href')).toBe('/market/m_over');
    await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(/No longer open/)).toBeNull();
    expect(JSON.parse(localStorage.getItem('tallystone.watchlist') ?? '')).toEqual([
      { id: 'm_rain', title: 'Will it rain?' },
    ]);
  });

  test('that is full takes no more, and says so', async () => {
    const many = Array.from({ length: 100 }, (_, place) => ({ id: `m_${place}`, title: `Title ${place}` }));
    localStorage.setItem('tallystone.watchlist', JSON.stringify(many));
    aList(ALL);
    await screen.findByText('Will it rain?');
    await userEvent.click(star('Will it rain?'));
    expect(await screen.findByText('The watchlist is full')).toBeTruthy();
    expect(star('Will it rain?').getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a list of 200 and more', () => {
  /** Each card is as high as half of the window, and one stands below the other. */
  const CARD_PX = 384;
  /** What a row is taken for before it was on the page, with the gap below it. */
  const GUESSED_ROW_PX = 470;
  /** By their elements: to ask each of hundreds of cards for its role takes seconds. */
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
      // Of the list itself only its top is asked for, which lies at the top of the page.
      return { ...new DOMRect(0, -window.scrollY, 300, height), top: -window.scrollY, height } as DOMRect;
    });
  });
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y);
    act(() => void fireEvent.scroll(window));
  };

  test('has only the cards in sight on the page, with their place among all', async () => {
    aList(many(300));
    // The first cards stand there until the code for long lists has come.
    await waitFor(() => expect(titles()).toEqual(ids(0, 4)));
    const first = screen.getByText('Market 0').closest('li');
    expect(first?.getAttribute('aria-posinset')).toBe('1');
    expect(first?.getAttribute('aria-setsize')).toBe('300');
  });

  test('brings the next ones as it is scrolled', async () => {
    aList(many(300));
    await screen.findByText('Market 0');
    scrollTo(100 * GUESSED_ROW_PX);
    await waitFor(() => expect(titles()).toContain('Market 100'));
    expect(titles()).not.toContain('Market 0');
    expect(titles().length).toBeLessThan(12);
  });

  test('keeps the card that has the focus, with those around it and in their order', async () => {
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

  test('is printed whole as far as paper is read, and says what is left out', async () => {
    aList(many(450));
    await screen.findByText('Market 0');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(titles()).toHaveLength(400);
    expect(
      screen.getByText('50 more markets are not shown here. Narrow the list to have them.'),
    ).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(titles().length).toBeLessThan(12);
    expect(screen.queryByText(/are not shown here/)).toBeNull();
  });

  test('gives the focus back to its card when cards are laid out in the other way', async () => {
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

  test('is still one list when a market more or less comes under the hand', async () => {
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
