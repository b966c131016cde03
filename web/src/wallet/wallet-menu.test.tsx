import type { WireConfig } from '@tallystone/core/http-api/config';
import { createMockServer } from '@tallystone/testkit/mock-api/server.ts';
import {
  createMockDiscovery,
  createMockEvmWallet,
  createMockSolanaWallet,
  foundEvm,
  foundSolana,
} from '@tallystone/testkit/wallets/mock-connector.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { createQueryClient } from '../data/query-client.ts';
import { ConnectCard } from '../identity/connect-card.tsx';
import { dismissToast, toast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { MismatchBar } from './mismatch-bar.tsx';
import { PracticeApproval } from './practice-approval.tsx';
import { useWallet, WalletProvider } from './wallet-context.tsx';
import { createWalletDiscovery, type FoundWallet } from './wallet-discovery.ts';
import { WalletMenu } from './wallet-menu.tsx';
import { createWalletSession } from './wallet-session.ts';
import type { WalletWorld } from './wallet-world.ts';

// Stubs for what Radix needs and jsdom lacks.
beforeEach(() => {
  localStorage.clear();
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
  vi.unstubAllGlobals();
});

const practice = {
  name: 'Practice wallet',
  rdns: 'app.tallystone.practice',
  isPractice: true,
  walletType: 'evm',
} as const;
const practiceAdmin = { ...practice, name: 'Practice admin', rdns: 'app.tallystone.practice-admin' };

function show(
  wallets: FoundWallet[],
  {
    world = {},
    kycLevel = 0,
    config = {},
  }: { world?: Partial<WalletWorld>; kycLevel?: number; config?: Partial<WireConfig> } = {},
) {
  const server = createMockServer({ kycLevel, config });
  vi.stubGlobal('fetch', server.fetch);
  const used = {
    discovery: createMockDiscovery(wallets),
    loadConfig: () => callApi('getConfig'),
    readSolBalance: async () => 2.5,
    openPage: vi.fn(),
    reload: vi.fn(),
    log: vi.fn(),
    onPhone: false,
    ...world,
  };
  render(<Page world={used} />);
  return { server, world: used, user: userEvent.setup() };
}

function Page({ world }: { world: WalletWorld }) {
  const [queryClient] = useState(createQueryClient);
  const [session] = useState(() => createWalletSession(world));
  return (
    <QueryClientProvider client={queryClient}>
      <WalletProvider session={session}>
        <WalletMenu />
        <MismatchBar />
        <Others />
        <Toaster />
      </WalletProvider>
    </QueryClientProvider>
  );
}

/** Another button that opens the menu, and the admin's card. */
function Others() {
  const { tryDemo, practiceOffered } = useWallet();
  return (
    <main>
      {practiceOffered && (
        <button type="button" onClick={() => void tryDemo()}>
          Show me
        </button>
      )}
      <ConnectCard />
    </main>
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** The connect button; the card on the same page has only a heading of that name. */
const control = () => button('Connect Wallet');

function Lost() {
  return <p>{useWallet().chain}</p>;
}

test('the wallet state cannot be read outside its provider', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Lost />)).toThrow('useWallet must be used within a WalletProvider');
  error.mockRestore();
});

test('the menu lists the chains with the action of each, and connects', async () => {
  const wallet = createMockEvmWallet();
  const { user } = show([foundEvm(wallet)]);
  await user.click(await control());
  for (const row of [
    'Ethereum (MetaMask) Installed',
    'BSC Installed',
    'Polygon Installed',
    'Solana (Phantom) Install',
    'New to wallets?',
  ]) {
    await button(row);
  }
  expect(screen.queryByRole('button', { name: /Try demo mode/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Backpack/ })).toBeNull();

  await user.click(await button('Polygon Installed'));
  const chip = await button(`Polygon Practice ${wallet.address.slice(0, 6)}...${wallet.address.slice(-4)}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(chip);
  expect(await screen.findByRole('link', { name: 'View on PolygonScan' })).toHaveProperty(
    'href',
    `https://polygonscan.com/address/${wallet.address}`,
  );
});

test('the whole address is copied, and a screen reader hears it', async () => {
  const wallet = createMockEvmWallet();
  const { user } = show([foundEvm(wallet)]);
  await user.click(await control());
  await user.click(await button('Polygon Installed'));
  await user.click(await button(/^Polygon Practice 0x/));
  // A live region is heard only if it is there before its text, and not part of a button.
  await button('Copy address');
  const heard = screen.getAllByRole('status').filter((region) => region.closest('button') === null);
  await user.click(await button('Copy address'));
  await waitFor(() => expect(heard.map(({ textContent }) => textContent)).toContain('Copied'));
  expect(await navigator.clipboard.readText()).toBe(wallet.address);
  await button('Copy address');
});

test('several EVM wallets are listed in a second step', async () => {
  const rabby = createMockEvmWallet({ secret: '33'.repeat(32) });
  const { user } = show([
    foundEvm(createMockEvmWallet()),
    foundEvm(rabby, { name: 'Rabby', rdns: 'io.rabby', walletType: 'evm' }),
  ]);
  await user.click(await control());
  await user.click(await button('BSC Installed'));
  expect(await screen.findByRole('heading', { name: 'Wallet for BSC' })).toBeTruthy();
  await user.click(await button('Rabby Installed'));
  await button(new RegExp(`^BSC Practice ${rabby.address.slice(0, 6)}`));
});

test('the button asks to check the wallet, and the menu offers to cancel after 8 seconds', async () => {
  const wallet = createMockEvmWallet();
  wallet.mood('eth_requestAccounts', 'hanging');
  const { user } = show([foundEvm(wallet)]);
  await user.click(await control());
  const row = await button('Polygon Installed');
  await import('./evm-connector.ts'); // loaded before the clock stops
  vi.useFakeTimers({ shouldAdvanceTime: true });
  row.click();
  expect((await button('Check your wallet')).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await vi.advanceTimersByTimeAsync(8_000);
  const [cancel] = await screen.findAllByRole('button', { name: 'Cancel' });
  cancel?.click();
  await control();
  vi.useRealTimers();
});

test('a declined connect says that nothing was connected', async () => {
  const wallet = createMockEvmWallet();
  wallet.mood('eth_requestAccounts', 'refusing');
  const { user } = show([foundEvm(wallet)]);
  await user.click(await control());
  await user.click(await button('Ethereum (MetaMask) Installed'));
  await screen.findAllByText('Nothing was connected. Try again whenever you like.');
});

test('a wallet that is not installed opens its download page and shows the next steps', async () => {
  const { user, world } = show([]);
  await user.click(await control());
  await user.click(await button('Solana (Phantom) Install'));
  expect(world.openPage).toHaveBeenCalledWith('https://phantom.com/download');
  await button('Reload the page');
  await screen.findByRole('img', { name: 'QR code for the Phantom app' });
  await screen.findAllByText('Phantom wallet not found. Please install the extension.');
});

test('on a phone the row is a link into the app', async () => {
  const { user } = show([], { world: { onPhone: true } });
  await user.click(await control());
  const link = await screen.findByRole('link', { name: 'Ethereum (MetaMask) Open in app' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/link\.metamask\.io\/dapp\/localhost/);
});

test('demo mode connects the practice wallet on Polygon at once, and its menu changes the chain', async () => {
  const wallet = createMockEvmWallet();
  const { user } = show([foundEvm(wallet, practice)]);
  const start = await button('Show me');
  act(() => {
    start.click();
    start.click();
  });
  await user.click(await button(/^Polygon Practice 0x/));
  expect(wallet.calls.filter((method) => method === 'personal_sign')).toHaveLength(1);
  await user.click(await button('Change chain'));
  expect(await button('Polygon')).toHaveProperty('disabled', true);
  await user.click(await button('BSC'));
  await user.click(await button(/^BSC Practice 0x/));
  await user.click(await button('Switch to a real wallet'));
  await screen.findByText(/don't move to a real wallet/);
  expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
});

test('live mode does not offer the demo; in demo mode the practice wallet announces itself', async () => {
  const live = show([], {
    world: { discovery: createWalletDiscovery() },
    config: { mode: 'live', practiceWallets: true },
  });
  await waitFor(() => expect(live.server.requests.map(({ path }) => path)).toContain('/api/config'));
  await live.user.click(await control());
  await button('New to wallets?');
  // Once this code has loaded, the wallets would have been announced.
  await import('./announce-practice-wallets.ts');
  expect(screen.queryByRole('button', { name: /Try demo mode|Practice|Show me/ })).toBeNull();
  cleanup();

  const demo = show([], {
    world: { discovery: createWalletDiscovery() },
    config: { mode: 'demo', practiceWallets: true },
  });
  await button('Show me');
  await demo.user.click(await control());
  await button('Try demo mode Practice');
});

test('each practice wallet has its chains under its own heading, and the admin says what it is for', async () => {
  const wallet = createMockEvmWallet();
  const { user } = show([foundEvm(wallet, practiceAdmin), foundEvm(wallet, practice)]);
  await user.click(await button('Show me'));
  const bettor = await screen.findByRole('group', { name: 'Practice wallet' });
  const admin = await screen.findByRole('group', { name: 'Practice admin' });
  for (const chain of ['Ethereum', 'BSC', 'Polygon']) {
    expect(within(bettor).getByRole('button', { name: `${chain} Practice wallet` })).toBeTruthy();
    expect(within(admin).getByRole('button', { name: `${chain} Practice admin` })).toBeTruthy();
  }
  expect(admin.textContent).toContain('A level 2 account');
});

test('each wallet of a practice chain has its chains under its own name', async () => {
  const ofChain = (place: number) => ({
    ...practice,
    name: `Practice bettor ${place}`,
    rdns: `app.tallystone.practice-chain-${place}`,
  });
  const { user } = show([
    foundEvm(createMockEvmWallet(), ofChain(1)),
    foundEvm(createMockEvmWallet({ secret: '22'.repeat(32) }), ofChain(2)),
  ]);
  await user.click(await button('Show me'));
  const second = await screen.findByRole('group', { name: 'Practice bettor 2' });
  expect(within(second).getByRole('button', { name: 'Polygon Practice bettor 2' })).toBeTruthy();
  expect(second.textContent).toContain('A key for the practice chain on this machine');
});

describe('in live mode the connected wallet', () => {
  const live = {
    chainId: 137,
    chainName: 'Polygon',
    explorer: null,
    escrow: `0x${'33'.repeat(20)}`,
    usdc: { address: `0x${'44'.repeat(20)}`, name: 'USD Coin', version: '2' },
    rpcUrl: null,
  } as const;

  test('shows its USDC on the chain of live bets', async () => {
    const wallet = createMockEvmWallet();
    wallet.node.set('eth_blockNumber', () => '0x11640');
    wallet.node.set('eth_call', () => `0x${12_345_600n.toString(16).padStart(64, '0')}`);
    const { user } = show([foundEvm(wallet)], { config: { mode: 'live', live } });
    await user.click(await control());
    await user.click(await button('Polygon Installed'));
    await user.click(await button(/^Polygon 0x/));
    await screen.findByText('12.3456 USDC');
  });

  test('on another chain sees where live bets are placed, and its balance is not read', async () => {
    const wallet = createMockEvmWallet();
    const { user } = show([foundEvm(wallet)], { config: { mode: 'live', live } });
    await user.click(await control());
    await user.click(await button('BSC Installed'));
    await user.click(await button(/^BSC 0x/));
    await screen.findByText('Live bets are only on Polygon.');
    expect(wallet.calls).not.toContain('eth_call');
  });
});

test('a wallet without a session is marked, and can sign in again', async () => {
  const wallet = createMockSolanaWallet();
  wallet.mood('signMessage', 'refusing');
  const { user } = show([foundSolana(wallet)]);
  await user.click(await control());
  await user.click(await button('Solana (Phantom) Installed'));
  await screen.findByText('2.5000 SOL');
  const again = (await screen.findAllByRole('button', { name: 'Sign in again' }))[0];
  wallet.mood('signMessage', 'willing');
  again?.click();
  await waitFor(() => expect(screen.queryByText('Not signed in')).toBeNull());
});

test('the bar under the navigation leads back to the chain', async () => {
  const wallet = createMockEvmWallet();
  const { user } = show([foundEvm(wallet)]);
  await user.click(await control());
  await user.click(await button('Polygon Installed'));
  await button(/^Polygon Practice 0x/);
  wallet.showChain('0x1');
  const bar = await screen.findByRole('alert');
  expect(bar.textContent).toContain('Your wallet is on Ethereum. Switch back to Polygon');
  await button('Sign in on Ethereum');
  await user.click(await button('Switch back to Polygon'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the arrow keys move through the menu, and Escape returns to the button', async () => {
  const { user } = show([foundEvm(createMockEvmWallet())]);
  await user.click(await control());
  const first = await button('Ethereum (MetaMask) Installed');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await button('BSC Installed'));
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Connect Wallet'));
});

test('Escape closes the menu although a toast came after it', async () => {
  const { user } = show([foundEvm(createMockEvmWallet())]);
  await user.click(await control());
  await screen.findByRole('dialog');
  act(() => void toast({ title: 'Refreshed' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Connect Wallet');
  expect(screen.getByText('Refreshed', { selector: '.toast-title' })).toBeTruthy();
});

test('the admin card finds wallets that already allow the site and names the level', async () => {
  const wallet = createMockEvmWallet({ authorised: true });
  const { user } = show([foundEvm(wallet)], { kycLevel: 2 });
  await screen.findByText(/MetaMask already allows this site/);
  expect(wallet.calls).not.toContain('eth_requestAccounts');
  await user.click(await button('Continue'));
  await screen.findByRole('heading', { name: 'Admin (Level 2)' });
  expect(screen.queryByRole('button', { name: 'Sign with your wallet' })).toBeNull();
  expect(wallet.calls).toContain('personal_sign');
});

test.each([
  ['a demo', 'demo'],
  ['live mode', 'live'],
] as const)('a person who declines the sign-in, in %s, sees what to do next', async (_, mode) => {
  const wallet = createMockEvmWallet({ authorised: true });
  wallet.mood('personal_sign', 'refusing');
  const { user } = show([foundEvm(wallet)], { config: { mode } });
  await user.click(await button('Continue'));
  await screen.findByRole('heading', { name: 'Not signed in' });
  if (mode === 'live') {
    expect(screen.queryByRole('button', { name: 'Continue as a guest' })).toBeNull();
    return;
  }
  await screen.findByText(/^You declined to sign\./);
  await user.click(await button('Continue as a guest'));
  await screen.findByText(/^You are a guest\./);
  expect(screen.queryByText(/^You declined to sign/)).toBeNull();
  wallet.mood('personal_sign', 'willing');
  await user.click(await button('Sign with your wallet'));
  await screen.findByText(/^This account can look but not change anything/);
});

test('the admin card shows an account without the level which one it needs', async () => {
  const { user } = show([foundEvm(createMockEvmWallet(), practiceAdmin)]);
  await user.click(await screen.findByRole('radio', { name: 'Polygon' }));
  await user.click(await button('Connect Practice admin Practice'));
  await screen.findByRole('heading', { name: 'Admin (Level 0)' });
  await screen.findByText('This account can look but not change anything. Level 2 is needed.');
});

test('the Solana tab of the admin card lists Solana wallets', async () => {
  const { user } = show([foundSolana(createMockSolanaWallet({ name: 'Backpack' }))]);
  await user.click(await screen.findByRole('tab', { name: 'Solana' }));
  await button('Connect Backpack');
  await button('Install Phantom');
});

describe('the approval sheet', () => {
  const aRequest = () => ({
    id: 1,
    walletName: 'Practice wallet',
    address: `0x${'ab'.repeat(20)}`,
    text: 'Place bet: 25 on o_1 at 1.85 odds',
    isTypedData: false,
    answer: vi.fn(),
  });

  test('shows the exact text, and closing it rejects', async () => {
    const request = aRequest();
    render(<PracticeApproval request={request} />);
    const sheet = await screen.findByRole('dialog', { name: 'Practice wallet' });
    expect(sheet.querySelector('pre')?.textContent).toBe(request.text);
    const user = userEvent.setup();
    await user.click(await button('Sign'));
    await user.click(await button('Reject'));
    await user.keyboard('{Escape}');
    expect(request.answer.mock.calls).toEqual([[true], [false], [false]]);
  });

  test('rejects by Escape although a toast came after it', async () => {
    const request = aRequest();
    render(
      <>
        <Toaster />
        <PracticeApproval request={request} />
      </>,
    );
    await screen.findByRole('dialog', { name: 'Practice wallet' });
    act(() => void toast({ title: 'Refreshed' }));
    await userEvent.keyboard('{Escape}');
    expect(request.answer.mock.calls).toEqual([[false]]);
    expect(screen.getByText('Refreshed', { selector: '.toast-title' })).toBeTruthy();
  });
});
