import { expect, test } from 'vitest';
import { aTestChain, type TestChain } from './follow.ts';

/** The parts of a chain that a test can change, as the next test finds them. */
async function standing(chain: TestChain) {
  const address = chain.wallets[0]?.address ?? '';
  return {
    block: await chain.rpc('eth_blockNumber'),
    nonce: await chain.rpc('eth_getTransactionCount', [address, 'latest']),
    gas: await chain.rpc('eth_getBalance', [address, 'latest']),
    usdc: await chain.usdcOf(address),
    mines: await chain.rpc('anvil_getAutomine'),
    waiting: await chain.rpc('txpool_status'),
  };
}

test('a chain is as it was furnished for each test, whatever the one before did', async () => {
  const first = await aTestChain();
  const before = await standing(first);
  const [{ address = '' } = {}] = first.wallets;
  await first.mintEach([{ to: address, amount: 5n }]);
  await first.rpc('anvil_setNonce', [address, '0x7']);
  await first.giveGas(address);
  await first.passTime(40 * 86_400);
  await first.rpc('anvil_setBlockTimestampInterval', [9]);
  await first.rpc('evm_setAutomine', [false]);
  await first.rpc('anvil_impersonateAccount', [address]);
  await first.rpc('eth_sendTransaction', [{ from: address, to: address }]);
  expect(await standing(first)).not.toMatchObject({ waiting: before.waiting });
  await first.stop();

  const asked = Math.floor(Date.now() / 1000);
  const second = await aTestChain();
  expect(await standing(second)).toEqual(before);
  // An hour ahead of other clocks again.
  const began = (await second.now()) - 3600;
  expect(began).toBeGreaterThanOrEqual(asked);
  expect(began).toBeLessThanOrEqual(Date.now() / 1000);
  // Blocks don't advance the time.
  const now = await second.now();
  await second.finalise();
  expect(await second.now()).toBe(now);
  await expect(aTestChain()).rejects.toThrow('has not stopped the chain');
  await second.stop();
});

test('a chain knows its first blocks, however many the tests before made and took back themselves', async () => {
  const first = await aTestChain();
  for (let round = 0; round < 3; round++) {
    const snapshot = await first.rpc('evm_snapshot');
    await first.rpc('anvil_mine', ['0x5dc']);
    await first.rpc('evm_revert', [snapshot]);
  }
  await first.stop();
  const second = await aTestChain();
  await second.rpc('evm_mine');
  await expect(second.escrowChain.balance(second.escrowBlock)).resolves.toBeTypeOf('bigint');
  await second.stop();
});
