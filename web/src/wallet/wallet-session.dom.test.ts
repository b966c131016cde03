import type { WireConfig } from '@tallystone/core/http-api/config';
import { say } from '@tallystone/core/sentences/say';
import { createMockServer } from '@tallystone/testkit/mock-api/server.ts';
import {
  createMockDiscovery,
  createMockEvmWallet,
  createMockSolanaWallet,
  foundEvm,
  foundSolana,
} from '@tallystone/testkit/wallets/mock-connector.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '../data/api-client.ts';
import { storedSession } from '../data/stored-session.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { translatedMessage } from '../texts/translated.ts';
import { loadPart } from './load-part.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import { WalletError } from './wallet-error.ts';
import { createWalletSession, type WalletSession } from './wallet-session.ts';
import type { WalletWorld } from './wallet-world.ts';

/** Long enough for a machine that runs other tests at the same time. */
const waitFor = (isSo: () => unknown) => vi.waitFor(isSo, { timeout: 30_000 });

const other = '0x2222222222222222222222222222222222222222';
const stops: (() => void)[] = [];

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** A page with these wallets and a small mock server. */
function aPage(
  wallets: FoundWallet[],
  options: { config?: Partial<WireConfig>; world?: Partial<WalletWorld> } = {},
) {
  const server = createMockServer({ config: options.config ?? {} });
  vi.stubGlobal('fetch', server.fetch);
  const discovery = createMockDiscovery(wallets);
  const world = {
    discovery,
    loadConfig: () => callApi('getConfig'),
    readSolBalance: vi.fn(async () => 1.5),
    openPage: vi.fn(),
    reload: vi.fn(),
    log: vi.fn(),
    onPhone: false,
    ...options.world,
  };
  const session = createWalletSession(world);
  stops.push(session.start());
  const option = (id: string) => {
    const found = session.getOptions().find((each) => each.id === id);
    if (!found) throw new Error(`no option ${id} in ${session.getOptions().map((each) => each.id)}`);
    return found;
  };
  return { server, discovery, world, session, option };
}

const settled = (session: WalletSession) =>
  waitFor(() => expect(session.getState()).toMatchObject({ step: null, restoring: false }));

/** Waits as long as a sign-in takes, which reads the settings twice and then the session. */
async function longEnough() {
  for (let trip = 0; trip < 6; trip += 1) await callApi('getConfig');
}

describe('an EVM wallet', () => {
  test.each(['Ethereum', 'BSC', 'Polygon'] as const)(
    'connects on %s and signs in by nonce and signature, also in a demo',
    async (chain) => {
      const wallet = createMockEvmWallet();
      const { session, option, server } = aPage([foundEvm(wallet)]);
      await session.connect(option(`${chain}/io.metamask`));

      expect(session.getState()).toMatchObject({
        connected: true,
        connecting: false,
        publicKey: wallet.address,
        chain,
        walletType: 'metamask',
        walletName: 'MetaMask',
        isPractice: false,
        user: { publicKey: wallet.address, verified: true },
        guestOffered: false,
        mismatch: null,
      });
      expect(server.bodiesTo('/api/auth/verify')).toMatchObject([{ wallet: wallet.address, chain }]);
      expect(server.bodiesTo('/api/auth/demo')).toEqual([]);
      expect(wallet.calls).toContain('personal_sign');
      expect(localStorage.getItem('walletAddress')).toBe(wallet.address);
      expect(localStorage.getItem('walletChain')).toBe(chain);
      expect(localStorage.getItem('authToken')).toBe(session.getState().authToken);
    },
  );

  test('signs in by nonce and signature in live mode', async () => {
    const wallet = createMockEvmWallet();
    const { session, option, server } = aPage([foundEvm(wallet)], { config: { mode: 'live' } });
    await session.connect(option('Ethereum/io.metamask'));

    expect(session.getState().user).toMatchObject({ verified: true });
    expect(server.bodiesTo('/api/auth/demo')).toEqual([]);
    expect(server.bodiesTo('/api/auth/verify')).toEqual([
      {
        wallet: wallet.address,
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
        nonce: expect.any(String),
        walletType: 'metamask',
        chain: 'Ethereum',
      },
    ]);
  });

  test('shows the sign-in text before the wallet has answered', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'hanging');
    const { session, option } = aPage([foundEvm(wallet)], { config: { mode: 'live' } });
    void session.connect(option('Ethereum/io.metamask'));
    await waitFor(() => expect(wallet.calls).toContain('personal_sign'));
    expect(session.getState()).toMatchObject({
      connected: false,
      connecting: true,
      step: 'sign-in',
      signInMessage: expect.stringContaining(wallet.address),
    });
  });

  test('offers a guest account after a declined signature in a demo, and opens none before that', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'refusing');
    const { session, option, server } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    expect(session.getState()).toMatchObject({ connected: true, authToken: null, guestOffered: true });
    expect(server.bodiesTo('/api/auth/demo')).toEqual([]);

    server.fail('/api/auth/demo');
    await session.goOnAsGuest();
    const why = { notice: 'The server is too busy.', authToken: null, guestOffered: true };
    expect(session.getState()).toMatchObject(why);
    server.recover('/api/auth/demo');
    await session.goOnAsGuest();
    expect(session.getState()).toMatchObject({
      user: { publicKey: wallet.address, verified: false },
      guestOffered: false,
      notice: null,
      step: null,
    });
    expect(server.bodiesTo('/api/auth/demo').at(-1)).toEqual({ wallet: wallet.address, chain: 'Polygon' });
  });

  test('a guest who signs ends the guest account, also on the server', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'refusing');
    const { session, option, server } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    await session.goOnAsGuest();
    const { authToken } = session.getState();
    await session.signIn();
    expect(session.getState()).toMatchObject({ authToken, user: { verified: false } });

    wallet.mood('personal_sign', 'willing');
    await session.signIn();
    expect(session.getState().user).toMatchObject({ verified: true });
    const logout = server.requests.find(({ path }) => path === '/api/auth/logout');
    expect(logout?.headers.get('Authorization')).toBe(`Bearer ${authToken}`);
    // The practice wallet does not sign in automatically in the meantime.
    expect(server.bodiesTo('/api/auth/verify')).toHaveLength(1);
  });

  test('a guest who changes the network and declines to sign stays the same guest', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'refusing');
    const { session, option, server } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    await session.goOnAsGuest();
    const { authToken } = session.getState();
    await session.moveToChain('Ethereum');
    expect(session.getState()).toMatchObject({
      connected: true,
      chain: 'Ethereum',
      authToken,
      user: { verified: false },
    });
    expect(localStorage.getItem('authToken')).toBe(authToken);
    expect(server.requests.filter(({ path }) => path === '/api/auth/logout')).toEqual([]);

    wallet.mood('personal_sign', 'willing');
    await session.moveToChain('Polygon');
    expect(session.getState()).toMatchObject({ chain: 'Polygon', user: { verified: true } });
    expect(server.requests.filter(({ path }) => path === '/api/auth/logout')).toHaveLength(1);
  });

  test('a guest who connects another address ends the guest account at once', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'refusing');
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    await session.goOnAsGuest();
    wallet.showAccounts([other]);
    await session.connect(option('Polygon/io.metamask'));
    expect(session.getState()).toMatchObject({ publicKey: other, authToken: null, guestOffered: true });
  });

  test('in live mode requests a nonce, shows its text, has it signed and verified', async () => {
    const wallet = createMockEvmWallet();
    const shown: (string | null)[] = [];
    const request = wallet.provider.request;
    wallet.provider.request = (call) => {
      if (call.method === 'personal_sign') shown.push(session.getState().signInMessage);
      return request(call);
    };
    const { session, option, server } = aPage([foundEvm(wallet)], { config: { mode: 'live' } });
    await session.connect(option('Polygon/io.metamask'));

    const calls = server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(calls.filter((call) => call.includes('/api/auth/'))).toEqual([
      'GET /api/auth/nonce',
      'POST /api/auth/verify',
    ]);
    // The message names the wallet's network.
    expect(server.requests.map(({ path }) => path)).toContain(
      `/api/auth/nonce?wallet=${wallet.address}&chain=Polygon`,
    );
    const [signed] = wallet.lastParams('personal_sign') ?? [];
    const hex = String(signed).slice(2);
    const text = new TextDecoder().decode(
      Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    );
    expect(text).toContain(wallet.address);
    expect(shown).toEqual([text]);
    expect(session.getState()).toMatchObject({ connected: true, user: { verified: true } });
  });

  test('in live mode a declined signature leaves no session and makes no demo call', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('personal_sign', 'refusing');
    const { session, option, server } = aPage([foundEvm(wallet)], { config: { mode: 'live' } });
    await session.connect(option('Ethereum/io.metamask'));
    const signedOut = { connected: true, authToken: null, user: null, guestOffered: false };
    expect(session.getState()).toMatchObject(signedOut);
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/auth/demo');
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/auth/verify');
  });

  test('whose code cannot be loaded ends the connect, and the notice says what to do', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const { session, option } = aPage([foundEvm(createMockEvmWallet())], {
      world: { open: () => loadPart(lost) },
    });
    await expect(session.connect(option('Ethereum/io.metamask'))).rejects.toThrow(WalletError);
    expect(session.getState()).toMatchObject({
      connected: false,
      connecting: false,
      step: null,
      notice: 'This could not be loaded. Check your connection and reload the page.',
    });
  });

  test('whose code never loads ends the connect after a while', async () => {
    vi.useFakeTimers();
    const { session, option } = aPage([foundEvm(createMockEvmWallet())], {
      world: { open: () => loadPart(() => new Promise(() => {})) },
    });
    const failure = expect(session.connect(option('Ethereum/io.metamask'))).rejects.toThrow(
      'could not be loaded',
    );
    await vi.advanceTimersByTimeAsync(15_000);
    await failure;
    expect(session.getState()).toMatchObject({ connecting: false, canCancel: false });
  });

  test('that declines is not connected, and the notice says so', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('eth_requestAccounts', 'refusing');
    const { session, option, world } = aPage([foundEvm(wallet)]);
    await expect(session.connect(option('Ethereum/io.metamask'))).rejects.toThrow(
      'Transaction rejected by user',
    );
    expect(session.getState()).toMatchObject({
      connected: false,
      connecting: false,
      notice: 'Nothing was connected. Try again whenever you like.',
    });
    expect(world.log).toHaveBeenCalled();
    expect(localStorage.getItem('walletAddress')).toBeNull();
  });

  test('with a request still open shows a notice that says where to look', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('eth_requestAccounts', 'pending');
    const { session, option } = aPage([foundEvm(wallet)]);
    await expect(session.connect(option('Ethereum/io.metamask'))).rejects.toThrow();
    expect(session.getState().notice).toBe('A request is already open in your wallet. Open it to continue.');
  });

  test('ignores a second connect while the first is in progress', async () => {
    const wallet = createMockEvmWallet();
    wallet.mood('eth_requestAccounts', 'hanging');
    const { session, option } = aPage([foundEvm(wallet)]);
    void session.connect(option('Ethereum/io.metamask'));
    await waitFor(() => expect(wallet.calls).toContain('eth_requestAccounts'));
    await session.connect(option('Polygon/io.metamask'));
    expect(wallet.calls.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
  });

  test('can be cancelled after 8 seconds if it hangs, and its late answer is ignored', async () => {
    const wallet = createMockEvmWallet();
    let approve = () => {};
    const request = wallet.provider.request;
    wallet.provider.request = async (call) => {
      if (call.method === 'eth_requestAccounts') await new Promise<void>((resolve) => (approve = resolve));
      return request(call);
    };
    const { session, option, server } = aPage([foundEvm(wallet)]);
    await import('./evm-connector.ts'); // loaded before the clock stops
    vi.useFakeTimers();
    const connecting = session.connect(option('Ethereum/io.metamask'));

    await vi.advanceTimersByTimeAsync(7_999);
    expect(session.getState()).toMatchObject({ connecting: true, canCancel: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(session.getState().canCancel).toBe(true);
    session.cancelConnect();
    await connecting;
    expect(session.getState()).toMatchObject({
      connecting: false,
      connected: false,
      canCancel: false,
      step: null,
    });

    approve();
    await vi.advanceTimersByTimeAsync(100);
    expect(session.getState().connected).toBe(false);
    expect(server.bodiesTo('/api/auth/verify')).toEqual([]);
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  test('stays connected without a token after a failed sign-in, which is only logged, and can sign in again', async () => {
    const wallet = createMockEvmWallet();
    const { session, option, server, world } = aPage([foundEvm(wallet)]);
    server.fail('/api/auth/verify');
    await session.connect(option('Ethereum/io.metamask'));
    expect(session.getState()).toMatchObject({ connected: true, authToken: null, user: null, notice: null });
    expect(world.log).toHaveBeenCalledWith('Sign-in failed', expect.objectContaining({ status: 503 }));

    server.recover('/api/auth/verify');
    await session.signIn();
    expect(session.getState()).toMatchObject({ authToken: expect.any(String) });
  });

  test('stays connected when its session expires', async () => {
    const wallet = createMockEvmWallet();
    const { session, option, server } = aPage([foundEvm(wallet)]);
    await session.connect(option('Ethereum/io.metamask'));
    server.expireSessions();
    await expect(callApi('getProfile')).rejects.toMatchObject({ status: 401 });
    await longEnough();
    expect(session.getState()).toMatchObject({ connected: true, authToken: null, user: null });
  });

  test('disconnect clears the stored items, signs out at the server and reloads', async () => {
    const wallet = createMockEvmWallet();
    const { session, option, server, world } = aPage([foundEvm(wallet)]);
    await session.connect(option('Ethereum/io.metamask'));
    const { authToken } = session.getState();
    session.disconnect();

    expect(session.getState()).toMatchObject({
      connected: false,
      publicKey: null,
      authToken: null,
      user: null,
    });
    for (const key of ['authToken', 'user', 'walletAddress', 'walletChain'])
      expect(localStorage.getItem(key)).toBeNull();
    expect(world.reload).toHaveBeenCalledOnce();
    const logout = server.requests.find(({ path }) => path === '/api/auth/logout');
    expect(logout?.headers.get('Authorization')).toBe(`Bearer ${authToken}`);
  });

  test('the wallet used last is offered first afterwards', async () => {
    const rabby = createMockEvmWallet({ secret: '33'.repeat(32) });
    const { session, option } = aPage([
      foundEvm(createMockEvmWallet()),
      foundEvm(rabby, { name: 'Rabby', rdns: 'io.rabby', walletType: 'evm' }),
    ]);
    await session.connect(option('Polygon/io.rabby'));
    session.disconnect();
    expect(session.getOptions()[0]).toMatchObject({ id: 'Polygon/io.rabby', status: 'recent' });
    expect(session.getOptions()[1]).toMatchObject({ status: 'installed' });
  });

  test('the options are the same array until a wallet is found, so the page is not rendered again', () => {
    const { session, discovery } = aPage([foundEvm(createMockEvmWallet())]);
    const before = session.getOptions();
    stops.push(session.start());
    expect(session.getOptions()).toBe(before);
    discovery.add(foundEvm(createMockEvmWallet(), { name: 'Rabby', rdns: 'io.rabby', walletType: 'evm' }));
    expect(session.getOptions()).not.toBe(before);
  });

  test('a wallet that is not installed opens its download page and is named in the error', async () => {
    const { session, option, world } = aPage([]);
    expect(option('Ethereum/metamask').status).toBe('install');
    await expect(session.connect(option('Ethereum/metamask'))).rejects.toThrow('MetaMask wallet not found');
    await expect(session.connect(option('Solana/phantom'))).rejects.toThrow(
      'Phantom wallet not found. Please install the extension.',
    );
    expect(vi.mocked(world.openPage).mock.calls).toEqual([
      ['https://metamask.io/download/'],
      ['https://phantom.com/download'],
    ]);
  });
});

describe('signing', () => {
  test('needs a connected wallet', async () => {
    const { session } = aPage([]);
    await expect(session.signMessage('x')).rejects.toThrow(
      'No wallet connected. Please connect your wallet first.',
    );
  });

  test('asks an EVM wallet for its accounts, then to sign the bytes of the text', async () => {
    const wallet = createMockEvmWallet();
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Ethereum/io.metamask'));
    wallet.calls.length = 0;
    await expect(session.signMessage('Ünï 1')).resolves.toMatch(/^0x[0-9a-f]{130}$/);
    const prompts = wallet.calls.filter((call) => call !== 'eth_accounts' && call !== 'eth_chainId');
    expect(prompts).toEqual(['eth_requestAccounts', 'personal_sign']);
    expect(wallet.lastParams('personal_sign')).toEqual(['0xc39c6ec3af2031', wallet.address]);
  });

  test('a declined signature is reported as a rejected transaction', async () => {
    const wallet = createMockEvmWallet();
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Ethereum/io.metamask'));
    wallet.mood('personal_sign', 'refusing');
    await expect(session.signMessage('x')).rejects.toMatchObject({
      message: 'Transaction rejected by user',
      code: 4001,
    });
  });

  test('stops if the wallet has no account left', async () => {
    const wallet = createMockEvmWallet();
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Ethereum/io.metamask'));
    wallet.showAccounts([]);
    await expect(session.signMessage('x')).rejects.toThrow('No Ethereum accounts available');
  });

  test('stops if the wallet of an earlier visit is gone', async () => {
    localStorage.setItem('walletAddress', other);
    localStorage.setItem('walletChain', 'Polygon');
    const { session } = aPage([]);
    vi.useFakeTimers();
    const failure = expect(session.signMessage('x')).rejects.toThrow('No supported wallet connected');
    await vi.advanceTimersByTimeAsync(2_000);
    await failure;
  });

  test('waits for the wallet of an earlier visit to announce itself', async () => {
    const wallet = createMockEvmWallet({ authorised: true, chainId: '0x89' });
    localStorage.setItem('walletAddress', wallet.address);
    localStorage.setItem('walletChain', 'Polygon');
    const { session, discovery } = aPage([]);
    const signing = session.signMessage('x');
    discovery.add(foundEvm(wallet));
    await expect(signing).resolves.toMatch(/^0x/);
  });

  test('a stored wallet that does not fit its chain cannot sign', async () => {
    localStorage.setItem('walletAddress', other);
    localStorage.setItem('walletChain', 'Polygon');
    localStorage.setItem(
      'tallystone.wallet',
      JSON.stringify({ chain: 'Polygon', walletType: 'phantom', name: 'Phantom', rdns: null, left: false }),
    );
    const { session } = aPage([]);
    await expect(session.signMessage('x')).rejects.toThrow('Wallet signing not supported');
  });
});

describe('on load', () => {
  test('a stored address and chain count as connected, and no wallet is opened', async () => {
    const wallet = createMockEvmWallet({ authorised: true });
    const first = aPage([foundEvm(wallet)]);
    await first.session.connect(first.option('BSC/io.metamask'));
    wallet.calls.length = 0;

    const { session } = aPage([foundEvm(wallet)]);
    expect(session.getState()).toMatchObject({
      connected: true,
      publicKey: wallet.address,
      chain: 'BSC',
      walletName: 'MetaMask',
      authToken: expect.any(String),
      user: { publicKey: wallet.address },
    });
    await waitFor(() => expect(wallet.calls).toContain('eth_accounts'));
    expect(wallet.calls.every((method) => ['eth_accounts', 'eth_chainId'].includes(method))).toBe(true);
  });

  test.each([
    ['an unknown chain', { walletAddress: other, walletChain: 'Dogechain' }],
    ['no address', { walletChain: 'Polygon' }],
  ])('%s is not a connection', (_, stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    expect(aPage([]).session.getState().connected).toBe(false);
  });

  test.each(['{', '7', 'null', '{"publicKey":1}'])('an invalid stored user is ignored: %s', (text) => {
    localStorage.setItem('authToken', 't');
    localStorage.setItem('user', text);
    expect(aPage([]).session.getState()).toMatchObject({ authToken: 't', user: null });
  });
});

describe('a practice wallet', () => {
  const practice = {
    name: 'Practice wallet',
    rdns: 'app.tallystone.practice',
    isPractice: true,
    walletType: 'evm',
  } as const;

  async function aPracticePage() {
    const wallet = createMockEvmWallet();
    const page = aPage([foundEvm(wallet, practice)]);
    await page.session.connect(page.option('Polygon/app.tallystone.practice'));
    wallet.calls.length = 0;
    return { wallet, ...page };
  }
  const signedIn = (session: WalletSession) =>
    waitFor(() => expect(session.getState().authToken).not.toBeNull());
  const signIns = ({ server }: ReturnType<typeof aPage>) => server.bodiesTo('/api/auth/verify').length;

  test('signs in again on the next visit after its session was cleared', async () => {
    const { wallet, session: left } = await aPracticePage();
    localStorage.removeItem('authToken');
    localStorage.removeItem('user');
    const { session } = aPage([foundEvm(wallet, practice)]);
    await signedIn(session);
    await settled(session);
    expect(session.getState()).toMatchObject({ publicKey: left.getState().publicKey, step: null });
  });

  test('signs in again once after its session expired, and then offers it', async () => {
    const page = await aPracticePage();
    const { session, server } = page;
    server.expireSessions();
    await expect(callApi('getProfile')).rejects.toMatchObject({ status: 401 });
    await signedIn(session);
    expect(signIns(page)).toBe(2);

    server.expireSessions();
    await expect(callApi('getProfile')).rejects.toMatchObject({ status: 401 });
    await settled(session);
    expect(session.getState()).toMatchObject({ connected: true, authToken: null });
    expect(signIns(page)).toBe(2);
  });

  test('stays out after a disconnect, and keeps its key: docs/decisions/0054', async () => {
    const page = await aPracticePage();
    localStorage.setItem('tallystone.practice', 'its key');
    page.session.disconnect();
    await longEnough();
    expect(localStorage.getItem('tallystone.practice')).toBe('its key');
    expect(page.session.getState()).toMatchObject({ connected: false, authToken: null });
    expect(signIns(page)).toBe(1);
  });

  test('a real wallet whose session was cleared is not signed in automatically', async () => {
    const wallet = createMockEvmWallet();
    const first = aPage([foundEvm(wallet)]);
    await first.session.connect(first.option('Polygon/io.metamask'));
    localStorage.removeItem('authToken');
    const { session, ...page } = aPage([foundEvm(wallet)]);
    await waitFor(() => expect(wallet.calls).toContain('eth_accounts'));
    await longEnough();
    expect(session.getState()).toMatchObject({ connected: true, authToken: null });
    expect(page.server.bodiesTo('/api/auth/verify')).toEqual([]);
  });

  test('from a link asks before it signs, so it is not signed in automatically either', async () => {
    const wallet = createMockEvmWallet();
    const admin = { ...practice, rdns: 'app.tallystone.practice-admin' };
    const first = aPage([foundEvm(wallet, admin)]);
    await first.session.connect(first.option('Polygon/app.tallystone.practice-admin'));
    localStorage.removeItem('authToken');
    const { session, ...page } = aPage([foundEvm(wallet, admin)]);
    await waitFor(() =>
      expect(wallet.calls.filter((call) => call === 'eth_accounts').length).toBeGreaterThan(1),
    );
    await longEnough();
    expect(session.getState()).toMatchObject({ connected: true, authToken: null });
    expect(page.server.bodiesTo('/api/auth/verify')).toEqual([]);
  });
});

describe('when the wallet shows another account or chain than the session', () => {
  async function connectedOnPolygon() {
    const wallet = createMockEvmWallet({ knownChains: ['0x1', '0x89', '0xa'] });
    const page = aPage([foundEvm(wallet)]);
    await page.session.connect(page.option('Polygon/io.metamask'));
    wallet.calls.length = 0;
    return { wallet, ...page };
  }

  test('another account blocks signing until the wallet switches back', async () => {
    const { wallet, session } = await connectedOnPolygon();
    wallet.showAccounts([other]);
    const mismatch = { kind: 'account', expected: wallet.address, actual: other };
    await waitFor(() => expect(session.getState().mismatch).toEqual(mismatch));
    await expect(session.signMessage('x')).rejects.toThrow('Your wallet is on another account.');
    expect(wallet.calls).not.toContain('personal_sign');

    wallet.showAccounts([wallet.address.toLowerCase()]);
    await waitFor(() => expect(session.getState().mismatch).toBeNull());
    await expect(session.signMessage('x')).resolves.toMatch(/^0x/);
  });

  test('the other account can be signed in instead', async () => {
    const { wallet, session, server } = await connectedOnPolygon();
    wallet.showAccounts([other]);
    await waitFor(() => expect(session.getState().mismatch).not.toBeNull());
    await session.adoptWallet();
    expect(session.getState()).toMatchObject({ publicKey: other, chain: 'Polygon', mismatch: null });
    expect(server.bodiesTo('/api/auth/verify').at(-1)).toMatchObject({ wallet: other, chain: 'Polygon' });
  });

  test('another chain blocks signing until the wallet is switched back', async () => {
    const { wallet, session } = await connectedOnPolygon();
    wallet.showChain('0x1');
    const mismatch = { kind: 'chain', expected: 'Polygon', actual: 'Ethereum', actualChainId: '0x1' };
    await waitFor(() => expect(session.getState().mismatch).toEqual(mismatch));
    await expect(session.signMessage('x')).rejects.toThrow('Your wallet is on another chain.');

    await session.switchBack();
    await waitFor(() => expect(session.getState().mismatch).toBeNull());
    await expect(session.signMessage('x')).resolves.toMatch(/^0x/);
  });

  test('the other chain can be signed in on instead, if it is supported', async () => {
    const { wallet, session } = await connectedOnPolygon();
    wallet.showChain('0xa');
    await waitFor(() =>
      expect(session.getState().mismatch).toMatchObject({ actual: null, actualChainId: '0xa' }),
    );
    await session.adoptWallet();
    expect(session.getState()).toMatchObject({ chain: 'Polygon' });

    wallet.showChain('0x1');
    await waitFor(() => expect(session.getState().mismatch).toMatchObject({ actual: 'Ethereum' }));
    await session.adoptWallet();
    expect(session.getState()).toMatchObject({ chain: 'Ethereum', mismatch: null });
  });

  test('a declined switch back says so, and the bar stays', async () => {
    const { wallet, session } = await connectedOnPolygon();
    wallet.showChain('0x1');
    await waitFor(() => expect(session.getState().mismatch).not.toBeNull());
    wallet.mood('wallet_switchEthereumChain', 'refusing');
    await session.switchBack();
    expect(session.getState()).toMatchObject({ notice: 'Transaction rejected by user', step: null });
    expect(session.getState().mismatch).not.toBeNull();
  });

  test('a locked wallet is not a mismatch', async () => {
    const { wallet, session } = await connectedOnPolygon();
    wallet.showAccounts([]);
    await Promise.resolve();
    expect(session.getState().mismatch).toBeNull();
  });
});

describe('a Solana wallet', () => {
  const faces = [
    ['Phantom', 'standard'],
    ['Phantom', 'injected'],
    ['Backpack', 'standard'],
    ['Backpack', 'injected'],
  ] as const;

  test.each(faces)(
    '%s (%s) connects, reads its balance, signs in by nonce and signature',
    async (name, face) => {
      const wallet = createMockSolanaWallet({ name });
      const { session, option, server, world } = aPage([foundSolana(wallet, face)]);
      const walletType = name === 'Phantom' ? 'phantom' : 'backpack';
      await session.connect(option(`Solana/${walletType}`));
      await waitFor(() => expect(session.getState().solBalance).toBe(1.5));

      expect(session.getState()).toMatchObject({
        connected: true,
        publicKey: wallet.address,
        chain: 'Solana',
        walletType,
        bridgeStatus: 'idle',
        user: { verified: true },
      });
      expect(world.readSolBalance).toHaveBeenCalledWith({
        address: wallet.address,
        rpcUrl: 'https://rpc.example',
      });
      expect(server.bodiesTo('/api/auth/verify')[0]).toMatchObject({
        wallet: wallet.address,
        signature: expect.stringMatching(/^[0-9a-f]{128}$/),
        walletType,
        chain: 'Solana',
      });
      await expect(session.signMessage('Place bet')).resolves.toMatch(/^[0-9a-f]{128}$/);
    },
  );

  test('a bare signature is accepted like a wrapped one', async () => {
    const wallet = createMockSolanaWallet({ bareSignature: true });
    const { session, option } = aPage([foundSolana(wallet, 'injected')]);
    await session.connect(option('Solana/phantom'));
    await expect(session.signMessage('x')).resolves.toMatch(/^[0-9a-f]{128}$/);
  });

  test('counts as connected while the wallet still shows the sign-in request', async () => {
    const wallet = createMockSolanaWallet();
    wallet.mood('signMessage', 'hanging');
    const { session, option } = aPage([foundSolana(wallet)]);
    void session.connect(option('Solana/phantom'));
    await waitFor(() => expect(wallet.calls).toContain('signMessage'));
    expect(session.getState()).toMatchObject({
      connected: true,
      connecting: false,
      step: 'sign-in',
      authToken: null,
    });
    await session.connect(option('Solana/phantom'));
    expect(wallet.calls.filter((call) => call === 'connect')).toHaveLength(1);
  });

  test.each(['en', 'es'] as const)(
    'a wallet that cannot bet with real stakes shows a notice when it connects, in %s',
    async (language) => {
      await chooseLanguage(language);
      const live = { config: { mode: 'live' as const } };
      const contract = aPage([foundEvm(createMockEvmWallet())], live);
      const refusal = say('wallet-is-contract');
      const { sentence: error, reason } = refusal;
      contract.server.refuse('/api/auth/nonce', { status: 403, code: 'wallet-unsupported', error, reason });
      await contract.session.connect(contract.option('Ethereum/io.metamask'));
      expect(contract.session.getState()).toMatchObject({
        connected: true,
        authToken: null,
        notice: translatedMessage(refusal),
      });
      expect(translatedMessage(refusal) === error).toBe(language === 'en');

      const delegated = aPage([foundEvm(createMockEvmWallet())], live);
      const notice = say('wallet-code-refuses');
      delegated.server.setSignInNotice(notice);
      await delegated.session.connect(delegated.option('Ethereum/io.metamask'));
      expect(delegated.session.getState()).toMatchObject({
        authToken: expect.any(String),
        notice: translatedMessage(notice),
      });
      expect(translatedMessage(notice) === notice.sentence).toBe(language === 'en');
      await chooseLanguage('en');
    },
  );

  test('a declined sign-in is only logged', async () => {
    const wallet = createMockSolanaWallet();
    wallet.mood('signMessage', 'refusing');
    const { session, option, world } = aPage([foundSolana(wallet)]);
    await session.connect(option('Solana/phantom'));
    expect(session.getState()).toMatchObject({ connected: true, authToken: null, notice: null });
    expect(world.log).toHaveBeenCalledWith('Sign-in failed', expect.objectContaining({ code: 4001 }));
  });

  test('a balance that cannot be read is logged and shown as 0', async () => {
    const readSolBalance = () => Promise.reject(new Error('429'));
    const { session, option, world } = aPage([foundSolana(createMockSolanaWallet())], {
      world: { readSolBalance },
    });
    await session.connect(option('Solana/phantom'));
    await waitFor(() => expect(session.getState().solBalance).toBe(0));
    expect(world.log).toHaveBeenCalledWith('The SOL balance could not be read', expect.any(Error));
  });

  test('disconnect clears everything, stays on the page, and nothing connects automatically afterwards', async () => {
    const wallet = createMockSolanaWallet({ trusted: true });
    const { session, option, world } = aPage([foundSolana(wallet)]);
    await settled(session);
    expect(session.getState().connected).toBe(true);
    session.disconnect();
    expect(session.getState()).toMatchObject({
      connected: false,
      bridgeStatus: 'idle',
      solBalance: null,
      user: null,
    });
    for (const key of ['authToken', 'user', 'walletAddress', 'walletChain'])
      expect(localStorage.getItem(key)).toBeNull();
    expect(world.reload).not.toHaveBeenCalled();
    expect(wallet.calls).toContain('disconnect');
    expect(option('Solana/phantom').status).toBe('recent');

    wallet.calls.length = 0;
    const again = aPage([foundSolana(wallet)]);
    await settled(again.session);
    expect(wallet.calls).toEqual([]);
  });

  test('an already trusted Phantom connects silently, reads its balance and signs in', async () => {
    const wallet = createMockSolanaWallet({ trusted: true });
    const { session } = aPage([foundSolana(wallet, 'injected')]);
    await waitFor(() => expect(session.getState().authToken).not.toBeNull());
    expect(session.getState()).toMatchObject({ connected: true, publicKey: wallet.address, solBalance: 1.5 });
    expect(wallet.calls).not.toContain('connect');
  });

  test('a trusted Phantom with a stored token does not sign again', async () => {
    const wallet = createMockSolanaWallet({ trusted: true });
    const first = aPage([foundSolana(wallet)]);
    await waitFor(() => expect(first.session.getState().authToken).not.toBeNull());
    wallet.calls.length = 0;
    const { session } = aPage([foundSolana(wallet)]);
    await waitFor(() => expect(session.getState().solBalance).toBe(1.5));
    expect(session.getState()).toMatchObject({ connected: true, authToken: expect.any(String) });
    expect(wallet.calls).not.toContain('signMessage');
  });

  test('a Phantom that arrives late is still found', async () => {
    const wallet = createMockSolanaWallet({ trusted: true });
    const { session, discovery } = aPage([]);
    discovery.add(foundSolana(wallet));
    await waitFor(() => expect(session.getState().connected).toBe(true));
  });

  test.each(['standard', 'injected'] as const)(
    'a Phantom that does not trust the site yet opens nothing (%s)',
    async (face) => {
      const wallet = createMockSolanaWallet();
      const { session } = aPage([foundSolana(wallet, face)]);
      await waitFor(() => expect(wallet.calls).toEqual(['connect silently']));
      await settled(session);
      expect(session.getState()).toMatchObject({ connected: false, notice: null });
    },
  );

  test('another account in the wallet is a mismatch', async () => {
    const wallet = createMockSolanaWallet();
    const { session, option } = aPage([foundSolana(wallet)]);
    await session.connect(option('Solana/phantom'));
    const shown = createMockSolanaWallet({ secret: new Uint8Array(32).fill(9) }).address;
    wallet.showAccount(shown);
    await waitFor(() =>
      expect(session.getState().mismatch).toEqual({
        kind: 'account',
        expected: wallet.address,
        actual: shown,
      }),
    );
  });
});

describe('two tabs', () => {
  /** Dispatches the event that the browser sends to every other tab after a change of storage. */
  const storageEvent = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

  test('signing in and out here shows in the other tab', async () => {
    const wallet = createMockEvmWallet();
    const here = aPage([foundEvm(wallet)]);
    const there = aPage([foundEvm(wallet)]);
    await here.session.connect(here.option('Polygon/io.metamask'));
    storageEvent('walletAddress');
    expect(there.session.getState()).toMatchObject({
      connected: true,
      chain: 'Polygon',
      user: { kycLevel: 0 },
    });

    here.session.disconnect();
    storageEvent('walletAddress');
    expect(there.session.getState()).toMatchObject({ connected: false, user: null, authToken: null });
    expect(there.world.reload).not.toHaveBeenCalled();
  });

  test('a new token from the other tab replaces the token here', async () => {
    const wallet = createMockEvmWallet();
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    localStorage.setItem('authToken', 'newer');
    storageEvent('authToken');
    expect(session.getState().authToken).toBe('newer');
    storageEvent('theme');
    expect(session.getState().connected).toBe(true);
  });

  test('clearing the storage by hand signs out', async () => {
    const wallet = createMockEvmWallet();
    const { session, option } = aPage([foundEvm(wallet)]);
    await session.connect(option('Polygon/io.metamask'));
    localStorage.clear();
    storageEvent(null);
    expect(session.getState()).toMatchObject({ connected: false, authToken: null });
    expect(storedSession.read().token).toBeNull();
  });
});

test('wallets that already allow the site are found without opening any', async () => {
  const allowed = createMockEvmWallet({ authorised: true, chainId: '0x38' });
  const strange = createMockEvmWallet({ secret: '44'.repeat(32) });
  const { session } = aPage([
    foundEvm(allowed),
    foundEvm(strange, { name: 'Rabby', rdns: 'io.rabby' }),
    foundEvm(createMockEvmWallet({ authorised: true }), {
      rdns: 'app.tallystone.practice',
      isPractice: true,
    }),
  ]);
  await expect(session.findAuthorised()).resolves.toMatchObject([
    { address: allowed.address, option: { chain: 'BSC', name: 'MetaMask' } },
  ]);
  expect([...allowed.calls, ...strange.calls]).not.toContain('eth_requestAccounts');
});
