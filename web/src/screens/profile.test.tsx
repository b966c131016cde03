import type { WireBet, WireProfile } from '@tallystone/core/http-api';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';
import { aBet, theLimits } from '../betting/a-bet.ts';
import { callApi } from '../data/api-client.ts';
import { createMockServer } from '../data/mock-server.ts';
import { createQueryClient } from '../data/query-client.ts';
import { AuthenticationRequired } from '../identity/authentication-required.tsx';
import { createMockDiscovery, createMockEvmWallet, foundEvm } from '../wallet/mock-connector.ts';
import { WalletProvider } from '../wallet/wallet-context.tsx';
import { createWalletSession } from '../wallet/wallet-session.ts';
import { Profile } from './profile.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/profile');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The account page and the notice of the landing page, connected unless told otherwise. */
async function aPage({
  connected = true,
  bets = [],
  profile = {},
  betsFail = false,
  isPractice = false,
}: {
  connected?: boolean;
  isPractice?: boolean;
  bets?: WireBet[];
  profile?: Partial<WireProfile>;
  betsFail?: boolean;
} = {}) {
  const server = createMockServer();
  const asked: string[] = [];
  const state = { betsFail };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const own = await answer(url);
    const token = new Headers(init.headers).get('Authorization');
    return own && token ? own : server.fetch(input, init);
  });
  async function answer(url: URL): Promise<Response | null> {
    switch (url.pathname) {
      case '/api/user/bets': {
        asked.push(url.search);
        if (state.betsFail) return json(503, { error: 'Busy.', code: 'too-busy', requestId: 'req-9' });
        const before = url.searchParams.get('before');
        const from = before === null ? 0 : bets.findIndex(({ id }) => id === before) + 1;
        return json(200, bets.slice(from, from + 500));
      }
      case '/api/user/limits':
        return json(200, theLimits());
      case '/api/user/profile':
        return json(200, {
          publicKey: evm.address,
          walletType: 'metamask',
          kycLevel: 0,
          dailyStakeCap: 100,
          verified: false,
          stats: { totalBets: bets.length, activeBets: 1, totalWagered: 1234.5, endedBets: 0, profit: 0 },
          ...profile,
        });
      default:
        return null;
    }
  }
  const evm = createMockEvmWallet();
  const session = createWalletSession({
    discovery: createMockDiscovery([foundEvm(evm, { isPractice })]),
    loadConfig: () => callApi('getConfig'),
    log: () => {},
    reload: () => {},
    openPage: () => {},
    onPhone: false,
  });
  const connect = async () => {
    const option = session.getOptions().find(({ id }) => id === 'Polygon/io.metamask');
    if (option) await session.connect(option);
  };
  session.start();
  if (connected) await connect();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WalletProvider session={session}>
        <AuthenticationRequired />
        <Where />
      </WalletProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), connect, asked, evm, session, recover: () => (state.betsFail = false) };
}

function Where() {
  const [path] = useLocation();
  return path === '/profile' ? <Profile /> : <p>The landing page</p>;
}

const rows = () => screen.getAllByRole('listitem');
const statOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('without a wallet', () => {
  test('leads home and says what is missing', async () => {
    const { user } = await aPage({ connected: false });
    await screen.findByText('Authentication Required');
    expect(location.pathname).toBe('/');
    expect(screen.getByText('The landing page')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Go to Home' }));
    expect(screen.queryByText('Authentication Required')).toBeNull();
    expect(location.search).toBe('');
  });

  test('comes back once a wallet is connected', async () => {
    const { connect } = await aPage({ connected: false });
    await screen.findByRole('button', { name: 'Connect Wallet' });
    await connect();
    await screen.findByRole('heading', { name: 'My Account' });
    expect(location.pathname).toBe('/profile');
  });

  test('a session that ended leads home too', async () => {
    const { session } = await aPage();
    await screen.findByRole('heading', { name: 'My Account' });
    session.disconnect();
    await screen.findByText('Authentication Required');
  });
});

describe('the account', () => {
  test('shows key, wallet, level and what is left of the cap', async () => {
    const { evm } = await aPage();
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

  test('counts by what the server counts', async () => {
    await aPage({ bets: [aBet({ id: 'b_1' })] });
    await waitFor(() => expect(statOf('Total Wagered')).toContain('$1,234.50'));
    expect(statOf('Total Bets')).toBe('1');
    expect(statOf('Active Bets')).toBe('1');
  });
});

describe('the history', () => {
  test('without bets leads to the markets', async () => {
    await aPage();
    await screen.findByText('No bets yet');
    expect(screen.getByRole('link', { name: 'Explore Markets' }).getAttribute('href')).toBe('/');
  });

  test('says Practice on each receipt of a practice wallet, and on none of a real one', async () => {
    await aPage({ bets: [aBet({ id: 'b_1' })], isPractice: true });
    await screen.findByText('Harbour City v Northgate');
    expect(rows().map((row) => within(row).queryAllByText('Practice').length)).toEqual([1]);
    cleanup();
    history.replaceState(null, '', '/profile');
    localStorage.clear();
    await aPage({ bets: [aBet({ id: 'b_1' })] });
    await screen.findByText('Harbour City v Northgate');
    expect(rows().map((row) => within(row).queryAllByText('Practice').length)).toEqual([0]);
  });

  test('shows each bet with status, figures, date and reference', async () => {
    await aPage({
      bets: [
        aBet({ id: 'b_1' }),
        aBet({ id: 'b_2', status: 'settled', market: { title: '' } }),
        aBet({ id: 'b_3', status: 'failed' }),
        aBet({ id: 'b_4', status: 'pending', txHash: `0x${'ab'.repeat(32)}` }),
      ],
    });
    await screen.findAllByText('Harbour City v Northgate');
    const [first, second, third, fourth] = rows();
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

  test('is filtered and sorted in the address', async () => {
    const { user } = await aPage({
      bets: [
        aBet({ id: 'b_1', amount: 5 }),
        aBet({ id: 'b_2', amount: 50 }),
        aBet({ id: 'b_3', status: 'settled' }),
      ],
    });
    await user.selectOptions(await screen.findByLabelText('Status'), 'Confirmed');
    await user.selectOptions(screen.getByLabelText('Sort'), 'Largest stake');
    expect(location.search).toBe('?status=confirmed&sort=stake');
    expect(rows().map((row) => within(row).getByText('Stake').nextElementSibling?.textContent)).toEqual([
      '$50.00',
      '$5.00',
    ]);
    await user.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await user.click(screen.getByRole('button', { name: 'Show all bets' }));
    expect(rows()).toHaveLength(3);
  });

  test('that fails says that the money is unchanged, and tries again', async () => {
    const { user, recover } = await aPage({ betsFail: true, bets: [aBet({ id: 'b_1' })] });
    await screen.findByText('Your bets could not be loaded');
    expect(screen.getByText(/request req-9/)).toBeDefined();
    recover();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Harbour City v Northgate');
  });

  test('goes on beyond the newest 500', async () => {
    const bets = Array.from({ length: 503 }, (_, index) =>
      aBet({ id: `b_${index}`, placedAt: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString() }),
    );
    const { user, asked } = await aPage({ bets });
    await screen.findByText('500 of 503 bets are loaded.');
    await user.click(screen.getByRole('button', { name: 'Show older bets' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older bets' })).toBeNull());
    expect(rows()).toHaveLength(503);
    expect(asked).toEqual(['', '?before=b_499']);
  }, 20_000);

  test('exports what is shown', async () => {
    const made: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => {
          made.push(blob);
          return 'blob:x';
        },
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = await aPage({ bets: [aBet({ id: 'b_1' }), aBet({ id: 'b_2', status: 'settled' })] });
    await user.selectOptions(await screen.findByLabelText('Status'), 'Settled');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    // jsdom's Blob cannot be read but by a FileReader.
    const text = await new Promise<unknown>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(made[0] ?? new Blob());
    });
    expect(text).toContain('"b_2"');
    expect(text).not.toContain('"b_1"');
  });
});

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}
