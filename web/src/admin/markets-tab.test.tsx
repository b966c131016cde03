import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { SELF } from '@tallystone/testkit/mock-api/a-resolution.ts';
import { anAdminMarket, createAdminMockServer } from '@tallystone/testkit/mock-api/admin-server.ts';
import { aTestSigner } from '@tallystone/testkit/page/signer.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import { MarketsTab } from './markets-tab.tsx';

const BULK = '/api/admin/markets/bulk';
/** The signature as it is sent. */
const SIGNED = { nonce: 'nonce1', signature: 'ab'.repeat(65) };
const LIST = '/api/admin/markets';

beforeEach(() => {
  // jsdom has no layout.
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
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const SOME: WireAdminMarket[] = [
  anAdminMarket({
    id: 'm_a',
    title: 'Alpha',
    createdAt: '2026-11-20T12:00:00.000Z',
    stakes: 1234.5,
    bets: 3,
  }),
  anAdminMarket({
    id: 'm_b',
    title: 'Beta',
    category: 'crypto',
    subcategory: 'bitcoin',
    source: 'azuro',
    state: 'suspended',
    suspension: 'feed-stopped',
    createdAt: '2026-11-20T11:00:00.000Z',
    exposure: 99.99,
  }),
  anAdminMarket({
    id: 'm_c',
    title: 'Gamma',
    endsAt: '2026-01-01T00:00:00.000Z',
    flag: 'It closed 48 hours ago and is not decided.',
    createdAt: '2026-11-20T10:00:00.000Z',
  }),
  anAdminMarket({
    id: 'm_d',
    title: 'Delta',
    archived: true,
    state: 'suspended',
    suspension: 'admin',
    createdAt: '2026-11-20T09:00:00.000Z',
  }),
];

/** @returns the admin's wallet */
function renderTab() {
  const signer = aTestSigner(SELF);
  render(
    <QueryClientProvider client={createQueryClient()}>{signer.around(<MarketsTab />)}</QueryClientProvider>,
  );
  return signer;
}

async function aTab(markets: WireAdminMarket[] = SOME) {
  const server = createAdminMockServer({ markets });
  vi.stubGlobal('fetch', server.fetch);
  const signer = renderTab();
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull());
  return { server, signer, user: userEvent.setup({ delay: null }) };
}

const titles = () => screen.getAllByRole('rowheader').map((cell) => cell.firstChild?.textContent);
const rowOf = (title: string) => {
  const row = screen.getByRole('rowheader', { name: new RegExp(`^${title}`) }).closest('tr');
  if (row === null) throw new Error(`${title} is in no row`);
  return within(row);
};
const applyButton = () => screen.getByRole('button', { name: 'Apply Action' });
type Tab = Awaited<ReturnType<typeof aTab>>;

async function applyTo({ user }: Tab, action: string, names: string[]) {
  for (const name of names) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bulk action' }), action);
  await user.click(applyButton());
}

describe('the table', () => {
  test('says how many combo selections wait for a market', async () => {
    await aTab([
      anAdminMarket({ id: 'm_a', title: 'Alpha', bets: 0, comboLegs: 1200 }),
      anAdminMarket({ id: 'm_b', title: 'Beta' }),
    ]);
    expect(rowOf('Alpha').getByText('1,200 combo selections')).toBeDefined();
    expect(rowOf('Beta').queryByText(/combo/)).toBeNull();
  });

  test('is reread whenever it opens, and on demand', async () => {
    const { server, user } = await aTab();
    expect(server.timesAsked(LIST)).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Update figures' }));
    await waitFor(() => expect(server.timesAsked(LIST)).toBe(2));
    expect(screen.getByText(/^Figures from \d\d:\d\d:\d\d\.$/)).toBeDefined();
  });

  test('shows each market with its source, state, reason and amounts, the most urgent first', async () => {
    await aTab();
    expect(titles()).toEqual(['Gamma', 'Beta', 'Alpha', 'Delta']);
    expect(screen.getByRole('link', { name: 'Alpha' }).getAttribute('href')).toMatch(/^\/market\/m_/);
    expect(rowOf('Alpha').getByText('1,234.50')).toBeDefined();
    expect(rowOf('Alpha').getByText('Open')).toBeDefined();
    expect(rowOf('Beta').getByText('Azuro')).toBeDefined();
    expect(rowOf('Beta').getByText('Bitcoin')).toBeDefined();
    expect(rowOf('Beta').getByText('Suspended')).toBeDefined();
    expect(rowOf('Beta').getByText('Stopped by the feed')).toBeDefined();
    expect(rowOf('Gamma').getByText('Closed')).toBeDefined();
    expect(rowOf('Gamma').getByText('It closed 48 hours ago and is not decided.')).toBeDefined();
    expect(rowOf('Delta').getByText('Archived')).toBeDefined();
    // Its reason isn't shown, because "archived" already says it.
    expect(rowOf('Delta').queryByText('Paused by an admin')).toBeNull();
    for (const [column, meaning] of [
      ['Stakes', /Staked by bettors/],
      ['Exposure', /worst outcome wins/],
      ['Worst case', /could be paid now/],
      ['Loss budget', /can ever lose/],
    ] as const) {
      expect(screen.getByRole('columnheader', { name: column }).title).toMatch(meaning);
      expect(screen.getByText(meaning)).toBeDefined();
    }
  });

  test('sorts by a column, and says so', async () => {
    const { user } = await aTab();
    const stakes = screen.getByRole('columnheader', { name: 'Stakes' });
    expect(stakes.getAttribute('aria-sort')).toBe('none');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(titles()).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
    await user.click(screen.getByRole('button', { name: 'Stakes' }));
    expect(stakes.getAttribute('aria-sort')).toBe('descending');
    expect(titles()[0]).toBe('Alpha');
    await user.click(screen.getByRole('button', { name: 'Stakes' }));
    expect(stakes.getAttribute('aria-sort')).toBe('ascending');
    expect(titles().at(-1)).toBe('Alpha');
  });

  test('moves no row under the pointer on a refresh, and sorts again when the pointer leaves', async () => {
    const [alpha, beta] = [
      anAdminMarket({ id: 'm_a', title: 'Alpha', stakes: 20 }),
      anAdminMarket({ id: 'm_b', title: 'Beta', stakes: 10 }),
    ];
    const { user } = await aTab([alpha, beta]);
    await user.click(screen.getByRole('button', { name: 'Stakes' }));
    expect(titles()).toEqual(['Alpha', 'Beta']);
    // A refresh while the pointer is over the table.
    beta.stakes = 500;
    fireEvent.click(screen.getByRole('button', { name: 'Update figures' }));
    await waitFor(() => expect(rowOf('Beta').getByText('500.00')).toBeDefined());
    expect(titles()).toEqual(['Alpha', 'Beta']);
    await user.hover(screen.getByRole('searchbox', { name: 'Search markets' }));
    act(() => (document.activeElement as HTMLElement).blur());
    expect(titles()).toEqual(['Beta', 'Alpha']);
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(titles()).toEqual(['Alpha', 'Beta']);
  });

  test('searches by title and by source, and offers all markets if none match', async () => {
    const { user } = await aTab();
    const search = screen.getByRole('searchbox', { name: 'Search markets' });
    await user.type(search, 'ALPH');
    await waitFor(() => expect(titles()).toEqual(['Alpha']));
    expect(screen.getByText(/^1 of 4 markets/)).toBeDefined();
    await user.clear(search);
    await user.type(search, 'azuro');
    await waitFor(() => expect(titles()).toEqual(['Beta']));
    await user.type(search, 'zzz');
    await screen.findByText('No market matches');
    await user.click(screen.getByRole('button', { name: 'Show all 4' }));
    await waitFor(() => expect(titles()).toHaveLength(4));
  });

  test.each([
    ['All', ['Gamma', 'Beta', 'Alpha', 'Delta']],
    ['Open', ['Alpha']],
    ['Suspended', ['Beta']],
    ['Closed', ['Gamma']],
    ['Archived', ['Delta']],
    ['Needs attention', ['Gamma']],
  ])('under %s shows %j', async (status, expected) => {
    const { user } = await aTab();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), status);
    expect(titles()).toEqual(expected);
  });

  test('is filtered by the address', async () => {
    window.history.replaceState(null, '', '/admin?q=DEL&status=archived');
    await aTab();
    expect(titles()).toEqual(['Delta']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('DEL');
    cleanup();
    window.history.replaceState(null, '', '/admin?status=nonsense');
    await aTab();
    expect(titles()).toHaveLength(4);
  });

  test('writes search and status to the address without new history entries', async () => {
    window.history.replaceState(null, '', '/admin?tab=markets');
    const steps = window.history.length;
    const { user } = await aTab();
    await user.type(screen.getByRole('searchbox'), 'a b&');
    // Not on every letter.
    expect(window.location.search).toBe('?tab=markets');
    await waitFor(() => expect(window.location.search).toBe('?tab=markets&q=a+b%26'));
    await user.type(screen.getByRole('searchbox'), 'c');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Open');
    expect(window.location.search).toBe('?tab=markets&q=a+b%26c&status=open');
    await user.click(await screen.findByRole('button', { name: 'Show all 4' }));
    expect(window.location.search).toBe('?tab=markets');
    expect(titles()).toHaveLength(4);
    expect(window.history.length).toBe(steps);
  });

  test("keeps what was typed just before another tab opened, but doesn't take it to another page", async () => {
    for (const [path, search] of [
      ['/admin?tab=azuro', '?tab=azuro&q=alp'],
      ['/profile', ''],
    ] as const) {
      window.history.replaceState(null, '', '/admin');
      const { user } = await aTab();
      await user.type(screen.getByRole('searchbox'), 'alp');
      act(() => window.history.pushState(null, '', path));
      cleanup();
      expect(window.location.search).toBe(search);
    }
  });

  test('follows changes of the address', async () => {
    window.history.replaceState(null, '', '/admin?q=alpha');
    await aTab();
    expect(titles()).toEqual(['Alpha']);
    act(() => window.history.pushState(null, '', '/admin'));
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  test('renders few rows when there are many', async () => {
    const many = Array.from({ length: 150 }, (_, index) => anAdminMarket({ id: `m_${index}` }));
    const { user } = await aTab(many);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('151');
    expect(screen.queryAllByRole('rowheader').length).toBeLessThan(60);
    await user.click(screen.getByRole('checkbox', { name: 'Select all 150 shown' }));
    expect(screen.getByText('150 selected')).toBeDefined();
  });

  describe('on a phone', () => {
    beforeEach(() =>
      vi.stubGlobal('matchMedia', () => ({
        matches: true,
        addEventListener() {},
        removeEventListener() {},
      })),
    );

    test('has title and state alone, one above the other', async () => {
      await aTab();
      expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
        'Title',
        'State',
      ]);
      const beta = rowOf('Beta').getByRole('rowheader');
      expect(within(beta).getByText('Suspended')).toBeDefined();
      expect(within(beta).getByText('Stopped by the feed')).toBeDefined();
      expect(rowOf('Beta').queryByText('Azuro')).toBeNull();
    });

    test('leaves the width to its columns also when there are many rows', async () => {
      await aTab(Array.from({ length: 150 }, (_, index) => anAdminMarket({ id: `m_${index}` })));
      const widths = [...screen.getByRole<HTMLTableElement>('table').rows].map(({ cells }) =>
        [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0),
      );
      expect(new Set(widths)).toEqual(new Set([4]));
    });
  });

  test("says so if there are no markets or they can't be loaded", async () => {
    await aTab([]);
    expect(screen.getByText('No markets yet')).toBeDefined();
    cleanup();

    const server = createAdminMockServer({ markets: SOME });
    server.refuse(LIST, { status: 503, code: 'too-busy', error: 'The server is too busy.' });
    vi.stubGlobal('fetch', server.fetch);
    renderTab();
    expect((await screen.findByRole('alert')).textContent).toContain('The server is too busy.');
    server.recover(LIST);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Alpha');
  });

  test("shows a refusal in the page's language", async () => {
    const server = createAdminMockServer();
    server.refuse(LIST, {
      status: 403,
      code: 'forbidden',
      error: 'Level 2 is needed to do this.',
      reason: { code: 'level-needed' },
    });
    vi.stubGlobal('fetch', server.fetch);
    renderTab();
    await screen.findByText('This account can look but not change anything. Level 2 is needed.');
  });
});

describe('a bulk action', () => {
  test('needs markets and an action', async () => {
    const { user } = await aTab();
    const isDisabled = () => applyButton().hasAttribute('disabled');
    expect(isDisabled()).toBe(true);
    const actions = screen.getByRole('combobox', { name: 'Bulk action' });
    expect(
      within(actions)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enable', 'Disable', 'Close now', 'Archive', 'Delete']);
    await user.selectOptions(actions, 'Enable');
    expect(isDisabled()).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Select Alpha' }));
    expect(isDisabled()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(isDisabled()).toBe(true);
  });

  test('disables markets at once, and can be undone', async () => {
    const tab = await aTab();
    await applyTo(tab, 'Disable', ['Alpha', 'Gamma']);
    await tab.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(tab.server.timesAsked(BULK)).toBe(2));
    expect(tab.server.bodiesTo(BULK)).toEqual([
      { ids: ['m_a', 'm_c'], action: 'disable' },
      { ids: ['m_a', 'm_c'], action: 'enable' },
    ]);
    // The admin's and the bettors' lists are reread.
    await waitFor(() => expect(tab.server.timesAsked(LIST)).toBe(3));
    await waitFor(() => expect(rowOf('Alpha').getByText('Open')).toBeDefined());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('can be undone before the list is reread, even by a click as soon as the button appears', async () => {
    const tab = await aTab();
    const lists: (() => void)[] = [];
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).endsWith(LIST)) await new Promise<void>((resolve) => lists.push(resolve));
      return tab.server.fetch(input, init);
    });
    await applyTo(tab, 'Disable', ['Alpha']);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(document.activeElement?.contains(undo)).toBe(true);
    await tab.user.tab();
    expect(document.activeElement).toBe(undo);
    await tab.user.keyboard('{Enter}');
    await screen.findByText('Enabled 1 market');
    expect(tab.server.bodiesTo(BULK)[1]).toEqual({ ids: ['m_a'], action: 'enable' });
    expect(tab.server.timesAsked(LIST)).toBe(1);
    for (const read of lists) read();
    await waitFor(() => expect(rowOf('Alpha').getByText('Open')).toBeDefined());
  });

  test('archives many settled markets at once, and no others', async () => {
    const settled = ['One', 'Two'].map((title) =>
      anAdminMarket({ id: `m_${title}`, title, state: 'settled', wonOutcomeId: 'yes', bets: 4 }),
    );
    const tab = await aTab([...SOME, ...settled]);
    await tab.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Settled');
    expect(titles()).toEqual(['One', 'Two']);
    expect(rowOf('One').getByText('Yes won')).toBeDefined();
    // Nothing can be done with a settled market.
    expect(screen.queryByRole('button', { name: 'Actions for One' })).toBeNull();
    await tab.user.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }));
    await tab.user.selectOptions(screen.getByRole('combobox', { name: 'Bulk action' }), 'Archive');
    await tab.user.click(applyButton());
    await screen.findByText('Archived 2 markets');
    expect(tab.server.bodiesTo(BULK)).toEqual([{ ids: ['m_One', 'm_Two'], action: 'archive' }]);
  });

  test('names all winners of a market in which several outcomes win', async () => {
    const outcomes = ['1X', '12', '2X'].map((name) => ({ id: `o_${name}`, name }));
    const ended = { state: 'settled' as const, winners: 2, wonOutcomeId: 'o_1X', alsoWonIds: ['o_2X'] };
    await aTab([anAdminMarket({ id: 'm_d', title: 'Double', outcomes, ...ended })]);
    expect(rowOf('Double').getByText('1X, 2X won')).toBeDefined();
  });

  test('lists what was skipped and why, and undoes only what was done', async () => {
    const tab = await aTab();
    await applyTo(tab, 'Archive', ['Alpha', 'Beta']);
    const skipped = await screen.findByRole('list', { name: 'Skipped' });
    expect(skipped.textContent).toBe('Alpha: It has bets.');
    await tab.user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(tab.server.bodiesTo(BULK)[1]).toEqual({ ids: ['m_b'], action: 'restore' }));
  });

  test('can be undone for ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const tab = await aTab();
    await applyTo(tab, 'Disable', ['Alpha']);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    act(() => void vi.advanceTimersByTime(9_000));
    expect(undo.isConnected).toBe(true);
    // The time stops while the pointer is on the button.
    act(() => undo.focus());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(undo.isConnected).toBe(true);
    act(() => undo.blur());
    act(() => void vi.advanceTimersByTime(10_500));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('restores from the archive', async () => {
    const tab = await aTab();
    await tab.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Archived');
    await applyTo(tab, 'Restore', ['Delta']);
    await waitFor(() => expect(tab.server.bodiesTo(BULK)).toEqual([{ ids: ['m_d'], action: 'restore' }]));
  });

  test('counts selected markets that the filter hides', async () => {
    const { user } = await aTab();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 4 shown' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Open');
    expect(screen.getByText('4 selected · 3 not shown')).toBeDefined();
  });

  test('changes nothing if the server refuses, and says why', async () => {
    const tab = await aTab();
    tab.server.refuse(BULK, {
      status: 403,
      code: 'forbidden',
      error: 'Level 2 is needed to do this.',
      reason: { code: 'level-needed' },
    });
    await applyTo(tab, 'Disable', ['Alpha']);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was changed');
    expect(alert.textContent).toContain('This account can look but not change anything. Level 2 is needed.');
  });
});

describe('deleting', () => {
  test('asks for the count, and names markets and bets', async () => {
    const tab = await aTab();
    await applyTo(tab, 'Delete', ['Alpha', 'Beta']);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 markets?' }));
    expect(dialog.getByText(/These have bets and will be skipped\./)).toBeDefined();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Alpha (3 bets)']);
    expect(dialog.getByText(/^Act: Delete/).textContent).toContain('"Beta"');
    expect(tab.server.timesAsked(BULK)).toBe(0);
    const button = dialog.getByRole('button', { name: 'Delete' });
    await tab.user.type(dialog.getByRole('textbox', { name: 'Type 2 to confirm' }), '3');
    expect(button.hasAttribute('disabled')).toBe(true);
    await tab.user.type(dialog.getByRole('textbox'), '{Backspace}2');
    await tab.user.click(button);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(tab.server.bodiesTo(BULK)).toEqual([
      { ids: ['m_a', 'm_b'], action: 'delete', count: 2, signed: SIGNED },
    ]);
    expect((await screen.findByRole('list', { name: 'Skipped' })).textContent).toBe('Alpha: It has bets.');
    // A deletion can't be undone.
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await waitFor(() => expect(titles()).toEqual(['Gamma', 'Alpha', 'Delta']));
  });

  test('shows what the wallet signs, and requests exactly that signature', async () => {
    const tab = await aTab();
    await applyTo(tab, 'Delete', ['Beta', 'Gamma']);
    const dialog = within(await screen.findByRole('alertdialog'));
    const lines = 'Act: Delete those of 2 markets without bets\nMarket: "Beta" (m_b)\nMarket: "Gamma" (m_c)';
    expect(dialog.getByText(/^Act:/).textContent).toBe(lines);
    await tab.user.type(dialog.getByRole('textbox'), '2');
    await tab.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deleted 2 markets');
    expect(tab.signer.signMessage.mock.calls).toEqual([[expect.stringContaining(`\n\n${lines}\n\nNonce: `)]]);
  });

  test("isn't sent if the wallet doesn't sign, and can be tried again", async () => {
    const tab = await aTab();
    tab.signer.signMessage.mockRejectedValueOnce(new WalletError('No', { code: 4001 }));
    await applyTo(tab, 'Delete', ['Beta']);
    const dialog = within(await screen.findByRole('alertdialog'));
    await tab.user.type(dialog.getByRole('textbox'), '1');
    await tab.user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Rejected in your wallet. Nothing was changed.',
    );
    expect(tab.server.timesAsked(BULK)).toBe(0);
    await tab.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deleted 1 market');
  });

  test('can be left while it waits for the wallet, whose later answer is ignored', async () => {
    const tab = await aTab();
    let sign = (_: string) => {};
    tab.signer.signMessage.mockReturnValueOnce(new Promise((resolve) => (sign = resolve)));
    await applyTo(tab, 'Delete', ['Beta']);
    const dialog = within(await screen.findByRole('alertdialog'));
    await tab.user.type(dialog.getByRole('textbox'), '1');
    await tab.user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(
      (await dialog.findByRole('button', { name: 'Sign in your wallet' })).hasAttribute('disabled'),
    ).toBe(true);
    await tab.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await act(async () => sign('ab'.repeat(65)));
    expect(tab.server.timesAsked(BULK)).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows a failure inside the dialog, and returns focus on Esc', async () => {
    const tab = await aTab();
    tab.server.refuse(BULK, { status: 503, code: 'too-busy', error: 'The server is too busy.' });
    await applyTo(tab, 'Delete', ['Beta']);
    const dialog = within(await screen.findByRole('alertdialog'));
    await tab.user.type(dialog.getByRole('textbox'), '1');
    await tab.user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The server is too busy.');
    await tab.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(applyButton()));
  });
});
