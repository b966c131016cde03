import type { WireMarket } from '@tallystone/core/http-api/markets';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { dismissToast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { MarketListPanel, type MarketListPanelProps } from './market-list-panel.tsx';

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  vi.restoreAllMocks();
  // Tells the code that saw the lost connection that it is back.
  fireEvent(window, new Event('online'));
  cleanup();
  dismissToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The mock server of these tests: a list that can change, a refresh that can fail, and answers that can be held back. */
function aServer(initial: unknown[] | 'down' | 'silent', config: unknown = {}) {
  const server = { markets: initial, refreshStatus: 200, asked: [] as string[], held: Promise.resolve() };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    server.asked.push(`${method} ${path}`);
    await server.held;
    if (server.markets === 'silent') return new Promise<Response>(() => {});
    if (path === '/api/admin/refresh-markets') {
      const body =
        server.refreshStatus === 200
          ? { refreshedAt: new Date().toISOString() }
          : { error: 'Too many requests.', code: 'rate-limited', requestId: 'req_7' };
      return Response.json(body, { status: server.refreshStatus });
    }
    if (server.markets === 'down') {
      return Response.json({ error: 'Not ready.', code: 'not-ready', requestId: 'req_9' }, { status: 503 });
    }
    return Response.json(path === '/api/config' ? config : server.markets);
  });
  return server;
}

function aPanel(given: Partial<MarketListPanelProps> = {}) {
  const queryClient = createQueryClient();
  const onPick = vi.fn<MarketListPanelProps['onPick']>();
  const panel = (props: Partial<MarketListPanelProps>) => (
    <QueryClientProvider client={queryClient}>
      <MarketListPanel signedIn={false} betOpen={false} onPick={onPick} {...given} {...props} />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(panel({}));
  return { onPick, queryClient, change: (props: Partial<MarketListPanelProps>) => rerender(panel(props)) };
}

const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

describe('what the panel says', () => {
  test('its heading and subtitle', () => {
    aServer('silent');
    aPanel();
    expect(screen.getByRole('heading', { level: 3, name: 'Live Markets' })).toBeTruthy();
    expect(screen.getByText('Real-time prediction markets')).toBeTruthy();
  });

  test('while loading', () => {
    aServer('silent');
    aPanel();
    const status = screen.getByRole('status');
    expect(within(status).getByText('Loading Markets')).toBeTruthy();
    expect(within(status).getByText('Fetching the latest betting opportunities...')).toBeTruthy();
  });

  test('when the list cannot be read, and that trying again works', async () => {
    const server = aServer('down');
    aPanel();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { name: 'Failed to load markets' })).toBeTruthy();
    expect(
      within(alert).getByText(
        'Unable to connect to market data. Please check your connection and try again.',
      ),
    ).toBeTruthy();
    expect(within(alert).getByText('Status 503, request req_9')).toBeTruthy();
    server.markets = [aMarket()];
    await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Will it rain?')).toBeTruthy();
  });

  test('after Try Again, focus goes to the list, and to the button if the error is back', async () => {
    const server = aServer('down');
    aPanel();
    const tryAgain = () => screen.findByRole('button', { name: 'Try Again' });
    const list = screen.getByRole('tabpanel', { name: /Sports/ });

    const first = await tryAgain();
    let answer = () => {};
    server.held = new Promise((resolve) => {
      answer = resolve;
    });
    await userEvent.click(first);
    await waitFor(() => expect(first.isConnected).toBe(false));
    expect(document.activeElement === list).toBe(true);
    answer();
    const second = await tryAgain();
    expect(document.activeElement).toBe(second);

    server.markets = [aMarket()];
    await userEvent.click(second);
    expect(await screen.findByText('Will it rain?')).toBeTruthy();
    expect(document.activeElement).toBe(list);
  });

  test.each([
    ['sports', 'No sports betting markets are currently active. Try another category or check back later.'],
    ['politics', 'No political prediction markets are available right now.'],
    ['crypto', 'No crypto markets are currently active.'],
  ])('when %s has no markets', async (category, hint) => {
    window.history.replaceState(null, '', `/?category=${category}`);
    aServer([]);
    aPanel();
    expect(await screen.findByRole('heading', { name: `No ${category} markets available` })).toBeTruthy();
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refresh Markets' })).toBeNull();
  });

  test('where markets are, if the category is empty', async () => {
    aServer([
      aMarket({ id: 'm_a', category: 'politics' }),
      aMarket({ id: 'm_b', category: 'crypto', title: 'First coin' }),
      aMarket({ id: 'm_c', category: 'crypto', title: 'Second coin' }),
    ]);
    aPanel();
    await userEvent.click(await screen.findByRole('button', { name: 'See Crypto (2)' }));
    expect(titles()).toEqual(['First coin', 'Second coin']);
    const list = screen.getByRole('tabpanel', { name: /Crypto/ });
    await waitFor(() => expect(document.activeElement === list).toBe(true));
  });
});

describe('which markets are listed', () => {
  test('live first, then by the end of betting, without the ended', async () => {
    aServer([
      aMarket({ id: 'm_1', title: 'In two days', endsInMinutes: 2880 }),
      aMarket({ id: 'm_2', title: 'In fifty minutes', endsInMinutes: 50 }),
      aMarket({ id: 'm_3', title: 'Over', endsInMinutes: -1 }),
      aMarket({ id: 'm_4', title: 'In two hours', endsInMinutes: 120 }),
      aMarket({ id: 'm_5', title: 'In ten minutes', endsInMinutes: 10 }),
      aMarket({ id: 'm_6', title: 'Elsewhere', category: 'crypto' }),
    ]);
    aPanel();
    await screen.findByText('In ten minutes');
    expect(titles()).toEqual(['In ten minutes', 'In fifty minutes', 'In two hours', 'In two days']);
  });

  test('sports at first; the chosen category is in the address', async () => {
    aServer([aMarket(), aMarket({ id: 'm_2', category: 'crypto', title: 'First coin' })]);
    aPanel();
    await screen.findByText('Will it rain?');
    expect(screen.getByRole('tab', { name: /Sports/ }).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('tab', { name: /Crypto/ }));
    expect(titles()).toEqual(['First coin']);
    expect(window.location.search).toBe('?category=crypto');
  });

  test('categories beyond the three have a tab only while they have markets', async () => {
    window.history.replaceState(null, '', '/?category=economics');
    aServer([
      aMarket({ category: 'entertainment' }),
      aMarket({ id: 'm_2', category: 'economics', endsInMinutes: -5 }),
    ]);
    aPanel();
    await waitFor(() => expect(tabNames()).toEqual(['Sports0', 'Politics0', 'Crypto0', 'Entertainment1']));
    expect(screen.getByRole('heading', { name: 'No sports markets available' })).toBeTruthy();
  });

  test('a market with an invalid end is left out', async () => {
    aServer([aMarket(), { ...aMarket({ id: 'm_2', title: 'Nobody knows when' }), endsAt: 'soon' }]);
    aPanel();
    await screen.findByText('Will it rain?');
    expect(titles()).toEqual(['Will it rain?']);
  });
});

test.each([
  ['void', 'VOID'],
  ['resolving', 'ENDED'],
  ['settled', 'ENDED'],
] as const)('the card of a %s market does not announce its start or end', async (state, badge) => {
  aServer([aMarket({ state, endsInMinutes: 600 })]);
  aPanel();
  await screen.findByText('Will it rain?');
  expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.queryByText('UPCOMING')).toBeNull();
  expect(screen.queryByText(/^Starts /)).toBeNull();
  expect(screen.queryByText(/remaining|left$/)).toBeNull();
});

describe('the order while a card is in use', () => {
  const ends = ({ first, second, volume }: { first: number; second: number; volume: number }) => [
    aMarket({ id: 'm_1', title: 'First', endsInMinutes: first, volume }),
    aMarket({ id: 'm_2', title: 'Second', endsInMinutes: second, volume }),
  ];

  async function aShownList() {
    const server = aServer(ends({ first: 120, second: 180, volume: 0 }));
    const panel = aPanel();
    await screen.findByText('First');
    const reverse = async () => {
      server.markets = ends({ first: 180, second: 120, volume: 7 });
      await panel.queryClient.invalidateQueries({ queryKey: ['/api/markets'] });
      // The new figures are shown in either order.
      await waitFor(() => expect(screen.getAllByText('7.00 USDT')).toHaveLength(2));
    };
    return { ...panel, reverse, list: screen.getByRole('list', { name: 'Markets: sports' }) };
  }

  test('follows the clock while no card is in use', async () => {
    const { reverse } = await aShownList();
    await reverse();
    await waitFor(() => expect(titles()).toEqual(['Second', 'First']));
  });

  test('stays while a card is hovered', async () => {
    const { reverse, list } = await aShownList();
    fireEvent.pointerEnter(list);
    await reverse();
    expect(titles()).toEqual(['First', 'Second']);
    fireEvent.pointerLeave(list);
    expect(titles()).toEqual(['Second', 'First']);
  });

  test('stays while a card has the focus', async () => {
    const { reverse, list } = await aShownList();
    fireEvent.focus(within(list).getAllByRole('button')[0] ?? list);
    await reverse();
    expect(titles()).toEqual(['First', 'Second']);
    fireEvent.blur(within(list).getAllByRole('button')[0] ?? list);
    expect(titles()).toEqual(['Second', 'First']);
  });

  test('stays while the bet dialog is open', async () => {
    const { reverse, change } = await aShownList();
    change({ betOpen: true });
    await reverse();
    expect(titles()).toEqual(['First', 'Second']);
    change({ betOpen: false });
    expect(titles()).toEqual(['Second', 'First']);
  });
});

describe('a card', () => {
  const cardOf = async (title: string) => {
    const heading = await screen.findByRole('heading', { level: 4, name: title });
    return within(heading.closest('article') ?? document.body);
  };

  test('turns live when less than an hour is left, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = aServer([aMarket({ endsInMinutes: 61 })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText('UPCOMING')).toBeTruthy();
    expect(card.getByText(/^Starts /)).toBeTruthy();
    const asked = server.asked.length;
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    expect(card.getByText('LIVE')).toBeTruthy();
    expect(card.getByText(/^Live - Ends /)).toBeTruthy();
    expect(server.asked.slice(asked).filter((call) => call === 'GET /api/markets')).toEqual([]);
  });

  test('of an upcoming market shows its title, volume, times and outcomes', async () => {
    aServer([aMarket({ endsInMinutes: 26 * 60 + 1 })]);
    const { onPick } = aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText('UPCOMING')).toBeTruthy();
    expect(card.getByText('Practice')).toBeTruthy();
    expect(card.getByText('1.23K USDT')).toBeTruthy();
    expect(card.getByText(/^Starts \w{3} \d{2}, \d{4} \d{2}:\d{2}$/)).toBeTruthy();
    expect(card.getByText('1d 2h')).toBeTruthy();
    const yes = card.getByRole('button', {
      name: 'Yes 1.83 54.2% chance this price up to $310 , bet on Yes in Will it rain?',
    });
    await userEvent.click(yes);
    const pick = onPick.mock.calls[0]?.[0];
    expect([pick?.market.id, pick?.outcome.id]).toEqual(['m_one', 'o_yes']);
    expect(pick?.trigger).toBe(yes);
  });

  test('of a market in its last hour is live', async () => {
    aServer([aMarket({ endsInMinutes: 59 })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText('LIVE')).toBeTruthy();
    expect(card.getByText(/^Live - Ends \d{2}:\d{2}$/)).toBeTruthy();
    expect(card.getByText('58m')).toBeTruthy();
  });

  test('shows zeros for missing figures and takes no bet on them', async () => {
    const bare = { id: 'o_bare', name: 'Bare' } as WireMarket['outcomes'][number]; // a server that leaves fields out
    aServer([
      aMarket({ outcomes: [bare, anOutcome({ id: 'o_null', name: 'Null', odds: null, maxAtOdds: null })] }),
    ]);
    aPanel();
    const card = await cardOf('Will it rain?');
    const button = card.getByRole<HTMLButtonElement>('button', {
      name: /^Bare 0\.00 0\.0% chance No price yet/,
    });
    expect(button.disabled).toBe(true);
    expect(card.getByRole<HTMLButtonElement>('button', { name: /^Null 0\.00/ }).disabled).toBe(true);
  });

  test('reads figures that come as text', async () => {
    const text = { ...anOutcome(), probability: '33.333', odds: '2.9', maxAtOdds: '12.5' };
    aServer([{ ...aMarket(), volume: '1500000', outcomes: [text] }]);
    aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText('1.50M USDT')).toBeTruthy();
    expect(
      card.getByRole('button', { name: /^Yes 2\.90 33\.3% chance this price up to \$12\.50/ }),
    ).toBeTruthy();
  });

  test('keeps four outcomes in view and shows the others on request', async () => {
    const outcomes = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => anOutcome({ id: `o_${name}`, name }));
    aServer([aMarket({ outcomes })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    const bets = () => card.getAllByRole('button', { name: /bet on/ }).length;
    expect(bets()).toBe(4);
    await userEvent.click(card.getByRole('button', { name: /^Show 2 more/ }));
    expect(bets()).toBe(6);
  });

  test('shows the whole of a long description on request', async () => {
    const description = `${'Counted at noon by the harbour master. '.repeat(5)}Drawn at random.`;
    aServer([aMarket({ description })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    const more = card.getByRole('button', { name: 'Read all about Will it rain?' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(card.getByText(description)).toBeTruthy();
  });

  test('of a suspended market says why and takes no bet', async () => {
    aServer([aMarket({ state: 'suspended' })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText(/^Betting is suspended/)).toBeTruthy();
    for (const button of card.getAllByRole<HTMLButtonElement>('button', { name: /bet on/ }))
      expect(button.disabled).toBe(true);
  });

  test.each([
    ['admin', 'The operator paused betting. Open bets are not affected.'],
    ['feed-stale', 'Odds are out of date. You can bet when new ones arrive.'],
    ['game-started', 'The game has started, so betting has closed.'],
  ] as const)('suspended for the reason %s names it and takes no bet', async (suspension, sentence) => {
    aServer([aMarket({ state: 'suspended', suspension })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    expect(card.getByText(sentence)).toBeTruthy();
    for (const button of card.getAllByRole<HTMLButtonElement>('button', { name: /bet on/ }))
      expect(button.disabled).toBe(true);
  });

  test('lists its tags', async () => {
    aServer([aMarket({ tags: ['harbour', 'weather'] })]);
    aPanel();
    const card = await cardOf('Will it rain?');
    const tags = card.getByRole('list', { name: 'Tags of Will it rain?' });
    expect(
      within(tags)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['harbour', 'weather']);
  });

  test('takes no bet while the browser is offline, and the list stays', async () => {
    aServer([aMarket()]);
    aPanel();
    const card = await cardOf('Will it rain?');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(card.getByText('You are offline. Reconnect to bet.')).toBeTruthy();
    for (const button of card.getAllByRole<HTMLButtonElement>('button', { name: /bet on/ }))
      expect(button.disabled).toBe(true);
  });
});

describe('refreshing', () => {
  test('is not offered to visitors', async () => {
    aServer([aMarket()]);
    aPanel();
    await screen.findByText('Will it rain?');
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  });

  test('asks the server and reads the list again', async () => {
    const server = aServer([aMarket()]);
    aPanel({ signedIn: true });
    await screen.findByText('Will it rain?');
    server.markets = [aMarket({ title: 'Will it snow?' })];
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Will it snow?')).toBeTruthy();
    expect(server.asked.filter((asked) => !asked.endsWith('/sparklines'))).toEqual([
      'GET /api/markets',
      'POST /api/admin/refresh-markets',
      'GET /api/markets',
    ]);
  });

  test('is offered again in an empty category', async () => {
    const server = aServer([]);
    aPanel({ signedIn: true });
    const button = await screen.findByRole('button', { name: 'Refresh Markets' });
    await userEvent.click(button);
    await waitFor(() => expect(server.asked.at(-1)).toBe('GET /api/markets'));
    expect(document.activeElement).toBe(button);
    server.markets = [aMarket()];
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
    await userEvent.click(button);
    expect(await screen.findByText('Will it rain?')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: /Sports/ }));
  });

  test('that fails says so and keeps the list', async () => {
    const server = aServer([aMarket()]);
    aPanel({ signedIn: true });
    await screen.findByText('Will it rain?');
    server.refreshStatus = 429;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to refresh markets')).toBeTruthy();
    expect(screen.getByText('Will it rain?')).toBeTruthy();
  });
});
