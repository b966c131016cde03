import { createMockEvmWallet } from '@tallystone/testkit/wallets/mock-connector.ts';
import { expect, test, vi } from 'vitest';
import { evmChains } from './evm-chains.ts';
import { createEvmConnector } from './evm-connector.ts';

const connectTo = (wallet: ReturnType<typeof createMockEvmWallet>, chain: 'Ethereum' | 'BSC' | 'Polygon') => {
  const onStep = vi.fn();
  return { onStep, address: createEvmConnector(wallet.provider).connect({ chain, onStep }) };
};
const steps = (onStep: ReturnType<typeof vi.fn>) => onStep.mock.calls.map(([step]) => step);

test('a wallet on the right chain is asked for its account only', async () => {
  const wallet = createMockEvmWallet({ chainId: '0x89' });
  const { address, onStep } = connectTo(wallet, 'Polygon');
  await expect(address).resolves.toBe(wallet.address);
  expect(wallet.calls).toEqual(['eth_requestAccounts', 'eth_chainId']);
  expect(steps(onStep)).toEqual(['connect']);
});

test('a wallet on another chain is asked to switch', async () => {
  const wallet = createMockEvmWallet();
  const { address, onStep } = connectTo(wallet, 'BSC');
  await address;
  expect(wallet.lastParams('wallet_switchEthereumChain')).toEqual([{ chainId: '0x38' }]);
  expect(steps(onStep)).toEqual(['connect', 'switch-chain']);
});

test.each([
  ['said plainly', { nested4902: false, movesAfterAdding: true }],
  ['wrapped in another error', { nested4902: true, movesAfterAdding: true }],
  ['and the wallet stays where it was after adding', { nested4902: false, movesAfterAdding: false }],
])('a chain that the wallet does not know is added: %s', async (_, behaviour) => {
  const wallet = createMockEvmWallet({ knownChains: ['0x1'], ...behaviour });
  const { address, onStep } = connectTo(wallet, 'Polygon');
  await expect(address).resolves.toBe(wallet.address);
  expect(wallet.lastParams('wallet_addEthereumChain')).toEqual([evmChains.Polygon]);
  expect(steps(onStep)).toEqual(['connect', 'switch-chain', 'add-chain']);
  expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x89');
});

test('every chain is added with name, currency, node and explorer', () => {
  for (const chain of Object.values(evmChains)) {
    expect(chain.nativeCurrency).toMatchObject({ symbol: expect.stringMatching(/^[A-Z]{3}$/), decimals: 18 });
    for (const url of [...chain.rpcUrls, ...chain.blockExplorerUrls]) expect(url).toMatch(/^https:\/\//);
  }
  expect(Object.entries(evmChains).map(([name, { chainId }]) => [name, chainId])).toEqual([
    ['Ethereum', '0x1'],
    ['BSC', '0x38'],
    ['Polygon', '0x89'],
  ]);
});

test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
  'a declined %s ends the connect',
  async (method) => {
    const wallet = createMockEvmWallet({ knownChains: ['0x1'] });
    wallet.mood(method, 'refusing');
    await expect(connectTo(wallet, 'Polygon').address).rejects.toMatchObject({ code: 4001 });
  },
);

test('a wallet that accepts but does not switch is noticed', async () => {
  const wallet = createMockEvmWallet();
  const { request } = wallet.provider;
  wallet.provider.request = (call) =>
    call.method === 'wallet_switchEthereumChain' ? Promise.resolve(null) : request(call);
  await expect(connectTo(wallet, 'BSC').address).rejects.toThrow('The wallet did not switch to BSC.');
});

test.each([[[]], [null], [['not an address']], ['0x']])('%o contains no account', async (accounts) => {
  const wallet = createMockEvmWallet();
  wallet.provider.request = async () => accounts;
  await expect(connectTo(wallet, 'Ethereum').address).rejects.toThrow('No Ethereum accounts available');
});

test('a signature that is not text is refused', async () => {
  const wallet = createMockEvmWallet();
  wallet.provider.request = async () => ({});
  const signing = createEvmConnector(wallet.provider).sign({ text: 'x', address: wallet.address });
  await expect(signing).rejects.toThrow('No signature returned.');
});

test('changes are watched until the listener is removed', () => {
  const wallet = createMockEvmWallet();
  const onChange = vi.fn();
  const stop = createEvmConnector(wallet.provider).watch(onChange);
  wallet.showChain('0x38');
  wallet.showAccounts([]);
  stop();
  wallet.showChain('0x1');
  expect(onChange).toHaveBeenCalledTimes(2);
});
