import { aHistory, isoOf } from '@tallystone/testkit/mock-api/a-history.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { drawnCharts } from '@tallystone/testkit/page/drawn-charts.ts';
import { aMarketPage } from '@tallystone/testkit/page/market-page.tsx';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { streamState } from '../stream/stream-state.ts';

const NOON = new Date('2026-11-22T12:00:00.000Z');
const NOON_S = NOON.getTime() / 1000;

beforeEach(() => {
  localStorage.clear();
  vi.stubEnv('TZ', 'UTC');
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  drawnCharts.length = 0;
  act(() => streamState.set({ kind: 'connecting' }));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const history = async () => within(await screen.findByRole('region', { name: 'Chances over time' }));
const cursor = async () => (await history()).findByRole('slider', { name: 'Time' });
const reading = async () => (await cursor()).getAttribute('aria-valuetext');
const legend = async () =>
  (await history()).getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' '));

describe('the history of a market', () => {
  test('is described in one sentence', async () => {
    await aMarketPage();
    expect(
      await (await history()).findByText(
        'Latest leader: Yes, 54.2% (50.0% on Nov 22, 2026, 11:00); range 50.0% to 60.0%.',
      ),
    ).toBeTruthy();
  });

  test('shows its latest prices beside the lines', async () => {
    await aMarketPage();
    await cursor();
    expect(await legend()).toEqual(['Yes 54.2%', 'No 45.8%']);
    await waitFor(() => expect(drawnCharts[0]?.lines).toHaveLength(2));
  });

  test('can be read point by point with the keys, each with its time and all prices', async () => {
    const { user } = await aMarketPage();
    const slider = await cursor();
    expect(slider.getAttribute('aria-valuemax')).toBe('3');
    slider.focus();
    expect(await reading()).toBe('Nov 22, 2026, 12:00:00: Yes 54.2%, No 45.8%');
    await user.keyboard('{ArrowLeft}');
    expect(await reading()).toBe('Nov 22, 2026, 11:30:00: Yes 60.0%, No 40.0%');
    expect(await legend()).toEqual(['Yes 60.0%', 'No 40.0%']);
    await waitFor(() => expect(drawnCharts[0]?.marked).not.toBeNull());
    await user.keyboard('{Home}');
    expect(await reading()).toBe('Nov 22, 2026, 11:00:00: Yes 50.0%, No 50.0%');
    await user.keyboard('{ArrowLeft}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    await user.keyboard('{ArrowRight}{End}');
    expect(slider.getAttribute('aria-valuenow')).toBe('3');
    await user.keyboard('{PageDown}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    await user.keyboard('{PageUp}x');
    expect(slider.getAttribute('aria-valuenow')).toBe('3');
  });

  test('returns to the latest prices when it loses the focus', async () => {
    const { user } = await aMarketPage();
    (await cursor()).focus();
    await user.keyboard('{Home}');
    await user.tab();
    expect(await reading()).toBe('Nov 22, 2026, 12:00:00: Yes 54.2%, No 45.8%');
    await waitFor(() => expect(drawnCharts[0]?.marked).toBeNull());
  });

  test('shows the prices of the moment under the pointer', async () => {
    await aMarketPage();
    await cursor();
    await waitFor(() => expect(drawnCharts).toHaveLength(1));
    act(() => drawnCharts[0]?.point(NOON_S - 1000));
    expect(await reading()).toBe('Nov 22, 2026, 11:30:00: Yes 60.0%, No 40.0%');
    act(() => drawnCharts[0]?.point(null));
    expect(await reading()).toBe('Nov 22, 2026, 12:00:00: Yes 54.2%, No 45.8%');
  });

  test('is available as a table, newest first', async () => {
    const { user } = await aMarketPage();
    await cursor();
    await user.click((await history()).getByRole('button', { name: 'Table' }));
    const rows = within(await screen.findByRole('region', { name: 'Table' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Time', 'Yes', 'No'],
      ['Nov 22, 2026, 12:00:00', '54.2%', '45.8%'],
      ['Nov 22, 2026, 11:30:00', '60.0%', '40.0%'],
      ['Nov 22, 2026, 11:00:00', '50.0%', '50.0%'],
    ]);
    await user.click((await history()).getByRole('button', { name: 'Chart' }));
    expect(await cursor()).toBeTruthy();
  });

  test('names who makes the chart, with a link', async () => {
    await aMarketPage();
    await cursor();
    const link = (await history()).getByRole('link', { name: /TradingView/ });
    expect(link.getAttribute('href')).toBe('https://www.tradingview.com/');
  });

  test('says how many lines there are if not every outcome has one', async () => {
    const outcomes = Array.from({ length: 12 }, (_, place) =>
      anOutcome({ id: `o_${place}`, name: `Rider ${place}` }),
    );
    await aMarketPage({
      markets: [aMarket({ outcomes })],
      before: ({ setHistory }) =>
        setHistory(() =>
          aHistory({
            toS: NOON_S,
            outcomes: outcomes.slice(0, 8).map(({ id }) => ({ id, probability: [10, 10, 10] })),
          }),
        ),
    });
    expect(await (await history()).findByText(/^8 most likely of 12 outcomes\./)).toBeTruthy();
  });
});

describe('the ranges', () => {
  test('are a single choice, kept in the URL, and each is requested', async () => {
    const { server, user } = await aMarketPage({ at: '/market/m_one?range=6H' });
    const choice = async (name: RegExp) => (await history()).findByRole('radio', { name });
    expect((await choice(/^6H/)).getAttribute('aria-checked')).toBe('true');
    await user.click(await choice(/^1W.*last week/));
    expect(window.location.search).toBe('?range=1W');
    await waitFor(() => expect(server.asked).toContain('/api/markets/m_one/history?range=1W'));
    await user.click(await choice(/^1D/));
    expect(window.location.search).toBe('');
    // Pressing it again keeps it chosen.
    await user.click(await choice(/^1D/));
    expect((await choice(/^1D/)).getAttribute('aria-checked')).toBe('true');
    expect(server.asked.filter((path) => path.includes('history'))).toEqual([
      '/api/markets/m_one/history?range=6H',
      '/api/markets/m_one/history?range=1W',
      '/api/markets/m_one/history?range=1D',
    ]);
  });

  test('default to the last day if the URL names none', async () => {
    const { server } = await aMarketPage({ at: '/market/m_one?range=100Y' });
    await cursor();
    expect(server.asked).toContain('/api/markets/m_one/history?range=1D');
  });

  test('keep the shown range until another has loaded', async () => {
    const { server, user } = await aMarketPage();
    await cursor();
    server.fail('/api/markets/m_one/history?range=1H', 0);
    await user.click((await history()).getByRole('radio', { name: /^1H/ }));
    expect(await legend()).toEqual(['Yes 54.2%', 'No 45.8%']);
  });

  test('show a failed read and can be read again', async () => {
    const { server, user } = await aMarketPage({
      before: ({ fail }) => fail('/api/markets/m_one/history?range=1D'),
    });
    expect(await (await history()).findByText('Chances over time could not be loaded')).toBeTruthy();
    server.recover('/api/markets/m_one/history?range=1D');
    await user.click((await history()).getByRole('button', { name: 'Try Again' }));
    expect(await legend()).toEqual(['Yes 54.2%', 'No 45.8%']);
  });
});

describe('while the page is open', () => {
  const changed = (version: number, yes: number) =>
    aMarket({
      version,
      outcomes: [
        anOutcome({ id: 'o_yes', name: 'Yes', probability: yes }),
        anOutcome({ id: 'o_no', name: 'No', probability: 100 - yes }),
      ],
    });

  test('changed prices become points without another request', async () => {
    const { server, hear } = await aMarketPage();
    const slider = await cursor();
    const asked = server.asked.filter((path) => path.includes('history')).length;
    await act(() => vi.advanceTimersByTimeAsync(2000));
    hear(changed(2, 61));
    await waitFor(() => expect(slider.getAttribute('aria-valuemax')).toBe('4'));
    expect(await reading()).toMatch(/^Nov 22, 2026, 12:00:0\d: Yes 61\.0%, No 39\.0%$/);
    expect(server.asked.filter((path) => path.includes('history'))).toHaveLength(asked);
  });

  test('the selected moment stays selected', async () => {
    const { user, hear } = await aMarketPage();
    const slider = await cursor();
    slider.focus();
    await user.keyboard('{ArrowLeft}');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    hear(changed(2, 61));
    await waitFor(() => expect(slider.getAttribute('aria-valuemax')).toBe('4'));
    expect(await reading()).toBe('Nov 22, 2026, 11:30:00: Yes 60.0%, No 40.0%');
  });

  test('the last price is continued until now', async () => {
    await aMarketPage({ before: ({ setHistory }) => setHistory(() => aHistory({ toS: NOON_S })) });
    await cursor();
    await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
    expect(await reading()).toBe('Nov 22, 2026, 12:03:00: Yes 54.2%, No 45.8%');
  });

  test('a range that has grown while the page is open is read again', async () => {
    const { server } = await aMarketPage({
      before: ({ setHistory }) => setHistory(() => aHistory({ toS: NOON_S })),
    });
    await cursor();
    const asked = () => server.asked.filter((path) => path.includes('history')).length;
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    expect(asked()).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    expect(asked()).toBeGreaterThan(before);
  });

  test('the history is read again when the stream is back after a gap', async () => {
    const { server } = await aMarketPage();
    await cursor();
    act(() => streamState.set({ kind: 'live' }));
    const asked = () => server.asked.filter((path) => path.includes('history')).length;
    const before = asked();
    act(() => streamState.set({ kind: 'reconnecting', updatedAt: Date.now() }));
    act(() => streamState.set({ kind: 'live' }));
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  test('the history is read again when the market ends, because only the server knows how', async () => {
    const { server, hear } = await aMarketPage();
    await cursor();
    const asked = () => server.asked.filter((path) => path.includes('history')).length;
    const before = asked();
    server.setHistory(() => aHistory({ toS: NOON_S, to: isoOf(NOON_S) }));
    hear({ ...aMarket({ version: 3 }), state: 'settled', wonOutcomeId: 'o_yes' });
    await waitFor(() => expect(asked()).toBe(before + 1));
    expect(await (await history()).findByText(/^Latest leader: Yes, 54\.2% /)).toBeTruthy();
  });
});

test('without a chart, every figure is still available', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(await import('@tallystone/testkit/page/drawn-charts.ts'), 'createChart').mockImplementation(() => {
    throw new Error('no canvas');
  });
  await aMarketPage();
  expect(await (await history()).findByText('Chart unavailable. See the table.')).toBeTruthy();
  expect(await reading()).toMatch(/Yes 54\.2%, No 45\.8%$/);
  fireEvent.keyDown(await cursor(), { key: 'Home' });
  expect(await reading()).toMatch(/Yes 50\.0%, No 50\.0%$/);
  errors.mockRestore();
});
