import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { awaitReceipt } from '../script/await-receipt.mjs';
import { startAnvil } from '../script/start-anvil.mjs';

/** Anvil's own account, which has gas. */
const SENDER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
beforeAll(async () => {
  anvil = await startAnvil({ blockTimeSeconds: null });
});
afterAll(() => anvil.stop());

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

async function ask(call: Call): Promise<{ result?: unknown }> {
  const response = await fetch(anvil.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  });
  // Every node's response.
  return (await response.json()) as { result?: unknown };
}

/** A node between a client and anvil: it computes the response first and sends it once `before` resolves. */
async function aNode(before: (call: Call) => Promise<void>) {
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      const call = JSON.parse(text) as Call & { id: number };
      const said = await ask(call);
      await before(call);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a path.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function aTransfer(nonce: number): Promise<Hex> {
  const account = privateKeyToAccount(SENDER);
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  const raw = await account.signTransaction({
    chainId: 137,
    type: 'eip1559',
    nonce,
    to: account.address,
    ...fees,
  });
  // A hash, as nodes return for this call.
  return (await ask({ method: 'eth_sendRawTransaction', params: [raw] })).result as Hex;
}

test('the last block isn’t missed if it arrives while the previous one is handled', async () => {
  await ask({ method: 'evm_setAutomine', params: [false] });
  let looksForReceipt = 0;
  let looksForBlock = 0;
  let isMined = false;
  const mine = async () => {
    isMined = true;
    await ask({ method: 'evm_mine' });
  };
  let heardOfBlock = () => {};
  const isHeardOf = new Promise<void>((resolve) => {
    heardOfBlock = resolve;
  });
  const node = await aNode(async ({ method }) => {
    if (method === 'eth_getTransactionReceipt' && !isMined && ++looksForReceipt === 3) await mine();
    // A second request for the number means the first response arrived.
    if (method === 'eth_blockNumber' && isMined && ++looksForBlock === 2) heardOfBlock();
    if (method === 'eth_getBlockByNumber' && !isMined) {
      await mine();
      await isHeardOf;
    }
  });
  const client = createPublicClient({ transport: http(node.url), pollingInterval: 20 });
  const hash = await aTransfer(0);
  const receipt = await awaitReceipt(client, hash);
  expect(receipt).toMatchObject({ status: 'success', transactionHash: hash, blockNumber: 1n });
  node.stop();
});

test('stops waiting on a node’s error, and after three minutes without a block', async () => {
  const client = createPublicClient({ transport: http(anvil.rpcUrl), pollingInterval: 20 });
  await expect(awaitReceipt(client, '0x12')).rejects.toThrow('invalid');
  const hash: Hex = `0x${'7'.repeat(64)}`;
  let minutes = 0;
  // Each poll takes a minute.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 60_000 * minutes++);
  await expect(awaitReceipt(client, hash)).rejects.toThrow(`no block has taken the transaction ${hash}`);
  clock.mockRestore();
});
