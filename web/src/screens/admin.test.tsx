import type { WireUser } from '@tallystone/core/http-api/identity';
import { anAdminMarket, createAdminMockServer } from '@tallystone/testkit/mock-api/admin-server.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../data/query-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { practiceKeys } from '../wallet/practice-keys.ts';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { Admin } from './admin.tsx';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const LOOK_ONLY = 'This account can look but not change anything. Level 2 is needed.';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/admin');
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
  vi.unstubAllGlobals();
});

/** The page for a user who has connected a wallet before, or never. */
function aPage(
  account: { kycLevel: number; verified?: boolean } | null,
  { refused = false, practiceAdmin }: { refused?: boolean; practiceAdmin?: string } = {},
) {
  if (account) {
    const { kycLevel, verified = true } = account;
    const user = { publicKey: ADDRESS, walletType: 'metamask', kycLevel, dailyStakeCap: 100, verified };
    localStorage.setItem('walletAddress', ADDRESS);
    localStorage.setItem('walletChain', 'Polygon');
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('user', JSON.stringify(user));
  }
  const server = createAdminMockServer({
    markets: [anAdminMarket({ id: 'm_a', title: 'Alpha' })],
    ...(practiceAdmin !== undefined && { practiceAdmin }),
  });
  const how = {
    status: 403,
    code: 'forbidden',
    error: 'Level 2 is needed to do this.',
    reason: { code: 'level-needed' },
  } as const;
  if (refused) server.refuse('/api/admin/markets', how);
  vi.stubGlobal('fetch', server.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WalletProvider>
        <Admin />
      </WalletProvider>
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup({ delay: null }) };
}

const tabs = () => within(screen.getByRole('tablist', { name: 'Dashboard' })).getAllByRole('tab');

describe('without a wallet', () => {
  test('asks to connect one', () => {
    aPage(null);
    expect(screen.getByRole('heading', { level: 1, name: 'Authentication Required' })).toBeDefined();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'EVM Chains',
      'Solana',
    ]);
    expect(document.title).toBe('Admin · Tallystone');
  });
});

describe('an admin', () => {
  test('sees the tabs, markets first, and the import and export buttons', async () => {
    aPage({ kycLevel: 2 });
    expect(screen.getByRole('heading', { level: 1, name: 'Admin (Level 2)' })).toBeDefined();
    expect(tabs().map(({ textContent }) => textContent)).toEqual([
      'Markets',
      'Azuro Protocol',
      'Create Market',
      'Analytics',
      'Settings',
      'Users',
      'Audit',
    ]);
    expect(screen.getByRole('tab', { name: 'Markets' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Export Data' }).hasAttribute('disabled')).toBe(false);
    expect(screen.getByRole('button', { name: 'Import CSV' }).hasAttribute('disabled')).toBe(false);
    expect(document.title).toBe('Admin: Markets · Tallystone');
    await screen.findByText('Alpha');
  });

  test('finds the open tab in the address and in the title', async () => {
    const { user } = aPage({ kycLevel: 2 });
    await user.click(screen.getByRole('tab', { name: 'Create Market' }));
    expect(location.search).toBe('?tab=create');
    expect(document.title).toBe('Admin: Create Market · Tallystone');
    await screen.findByRole('heading', { name: 'Create Market' });
    await user.click(screen.getByRole('tab', { name: 'Markets' }));
    expect(location.search).toBe('');
    await screen.findByText('Alpha');
  });

  test.each([
    ['azuro', 'Admin: Azuro'],
    ['create', 'Admin: Create Market'],
    ['analytics', 'Admin: Analytics'],
    ['settings', 'Admin: Settings'],
    ['nonsense', 'Admin: Markets'],
  ])('a link to %s opens %s', (tab, title) => {
    history.replaceState(null, '', `/admin?tab=${tab}`);
    aPage({ kycLevel: 2 });
    expect(document.title).toBe(`${title} · Tallystone`);
  });

  test("who hasn't signed is asked to, and nothing is loaded", async () => {
    const { server, user } = aPage({ kycLevel: 2, verified: false });
    expect(screen.getByText(/Sign with your wallet to act as an admin/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign with your wallet' })).toBeDefined();
    for (const tab of tabs()) await user.click(tab);
    expect(server.requests.filter(({ path }) => /admin|azuro/.test(path))).toEqual([]);
  });
});

describe('a session that ended before a change', () => {
  const ENDED = 'Not saved. Your session has ended. Sign in again.';

  /** Searches one of two markets and disables it; the server no longer knows the session. */
  async function anInterruptedChange() {
    history.replaceState(null, '', '/admin?q=alp');
    const page = aPage({ kycLevel: 2 });
    const before = storedSession.read();
    const { server, user } = page;
    await user.click(await screen.findByRole('checkbox', { name: 'Select Alpha' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Bulk action' }), 'Disable');
    server.refuse('/api/admin/markets/bulk', {
      status: 401,
      code: 'unauthenticated',
      error: 'Sign in first.',
    });
    await user.click(screen.getByRole('button', { name: 'Apply Action' }));
    expect((await screen.findByText(ENDED)).closest('[role=alert]')).not.toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    server.recover('/api/admin/markets/bulk');
    if (before.user === null) throw new Error('nobody was signed in');
    return { ...page, account: before.user };
  }
  const signIn = (user: WireUser) => act(() => storedSession.save({ token: 'another', user }));

  test('says that nothing was changed until the admin signs, and then restores search and selection', async () => {
    const { server, user, account } = await anInterruptedChange();
    // A guest isn't the admin from before.
    signIn({ ...account, verified: false });
    expect(screen.getByText(ENDED)).toBeDefined();
    expect(screen.getByText(/You are a guest/)).toBeDefined();

    signIn(account);
    expect(screen.queryByText(ENDED)).toBeNull();
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Alpha' })).checked).toBe(
      true,
    );
    expect(screen.getByText('1 selected')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('alp');
    // It is restored only once.
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(screen.getByRole('tab', { name: 'Create Market' }));
    await user.click(screen.getByRole('tab', { name: 'Markets' }));
    expect(await screen.findByText('0 selected')).toBeDefined();
    expect(server.timesAsked('/api/admin/markets/bulk')).toBe(1);
  });

  test("doesn't pass its selection to another admin", async () => {
    const { account } = await anInterruptedChange();
    signIn({ ...account, publicKey: '0x0000000000000000000000000000000000000002' });
    expect(await screen.findByText('0 selected')).toBeDefined();
  });
});

test('a user without the right sees the frame and the reason, and nothing is loaded', async () => {
  const { server, user } = aPage({ kycLevel: 1 });
  expect(screen.getByRole('heading', { level: 1, name: 'Admin (Level 1)' })).toBeDefined();
  expect(screen.getByText(LOOK_ONLY)).toBeDefined();
  expect(tabs()).toHaveLength(7);
  for (const tab of tabs()) await user.click(tab);
  expect(screen.getByRole('button', { name: 'Export Data' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Import CSV' }).hasAttribute('disabled')).toBe(true);
  expect(server.requests.filter(({ path }) => /admin|azuro/.test(path))).toEqual([]);
});

test('a former admin sees that in the tab', async () => {
  aPage({ kycLevel: 2 }, { refused: true });
  await waitFor(() => expect(screen.getByText(LOOK_ONLY)).toBeDefined());
});

describe('when the server printed an Admin link at start', () => {
  const KEY = '0123456789'.repeat(6).concat('0123');
  const ITS_ADDRESS = '0x14791697260E4c9A71f18484C9f997B308e59325';
  const HOW = 'Open the Admin link printed by npm start.';

  test.each([
    ['without a wallet', null],
    ['without the level', { kycLevel: 0 }],
    ['without a signature', { kycLevel: 2, verified: false }],
  ])('a user %s is asked to open it', async (_, account) => {
    aPage(account, { practiceAdmin: ITS_ADDRESS });
    await screen.findByText(HOW);
  });

  test("it isn't mentioned to an admin, nor if there is none", async () => {
    aPage({ kycLevel: 2 }, { practiceAdmin: ITS_ADDRESS });
    await screen.findByText('Alpha');
    expect(screen.queryByText(HOW)).toBeNull();
    cleanup();
    localStorage.clear();
    const { server } = aPage(null);
    await waitFor(() => expect(server.timesAsked('/api/config')).toBeGreaterThan(0));
    await screen.findByRole('button', { name: 'Install MetaMask' });
    expect(screen.queryByText(HOW)).toBeNull();
  });

  test('opening it, even in a tab that already shows the page, connects the practice admin', async () => {
    aPage(null, { practiceAdmin: ITS_ADDRESS });
    await screen.findByText(HOW);
    history.replaceState(null, '', `/admin#practice=${KEY}`);
    act(() => practiceKeys.takeFromAddress());
    expect(location.href).not.toContain(KEY);
    await screen.findByRole('button', { name: 'Connect Practice admin Practice' });
    expect(screen.queryByText(HOW)).toBeNull();
  });
});
