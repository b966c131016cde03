import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aTestChain, type TestChain } from '@tallystone/testkit/chain/follow.ts';
import { aLyingNode, type LyingNode } from '@tallystone/testkit/chain/lying-node.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig, requireChain } from '../config.ts';
import { type ChainSettings, ChainSetupError } from './chain-settings.ts';
import { ChainDisagreement, ChainUnreachable } from './escrow-chain.ts';
import { openChain } from './open-chain.ts';

let chain: TestChain;
let liar: LyingNode;
let settings: ChainSettings;
beforeAll(async () => {
  chain = await aTestChain();
  liar = await aLyingNode(chain.rpcUrl);
  const env = { DATABASE_URL: 'postgres://db/x', PUBLIC_ORIGIN: 'http://127.0.0.1:3000' };
  settings = requireChain(parseConfig({ ...env, ...chain.settings }));
});
afterAll(async () => {
  await liar.stop();
  await chain.stop();
});

test('opens if settings, keys and chain agree', async () => {
  const opened = await openChain(settings);
  expect(opened.chain.token).toEqual({ address: settings.usdc, name: 'USD Coin', version: '2' });
  expect(opened.chain.place).toEqual({ chainId: 137, escrow: settings.escrow });
  expect(opened.chain.escrowBlock).toBe(chain.escrowBlock);
  const relayer = privateKeyToAccount(chain.keys.relayer ?? '0x').address;
  expect(opened.keys.addressOf('relayer')).toBe(relayer.toLowerCase());
  expect(opened.acceptance(`0x${'1'.repeat(64)}`)).toHaveLength(2 + 130);
});

const elsewhere = `0x${'ab'.repeat(20)}` as const;

test.each<[string, () => Partial<ChainSettings>, RegExp]>([
  [
    'a node of another chain',
    () => ({ chainId: 1 }),
    /^CHAIN_RPC_URLS: .* is of chain 137, and CHAIN_ID is 1$/,
  ],
  ['no token', () => ({ usdc: elsewhere }), /^USDC_ADDRESS: there is no USDC at 0xabab/],
  ['the contract as the token', () => ({ usdc: settings.escrow }), /^USDC_ADDRESS: there is no USDC at/],
  ['no contract', () => ({ escrow: elsewhere }), /^ESCROW_ADDRESS: there is no escrow contract at 0xabab/],
  [
    'the token as the contract',
    () => ({ escrow: settings.usdc }),
    /^ESCROW_ADDRESS: there is no escrow contract/,
  ],
  [
    'another window',
    () => ({ resultWindowSeconds: 7200 }),
    /^RESULT_WINDOW is 7200, and the contract waits 0 /,
  ],
  [
    'another block',
    () => ({ escrowBlock: settings.escrowBlock + 1n }),
    /^ESCROW_BLOCK: the contract was not deployed/,
  ],
])('does not open on %s', async (_, but, message) => {
  const opening = openChain({ ...settings, ...but() });
  await expect(opening).rejects.toThrow(ChainSetupError);
  await expect(opening).rejects.toThrow(message);
});

test.each([
  ['acceptance', 'acceptance-signer'],
  ['risk-manager', 'risk-manager'],
  ['resolver', 'resolver'],
  ['finaliser', 'finaliser'],
  ['guardian', 'guardian'],
])('does not open with another key in the file %s', async (file, role) => {
  const keysDir = mkdtempSync(join(tmpdir(), 'tallystone-other-keys-'));
  cpSync(settings.keysDir, keysDir, { recursive: true });
  const key = generatePrivateKey();
  writeFileSync(join(keysDir, file), key);
  const ours = privateKeyToAccount(key).address.toLowerCase();
  const opening = openChain({ ...settings, keysDir });
  await expect(opening).rejects.toThrow(
    `CHAIN_KEYS_DIR: the key in the file ${file} is of ${ours}, and the contract's ${role} is 0x`,
  );
  await expect(opening).rejects.toThrow(ChainSetupError);
  rmSync(keysDir, { recursive: true });
});

test('does not open with a token that has other decimals or checks signatures with another name', async () => {
  const rpcUrls = [liar.url, liar.url] as const;
  // Both nodes answer this, like nodes of a chain with such a token.
  const answerTo = (selector: string, answer: string) =>
    liar.lie(({ method, params, result }) => {
      const [call] = params as [{ data?: string }];
      return method === 'eth_call' && call?.data === selector ? answer : result;
    });
  answerTo('0x313ce567', `0x${'12'.padStart(64, '0')}`);
  await expect(openChain({ ...settings, rpcUrls })).rejects.toThrow(
    'USDC_ADDRESS: the token has 18 decimals, expected 6',
  );
  answerTo('0x3644e515', `0x${'ee'.repeat(32)}`);
  await expect(openChain({ ...settings, rpcUrls })).rejects.toThrow(
    /^USDC_ADDRESS: the token "USD Coin" checks signatures by other words than its name and version "2"$/,
  );
  liar.lie(null);
});

test('does not open if the nodes contradict each other, or one of them does not answer', async () => {
  liar.lie(({ method, result }) => (method === 'eth_call' ? `0x${'0'.repeat(64)}` : result));
  const contradicting = openChain({ ...settings, rpcUrls: [chain.rpcUrl, liar.url] });
  await expect(contradicting).rejects.toThrow(ChainDisagreement);
  liar.lie(null);
  const alone = openChain({ ...settings, rpcUrls: [chain.rpcUrl, 'http://127.0.0.1:9'] });
  await expect(alone).rejects.toThrow(ChainUnreachable);
});
