import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { WireConfig } from '@tallystone/core/http-api/config';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { createStore } from 'mipd';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { announcePracticeWallets } from './announce-practice-wallets.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { makePracticeSecret, practiceKey } from './practice-key.ts';
import { practiceKeys } from './practice-keys.ts';
import { createPracticeProvider } from './practice-provider.ts';
import { practiceRequests } from './practice-requests.ts';

/** Long enough for a machine that runs other tests at the same time. */
const waitFor = (isSo: () => unknown) => vi.waitFor(isSo, { timeout: 30_000 });

const adminKey = '0x0123456789012345678901234567890123456789012345678901234567890123';
const providers = createStore();

/** The provider as any page finds it, announced as an extension would announce it. */
function announced(name: string): Eip1193Provider {
  const detail = providers.getProviders().find(({ info }) => info.name === name);
  if (!detail) throw new Error(`${name} was not announced`);
  return detail.provider as Eip1193Provider; // the practice wallets implement this interface
}

const adminAddress = '0x14791697260E4c9A71f18484C9f997B308e59325';
const demo: WireConfig = {
  mode: 'demo',
  practiceWallets: true,
  practiceAdmin: adminAddress,
  solanaRpcUrl: '/rpc',
  feed: 'demo-feed',
};
const namesFound = () => providers.getProviders().map(({ info }) => [info.name, info.rdns]);

/** Stores the key as a practice link would. */
function openLink(key: string): void {
  window.history.replaceState(null, '', `/admin#practice=${key}`);
  practiceKeys.takeFromAddress();
}

beforeAll(async () => {
  await announcePracticeWallets(demo);
});
beforeEach(() => localStorage.clear());

describe('without the key of its link', () => {
  test('the practice admin is not announced, nor with a key of an earlier start or an invalid key', async () => {
    expect(namesFound()).toEqual([['Practice wallet', 'app.tallystone.practice']]);
    for (const key of [makePracticeSecret(), '0'.repeat(64)]) {
      openLink(key);
      await announcePracticeWallets(demo);
    }
    expect(namesFound()).toHaveLength(1);
  });

  test('a key is ignored if the server has no practice admin', async () => {
    openLink(adminKey);
    const { practiceAdmin: _, ...open } = demo;
    await announcePracticeWallets(open);
    expect(namesFound()).toHaveLength(1);
    await announcePracticeWallets(demo);
    await announcePracticeWallets(demo);
    expect(namesFound()).toHaveLength(2);
  });
});

describe('a practice key', () => {
  test('has the address of its secret, in EIP-55 letters', () => {
    expect(practiceKey(`${'0'.repeat(63)}1`).address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
    expect(practiceKey(adminKey).address).toBe('0x14791697260E4c9A71f18484C9f997B308e59325');
  });

  test('signs as personal_sign does, so that its address can be recovered', () => {
    const key = practiceKey(makePracticeSecret());
    const message = utf8ToBytes('Place bet: 25 on o_1 at 1.85 odds');
    const signature = hexToBytes(key.personalSign(message).slice(2));
    const digest = keccak_256(
      concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message),
    );
    const recovered = concatBytes(Uint8Array.of((signature[64] ?? 0) - 27), signature.subarray(0, 64));
    const publicKey = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
    expect(`0x${bytesToHex(keccak_256(point).subarray(-20))}`).toBe(key.address.toLowerCase());
  });

  test('two secrets differ', () => {
    expect(makePracticeSecret()).not.toBe(makePracticeSecret());
  });
});

describe('the practice wallets', () => {
  test('are announced once each', () => {
    expect(namesFound()).toEqual([
      ['Practice wallet', 'app.tallystone.practice'],
      ['Practice admin', 'app.tallystone.practice-admin'],
    ]);
  });

  test('the key is made at the first connect and kept', async () => {
    const wallet = announced('Practice wallet');
    await expect(wallet.request({ method: 'eth_accounts' })).resolves.toEqual([]);
    const [address] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]; // EIP-1193 says so
    expect(localStorage.getItem('tallystone.practice')).toMatch(/^[0-9a-f]{64}$/);
    await expect(wallet.request({ method: 'eth_accounts' })).resolves.toEqual([address]);
    await expect(wallet.request({ method: 'eth_requestAccounts' })).resolves.toEqual([address]);
  });

  test('the admin has the key of its link', async () => {
    await expect(announced('Practice admin').request({ method: 'eth_requestAccounts' })).resolves.toEqual([
      adminAddress,
    ]);
  });

  test('switch between our chains, report it, stay there, and know no other chains', async () => {
    const wallet = announced('Practice wallet');
    const onChain = vi.fn();
    wallet.on?.('chainChanged', onChain);
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] });
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] });
    expect(onChain.mock.calls).toEqual([['0x89']]);
    await expect(wallet.request({ method: 'eth_chainId' })).resolves.toBe('0x89');
    await expect(
      wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
    ).rejects.toMatchObject({ code: 4902 });
  });

  test('of this browser signs in to this page without asking, but signs nothing else', async () => {
    const wallet = announced('Practice wallet');
    const [address = ''] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]; // EIP-1193 says so
    const ask = (of: Eip1193Provider, text: string, as: string) =>
      of.request({ method: 'personal_sign', params: [`0x${bytesToHex(utf8ToBytes(text))}`, as] });
    const opening = (domain: string, of: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${of}\n\nURI: x`;
    await expect(ask(wallet, opening(window.location.host, address), address)).resolves.toMatch(/^0x/);
    expect(practiceRequests.current()).toBeNull();

    const shown = [
      [wallet, opening('evil.example', address), address],
      [wallet, opening(window.location.host, adminAddress), address],
      [wallet, `Place bet: 25 on o_1 at 1.85 odds\n${opening(window.location.host, address)}`, address],
      // The admin's key comes from a link, so it asks each time.
      [announced('Practice admin'), opening(window.location.host, adminAddress), adminAddress],
    ] as const;
    for (const [of, text, as] of shown) {
      const asked = ask(of, text, as);
      await waitFor(() => expect(practiceRequests.current()).toMatchObject({ text }));
      practiceRequests.current()?.answer(false);
      await expect(asked).rejects.toMatchObject({ code: 4001 });
    }
  });

  test('sign only a text that a person has approved, shown exactly', async () => {
    const wallet = announced('Practice admin');
    const [address] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]; // EIP-1193 says so
    const sign = (text: string) =>
      wallet.request({ method: 'personal_sign', params: [`0x${bytesToHex(utf8ToBytes(text))}`, address] });

    const approved = sign('hello world');
    const refused = sign('second text');
    await waitFor(() => expect(practiceRequests.current()).toMatchObject({ text: 'hello world', address }));
    practiceRequests.current()?.answer(true);
    // The expected signature is from the tests of ethers.
    await expect(approved).resolves.toBe(
      '0xddd0a7290af9526056b4e35a077b9a11b513aa0028ec6c9880948544508f3c63265e99e47ad31bb2cab9646c504576b3abc6939a1710afc08cbf3034d73214b81c',
    );

    await waitFor(() => expect(practiceRequests.current()?.text).toBe('second text'));
    practiceRequests.current()?.answer(false);
    await expect(refused).rejects.toMatchObject({ code: 4001 });
    expect(practiceRequests.current()).toBeNull();
  });

  test('sign for no other account and support no other methods', async () => {
    const wallet = announced('Practice admin');
    const stranger = '0x2222222222222222222222222222222222222222';
    await expect(
      wallet.request({ method: 'personal_sign', params: ['0x00', stranger] }),
    ).rejects.toMatchObject({
      code: -32602,
    });
    await expect(wallet.request({ method: 'eth_sendTransaction', params: [] })).rejects.toMatchObject({
      code: 4200,
    });
  });
});

describe('a wallet of a practice chain', () => {
  afterEach(() => vi.unstubAllGlobals());

  const chain = { rpcUrl: 'http://127.0.0.1:8545', chainId: '0x89' };
  const wallet = () =>
    createPracticeProvider({
      name: 'Practice bettor 1',
      secret: () => adminKey,
      makeSecret: async () => adminKey,
      chainKey: 'tallystone.practice-chain-1.chain',
      chain,
    });
  const bettor = '0x14791697260E4c9A71f18484C9f997B308e59325';
  const stake = stakeAuthorization(
    {
      betId: `0x${'0'.repeat(38)}${'1'.repeat(26)}`,
      marketId: `0x${'0'.repeat(6)}${'2'.repeat(26)}`,
      bettor,
      outcome: 1,
      stake: microUsdc(25_000_000n),
      odds: microOdds(1_850_000n),
      deadline: 4_070_908_800,
    },
    { chainId: 137, escrow: `0x${'33'.repeat(20)}` },
    { address: `0x${'44'.repeat(20)}`, name: 'USD Coin', version: '2' },
  );

  test('is announced with its own name once its link was opened, and no other is', async () => {
    await announcePracticeWallets({
      mode: 'live',
      practiceWallets: false,
      solanaRpcUrl: '/rpc',
      feed: 'azuro',
      live: {
        chainId: 137,
        chainName: 'Polygon',
        explorer: null,
        escrow: `0x${'33'.repeat(20)}`,
        usdc: { address: `0x${'44'.repeat(20)}`, name: 'USD Coin', version: '2' },
        rpcUrl: chain.rpcUrl,
      },
      practiceChain: {
        rpcUrl: chain.rpcUrl,
        wallets: [
          { name: 'Practice bettor 1', address: `0x${'22'.repeat(20)}` },
          { name: 'Practice bettor 2', address: bettor },
        ],
      },
    });
    expect(namesFound().slice(2)).toEqual([['Practice bettor 2', 'app.tallystone.practice-chain-2']]);
    const provider = announced('Practice bettor 2');
    await expect(provider.request({ method: 'eth_requestAccounts' })).resolves.toEqual([bettor]);
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x89');
  });

  test('is on that chain from the start', async () => {
    await expect(wallet().request({ method: 'eth_chainId' })).resolves.toBe('0x89');
  });

  test('signs the stake of a bet once a person has approved its fields', async () => {
    const signed = wallet().request({
      method: 'eth_signTypedData_v4',
      params: [bettor, JSON.stringify(stake)],
    });
    await waitFor(() => expect(practiceRequests.current()).toMatchObject({ isTypedData: true }));
    const shown = practiceRequests.current()?.text.split('\n') ?? [];
    expect(shown[0]).toBe('ReceiveWithAuthorization');
    expect(shown).toContain('value: 25000000');
    expect(shown).toContain(`nonce: ${stake.message.nonce}`);
    expect(shown).toContain('USD Coin 2');
    practiceRequests.current()?.answer(true);
    const bytes = hexToBytes(String(await signed).slice(2));
    const recovered = concatBytes(Uint8Array.of((bytes[64] ?? 0) - 27), bytes.subarray(0, 64));
    const key = secp256k1.recoverPublicKey(recovered, hexToBytes(typedDataDigest(stake).slice(2)), {
      prehash: false,
    });
    const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
    expect(`0x${bytesToHex(keccak_256(point).subarray(-20))}`).toBe(bettor.toLowerCase());
  });

  test('signs nothing for another chain, and nothing that it cannot read', async () => {
    const provider = wallet();
    const elsewhere = { ...stake, domain: { ...stake.domain, chainId: 1 } };
    for (const data of [JSON.stringify(elsewhere), '{}', 'no', undefined]) {
      await expect(
        provider.request({ method: 'eth_signTypedData_v4', params: [bettor, data] }),
      ).rejects.toMatchObject({ code: -32602 });
    }
    expect(practiceRequests.current()).toBeNull();
  });

  test('passes only reads to the node of that chain, and only while it is on that chain', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, JSON.parse(String(init.body)).method]);
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' });
    });
    const provider = wallet();
    await expect(provider.request({ method: 'eth_call', params: [] })).resolves.toBe('0x7');
    await expect(provider.request({ method: 'eth_sendRawTransaction', params: [] })).rejects.toMatchObject({
      code: 4200,
    });
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] });
    await expect(provider.request({ method: 'eth_call', params: [] })).rejects.toMatchObject({ code: 4200 });
    expect(asked).toEqual([[chain.rpcUrl, 'eth_call']]);
  });
});

// Last, because it loads the wallets again.
test('wallets of links are announced together with that of the demo, so nothing chooses before all are there', async () => {
  openLink(adminKey);
  vi.resetModules();
  const fresh = await import('./announce-practice-wallets.ts');
  const names: string[] = [];
  const onAnnounced = (event: Event) => names.push((event as CustomEvent).detail.info.name);
  window.addEventListener('eip6963:announceProvider', onAnnounced);
  const done = fresh.announcePracticeWallets(demo);
  expect(names).toEqual([]);
  await done;
  expect(names).toEqual(['Practice wallet', 'Practice admin']);
  window.removeEventListener('eip6963:announceProvider', onAnnounced);
});
