import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { suspension } from '../texts/en/suspension.ts';
import { MarketCard } from './market-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the title links to the market's page, and nothing else does", async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  window.history.replaceState(null, '', '/');
  const onPick = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MarketCard market={aMarket()} now={new Date()} online onPick={onPick} />
    </QueryClientProvider>,
  );
  const card = within(screen.getByRole('article', { name: 'Will it rain?' }));
  await userEvent.click(card.getByRole('button', { name: /bet on Yes/ }));
  expect(onPick).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe('/');
  const links = card.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Will it rain?']);
  await userEvent.click(card.getByRole('link', { name: 'Will it rain?' }));
  expect(window.location.pathname).toBe('/market/m_one');
});

/** A card on a page whose server has one sparkline. */
function show(
  market: WireMarket,
  { points = [], withDayVolume }: { points?: readonly number[]; withDayVolume?: boolean } = {},
) {
  const day = { id: market.id, line: { outcomeId: market.outcomes[0]?.id, points }, volume24h: 1234 };
  vi.stubGlobal('fetch', async () =>
    Response.json({ from: '2026-11-26T00:00:00.000Z', markets: points.length > 0 ? [day] : [] }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MarketCard market={market} now={new Date()} online withDayVolume={withDayVolume} onPick={() => {}} />
    </QueryClientProvider>,
  );
}

test("a game's main market links to the game's other markets", () => {
  show(aMarket({ gameId: 'g_1', more: 37 }));
  const link = screen.getByRole('link', { name: '+37 markets about Will it rain?' });
  expect(link.getAttribute('href')).toBe('/game/g_1');
});

test('a market that is alone on its game has no link to it', () => {
  show(aMarket({ gameId: 'g_1' }));
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/market/m_one']);
});

test('the card says how the leading outcome moved in a day, up to the price that it shows', async () => {
  const [first] = aMarket().outcomes;
  show(aMarket({ outcomes: [{ ...first, probability: 54.2 } as WireOutcome] }), { points: [501, 530] });
  expect(await screen.findByText('Yes: up 4.1 points in 24 hours')).toBeTruthy();
  expect(screen.getByText(/4\.1 pts in 24 h/).textContent).toContain('▲');
  expect(screen.queryByText(/USDT in 24 h/)).toBeNull();
});

test('the card shows the stakes of the last 24 hours where they are asked for', async () => {
  show(aMarket(), { points: [501, 530], withDayVolume: true });
  expect(await screen.findByText('1.23K USDT in 24 h')).toBeTruthy();
});

test.each([
  ['custom', undefined, '0% margin'],
  ['practice', undefined, '0% margin'],
  ['azuro', 5, 'Margin 5.0%'],
  ['azuro', 4.34, 'Margin 4.3%'],
] as const)('a %s market states its margin', (source, margin, words) => {
  show(aMarket({ source, ...(margin !== undefined && { margin }) }));
  expect(screen.getByText(words)).toBeTruthy();
});

test('a feed market without a known margin states none', () => {
  show(aMarket({ source: 'azuro' }));
  expect(screen.queryByText(/margin/i)).toBeNull();
});

describe('a practice market that ends within three minutes', () => {
  afterEach(() => vi.useRealTimers());
  const NOW = Date.parse('2026-11-26T12:00:00.000Z');
  const soon = (leftMs: number) => {
    const endsAt = new Date(NOW + leftMs).toISOString();
    return { ...aMarket({ source: 'practice' }), endsAt, closesAt: endsAt, settlesBy: endsAt };
  };

  test('counts down to its result each second, without announcing it', () => {
    vi.useFakeTimers({ now: NOW });
    show(soon(161_000));
    expect(screen.getByRole('timer').textContent).toBe('Settles in 2:41');
    act(() => vi.advanceTimersByTime(2_000));
    expect(screen.getByRole('timer').textContent).toBe('Settles in 2:39');
    expect(screen.getByRole('timer').closest('[aria-live], [role="status"]')).toBeNull();
    act(() => vi.advanceTimersByTime(160_000));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  test('is the only one with a countdown', () => {
    vi.useFakeTimers({ now: NOW });
    show(soon(181_000));
    show({ ...soon(60_000), id: 'm_two', source: 'custom' });
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('a market in play', () => {
  const text = () => screen.getByText('Rain by noon.');

  test('keeps no room for why it takes no bets, and shows that in place of its description', () => {
    const market = aMarket({ description: 'Rain by noon.', inPlay: { delay: 8 } });
    show(market);
    const place = text().parentElement;
    expect(screen.getByRole('article').querySelector('p[class*="min-h"]')).toBeNull();
    expect(place?.children.length).toBe(1);
    cleanup();
    show({ ...market, state: 'suspended', suspension: 'feed-stopped' });
    expect(screen.queryByText('Rain by noon.')).toBeNull();
    const why = screen.getByText(suspension['feed-stopped']);
    expect(why.parentElement?.className).toBe(place?.className);
  });
});
