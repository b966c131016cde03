import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aCombo } from '@tallystone/testkit/mock-api/a-combo.ts';
import { anAccountPage } from '@tallystone/testkit/page/account-page.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BetSlipProvider } from '../betting/bet-slip-context.tsx';
import { OwnLimits } from '../betting/own-limits.tsx';
import { betsQuery, COMBOS_KEY } from '../data/queries.ts';
import { dismissToast, toast } from '../ui/toast-store.ts';
import { emptyRecord } from './notice-record.ts';
import { NoticeRecorder } from './notice-recorder.tsx';
import { noticeStore } from './notice-store.ts';
import { NoticesBell } from './notices-bell.tsx';
import { readRecord, recordKey, writeRecord } from './stored-record.ts';

const OTHER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const DAY_MS = 86_400_000;

beforeEach(() => {
  localStorage.clear();
  // Radix needs layout functions that jsdom doesn't have.
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
  act(() => dismissToast());
  cleanup();
  noticeStore.showFor(null);
  vi.unstubAllGlobals();
});

const aPage = (given: Omit<Parameters<typeof anAccountPage>[0], 'children'> = {}) =>
  anAccountPage({
    ...given,
    children: (
      <BetSlipProvider>
        <NoticeRecorder />
        <NoticesBell />
        <OwnLimits />
      </BetSlipProvider>
    ),
  });
const say = (title: string, more: { description?: string; about?: string } = {}) =>
  act(() => void toast({ title, ...more }));
const bell = () => screen.getByRole('button', { name: /^Recent activity/ });
const panel = () => screen.findByRole('dialog', { name: 'Recent activity' });
const ended = (given: Partial<WireBet>): WireBet =>
  aBet({
    status: 'settled',
    placedAt: new Date(Date.now() - 2 * DAY_MS).toISOString(),
    endedAt: new Date(Date.now() - 3_600_000).toISOString(),
    ...given,
  });

describe('the bell', () => {
  test('says how many notices are new, and none after they were seen', async () => {
    const { user } = await aPage();
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    say('Refreshed', { description: 'The list is as of now.' });
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 1 new');
    say('Refreshed again');
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 2 new');

    await user.click(bell());
    const rows = within(await panel()).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('.notice-title')?.textContent)).toEqual([
      'Refreshed againNew',
      'RefreshedNew',
    ]);
    expect(rows[1]?.textContent).toContain('The list is as of now.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    expect(document.activeElement).toBe(bell());
  });

  test.each([
    ['panel', false],
    ['sheet', true],
  ])('closes its %s with Escape although a toast came after it', async (_, isNarrow) => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isNarrow }));
    const { user } = await aPage();
    await user.click(bell());
    await panel();
    say('Refreshed');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(bell());
    expect(
      within(screen.getByRole('region', { name: /^Notifications/ })).getByText('Refreshed'),
    ).toBeTruthy();
  });

  test('opens the notices by day with a link to all bets, and can clear them', async () => {
    const { user, evm } = await aPage();
    writeRecord(evm.address, {
      ...emptyRecord(1),
      notices: [
        { kind: 'said', id: 'a', at: Date.now(), title: 'Now', failed: false, read: true },
        { kind: 'said', id: 'b', at: Date.now() - DAY_MS, title: 'A day ago', failed: true, read: true },
        {
          kind: 'said',
          id: 'c',
          at: Date.parse('2025-03-05T12:00:00'),
          title: 'Long ago',
          failed: false,
          read: true,
        },
      ],
    });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: recordKey(evm.address) })));
    await user.click(bell());
    const shown = within(await panel());
    expect(shown.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Wednesday, March 5, 2025',
    ]);
    expect(shown.getByRole('link', { name: 'View all bets' }).getAttribute('href')).toBe('/profile');
    await user.click(shown.getByRole('button', { name: 'Clear' }));
    const said = await shown.findByText('Cleared.');
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(readRecord(evm.address)?.notices).toEqual([]);
  });
});

describe('stored notices', () => {
  test('stay with their wallet, hidden from others, and return with it', async () => {
    const { session, evm, connect, user } = await aPage();
    say('For the first');
    act(() => session.disconnect());
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    await user.click(bell());
    expect((await panel()).textContent).toContain('No activity yet');
    await user.keyboard('{Escape}');

    const first = evm.address;
    evm.showAccounts([OTHER]);
    await act(connect);
    expect(noticeStore.owner()).toBe(OTHER);
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    say('For the second');
    expect(readRecord(first)?.notices).toMatchObject([{ title: 'For the first' }]);
    expect(readRecord(OTHER)?.notices).toMatchObject([{ title: 'For the second' }]);

    act(() => session.disconnect());
    evm.showAccounts([first]);
    await act(connect);
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 1 new');
  });

  test('of a visitor last as long as the page, and disappear on connecting', async () => {
    const { connect, session } = await aPage({ connected: false });
    say('Wallet Required');
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 1 new');
    expect(Object.keys(localStorage).filter((key) => key.includes('notices'))).toEqual([]);
    await act(connect);
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    act(() => session.disconnect());
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
  });

  test('also come from other tabs', async () => {
    const { evm } = await aPage();
    writeRecord(evm.address, {
      ...emptyRecord(1),
      notices: [{ kind: 'said', id: 'x', at: 2, title: 'There', failed: false, read: false }],
    });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: recordKey(evm.address) })));
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 1 new');
    // This tab adds to it.
    say('Here');
    expect(readRecord(evm.address)?.notices).toMatchObject([{ title: 'Here' }, { title: 'There' }]);
  });

  test('survive an unreadable record', async () => {
    const { evm } = await aPage();
    localStorage.setItem(
      recordKey(evm.address),
      '{"notices":[{"kind":"bet-ended"},7],"told":[],"startedAt":1,"toldUntil":1}',
    );
    expect(readRecord(evm.address)?.notices).toEqual([]);
    localStorage.setItem(recordKey(evm.address), 'not JSON');
    expect(readRecord(evm.address)).toBeNull();
    say('Still here');
    expect(readRecord(evm.address)?.notices).toMatchObject([{ title: 'Still here' }]);
  });
});

describe('bets that ended while their bettor was away', () => {
  const bets = () => [
    ended({ id: 'b_won', result: 'won', paid: 46.25 }),
    ended({ id: 'b_lost', result: 'lost', paid: 0, outcomeName: 'Northgate' }),
  ];
  const lastSeen = (address: string) => writeRecord(address, emptyRecord(Date.now() - DAY_MS));

  test('are reported once, with the payout', async () => {
    const page = await aPage({ connected: false, bets: bets() });
    lastSeen(page.evm.address);
    await act(page.connect);
    expect(await screen.findByText('2 bets ended while you were away')).toBeTruthy();
    expect(screen.getByText('You were paid $46.25 in total. See Recent activity.')).toBeTruthy();
    expect(bell().getAttribute('aria-label')).toBe('Recent activity, 2 new');
    await page.user.click(bell());
    const text = (await panel()).textContent;
    expect(text).toContain('Bet won: $46.25');
    expect(text).toContain('$25.00 on Northgate at 1.85');
    expect(text).not.toContain('while you were away');
    await page.user.keyboard('{Escape}');

    act(() => page.session.disconnect());
    act(() => dismissToast());
    await act(page.connect);
    await waitFor(() =>
      expect(page.account.asked.filter((path) => path === '/api/user/bets').length).toBeGreaterThan(1),
    );
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
  });

  const wonCombo = () => {
    const placedAt = new Date(Date.now() - DAY_MS / 2).toISOString();
    const endedAt = new Date(Date.now() - DAY_MS / 3).toISOString();
    return aCombo({ status: 'settled', result: 'won', paid: 60, placedAt, endedAt });
  };
  test('are called combos if they are, with a link to the account that lists them', async () => {
    const { placedAt, endedAt } = wonCombo();
    const of = (id: string, result: 'lost' | 'void' | 'cashed-out') =>
      aCombo({ id, status: 'settled', result, paid: result === 'lost' ? 0 : 10, placedAt, endedAt });
    const combos = [wonCombo(), of('c_2', 'lost'), of('c_3', 'void'), of('c_4', 'cashed-out')];
    const page = await aPage({ connected: false, combos });
    lastSeen(page.evm.address);
    await act(page.connect);
    await screen.findByText('4 bets ended while you were away');
    await page.user.click(bell());
    const rows = within(await panel()).getAllByRole('listitem');
    const titles = rows.map((row) => row.querySelector('.notice-title')?.firstChild?.textContent);
    expect([...new Set(titles)].sort()).toEqual([
      'Combo cashed out: $10.00',
      'Combo lost',
      'Combo placed',
      'Combo void',
      'Combo won: $60.00',
    ]);
    for (const row of rows) {
      const links = within(row).getAllByRole('link');
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['My Account', '/profile'],
      ]);
    }
  });

  /** A page whose combos have no answer until `release` is called. */
  async function aSlowPage(given: { bets: WireBet[] }) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const inFront = (behind: typeof fetch) => async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).includes('/api/user/combos')) await held;
      return behind(input, init);
    };
    const page = await aPage({ connected: false, combos: [wonCombo()], inFront, ...given });
    lastSeen(page.evm.address);
    await act(page.connect);
    return { ...page, release };
  }

  test('are told in one sum with combos, however late those are read', async () => {
    const { release, queryClient } = await aSlowPage({ bets: bets() });
    await waitFor(() => expect(queryClient.getQueryData(betsQuery.queryKey)).toHaveLength(2));
    expect(screen.queryByText(/while you were away/)).toBeNull();
    release();
    expect(await screen.findByText('3 bets ended while you were away')).toBeTruthy();
    expect(screen.getByText('You were paid $106.25 in total. See Recent activity.')).toBeTruthy();
  });

  test("don't keep a failed bet from being told while combos are read", async () => {
    const placedAt = new Date(Date.now() - 3_600_000).toISOString();
    const { release } = await aSlowPage({ bets: [aBet({ id: 'b_failed', status: 'failed', placedAt })] });
    expect(await screen.findByText('$25.00 on Harbour City: no money was taken.')).toBeTruthy();
    release();
    expect(await screen.findByText('A bet ended while you were away')).toBeTruthy();
  });

  test('are told without combos that cannot be read, and those once they can', async () => {
    const page = await aPage({ connected: false, bets: bets(), combos: [wonCombo()] });
    lastSeen(page.evm.address);
    page.account.cutOff('/api/user/combos');
    await act(page.connect);
    expect(await screen.findByText('2 bets ended while you were away')).toBeTruthy();
    page.account.reconnect('/api/user/combos');
    await act(() => page.queryClient.invalidateQueries({ queryKey: COMBOS_KEY }));
    expect(await screen.findByText('A bet ended while you were away')).toBeTruthy();
    expect(screen.getByText('You were paid $60.00 in total. See Recent activity.')).toBeTruthy();
  });

  describe('and are combos that the list no longer has', () => {
    /** The bettor has an open combo, and a hundred newer ones. */
    async function anOlderCombo() {
      const lost = { status: 'settled', result: 'lost', endedAt: '2026-01-02T10:00:00.000Z' } as const;
      const newer = Array.from({ length: 100 }, (_, n) => aCombo({ id: `c_${n}`, ...lost }));
      const page = await aPage({ connected: false, combos: [...newer, aCombo()] });
      const record = emptyRecord(Date.now() - DAY_MS);
      writeRecord(page.evm.address, { ...record, openCombos: ['c_one'] });
      const end = () =>
        page.account.changeCombo('c_one', { ...lost, paid: 0, endedAt: new Date().toISOString() });
      return { ...page, end };
    }
    const isOpen = (address: string) => readRecord(address)?.openCombos.includes('c_one');

    test('are told at the next visit', async () => {
      const { connect, end, evm } = await anOlderCombo();
      end();
      await act(connect);
      expect(await screen.findByText('A bet ended while you were away')).toBeTruthy();
      expect(isOpen(evm.address)).toBe(false);
    });

    test('are told while the page is open', async () => {
      const { account, connect, end, evm, queryClient } = await anOlderCombo();
      await act(connect);
      await waitFor(() => expect(account.asked).toContain('/api/combos/c_one/receipt'));
      end();
      await act(() => queryClient.refetchQueries({ queryKey: ['older-combos'] }));
      expect(await screen.findByText('Combo lost', { selector: '.toast-title' })).toBeTruthy();
      expect(isOpen(evm.address)).toBe(false);
      expect(readRecord(evm.address)?.notices.map(({ kind }) => kind)).toContain('bet-ended');
    });

    test('are told if they leave the list while the page is open', async () => {
      const { account, evm, queryClient } = await aPage({ combos: [aCombo()] });
      await waitFor(() => expect(isOpen(evm.address)).toBe(true));
      const newer = Array.from({ length: 100 }, (_, n) => aCombo({ id: `c_${n}` }));
      act(() => void queryClient.setQueryData(COMBOS_KEY, newer));
      await waitFor(() => expect(readRecord(evm.address)?.openCombos).toContain('c_0'));
      account.changeCombo('c_one', { status: 'settled', result: 'lost', endedAt: new Date().toISOString() });
      await act(() => queryClient.refetchQueries({ queryKey: ['older-combos'] }));
      expect(await screen.findByText('Combo lost', { selector: '.toast-title' })).toBeTruthy();
    });
  });

  test('count combos only from the first read of a record without them', async () => {
    const at = new Date(Date.now() - 3_600_000 / 2).toISOString();
    const combo = aCombo({ status: 'settled', result: 'won', paid: 60, placedAt: at, endedAt: at });
    const page = await aPage({ connected: false, combos: [combo] });
    const { combos: _, ...old } = emptyRecord(Date.now() - DAY_MS);
    localStorage.setItem(recordKey(page.evm.address), JSON.stringify(old));
    await act(page.connect);
    await waitFor(() => expect(readRecord(page.evm.address)?.combos).not.toBeNull());
    await waitFor(() => expect(page.queryClient.getQueryData(COMBOS_KEY)).toHaveLength(1));
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    expect(screen.queryByText(/while you were away/)).toBeNull();
  });

  test("aren't reported in a browser that the bettor hasn't used before", async () => {
    const page = await aPage({ connected: false, bets: bets() });
    await act(page.connect);
    await waitFor(() => expect(page.account.asked).toContain('/api/user/bets'));
    expect(bell().getAttribute('aria-label')).toBe('Recent activity');
    expect(screen.queryByText(/while you were away/)).toBeNull();
  });
});

test('a changed limit makes a notice', async () => {
  const { user } = await aPage();
  await user.type(await screen.findByLabelText('New daily cap (USDC)'), '50');
  await user.click(screen.getByRole('button', { name: 'Save cap' }));
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Recent activity, 1 new'));
  await user.click(bell());
  expect((await panel()).textContent).toContain('Your cap is now $50.00 a day.');
});

describe('of live bets', () => {
  const lastSeen = (address: string) => writeRecord(address, emptyRecord(Date.now() - DAY_MS));
  const live = { placedAt: new Date(Date.now() - 3_600_000).toISOString() };

  test('a bet that failed on the chain is reported, and that nothing was taken', async () => {
    const failed = aBet({
      ...live,
      id: 'b_failed',
      status: 'failed',
      chain: { state: 'failed', failure: 'not-included' },
    });
    const page = await aPage({ connected: false, bets: [failed] });
    lastSeen(page.evm.address);
    await act(page.connect);
    const sentence = '$25.00 on Harbour City: no money was taken.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    await page.user.click(bell());
    expect((await panel()).textContent).toContain('$25.00 on Harbour City at 1.85: no money was taken.');
  });

  test("a won bet is paid by the contract, and isn't called paid yet", async () => {
    const won = ended({
      id: 'b_won',
      result: 'won',
      paid: 46.25,
      chain: { state: 'final', block: 7 },
    });
    const page = await aPage({ connected: false, bets: [won] });
    lastSeen(page.evm.address);
    await act(page.connect);
    await screen.findByText('The contract pays $46.25 in total to your wallet. See Recent activity.');
    await page.user.click(bell());
    expect((await panel()).textContent).toContain(': the contract pays $46.25 to your wallet.');
  });
});
