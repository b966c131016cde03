import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPracticeChain, type PracticeChain } from '../../scripts/open-practice-chain.mjs';

const USD = 1_000_000n;
const WINDOW = 30;
const folder = join(mkdtempSync(join(tmpdir(), 'tallystone-practice-')), 'keys');

let chain: PracticeChain;
beforeAll(async () => {
  chain = await openPracticeChain({ folder, objectionWindow: WINDOW });
});
afterAll(async () => {
  await chain.stop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const roleOf = (role: number) => chain.readEscrow('holderOf', [role]);
const addressIn = (file: string) =>
  // This tests the file: creating the account fails for an invalid key.
  privateKeyToAccount(readFileSync(join(folder, file), 'utf8') as `0x${string}`).address;

test('the house’s money is in the contract, free to back bets', async () => {
  expect(await chain.usdcOf(chain.escrow)).toBe(1_000_000n * USD);
  expect(await chain.readEscrow('free')).toBe(1_000_000n * USD);
});

test('bettors have practice USDC, admins and the guardian need none', async () => {
  const held = await Promise.all(chain.wallets.map(({ address }) => chain.usdcOf(address)));
  expect(chain.wallets.map(({ name }, i) => [name, held[i]])).toEqual([
    ['Practice bettor 1', 1000n * USD],
    ['Practice bettor 2', 1000n * USD],
    ['Practice admin 1', 0n],
    ['Practice admin 2', 0n],
    ['Practice guardian', 0n],
  ]);
});

test('only its owner can read each key file, whose key has its role in the contract, and the contract has the window', async () => {
  const files = ['resolver', 'finaliser', 'guardian', 'acceptance', 'risk-manager'];
  expect(await Promise.all(files.map((_, role) => roleOf(role)))).toEqual(files.map(addressIn));
  for (const file of [...files, 'relayer', 'practice-wallets.json']) {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  }
  expect(await chain.readEscrow('objectionWindow')).toBe(BigInt(WINDOW));
  expect(chain.settings.RESULT_WINDOW).toBe(String(WINDOW));
});

test('a wallet calls the token itself, and learns what the token refused', async () => {
  const [one, other] = chain.wallets;
  if (one === undefined || other === undefined) throw new Error('there are wallets');
  await chain.giveGas(one.address);
  const done = await chain.callTokenAs(one.key, [
    { functionName: 'transfer', args: [other.address, USD] },
    { functionName: 'transfer', args: [other.address, 1000n * USD] },
  ]);
  expect(done).toEqual([true, false]);
  expect(await chain.usdcOf(one.address)).toBe(999n * USD);
  expect(await chain.usdcOf(other.address)).toBe(1001n * USD);
});
