import type { WireAnalytics, WireMarketStats } from '@tallystone/core/http-api/admin';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { AnalyticsTab, growthText } from './analytics-tab.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const STATS: WireMarketStats = {
  totalMarkets: 1234,
  activeBets: 56,
  totalVolume: 1234567.5,
  monthlyGrowth: 12.5,
  volumeThisMonth: 900,
  volumeLastMonth: 800,
};

/** Thirty days up to 21 November; the last two have bets. */
function days(): WireAnalytics['volumePerDay'] {
  return Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
    volume: index === 28 ? 200.5 : index === 29 ? 100 : 0,
    bets: index === 28 ? 3 : index === 29 ? 1 : 0,
    guestVolume: 0,
    guestBets: 0,
  }));
}

const SOME: WireAnalytics = {
  volumePerDay: days(),
  profitPerDay: days().map(({ day }, index) => ({
    day,
    profit: index === 28 ? -40.5 : index === 29 ? 10 : 0,
    markets: index >= 28 ? 1 : 0,
  })),
  usersPerDay: days().map(({ day }, index) => ({
    day,
    users: index === 28 ? 2 : index === 29 ? 1 : 0,
    guests: 0,
  })),
  exposureByCategory: [{ category: 'sports', exposure: 150, markets: 1 }],
  exposureByDay: [{ day: '2026-11-24', exposure: 150, markets: 1 }],
  betsByChain: [
    { chain: 'Solana', bets: 1, volume: 100 },
    { chain: 'Polygon', bets: 3, volume: 200.5 },
  ],
  exposureByMarket: [
    { marketId: 'm_1', title: '=HYPERLINK("x")', exposure: 150, stakes: 100, lossBudget: 5000 },
    { marketId: 'm_2', title: 'Nobody bet here', exposure: 0, stakes: 0, lossBudget: 5000 },
  ],
};

const NONE: WireAnalytics = {
  volumePerDay: days().map((day) => ({ ...day, volume: 0, bets: 0 })),
  profitPerDay: days().map(({ day }) => ({ day, profit: 0, markets: 0 })),
  usersPerDay: days().map(({ day }) => ({ day, users: 0, guests: 0 })),
  exposureByCategory: [],
  exposureByDay: [],
  betsByChain: [],
  exposureByMarket: [],
};

function aTab({
  stats = STATS,
  analytics = SOME,
  config = {},
}: {
  stats?: WireMarketStats;
  analytics?: WireAnalytics;
  config?: { simulatedTraders?: true };
} = {}) {
  const server = { down: false, asked: [] as string[] };
  vi.stubGlobal('fetch', async (path: string) => {
    server.asked.push(path);
    if (server.down) {
      return Response.json({ error: 'Not ready.', code: 'not-ready', requestId: 'r' }, { status: 503 });
    }
    if (path === '/api/config') return Response.json(config);
    return Response.json(path === '/api/admin/market-stats' ? stats : analytics);
  });
  const open = () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <AnalyticsTab />
      </QueryClientProvider>,
    );
  return { server, open, user: userEvent.setup() };
}

const chart = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the cards', () => {
  test('show markets, bets, volume in dollars, and growth with the two volumes it compares', async () => {
    aTab().open();
    const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;
    expect(await figure('Total Markets')).toBe('1,234');
    expect(await figure('Active Bets')).toBe('56');
    expect(await figure('Total Volume')).toBe('$1,234,567.50');
    expect(await figure('This Month')).toBe('+12.5%');
    expect(screen.getByText('$900.00 so far, $800.00 last month')).toBeTruthy();
  });

  test.each([
    [12.5, '+12.5%'],
    [100, '+100%'],
    [0, '0%'],
    [-8, '-8%'],
    [1234.5, '+1,234.5%'],
  ])('show a growth of %d as %s', (percent, text) => {
    expect(growthText(percent)).toBe(text);
  });

  test('show no percentage if last month had no volume', async () => {
    aTab({ stats: { ...STATS, monthlyGrowth: 100, volumeLastMonth: 0 } }).open();
    expect((await screen.findByText('This Month')).nextElementSibling?.textContent).toBe('New');
    expect(screen.getByText('$900.00 so far, $0.00 last month')).toBeTruthy();
  });

  test("show an error if they can't be loaded, and appear after a retry", async () => {
    const { server, open, user } = aTab();
    server.down = true;
    open();
    expect(await screen.findByText('Analytics could not be loaded')).toBeTruthy();
    server.down = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Total Markets')).toBeTruthy();
  });
});

describe('the range', () => {
  test('applies to all charts over time, is kept in the address, and can be two days', async () => {
    history.replaceState(null, '', '/admin?tab=analytics');
    const { server, open, user } = aTab();
    open();
    await chart('Volume per day');
    const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
    expect([pressed('7 days'), pressed('30 days')]).toEqual(['false', 'true']);
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(location.search).toBe('?tab=analytics&range=all');
    await waitFor(() => expect(server.asked.at(-1)).toBe('/api/admin/analytics?from=start'));
    expect(pressed('All')).toBe('true');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } });
    expect(location.search).toBe('?tab=analytics&from=2026-11-01&to=2026-11-20');
    await waitFor(() =>
      expect(server.asked.at(-1)).toBe('/api/admin/analytics?from=2026-11-01&to=2026-11-20'),
    );
    await user.click(screen.getByRole('button', { name: '30 days' }));
    expect(location.search).toBe('?tab=analytics');
  });
});

describe('the charts', () => {
  test('have combos as a line of their own, and in the profit', async () => {
    const { open, user } = aTab({
      analytics: {
        ...SOME,
        profitPerDay: SOME.profitPerDay.map((day, index) => ({
          ...day,
          comboProfit: index === 29 ? 5 : 0,
          combos: index === 29 ? 3 : 0,
        })),
        comboExposure: { exposure: 200, combos: 2 },
      },
    });
    open();
    const profit = await chart('House profit per day');
    expect(profit.getByText('-$30.50 on 2 markets and 3 combos.')).toBeTruthy();
    await user.click(profit.getByRole('button', { name: /Table/ }));
    const last = profit.getAllByRole('row').at(-1);
    expect(Array.from(last?.querySelectorAll('td, th') ?? [], (cell) => cell.textContent).slice(-3)).toEqual([
      '1',
      '5.00',
      '3',
    ]);
    const exposure = await chart('Exposure by category');
    expect(exposure.getByText('Most on Combos: $200.00.')).toBeTruthy();
    expect(exposure.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Combos$200.00',
      'Sports$150.00',
    ]);
  });

  test('have a summary sentence', async () => {
    aTab().open();
    const volume = await chart('Volume per day');
    expect(volume.getByText('Total $300.50. Most on 20 Nov 2026: $200.50.')).toBeTruthy();
    expect((await chart('House profit per day')).getByText('-$30.50 on 2 markets.')).toBeTruthy();
    expect((await chart('Active users per day')).getByText(/^Most on 20 Nov 2026: 2\./)).toBeTruthy();
    expect((await chart('Exposure by category')).getByText('Most on Sports: $150.00.')).toBeTruthy();
    expect((await chart('Exposure by result day')).getByText('Most on 24 Nov 2026: $150.00.')).toBeTruthy();
    expect((await chart('Bets by chain')).getByText('Polygon leads with 3 of 4 bets.')).toBeTruthy();
    expect(
      (await chart('Exposure by market')).getByText(/^Total \$150\.00\. Most on .*: \$150\.00\.$/),
    ).toBeTruthy();
  });

  test.each([
    ['say which of them leave out simulated traders', { simulatedTraders: true } as const, 1],
    ['say nothing of simulated traders where there are none', {}, 0],
  ])('%s', async (_, config, times) => {
    aTab({ config }).open();
    await chart('Volume per day');
    expect(screen.queryAllByText(/ leave out simulated traders\./)).toHaveLength(times);
  });

  test('count guests separately and say so', async () => {
    const ofGuests = { guestVolume: 1000, guestBets: 2 };
    const { open, user } = aTab({
      analytics: {
        ...NONE,
        volumePerDay: NONE.volumePerDay.map((day, i) => (i === 29 ? { ...day, ...ofGuests } : day)),
        betsByChain: [...SOME.betsByChain, { chain: 'Guests', bets: 9, volume: 1000 }],
      },
    });
    open();
    const volume = await chart('Volume per day');
    expect(volume.getByText(/ Guests, not shown: \$1,000\.00\.$/)).toBeTruthy();
    await user.click(volume.getByRole('button', { name: 'Table: Volume per day' }));
    expect(volume.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Day (UTC)',
      'Volume (USDC)',
      'Bets',
      'Guest volume (USDC)',
      'Guest bets',
    ]);
    expect(volume.getByRole('row', { name: /21 Nov 2026 0\.00 0 1,000\.00 2/ })).toBeTruthy();
    expect((await chart('Bets by chain')).getByText('Polygon leads with 3 of 4 bets.')).toBeTruthy();
  });

  test('have a day cursor that the keys move and that stops at both ends', async () => {
    const { open, user } = aTab();
    open();
    const cursor = (await chart('Volume per day')).getByRole('slider', { name: 'Day' });
    expect(cursor.getAttribute('aria-valuetext')).toBe('21 Nov 2026: $100.00 in 1 bet');
    cursor.focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(cursor.getAttribute('aria-valuetext')).toBe('20 Nov 2026: $200.50 in 3 bets');
    expect(screen.getByText('20 Nov 2026: $200.50 in 3 bets')).toBeTruthy();
    await user.keyboard('{PageDown}');
    expect(cursor.getAttribute('aria-valuetext')).toBe('13 Nov 2026: $0.00 in 0 bets');
    await user.keyboard('{Home}');
    expect(cursor.getAttribute('aria-valuetext')).toBe('23 Oct 2026: $0.00 in 0 bets');
    await user.keyboard('{End}');
    expect(cursor.getAttribute('aria-valuenow')).toBe('30');
  });

  test('can be switched to tables and back', async () => {
    const { open, user } = aTab();
    open();
    const chains = await chart('Bets by chain');
    await user.click(chains.getByRole('button', { name: 'Table: Bets by chain' }));
    const rows = chains.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Chain', 'Bets', 'Volume (USDC)'],
      ['Polygon', '3', '200.50'],
      ['Solana', '1', '100.00'],
    ]);
    await user.click(chains.getByRole('button', { name: 'Chart: Bets by chain' }));
    expect(chains.queryByRole('table')).toBeNull();
  });

  test('can be downloaded as CSV without formulas', async () => {
    const { open, user } = aTab();
    const saved: { blob?: Blob; name?: string } = {};
    URL.createObjectURL = (blob: Blob) => {
      saved.blob = blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.name = this.download;
    });
    open();
    const exposure = await chart('Exposure by market');
    await user.click(exposure.getByRole('button', { name: 'CSV: Exposure by market' }));
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(saved.blob ?? new Blob());
    });
    expect(text).toBe(
      '"Market","Exposure (USDC)","Stakes (USDC)","At most (USDC)"\r\n' +
        `"'=HYPERLINK(""x"")","150.00","100.00","5000.00"\r\n`,
    );
    expect(saved.name).toMatch(/^exposure-by-market-\d{4}-\d\d-\d\d\.csv$/);
  });

  test('say so if there is nothing to draw', async () => {
    aTab({ analytics: NONE }).open();
    expect((await chart('Volume per day')).getByText('No bets on these days.')).toBeTruthy();
    expect((await chart('Bets by chain')).getByText('No bets on these days.')).toBeTruthy();
    expect((await chart('Exposure by market')).getByText('Nothing at risk now.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  });
});
