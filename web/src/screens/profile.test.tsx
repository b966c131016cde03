import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aCombo } from '@tallystone/testkit/mock-api/a-combo.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { dismissToast } from '../ui/toast-store.ts';
import { Profile } from './profile.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/profile');
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The account page and the landing page's notice, connected by default. */
const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'> = {}) =>
  anAccountPage({
    ...given,
    children: (
      <>
        <AuthenticationRequired />
        <Where />
      </>
    ),
  });

function Where() {
  const [path] = useLocation();
  return path === '/profile' ? <Profile /> : <p>The landing page</p>;
}

const historyRows = () =>
  within(screen.getByRole('region', { name: 'Betting History' })).getAllByRole('listitem');
const positionRows = () =>
  within(screen.getByRole('region', { name: 'Open positions' })).getAllByRole('listitem');
const figureOf = (label: string) =>
  screen.getByText(label).nextElementSibling?.firstElementChild?.textContent;
const statOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('without a wallet', () => {
  test('redirects home and says what is missing', async () => {
    const { user } = await aPage({ connected: false });
    await screen.findByText('Authentication Required');
    expect(location.pathname).toBe('/');
    expect(screen.getByText('The landing page')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Go to Home' }));
    expect(screen.queryByText('Authentication Required')).toBeNull();
    expect(location.search).toBe('');
  });

  test('returns once a wallet is connected', async () => {
    const { connect } = await aPage({ connected: false });
    await screen.findByRole('button', { name: 'Connect Wallet' });
    await connect();
    await screen.findByRole('heading', { name: 'My Account' });
    expect(location.pathname).toBe('/profile');
  });

  test('an ended session redirects home too', async () => {
    const { session } = await aPage();
    await screen.findByRole('heading', { name: 'My Account' });
    session.disconnect();
    await screen.findByText('Authentication Required');
  });
});

describe('a wallet that left in another tab', () => {
  /** Like the browser: one event per key. */
  const removed = (key: string) => {
    localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage })));
  };

  test('redirects home, even if the token is removed before the user', async () => {
    await aPage();
    await screen.findByRole('heading', { name: 'My Account' });
    const moves = vi.spyOn(history, 'replaceState');
    removed('authToken');
    await screen.findByText('Authentication Required');
    expect(moves.mock.calls.length).toBeLessThan(3);
    for (const key of ['user', 'walletAddress', 'walletChain']) removed(key);
    await screen.findByRole('button', { name: 'Connect Wallet' });
    expect(location.pathname + location.search).toBe('/?auth=required');
  });
});

test('the view is kept through the redirect to the landing page', async () => {
  history.replaceState(null, '', '/profile?view=statement');
  const { connect } = await aPage({ connected: false });
  await screen.findByText('Authentication Required');
  await connect();
  await screen.findByRole('heading', { name: 'Statement' });
  expect(location.pathname + location.search).toBe('/profile?view=statement');
});

test('the balance and payouts are shown with all decimals', async () => {
  await aPage({
    limits: { balance: 1001.7283 },
    bets: [ended('b_1', { result: 'won', paid: 45.7599, profit: 20.7599 })],
  });
  await screen.findByText('$1,001.7283');
  await screen.findByText('$45.7599');
  expect(screen.getByText('+$20.7599')).toBeDefined();
});

describe('the account', () => {
  test('shows key, wallet, level and the rest of the cap', async () => {
    const { evm } = await aPage({ profile: { walletType: 'metamask' } });
    await screen.findByText(evm.address);
    expect(await screen.findByText('MetaMask')).toBeDefined();
    expect(screen.getByText('Level 0').className).toContain('badge-secondary');
    await screen.findByText(/\$38\.00 of \$100\.00 used, \$62\.00 left/);
    expect(screen.getByRole('meter', { name: 'Daily Stake Cap' })).toBeDefined();
    expect(screen.getByText('$962.50')).toBeDefined();
  });

  test('a checked level gets the plain badge', async () => {
    await aPage({ profile: { kycLevel: 2 } });
    await waitFor(() => expect(screen.getByText('Level 2').className).toContain('badge-default'));
  });

  test("uses the server's counts", async () => {
    await aPage({ bets: [aBet({ id: 'b_1' })] });
    await waitFor(() => expect(statOf('Total Wagered')).toContain('$1,234.50'));
    expect(statOf('Total Bets')).toBe('1');
    expect(statOf('Active Bets')).toBe('1');
  });
});

describe('the history', () => {
  test('without bets links to the markets', async () => {
    await aPage();
    await screen.findByText('No bets yet');
    expect(screen.getByRole('link', { name: 'Explore Markets' }).getAttribute('href')).toBe('/');
  });

  test('without single bets knows combos, open and finished', async () => {
    const stats = { totalWagered: 10, profit: 0, openStakes: 10 };
    await aPage({
      combos: [aCombo()],
      profile: { stats: { ...stats, totalBets: 1, combos: 1, activeBets: 1, endedBets: 0 } },
    });
    await screen.findByRole('region', { name: 'Open combos' });
    await screen.findByText('1 open bet');
    await screen.findByText('No singles. Combos have their own lists.');
    expect(screen.queryByRole('region', { name: 'Open positions' })).toBeNull();
    expect(screen.queryByText('No bets yet')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Explore Markets' })).toBeNull();
    cleanup();
    await aPage({
      combos: [aCombo({ status: 'settled', result: 'lost', paid: 0, profit: -10 })],
      profile: { stats: { ...stats, totalBets: 1, combos: 1, activeBets: 0, endedBets: 1 } },
    });
    await screen.findByRole('region', { name: 'Finished combos' });
    await screen.findByText('No singles. Combos have their own lists.');
    expect(screen.getByText('No open positions.')).toBeDefined();
  });

  test('without single bets and with combos that cannot be read knows their number', async () => {
    const stats = { totalWagered: 10, profit: 0, openStakes: 10, activeBets: 1, endedBets: 0 };
    const { account, connect } = await aPage({
      connected: false,
      profile: { stats: { ...stats, totalBets: 1, combos: 1 } },
    });
    account.cutOff('/api/user/combos');
    await connect();
    await screen.findByText('No singles. Combos have their own lists.');
    expect(screen.queryByText('No open positions.')).toBeNull();
  });

  test('says Practice on each receipt of a practice wallet, and on none of a real one', async () => {
    await aPage({ bets: [aBet({ id: 'b_1' })], isPractice: true });
    await screen.findAllByText('Harbour City v Northgate');
    expect(historyRows().map((row) => within(row).queryAllByText('Practice').length)).toEqual([1]);
    cleanup();
    history.replaceState(null, '', '/profile');
    localStorage.clear();
    await aPage({ bets: [aBet({ id: 'b_1' })] });
    await screen.findAllByText('Harbour City v Northgate');
    expect(historyRows().map((row) => within(row).queryAllByText('Practice').length)).toEqual([0]);
  });

  test('shows each bet with status, figures, date and reference', async () => {
    await aPage({
      bets: [
        aBet({ id: 'b_1' }),
        aBet({ id: 'b_2', status: 'settled', result: 'lost', paid: 0, profit: -25, market: { title: '' } }),
        aBet({ id: 'b_3', status: 'failed' }),
        aBet({ id: 'b_4', status: 'pending', txHash: `0x${'ab'.repeat(32)}` }),
      ],
    });
    await screen.findAllByText('Harbour City v Northgate');
    const [first, second, third, fourth] = historyRows();
    if (!first || !second || !third || !fourth) throw new Error('expected four bets');
    expect(within(first).getByText('Confirmed').className).toContain('badge-default');
    expect(within(first).getByText('$25.00')).toBeDefined();
    expect(within(first).getByText('1.85x')).toBeDefined();
    expect(within(first).getByText('$21.25')).toBeDefined();
    expect(within(first).getByText('Reference').nextElementSibling?.textContent).toBe('eth_0011...ccddeeff');
    expect(within(first).getByRole('time').getAttribute('title')).toBe('2026-11-20 10:00 UTC');
    expect(within(second).getByText('Market m_match')).toBeDefined();
    expect(within(second).getByText('Settled').className).toContain('badge-secondary');
    expect(within(third).getByText('Failed').className).toContain('badge-destructive');
    expect(within(fourth).getByText('Pending').className).toContain('badge-outline');
    expect(within(fourth).getByText('Transaction').nextElementSibling?.textContent).toBe(
      '0xababab...abababab',
    );
  });

  test("shows each ended bet's result, payout and profit", async () => {
    await aPage({
      bets: [
        ended('b_1', { result: 'won', paid: 46.25, profit: 21.25 }),
        ended('b_2', { result: 'lost', paid: 0, profit: -25 }),
        ended('b_3', { result: 'void', paid: 25, profit: 0 }),
        ended('b_4', { result: 'cashed-out', paid: 23.4, profit: -1.6 }),
      ],
    });
    await screen.findAllByText('Harbour City v Northgate');
    const shown = historyRows().map((row) => [
      within(row).getByText(/^(Won|Lost|Void|Cashed out)$/).textContent,
      within(row).getByText('Paid').nextElementSibling?.textContent,
      within(row).getByText(/^(Profit|Loss)$/).textContent,
      within(row).getByText(/^(Profit|Loss)$/).nextElementSibling?.textContent,
    ]);
    expect(shown).toEqual([
      ['Won', '$46.25', 'Profit', '+$21.25'],
      ['Lost', '$0.00', 'Loss', '-$25.00'],
      ['Void', '$25.00', 'Profit', '$0.00'],
      ['Cashed out', '$23.40', 'Loss', '-$1.60'],
    ]);
    expect(within(firstRow()).getByText('Settled').className).toContain('badge-secondary');
    expect(within(firstRow()).getByText('Ended')).toBeDefined();
    expect(screen.getByText('No open positions.')).toBeDefined();
  });

  test('is filtered and sorted in the address', async () => {
    const { user } = await aPage({
      bets: [
        aBet({ id: 'b_1', amount: 5 }),
        aBet({ id: 'b_2', amount: 50 }),
        ended('b_3', { result: 'won', paid: 46.25, profit: 21.25 }),
        aBet({ id: 'b_4', market: { category: 'crypto' } }),
      ],
    });
    await user.selectOptions(await screen.findByLabelText('Show'), 'Open');
    await user.selectOptions(screen.getByLabelText('Sort'), 'Largest stake');
    await user.selectOptions(screen.getByLabelText('Category'), 'Sports');
    await user.type(screen.getByLabelText('Search'), 'harbour');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-19' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21' } });
    expect(location.search).toBe(
      '?show=open&sort=stake&category=sports&q=harbour&from=2026-11-19&to=2026-11-21',
    );
    expect(
      historyRows().map((row) => within(row).getByText('Stake').nextElementSibling?.textContent),
    ).toEqual(['$50.00', '$5.00']);
    await user.selectOptions(screen.getByLabelText('Show'), 'Void');
    await user.click(screen.getByRole('button', { name: 'Show all bets' }));
    expect(historyRows()).toHaveLength(4);
    expect(location.search).toBe('?sort=stake');
  });

  test('says on failure that the money is unchanged, and retries', async () => {
    const { user, account, connect } = await aPage({ connected: false, bets: [aBet({ id: 'b_1' })] });
    account.cutOff('/api/user/bets');
    await connect();
    await screen.findByText('Betting History could not be loaded');
    expect(screen.getByText(/request req-9/)).toBeDefined();
    account.reconnect('/api/user/bets');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(historyRows()).toHaveLength(1));
  });

  test('continues beyond the newest 500', async () => {
    const bets = Array.from({ length: 503 }, (_, index) =>
      aBet({ id: `b_${index}`, placedAt: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString() }),
    );
    // The list has no combos, which the profile counts with the bets.
    const stats = {
      totalBets: 505,
      combos: 2,
      activeBets: 1,
      totalWagered: 1234.5,
      endedBets: 0,
      profit: 0,
      openStakes: 25,
    };
    const { user, account } = await aPage({ bets, profile: { stats } });
    // Twenty are shown until the bettor asks for all.
    const all = await screen.findByText('Show all 500');
    expect(screen.queryByText('500 of 503 bets loaded.')).toBeNull();
    expect(screen.getAllByText('Potential win')).toHaveLength(20);
    await user.click(all);
    await screen.findByText('500 of 503 bets loaded.');
    // Role queries over so many rows take jsdom half a minute.
    await user.click(screen.getByText('Show older bets'));
    await waitFor(() => expect(screen.queryByText('Show older bets')).toBeNull());
    expect(screen.getAllByText('Potential win')).toHaveLength(503);
    expect(account.asked.filter((path) => path.startsWith('/api/user/bets'))).toEqual([
      '/api/user/bets',
      '/api/user/bets?before=b_499',
    ]);
  });

  test('exports every bet, even beyond the first page', async () => {
    const files = catchFiles();
    const bets = Array.from({ length: 502 }, (_, index) => aBet({ id: `b_${index}` }));
    const { user } = await aPage({ bets });
    await user.click(await screen.findByText('Export CSV'));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await textOf(files[0])).trim().split('\r\n');
    expect(lines).toHaveLength(503);
    expect(lines[0]).toContain('"Result","Paid (USDC)","Profit (USDC)","Ended at (UTC)"');
    expect(lines[502]).toContain('"b_501"');
  });

  test('exports every combo among the bets, newest first, also without bets', async () => {
    const files = catchFiles();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, -minute)).toISOString();
    const combos = Array.from({ length: 101 }, (_, index) =>
      aCombo({ id: `c_${index}`, placedAt: at(index) }),
    );
    const { user } = await aPage({
      bets: [aBet({ id: 'b_1', placedAt: new Date(Date.parse(at(50)) - 1).toISOString() })],
      combos,
    });
    await user.click(await screen.findByText('Export CSV'));
    await waitFor(() => expect(files).toHaveLength(1));
    const ids = (await textOf(files[0]))
      .trim()
      .split('\r\n')
      .map((line) => line.split('"')[1]);
    expect(ids).toHaveLength(103);
    expect(ids.slice(51, 54)).toEqual(['c_50', 'b_1', 'c_51']);
    cleanup();
    const alone = await aPage({ combos: [aCombo()] });
    await alone.user.click(await screen.findByText('Export CSV'));
    await waitFor(() => expect(files).toHaveLength(2));
    expect(await textOf(files[1])).toContain('"Combo of 2 selections"');
  });

  test("isn't exported without combos that can't be read", async () => {
    const files = catchFiles();
    const { user, account } = await aPage({ bets: [aBet({ id: 'b_1' })], combos: [aCombo()] });
    await screen.findByRole('region', { name: 'Open combos' });
    account.cutOff('/api/user/combos');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText(/^Not everything could be loaded\./);
    expect(files).toEqual([]);
  });

  test('also exports what the filter hides', async () => {
    const files = catchFiles();
    const { user } = await aPage({ bets: [aBet({ id: 'b_1' }), ended('b_2', { result: 'won' })] });
    await user.selectOptions(await screen.findByLabelText('Show'), 'Won');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await textOf(files[0])).toContain('"b_1"');
  });

  test("isn't exported in part if it can't be read completely", async () => {
    const files = catchFiles();
    const { user, account } = await aPage({ bets: [aBet({ id: 'b_1' })] });
    await screen.findByRole('button', { name: 'Export CSV' });
    account.cutOff('/api/user/bets');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect((await screen.findByText(/^Not everything could be loaded\./)).getAttribute('role')).toBe('alert');
    expect(files).toEqual([]);
  });
});

describe('the headline', () => {
  test('is the balance, the stakes of open bets, their value and the realised profit', async () => {
    await aPage({
      bets: [aBet({ id: 'b_1', cashOut: 24.1 }), aBet({ id: 'b_2', cashOut: 30.05 }), aBet({ id: 'b_3' })],
      profile: {
        stats: {
          totalBets: 9,
          activeBets: 3,
          totalWagered: 90,
          endedBets: 6,
          profit: -12.25,
          openStakes: 75,
        },
      },
    });
    await waitFor(() => expect(figureOf('Balance')).toBe('$962.50'));
    await waitFor(() => expect(figureOf('In open bets')).toBe('$75.00'));
    expect(figureOf('Value of open positions')).toBe('$54.15');
    expect(screen.getByText("1 can't be sold now")).toBeDefined();
    expect(figureOf('Realised profit')).toBe('-$12.25');
    expect(screen.getByText('6 finished bets')).toBeDefined();
  });

  test('counts no finished bets beside the profit of sold parts alone', async () => {
    const stats = { totalBets: 1, activeBets: 1, totalWagered: 25, openStakes: 15 };
    await aPage({ bets: [aBet()], profile: { stats: { ...stats, endedBets: 0, profit: 2.53 } } });
    await waitFor(() => expect(figureOf('Realised profit')).toBe('+$2.53'));
    expect(screen.queryByText('0 finished bets')).toBeNull();
    cleanup();
    await aPage({ bets: [aBet()], profile: { stats: { ...stats, endedBets: 0, profit: 0 } } });
    await screen.findByText('0 finished bets');
  });

  test('counts open combos among what is worth something', async () => {
    const combo = aCombo({ id: 'c_1', cashOut: 12.5 });
    await aPage({
      bets: [aBet({ id: 'b_1', cashOut: 24.1 })],
      combos: [combo, aCombo({ id: 'c_2' }), { ...combo, id: 'c_3', status: 'settled', result: 'lost' }],
    });
    await waitFor(() => expect(figureOf('Value of open positions')).toBe('$36.60'));
    expect(screen.getByText("1 can't be sold now")).toBeDefined();
  });

  test('says practice money in a demo, with any wallet, and not in live mode', async () => {
    await aPage({ config: { mode: 'demo' } });
    await screen.findByText('Practice money');
    cleanup();
    await aPage({ config: { mode: 'live' } });
    await screen.findByText('Overview');
    await screen.findByText('Total Bets');
    expect(screen.queryByText('Practice money')).toBeNull();
  });

  test("doesn't invent a value for bets that can't be sold", async () => {
    await aPage({ bets: [aBet({ noCashOut: { code: 'market-closed' } })] });
    await screen.findByText("1 can't be sold now");
    expect(figureOf('Value of open positions')).toBe('-');
  });

  test('says which are being cashed out, and not that these cannot be', async () => {
    const selling = { amount: 20, decidesAt: new Date(Date.now() + 8000).toISOString() };
    const bets = [
      aBet({ id: 'b_1', cashOut: 24.1 }),
      aBet({ id: 'b_2', selling, noCashOut: { code: 'waiting' } }),
      aBet({ id: 'b_3', noCashOut: { code: 'market-closed' } }),
    ];
    await aPage({ bets: bets.slice(0, 2) });
    await screen.findByText('1 being cashed out');
    expect(figureOf('Value of open positions')).toBe('$24.10');
    cleanup();
    await aPage({ bets });
    await screen.findByText("1 can't be sold now, 1 being cashed out");
  });
});

describe('open positions', () => {
  const soon = () => new Date(Date.now() + 42_500).toISOString();

  test('come first, each with its payout, its value now and the profit if it were sold', async () => {
    const settlesBy = new Date(Date.now() + 26.5 * 3_600_000).toISOString();
    const { user } = await aPage({
      bets: [aBet({ id: 'b_1', cashOut: 24.1, market: { settlesBy } })],
      offers: { b_1: 24.1 },
    });
    await screen.findByText('Value now');
    const [row] = positionRows();
    const factOf = (name: string) =>
      within(row as HTMLElement).getByText(name).nextElementSibling?.textContent;
    expect(['Stake', 'Odds', 'Possible payout', 'Value now', 'Profit if sold'].map(factOf)).toEqual([
      '$25.00',
      '1.85x',
      '$46.25',
      '$24.10',
      '-$0.90',
    ]);
    expect(
      within(row as HTMLElement)
        .getByText('Result within 1d 2h')
        .getAttribute('datetime'),
    ).toBe(settlesBy);
    expect(
      within(row as HTMLElement)
        .getByRole('link', { name: 'Harbour City v Northgate' })
        .getAttribute('href'),
    ).toBe('/market/m_match');
    await user.click(
      screen.getByRole('button', { name: 'Cash out Harbour City in Harbour City v Northgate' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Cash out' })).toBeDefined();
  });

  test("of a running game say that it is played, because its result isn't due at a known time", async () => {
    const settlesBy = new Date(Date.now() + 48.5 * 3_600_000).toISOString();
    await aPage({ bets: [aBet({ pricedBy: 'm_in_play', market: { settlesBy } })] });
    await screen.findByText('IN PLAY');
    expect(positionRows()[0]?.textContent).not.toContain('Result');
  });

  test.each([
    ['market-closed', 'Waiting for the result'],
    ['market-suspended', 'Market paused'],
    ['feed-stale', 'Waiting for new odds'],
    ['live-mode', "Live bets can't be cashed out"],
    ['no-price', 'Worth less than a cent'],
    ['not-covered', 'Market funds in use'],
    ['one-sided', 'No cash-out on players'],
    ['waiting', 'Another cash-out is being decided'],
  ] as const)('that have no value say why: %s', async (code, words) => {
    await aPage({ bets: [aBet({ noCashOut: { code } })] });
    const row = within((await screen.findByText(words)).closest('[role="listitem"]') as HTMLElement);
    expect(row.queryByRole('button', { name: /^Cash out/ })).toBeNull();
    expect(screen.queryByText('Value now')).toBeNull();
  });

  test('count down through their first minute, and are read again after it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const bets = [aBet({ noCashOut: { code: 'too-soon', availableAt: soon() } })];
    await aPage({ bets });
    await screen.findByText(/^Cash out in 4[123] s$/);
    bets[0] = aBet({ cashOut: 24.1 });
    await act(() => vi.advanceTimersByTimeAsync(44_000));
    await screen.findByRole('button', { name: /^Cash out Harbour City/ });
    vi.useRealTimers();
  });

  const readsOf = ({ asked }: { asked: readonly string[] }) =>
    asked.filter((path) => /positions|cash-out/.test(path));

  test('are all read with one request, and twenty are shown until the bettor asks for all', async () => {
    const { account, user } = await aPage({
      bets: Array.from({ length: 30 }, (_, index) => aBet({ id: `b_${index}`, cashOut: 20 + index })),
    });
    await waitFor(() => expect(screen.getAllByText('Value now')).toHaveLength(20));
    await user.click(screen.getAllByRole('button', { name: 'Show all 30' })[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByText('Value now')).toHaveLength(30));
    expect(readsOf(account)).toEqual(['/api/user/positions']);
  });

  test('beyond the newest 500 are left to the history, and the list says so', async () => {
    const bets = Array.from({ length: 500 }, (_, index) => aBet({ id: `b_${index}`, cashOut: 20 }));
    await aPage({ bets });
    await screen.findByText('These are the newest 500. Older open bets are in the history.');
  });

  test('that wait for the same moment are read again once, not once for each', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const availableAt = soon();
    const { account } = await aPage({
      bets: Array.from({ length: 12 }, (_, index) =>
        aBet({
          id: `b_${index}`,
          // The stream brings its news, so nothing else reads it again.
          market: { category: 'politics' },
          noCashOut: { code: 'too-soon', availableAt },
        }),
      ),
    });
    await waitFor(() => expect(screen.getAllByText(/^Cash out in 4[123] s$/)).toHaveLength(12));
    await act(() => vi.advanceTimersByTimeAsync(44_000));
    vi.useRealTimers();
    expect(readsOf(account)).toEqual(['/api/user/positions', '/api/user/positions']);
  });
});

describe('profit and loss', () => {
  const days = [5, -3.5, 0].map((profit, index) => ({ day: `2026-11-${18 + index}`, profit }));
  const points = [5, -3.5].map((profit, index) => ({ at: `2026-11-${18 + index}T10:00:00.000Z`, profit }));

  test('is absent while no bet has ended', async () => {
    const { account } = await aPage({ bets: [aBet()] });
    await screen.findByText('Betting Stats');
    await waitFor(() => expect(historyRows()).toHaveLength(1));
    expect(account.asked).not.toContain('/api/user/profit');
  });

  test('is a sentence, a line and a table', async () => {
    await aPage({
      profit: { total: 1.5, days, points },
      profile: {
        stats: {
          totalBets: 9,
          activeBets: 1,
          totalWagered: 90,
          endedBets: 8,
          profit: -12.25,
          openStakes: 10,
        },
      },
    });
    await screen.findByText('Up $1.50 in 3 days');
    expect(screen.getByText(/-\$12\.25 in all, 8 finished bets/)).toBeDefined();
    const table = screen.getByRole('table', { name: /Profit and loss/ });
    expect(
      within(table).getByRole('row', { name: /^Nov 19, 2026 \d\d:00 -\$3\.50 \+\$1\.50$/ }),
    ).toBeDefined();
    // The scale names its amounts and includes zero.
    for (const mark of ['$0', '$2', '$4', '$6']) expect(screen.getAllByText(mark).length).toBeGreaterThan(0);
  });
});

describe('a break', () => {
  test("is shown at the top, with its end and what it doesn't affect", async () => {
    await aPage({ limits: { blocked: { kind: 'break', until: '2098-01-01T00:00:00.000Z' } } });
    await screen.findByText(/^You are on a break until .*2098|^You are on a break until .*2097/);
  });

  test("isn't shown once it is over", async () => {
    await aPage({ limits: { blocked: { kind: 'break', until: '2020-01-01T00:00:00.000Z' } } });
    await screen.findByText('$962.50');
    expect(screen.queryByText(/on a break until/)).toBeNull();
  });
});

test('the views are kept in the address', async () => {
  const { user } = await aPage();
  await user.click(await screen.findByRole('tab', { name: 'Statement' }));
  await screen.findByRole('heading', { name: 'Statement' });
  expect(location.search).toBe('?view=statement');
  await user.click(screen.getByRole('tab', { name: 'Bets' }));
  expect(location.search).toBe('');
});

const ended = (id: string, end: Pick<WireBet, 'result' | 'paid' | 'profit'>) =>
  aBet({ id, status: 'settled', endedAt: '2026-11-20T12:00:00.000Z', ...end });

function firstRow(): HTMLElement {
  const [row] = historyRows();
  if (row === undefined) throw new Error('expected a bet');
  return row;
}

/** Files that would have been downloaded. */
function catchFiles(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`,
      revokeObjectURL: () => {},
    }),
  );
  return files;
}

/** jsdom's Blob can only be read with a FileReader. */
function textOf(blob = new Blob()): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}
