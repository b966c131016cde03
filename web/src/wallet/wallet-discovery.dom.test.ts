import { createMockEvmWallet, createMockSolanaWallet } from '@tallystone/testkit/wallets/mock-connector.ts';
import { announceProvider } from 'mipd';
import { afterEach, expect, test, vi } from 'vitest';
import { listWalletOptions } from './list-wallet-options.ts';
import { createWalletDiscovery } from './wallet-discovery.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

function announce(name: string, rdns: string, icon = 'data:image/png;base64,AA'): void {
  const { provider } = createMockEvmWallet();
  // Icon and provider are untyped here, because a third party may send anything.
  const detail = { info: { name, rdns, uuid: crypto.randomUUID(), icon }, provider } as unknown;
  undo.push(announceProvider(detail as Parameters<typeof announceProvider>[0]));
}

function inject(name: 'ethereum' | 'phantom' | 'backpack', value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true });
  undo.push(() => Reflect.deleteProperty(window, name));
}

const names = () =>
  createWalletDiscovery()
    .found()
    .map(({ kind, info }) => `${kind} ${info.name}`);

test('no wallet is found if none is installed', () => {
  expect(names()).toEqual([]);
});

test('announced EVM wallets are found once each, even if they announce themselves late', () => {
  announce('MetaMask', 'io.metamask');
  const discovery = createWalletDiscovery();
  const onChange = vi.fn();
  discovery.subscribe(onChange);
  announce('Rabby', 'io.rabby');
  announce('MetaMask again', 'io.metamask');
  expect(discovery.found().map(({ info }) => [info.name, info.walletType])).toEqual([
    ['MetaMask', 'metamask'],
    ['Rabby', 'evm'],
  ]);
  expect(onChange).toHaveBeenCalled();
  expect(discovery.found()).toBe(discovery.found());
});

test('window.ethereum is used only if no real wallet announced itself', () => {
  inject('ethereum', createMockEvmWallet().provider);
  announce('Practice wallet', 'app.tallystone.practice');
  expect(names()).toEqual(['evm MetaMask', 'evm Practice wallet']);
  announce('Rabby', 'io.rabby');
  expect(names()).toEqual(['evm Practice wallet', 'evm Rabby']);
});

test('a window.ethereum that takes no requests is not a wallet', () => {
  inject('ethereum', { isMetaMask: true });
  expect(names()).toEqual([]);
});

test('Phantom and Backpack are found on the window', () => {
  inject('phantom', { solana: createMockSolanaWallet().injected });
  inject('backpack', createMockSolanaWallet({ name: 'Backpack' }).injected);
  expect(names()).toEqual(['injected-solana Phantom', 'injected-solana Backpack']);
});

test('the Wallet Standard is preferred to the window, and other wallets are left out', () => {
  inject('phantom', { solana: createMockSolanaWallet().injected });
  const discovery = createWalletDiscovery();
  const register = (wallet: unknown) =>
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register: (wallet: unknown) => () => void }) => undo.push(api.register(wallet)),
      }),
    );
  register(createMockSolanaWallet().standard);
  register({ ...createMockSolanaWallet({ name: 'Backpack' }).standard, name: 'Solflare' });
  expect(discovery.found().map(({ kind, info }) => `${kind} ${info.name}`)).toEqual([
    'wallet-standard Phantom',
  ]);
});

test('only images are shown as icons', () => {
  announce('Good', 'a.good');
  announce('Bad', 'a.bad', 'javascript:alert(1)');
  announce('Far', 'a.far', 'https://tracker.example/x.png');
  const icons = createWalletDiscovery()
    .found()
    .map(({ info }) => info.icon);
  expect(icons).toEqual(['data:image/png;base64,AA', null, null]);
});

test('on a phone a missing wallet opens as an app', () => {
  const page = new URL('https://tallystone.example/profile?tab=1');
  const options = listWalletOptions({ found: [], remembered: null, onPhone: true, page });
  expect(options.map(({ id, status, href }) => [id, status, href])).toEqual([
    ['Ethereum/metamask', 'open-in-app', 'https://link.metamask.io/dapp/tallystone.example/profile?tab=1'],
    ['BSC/metamask', 'open-in-app', 'https://link.metamask.io/dapp/tallystone.example/profile?tab=1'],
    ['Polygon/metamask', 'open-in-app', 'https://link.metamask.io/dapp/tallystone.example/profile?tab=1'],
    [
      'Solana/phantom',
      'open-in-app',
      'https://phantom.app/ul/browse/https%3A%2F%2Ftallystone.example%2Fprofile%3Ftab%3D1?ref=https%3A%2F%2Ftallystone.example',
    ],
  ]);
});
