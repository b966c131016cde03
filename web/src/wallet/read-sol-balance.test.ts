import { afterEach, expect, test, vi } from 'vitest';
import { readSolBalance } from './read-sol-balance.ts';

const ADDRESS = '4Nd1mYwL5yDZcWVqSgqsTXuCqPqKhfGq3dXm1o8LmQ7n';

function nodeThatAnswers(answer: object) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(answer));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('asks for the confirmed balance and reads lamports as SOL', async () => {
  const fetched = nodeThatAnswers({ jsonrpc: '2.0', id: 1, result: { context: {}, value: 1_250_000_000 } });
  await expect(readSolBalance({ address: ADDRESS, rpcUrl: 'https://node.example/' })).resolves.toBe(1.25);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('https://node.example/');
  expect(JSON.parse(String(init?.body))).toMatchObject({
    method: 'getBalance',
    params: [ADDRESS, { commitment: 'confirmed' }],
  });
});

test.each([{ error: { code: -32602, message: 'Invalid param' } }, { result: { value: 'much' } }])(
  'an answer without a balance is refused: %o',
  async (answer) => {
    nodeThatAnswers(answer);
    await expect(readSolBalance({ address: ADDRESS, rpcUrl: 'https://node.example/' })).rejects.toThrow();
  },
);
