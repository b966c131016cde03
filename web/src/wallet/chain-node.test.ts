import { afterEach, describe, expect, test, vi } from 'vitest';
import { firstThatAnswers, nodeAt } from './chain-node.ts';
import { readUsdc } from './read-usdc.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const question = { method: 'eth_blockNumber', params: [] } as const;

describe('a node at a URL', () => {
  test('is asked in JSON-RPC, without cookies, and its result is the answer', async () => {
    const fetch = vi.fn(async (_: string, __: RequestInit) =>
      Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' }),
    );
    vi.stubGlobal('fetch', fetch);
    expect(await nodeAt('https://node.example')(question)).toBe('0x10');
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://node.example');
    expect(init?.credentials).toBe('omit');
    expect(JSON.parse(String(init?.body))).toMatchObject({
      jsonrpc: '2.0',
      method: 'eth_blockNumber',
      params: [],
    });
  });

  test('has not answered if it refuses', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32000 } }));
    await expect(nodeAt('https://node.example')(question)).rejects.toThrow('did not answer eth_blockNumber');
  });
});

describe('of several nodes', () => {
  test('the first answer is used, and the next node is not asked', async () => {
    const second = vi.fn();
    const ask = firstThatAnswers([async () => '0x1', second]);
    expect(await ask(question)).toBe('0x1');
    expect(second).not.toHaveBeenCalled();
  });

  test('one that never answers is replaced by the next', async () => {
    vi.useFakeTimers();
    const ask = firstThatAnswers([() => new Promise(() => {}), async () => '0x2']);
    const answer = ask(question);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answer).toBe('0x2');
  });

  test('it is an error if there is no node or none answers', async () => {
    await expect(firstThatAnswers([])(question)).rejects.toThrow('no node to ask');
    await expect(
      firstThatAnswers([
        async () => {
          throw new Error('busy');
        },
      ])(question),
    ).rejects.toThrow('busy');
  });
});

describe('the USDC of an address', () => {
  const token = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359';
  const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';

  const aNode = (balance: unknown, newest: unknown = '0x10') =>
    vi.fn(async ({ method }: { method: string }) => (method === 'eth_blockNumber' ? newest : balance));

  test("is the token's balance after the newest block, to the micro", async () => {
    const ask = aNode(`0x${1_234_567_891n.toString(16).padStart(64, '0')}`);
    expect(await readUsdc(ask, { token, address })).toEqual({ balance: 1234.567891, block: 16 });
    expect(ask).toHaveBeenCalledWith({
      method: 'eth_call',
      params: [{ to: token, data: `0x70a08231${'0'.repeat(24)}${address.slice(2)}` }, '0x10'],
    });
  });

  test.each(['0x', null, '0x01', 'no'])('is unknown if the node answers %s', async (answer) => {
    await expect(readUsdc(aNode(answer), { token, address })).rejects.toThrow('no balance');
  });

  test.each(['0x', null, 16])('is unknown if the newest block is %s', async (newest) => {
    await expect(readUsdc(aNode('0x01', newest), { token, address })).rejects.toThrow('no block number');
  });
});
