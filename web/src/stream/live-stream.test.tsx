import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { createStreamServer } from '@tallystone/testkit/mock-api/stream-server.ts';
import { type QueryClient, QueryClientProvider, type QueryKey, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminMarketsQuery, marketQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { MarketListPanel } from '../markets/market-list-panel.tsx';
import { LiveStream } from './live-stream.tsx';
// Loaded already, so no test waits for it.
import './keep-stream.ts';

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const two = (): WireMarket[] => [
  aMarket({ id: 'm_1', title: 'Rain', endsInMinutes: 120, version: 4 }),
  aMarket({ id: 'm_2', title: 'Snow', endsInMinutes: 180, version: 4 }),
];

/** A page with the list of markets and a stream. */
function aPage(markets = two()) {
  const server = createStreamServer(markets);
  vi.stubGlobal('fetch', server.fetch);
  const queryClient = createQueryClient();
  const drawn: string[] = [];
  const footer = ({ id }: WireListedMarket) => {
    drawn.push(id);
    return null;
  };
  const onPick = vi.fn();
  const page = (shown: boolean) => (
    <QueryClientProvider client={queryClient}>
      <LiveStream />
      {shown && <MarketListPanel signedIn={false} betOpen={false} onPick={onPick} footer={footer} />}
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(page(true));
  return {
    server,
    queryClient,
    /** Ids of the rendered cards, one per render. */
    drawn,
    unmount,
    leave: () => rerender(page(false)),
    comeBack: () => rerender(page(true)),
  };
}

/** The same once the stream is live. Cards render in slices, so they may appear after the mark. */
async function aLivePage(markets = two()) {
  const page = aPage(markets);
  await screen.findByText('Live');
  await waitFor(() => expect(titles()).toHaveLength(markets.length));
  return page;
}

const card = (title: string) => within(screen.getByRole('article', { name: title }));
const outcome = (title: string, name: string) =>
  card(title).getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name} `) });
const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((heading) => heading.textContent);
const shows = (title: string, odds: string) =>
  waitFor(() => expect(outcome(title, 'Yes').textContent).toContain(odds));
const go = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders nothing, but runs a query. */
function Reader({
  queryClient,
  queryKey,
  read,
}: {
  queryClient: QueryClient;
  queryKey: QueryKey;
  read: () => Promise<unknown>;
}) {
  useQuery({ queryKey, queryFn: read }, queryClient);
  return null;
}

function OddsOf({ id }: { id: string }) {
  const { data } = useQuery(marketQuery(id));
  return <p>Odds {data?.outcomes[0]?.odds}</p>;
}

describe('a page with a stream', () => {
  test("continues from the list's position over one connection", async () => {
    const { server } = await aLivePage();
    expect(server.openings).toEqual([{ after: '100', lastEventId: null, token: null }]);
    expect(server.readers()).toBe(1);
    expect(server.asked).toEqual(['/api/markets']);
  });

  test('shows new odds in place, marked with their direction, without requests', async () => {
    const { server } = await aLivePage();
    // The mark is visible only for a moment, which polling may miss.
    const marks = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const name of ['Yes', 'No']) marks.add(`${name} ${outcome('Rain', name).dataset.change}`);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    server.reprice('m_1', [1.91, 1.75]);
    await shows('Rain', '1.91');
    await waitFor(() => expect(marks).toContain('Yes up'));
    expect(marks).toContain('No down');
    expect([...marks].filter((mark) => /Yes down|No up/.test(mark))).toEqual([]);
    expect(outcome('Snow', 'Yes').textContent).toContain('1.83');
    await waitFor(() => expect(outcome('Rain', 'Yes').dataset.change).toBeUndefined());
    watch.disconnect();
    expect(server.asked).toEqual(['/api/markets']);
  });

  test('renders only the changed card, once per frame', async () => {
    // A new minute renders every card, and so may what follows "Live".
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T14:05:00') });
    const { server, drawn } = await aLivePage();
    await go(2_000);
    drawn.length = 0;
    for (let cent = 1; cent <= 50; cent++) server.reprice('m_1', [1.83 + cent / 100, 1.83]);
    await shows('Rain', '2.33');
    expect(new Set(drawn)).toEqual(new Set(['m_1']));
    expect(drawn.length).toBeLessThan(4);
  });

  test('says why a market takes no bets as soon as it is suspended', async () => {
    const { server } = await aLivePage();
    server.change('m_1', { state: 'suspended', suspension: 'feed-stopped' });
    await waitFor(() => expect(outcome('Rain', 'Yes').disabled).toBe(true));
    expect(card('Rain').getByText(/^Betting is paused while odds are set\./)).toBeTruthy();
    expect(outcome('Snow', 'Yes').disabled).toBe(false);
    const { suspension: _, ...open } = server.market('m_1');
    server.remove('m_1');
    server.publish({ ...open, state: 'open', version: open.version + 1 });
    await waitFor(() => expect(outcome('Rain', 'Yes').disabled).toBe(false));
  });

  test('loses a market that leaves the list', async () => {
    const { server } = await aLivePage();
    server.change('m_1', { state: 'void' }, { isListed: false });
    await waitFor(() => expect(titles()).toEqual(['Snow']));
  });

  test('reads an unknown market once, and inserts it in order', async () => {
    const { server } = await aLivePage();
    const fresh = aMarket({ id: 'm_3', title: 'Hail', endsInMinutes: 150 });
    server.publish(fresh);
    server.reprice('m_3', [2.5, 1.5]);
    await shows('Hail', '2.50');
    expect(titles()).toEqual(['Rain', 'Hail', 'Snow']);
    expect(server.asked).toEqual(['/api/markets', '/api/markets/m_3']);
  });

  test('reads the list once when many markets are new', async () => {
    const { server } = await aLivePage();
    for (let n = 10; n < 40; n++) {
      server.publish(aMarket({ id: `m_${n}`, title: `Number ${n}`, endsInMinutes: 200 + n }));
    }
    await waitFor(() => expect(titles()).toHaveLength(32));
    expect(server.asked.filter((path) => path === '/api/markets').length).toBeLessThan(4);
    expect(server.asked.filter((path) => path !== '/api/markets').length).toBeLessThan(11);
  });

  test('reorders the list when an end moves, but not under the pointer', async () => {
    const { server } = await aLivePage();
    const list = screen.getByRole('list', { name: 'Markets: sports' });
    fireEvent.pointerEnter(list);
    const later = aMarket({ endsInMinutes: 600 });
    server.change('m_1', { endsAt: later.endsAt, closesAt: later.closesAt, volume: 7 });
    await card('Rain').findByText('7.00 USDT');
    expect(titles()).toEqual(['Rain', 'Snow']);
    fireEvent.pointerLeave(list);
    await waitFor(() => expect(titles()).toEqual(['Snow', 'Rain']));
  });

  test('keeps a market that is open on its own page, with what the list does not have', async () => {
    const draw = { commitment: 'ab'.repeat(32) };
    const { server, queryClient } = await aLivePage([...two(), aMarket({ id: 'm_3', title: 'Hail', draw })]);
    const own = () => queryClient.getQueryData(marketQuery('m_3').queryKey);
    await act(() => queryClient.fetchQuery(marketQuery('m_3')));
    server.reprice('m_3', [1.2, 4]);
    await waitFor(() => expect(own()?.outcomes[0]?.odds).toBe(1.2));
    expect(own()?.draw).toEqual(draw);
    server.change('m_3', { state: 'settled', wonOutcomeId: 'o_no' }, { isListed: false });
    await waitFor(() => expect(own()?.wonOutcomeId).toBe('o_no'));
    expect(own()?.draw).toEqual(draw);
  });

  test('rereads the admin table at a limited rate', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, queryClient } = await aLivePage();
    let reads = 0;
    const read = async () => [{ reads: ++reads }];
    render(<Reader queryClient={queryClient} queryKey={adminMarketsQuery.queryKey} read={read} />);
    await waitFor(() => expect(reads).toBe(1));
    const beganAt = Date.now();
    for (let n = 0; n < 60; n++) {
      server.reprice('m_1', [1.5 + n / 100, 1.83]);
      await go(100);
    }
    await go(2_000);
    // The clock runs on while the page works: at least eight seconds.
    const seconds = (Date.now() - beganAt) / 1_000;
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThanOrEqual(2 + seconds / 2);
  });
});

describe('data that arrives out of order', () => {
  test('never takes the page back to an older state', async () => {
    const { server, queryClient } = await aLivePage();
    const release = server.holdList();
    // The list is requested, and the stream is faster than its answer.
    const reading = queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true });
    server.reprice('m_1', [2.2, 1.6]);
    server.change('m_2', { state: 'void' }, { isListed: false });
    server.publish(aMarket({ id: 'm_3', title: 'Hail', endsInMinutes: 300 }));
    await shows('Rain', '2.20');
    await screen.findByText('Hail');
    release();
    await act(() => reading);
    await screen.findByText('Hail');
    expect(titles()).toEqual(['Rain', 'Hail']);
    expect(outcome('Rain', 'Yes').textContent).toContain('2.20');
  });

  test('nor does a cancelled read', async () => {
    const { server, queryClient, leave, comeBack } = await aLivePage();
    const release = server.holdList();
    void queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true });
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    leave();
    release();
    comeBack();
    await shows('Rain', '2.20');
  });

  test('an answer read while nothing was shown gets the news received since', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, leave, comeBack, queryClient } = await aLivePage();
    leave();
    queryClient.removeQueries({ queryKey: ['/api/markets'] });
    const release = server.holdList();
    comeBack();
    await waitFor(() => expect(server.asked).toHaveLength(2));
    server.reprice('m_1', [2.2, 1.6]);
    await go(1_000);
    release();
    await shows('Rain', '2.20');
  });
});

describe('a connection that breaks', () => {
  test('is reported, and resumes after the last event', async () => {
    const { server } = await aLivePage();
    server.reprice('m_1', [1.9, 1.76]);
    await shows('Rain', '1.90');
    server.goAway();
    await screen.findByText('Reconnecting');
    expect(outcome('Rain', 'Yes').disabled).toBe(false);
    server.reprice('m_1', [2.4, 1.5]);
    server.change('m_2', { volume: 5 });
    server.comeBack();
    await screen.findByText('Live');
    await shows('Rain', '2.40');
    expect(card('Snow').getByText('5.00 USDT')).toBeTruthy();
    expect(server.openings.at(-1)).toEqual({ after: null, lastEventId: '101', token: null });
    expect(server.asked).toEqual(['/api/markets']);
  });

  test('also resumes when the server closes it', async () => {
    const { server } = await aLivePage();
    server.end('closed');
    await screen.findByText('Reconnecting');
    await screen.findByText('Live');
    expect(server.readers()).toBe(1);
  });

  test('also resumes after an invalid event, and requests it again', async () => {
    const { server } = await aLivePage();
    server.reprice('m_1', [1.9, 1.76]);
    await shows('Rain', '1.90');
    server.babble('{"at":');
    await waitFor(() => expect(server.openings).toHaveLength(2));
    await screen.findByText('Live');
    expect(server.openings.at(-1)?.lastEventId).toBe('101');
  });

  test("isn't caused by news that can't be applied: everything is reread", async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    const { server } = await aLivePage();
    server.babble('"nonsense"');
    await waitFor(() => expect(server.asked).toEqual(['/api/markets', '/api/markets']));
    expect(complaint).toHaveBeenCalledOnce();
    expect(server.openings).toHaveLength(1);
  });

  test('is assumed after 25 seconds of silence', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await aLivePage();
    server.mute(true);
    await go(24_000);
    expect(screen.getByText('Live')).toBeTruthy();
    expect(server.openings).toHaveLength(1);
    await go(2_000);
    expect(screen.queryByText('Live')).toBeNull();
    expect(server.openings.length).toBeGreaterThan(1);
    server.mute(false);
    server.end();
    await go(3_000);
    expect(screen.getByText('Live')).toBeTruthy();
  });

  test("isn't assumed with a beat every ten seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await aLivePage();
    for (let n = 0; n < 6; n++) {
      await go(10_000);
      server.beat();
    }
    expect(screen.getByText('Live')).toBeTruthy();
    expect(server.openings).toHaveLength(1);
  });

  test('waits longer each time, and reconnects at once when the browser is online or the page is visible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { server } = await aLivePage();
    server.refuse({ status: 503 });
    server.end();
    await go(20_000);
    // After 0.5, 1, 2, 4 and 8 seconds.
    expect(server.openings).toHaveLength(6);
    fireEvent(window, new Event('online'));
    await go(10);
    expect(server.openings).toHaveLength(7);
    server.refuse(null);
    fireEvent(document, new Event('visibilitychange'));
    await go(50);
    expect(screen.getByText('Live')).toBeTruthy();
    expect(server.openings).toHaveLength(8);
  });

  test("isn't retried sooner than the server asked for", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { server } = await aLivePage();
    server.refuse({ status: 429, headers: { 'Retry-After': '20' } });
    server.end();
    await go(2_000);
    expect(server.openings).toHaveLength(2);
    await go(17_000);
    expect(server.openings).toHaveLength(2);
    await go(3_000);
    expect(server.openings).toHaveLength(3);
  });

  test('an unmounted page stops retrying', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, unmount } = await aLivePage();
    unmount();
    await waitFor(() => expect(server.readers()).toBe(0));
    fireEvent(window, new Event('online'));
    await go(60_000);
    expect(server.openings).toHaveLength(1);
  });
});

describe('prices that are too old', () => {
  async function aPausedPage() {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T14:05:00') });
    const page = await aLivePage(two());
    page.server.goAway();
    await go(80_000);
    return page;
  }

  test('show their time, are grey, and take no bets', async () => {
    await aPausedPage();
    expect(screen.getByText('Paused, updated 14:05')).toBeTruthy();
    expect(outcome('Rain', 'Yes').disabled).toBe(true);
    expect(card('Rain').getByText('Prices are paused. Betting resumes when they are live.')).toBeTruthy();
  });

  test('become live again automatically, with current values', async () => {
    const { server } = await aPausedPage();
    server.reprice('m_1', [3.1, 1.3]);
    server.comeBack();
    for (let second = 0; second < 31 && screen.queryByText('Live') === null; second++) await go(1_000);
    expect(screen.getByText('Live')).toBeTruthy();
    expect(outcome('Rain', 'Yes').textContent).toContain('3.10');
    expect(outcome('Rain', 'Yes').disabled).toBe(false);
  });

  test('are reread on request, and stay fresh for a minute if only the stream is blocked', async () => {
    const { server } = await aPausedPage();
    server.refuse({ status: 502 });
    server.reprice('m_1', [3.1, 1.3]);
    server.comeBack();
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await go(100);
    expect(outcome('Rain', 'Yes').textContent).toContain('3.10');
    expect(outcome('Rain', 'Yes').disabled).toBe(false);
    expect(screen.getByText('Reconnecting')).toBeTruthy();
    await go(61_000);
    expect(screen.getByText(/^Paused, updated/)).toBeTruthy();
  });

  test('appear at once when the browser is offline, which retries nothing', async () => {
    const { server } = await aLivePage();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(screen.getByText(/^Offline, updated \d\d:\d\d$/)).toBeTruthy();
    expect(outcome('Rain', 'Yes').disabled).toBe(true);
    expect(server.readers()).toBe(0);
    server.reprice('m_1', [3.1, 1.3]);
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await screen.findByText('Live');
    await shows('Rain', '3.10');
    expect(server.openings).toHaveLength(2);
  });

  test("stay old when the browser is online but the server doesn't answer yet", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T14:05:00') });
    const { server } = await aLivePage();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await go(80_000);
    server.mute(true);
    const release = server.holdList();
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await go(5_000);
    expect(screen.getByText('Paused, updated 14:05')).toBeTruthy();
    expect(outcome('Rain', 'Yes').disabled).toBe(true);
    release();
    await waitFor(() => expect(outcome('Rain', 'Yes').disabled).toBe(false));
  });
});

describe('missed events', () => {
  test('come as a snapshot: removed markets go, new ones appear', async () => {
    const { server } = await aLivePage();
    server.goAway();
    server.change('m_1', { state: 'void' }, { isListed: false });
    server.reprice('m_2', [5, 1.1]);
    server.publish(aMarket({ id: 'm_3', title: 'Hail', endsInMinutes: 300 }));
    server.forgetPast();
    server.comeBack();
    await screen.findByText('Live');
    await waitFor(() => expect(titles()).toEqual(['Snow', 'Hail']));
    expect(outcome('Snow', 'Yes').textContent).toContain('5.00');
  });

  test('are reread on a page that had no list', async () => {
    const server = createStreamServer(two());
    vi.stubGlobal('fetch', server.fetch);
    const queryClient = createQueryClient();
    render(
      <QueryClientProvider client={queryClient}>
        <LiveStream />
        <OddsOf id="m_1" />
      </QueryClientProvider>,
    );
    await screen.findByText('Odds 1.83');
    await waitFor(() => expect(server.readers()).toBe(1));
    expect(server.openings).toEqual([{ after: null, lastEventId: null, token: null }]);
    await waitFor(() => expect(server.asked).toEqual(['/api/markets/m_1', '/api/markets/m_1']));
    server.reprice('m_1', [1.95, 1.7]);
    await screen.findByText('Odds 1.95');
  });

  test('are noticed by the number of markets: an unreported removal is applied', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await aLivePage();
    server.remove('m_1');
    server.beat();
    server.beat();
    await waitFor(() => expect(titles()).toEqual(['Snow']));
    server.beat();
    server.beat();
    server.beat();
    await go(1_000);
    expect(server.asked).toEqual(['/api/markets', '/api/markets']);
  });
});

describe('another database server that takes over', () => {
  /** After a restore: both markets at an older state, a deleted one is back, and one is missing. */
  const restored = (): WireMarket[] => [
    { ...aMarket({ id: 'm_1', title: 'Rain', endsInMinutes: 120, version: 2 }), outcomes: odds(1.4, 2.9) },
    aMarket({ id: 'm_2', title: 'Snow', endsInMinutes: 180, version: 4 }),
  ];
  const odds = (yes: number, no: number) => [
    anOutcome({ id: 'o_yes', name: 'Yes', odds: yes }),
    anOutcome({ id: 'o_no', name: 'No', odds: no }),
  ];

  test('is trusted at once, even if its versions are lower', async () => {
    const { server, queryClient } = await aLivePage();
    await act(() => queryClient.fetchQuery(marketQuery('m_1')));
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    server.replaceDatabase(restored());
    await shows('Rain', '1.40');
    expect(queryClient.getQueryData(marketQuery('m_1').queryKey)?.outcomes[0]?.odds).toBe(1.4);
    expect(server.asked.filter((path) => path === '/api/markets')).toHaveLength(1);
    // From then on as before.
    server.reprice('m_1', [1.5, 2.6]);
    await shows('Rain', '1.50');
  });

  test('is trusted by a page that reconnects', async () => {
    const { server } = await aLivePage();
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    server.goAway();
    server.replaceDatabase(restored());
    server.comeBack();
    await screen.findByText('Live');
    await shows('Rain', '1.40');
  });

  test('wins over a later answer from the previous one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, queryClient } = await aLivePage();
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    const release = server.holdList();
    const reading = queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true });
    server.replaceDatabase([...restored(), aMarket({ id: 'm_3', title: 'Hail', endsInMinutes: 300 })]);
    await shows('Rain', '1.40');
    release();
    await act(() => reading);
    expect(outcome('Rain', 'Yes').textContent).toContain('1.40');
    // The list is requested again.
    await go(1_000);
    await waitFor(() => expect(titles()).toEqual(['Rain', 'Snow', 'Hail']));
    expect(outcome('Rain', 'Yes').textContent).toContain('1.40');
  });

  test('is trusted if the list is read before the stream notices', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, queryClient } = await aLivePage();
    server.replaceDatabase(restored(), { isNoticed: false });
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true }));
    server.notice();
    await shows('Rain', '1.40');
    // A reread is due at most a second after the last answer of another server than the stream's.
    await go(5_000);
    // Once for the page, once here, and again while the two servers differed; not any more.
    const asked = server.asked.length;
    expect(asked).toBeGreaterThanOrEqual(3);
    await go(10_000);
    expect(server.asked).toHaveLength(asked);
    await shows('Rain', '1.40');
  });

  test('is trusted by a page without the stream', async () => {
    const { server, queryClient } = await aLivePage();
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    server.refuse({ status: 502 });
    server.end();
    await screen.findByText('Reconnecting');
    server.replaceDatabase(restored());
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true }));
    await shows('Rain', '1.40');
  });

  test("isn't assumed after a snapshot of the same server: an older answer changes nothing", async () => {
    const { server, queryClient } = await aLivePage();
    const release = server.holdList();
    server.goAway();
    server.forgetPast();
    server.comeBack();
    await screen.findByText('Live');
    // The list's answer comes after newer stream events.
    const reading = queryClient.invalidateQueries({ queryKey: ['/api/markets'], exact: true });
    server.reprice('m_1', [2.2, 1.6]);
    await shows('Rain', '2.20');
    server.notice();
    release();
    await act(() => reading);
    await shows('Rain', '2.20');
  });
});

test('prices can be bet on before the stream connects', async () => {
  const { server } = aPage([
    aMarket({ id: 'm_1', title: 'Rain', outcomes: [anOutcome({ id: 'o_yes', name: 'Yes' })] }),
  ]);
  server.mute(true);
  await screen.findByText('Rain');
  expect(screen.getByText('Connecting')).toBeTruthy();
  expect(outcome('Rain', 'Yes').disabled).toBe(false);
  await userEvent.click(outcome('Rain', 'Yes'));
});
