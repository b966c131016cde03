import type { WireAnalytics, WireMarketStats } from '@tallystone/core/http-api/admin';
import type { WireMargins } from '@tallystone/core/http-api/admin-risk';
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
  exposureByMarket: [],
  exposure: {
    game: {
      lines: [
        {
          ...{ marketId: 'm_1', title: '=HYPERLINK("x")' },
          ...{ openStakes: 100, worstCase: 150, bets: 4, markets: 1, cap: 5000 },
        },
        {
          ...{ gameId: '27', title: 'Arsenal vs Chelsea', inPlay: true },
          ...{ openStakes: 1200.5, worstCase: 90, bets: 1, markets: 2, cap: 90 },
        },
      ],
      left: 3,
    },
    league: {
      lines: [
        { category: 'politics', openStakes: 100, worstCase: 150, bets: 4, markets: 1 },
        {
          ...{ league: 'Premier League, England', subcategory: 'soccer' },
          ...{ openStakes: 1200.5, worstCase: 90, bets: 1, markets: 2 },
        },
        { league: '', subcategory: 'tennis', openStakes: 1, worstCase: 0, bets: 1, markets: 1 },
      ],
      left: 0,
    },
    day: {
      lines: [{ day: '2026-11-24', openStakes: 1300.5, worstCase: 240, bets: 5, markets: 3 }],
      left: 0,
    },
    type: {
      lines: [
        { category: 'politics', openStakes: 100, worstCase: 150, bets: 4, markets: 1 },
        { group: 'total', openStakes: 1100.5, worstCase: 80, bets: 1, markets: 2 },
        { group: 'players', openStakes: 100, worstCase: 10, bets: 1, markets: 1 },
      ],
      left: 0,
    },
    total: { openStakes: 1300.5, worstCase: 240, bets: 5, markets: 3 },
    combos: { openStakes: 40, worstCase: 120, bets: 2, cap: 480 },
  },
};

const NONE: WireAnalytics = {
  volumePerDay: days().map((day) => ({ ...day, volume: 0, bets: 0 })),
  profitPerDay: days().map(({ day }) => ({ day, profit: 0, markets: 0 })),
  usersPerDay: days().map(({ day }) => ({ day, users: 0, guests: 0 })),
  exposureByCategory: [],
  exposureByDay: [],
  betsByChain: [],
  exposureByMarket: [],
  exposure: {
    game: { lines: [], left: 0 },
    league: { lines: [], left: 0 },
    day: { lines: [], left: 0 },
    type: { lines: [], left: 0 },
    total: { openStakes: 0, worstCase: 0, bets: 0, markets: 0 },
    combos: { openStakes: 0, worstCase: 0, bets: 0, cap: 0 },
  },
};

const NO_FIGURES = {
  ...{ turnover: 0, kept: 0, bets: 0, promised: 0, promisedTurnover: 0, promisedBets: 0 },
  standardError: null,
};
const NO_GROUPS = { lines: [], left: 0 };
const NO_MARGINS: WireMargins = {
  ...{ from: '2026-10-23', to: '2026-11-21', refunded: 0 },
  ...{ game: NO_GROUPS, league: NO_GROUPS, day: NO_GROUPS, type: NO_GROUPS },
  ...{ total: NO_FIGURES, combos: NO_FIGURES },
};
const OF_LEAGUE = {
  ...{ turnover: 1000, kept: -25.5, bets: 40, promised: 45.004, promisedTurnover: 900, promisedBets: 38 },
  standardError: 0.1234,
};
const MARGINS: WireMargins = {
  ...NO_MARGINS,
  game: {
    lines: [{ gameId: '27', title: 'Arsenal vs Chelsea', ...OF_LEAGUE, standardError: null }],
    left: 0,
  },
  league: { lines: [{ league: 'Premier League, England', subcategory: 'soccer', ...OF_LEAGUE }], left: 2 },
  combos: { ...NO_FIGURES, turnover: 2000, kept: 2000, bets: 1 },
  total: { ...OF_LEAGUE, turnover: 3000, kept: 1974.5, bets: 41 },
  refunded: 1,
};

function aTab({
  stats = STATS,
  analytics = SOME,
  margins = NO_MARGINS,
  config = {},
}: {
  stats?: WireMarketStats;
  analytics?: WireAnalytics;
  margins?: WireMargins;
  config?: { simulatedTraders?: true };
} = {}) {
  const server = { down: false, asked: [] as string[] };
  vi.stubGlobal('fetch', async (path: string) => {
    server.asked.push(path);
    if (server.down) {
      return Response.json({ error: 'Not ready.', code: 'not-ready', requestId: 'r' }, { status: 503 });
    }
    if (path === '/api/config') return Response.json(config);
    if (path.startsWith('/api/admin/margins')) return Response.json(margins);
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
    await waitFor(() => expect(server.asked).toContain('/api/admin/analytics?from=start'));
    expect(server.asked).toContain('/api/admin/margins?from=start');
    expect(pressed('All')).toBe('true');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } });
    expect(location.search).toBe('?tab=analytics&from=2026-11-01&to=2026-11-20');
    await waitFor(() => expect(server.asked).toContain('/api/admin/analytics?from=2026-11-01&to=2026-11-20'));
    await user.click(screen.getByRole('button', { name: '30 days' }));
    expect(location.search).toBe('?tab=analytics');
  });
});

const cells = (panel: Awaited<ReturnType<typeof chart>>) =>
  panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));

describe('the margins', () => {
  test('show what was promised and kept with its error, combos too, and what has no promise', async () => {
    const { open, user } = aTab({ margins: MARGINS });
    open();
    const panel = await chart('Margins');
    expect(
      panel.getByText(
        'Kept: $1,974.50 of $3,000.00 (65.8%). The odds promised 5.0%. 3 bets have no promise, because no odds of the feed are stored for them. ' +
          "1 refunded bet isn't counted. 2 smaller groups aren't shown.",
      ),
    ).toBeTruthy();
    expect(cells(panel)).toEqual([
      [
        ...['League', 'Turnover (USDC)', 'Bets', 'Promised (USDC)', 'Promised', 'Kept (USDC)', 'Kept'],
        ...['Standard error', 'Bets without a promise'],
      ],
      ['Combos', '2,000.00', '1', '', '', '2,000.00', '100.0%', '', '1'],
      [
        ...['Soccer (FIFA): Premier League, England', '1,000.00', '40', '45.00', '5.0%', '-25.50', '-2.5%'],
        ...['12.3%', '2'],
      ],
    ]);
    await user.click(panel.getByRole('button', { name: 'Game or market' }));
    expect(panel.getByRole('link', { name: 'Arsenal vs Chelsea' }).getAttribute('href')).toBe('/game/27');
  });

  test('say so if no bet ended', async () => {
    aTab().open();
    expect((await chart('Margins')).getByText('No bet ended on these days.')).toBeTruthy();
  });

  test('say from which day they count if more days were asked for', async () => {
    history.replaceState(null, '', '/admin?tab=analytics&from=2020-01-01');
    aTab({ margins: MARGINS }).open();
    expect((await chart('Margins')).getByText(/ Only the days from 23 Oct 2026 are counted\.$/)).toBeTruthy();
    history.replaceState(null, '', '/');
  });
});

describe('the exposure', () => {
  test('lists games and markets with their caps, the combos among them, and leads to each', async () => {
    const { open } = aTab();
    open();
    const panel = await chart('Exposure now');
    expect(cells(panel).slice(1)).toEqual([
      ['=HYPERLINK("x")', '100.00', '150.00', '5,000.00', '3.0%', '4', '1'],
      ['Combos', '40.00', '120.00', '480.00', '25.0%', '2', ''],
      ['Arsenal vs Chelsea (in play)', '1,200.50', '90.00', '90.00', '100.0%', '1', '2'],
    ]);
    expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/market/m_1',
      '/game/27',
    ]);
  });

  test('switches to leagues, days and market types, and stays a table or a chart', async () => {
    const { open, user } = aTab();
    open();
    const panel = await chart('Exposure now');
    const names = () =>
      cells(panel)
        .slice(1)
        .map(([name]) => name);
    await user.click(panel.getByRole('button', { name: 'League' }));
    expect(cells(panel)[0]).toEqual([
      'League',
      'Open stakes (USDC)',
      'Most lost (USDC)',
      'Open bets',
      'Markets',
    ]);
    expect(names()).toEqual([
      'Own markets: Politics',
      'Combos',
      'Soccer (FIFA): Premier League, England',
      'Tennis',
    ]);
    await user.click(panel.getByRole('button', { name: 'Day (UTC)' }));
    expect(names()).toEqual(['24 Nov 2026', 'Combos']);
    await user.click(panel.getByRole('button', { name: 'Market type' }));
    expect(names()).toEqual(['Own markets: Politics', 'Combos', 'Totals', 'Players']);
    await user.click(panel.getByRole('button', { name: 'Chart: Exposure now' }));
    await user.click(panel.getByRole('button', { name: 'Game or market' }));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '=HYPERLINK("x")$150.00 of $5,000.00',
      'Combos$120.00 of $480.00',
      'Arsenal vs Chelsea (in play)$90.00 of $90.00',
    ]);
  });
});

describe('the charts', () => {
  test('have combos in the profit', async () => {
    const { open, user } = aTab({
      analytics: {
        ...SOME,
        profitPerDay: SOME.profitPerDay.map((day, index) => ({
          ...day,
          comboProfit: index === 29 ? 5 : 0,
          combos: index === 29 ? 3 : 0,
        })),
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
  });

  test('have a summary sentence', async () => {
    aTab().open();
    const volume = await chart('Volume per day');
    expect(volume.getByText('Total $300.50. Most on 20 Nov 2026: $200.50.')).toBeTruthy();
    expect((await chart('House profit per day')).getByText('-$30.50 on 2 markets.')).toBeTruthy();
    expect((await chart('Active users per day')).getByText(/^Most on 20 Nov 2026: 2\./)).toBeTruthy();
    expect((await chart('Bets by chain')).getByText('Polygon leads with 3 of 4 bets.')).toBeTruthy();
    expect(
      (await chart('Exposure now')).getByText(
        'Total $360.00. Most on =HYPERLINK("x"): $150.00. 3 smaller groups aren\'t shown.',
      ),
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
    const exposure = await chart('Exposure now');
    await user.click(exposure.getByRole('button', { name: 'CSV: Exposure now' }));
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(saved.blob ?? new Blob());
    });
    expect(text).toBe(
      '"Game or market","Open stakes (USDC)","Most lost (USDC)","Cap (USDC)","Cap used","Open bets","Markets"\r\n' +
        `"'=HYPERLINK(""x"")","100.00","150.00","5000.00","0.0300","4","1"\r\n` +
        '"Combos","40.00","120.00","480.00","0.2500","2",""\r\n' +
        '"Arsenal vs Chelsea (in play)","1200.50","90.00","90.00","1.0000","1","2"\r\n',
    );
    expect(saved.name).toMatch(/^exposure-by-game-\d{4}-\d\d-\d\d\.csv$/);
  });

  test('say so if there is nothing to draw', async () => {
    aTab({ analytics: NONE }).open();
    expect((await chart('Volume per day')).getByText('No bets on these days.')).toBeTruthy();
    expect((await chart('Bets by chain')).getByText('No bets on these days.')).toBeTruthy();
    expect((await chart('Exposure now')).getByText('Nothing at risk now.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  });
});
