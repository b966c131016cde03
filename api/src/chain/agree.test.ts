import { HttpRequestError } from 'viem';
import { describe, expect, test } from 'vitest';
import { agree, askEach } from './agree.ts';
import { ChainDisagreement, ChainUnreachable } from './escrow-chain.ts';
import { type Endpoint, type Endpoints, openEndpoint } from './rpc.ts';

const SILENT = new HttpRequestError({ url: 'http://node.test', details: 'no connection' });
const UNKNOWN = new Error('header not found');

/** Nodes that each give one answer or throw it, and the list of those that were asked. */
function nodes(...answers: readonly unknown[]) {
  const endpoints = answers.map((_, i) => openEndpoint(`http://node-${i}.test`)) as unknown as Endpoints;
  const asked: number[] = [];
  const ask = async (endpoint: Endpoint): Promise<unknown> => {
    const i = endpoints.indexOf(endpoint);
    asked.push(i);
    const answer = answers[i];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { endpoints, ask, asked };
}

describe('answers of nodes', () => {
  test.each([
    [[7n, 7n]],
    [[7n, 7n, 7n]],
    [[7n, SILENT, 7n]],
    [[UNKNOWN, 7n, 7n]],
    [[7n, SILENT, UNKNOWN, 7n]],
  ])('an answer counts if two nodes give it and none contradicts: %s', async (answers) => {
    const { endpoints, ask } = nodes(...answers);
    expect(await agree(endpoints, 'a test', ask)).toBe(7n);
  });

  test.each([[[7n, 8n]], [[7n, 7n, 8n]], [[8n, 7n, 7n, 7n]], [[7n, SILENT, 8n]]])(
    'an answer does not count if one node contradicts: %s',
    async (answers) => {
      const { endpoints, ask } = nodes(...answers);
      await expect(agree(endpoints, 'a test', ask)).rejects.toThrow(ChainDisagreement);
    },
  );

  test.each([[[7n, SILENT]], [[UNKNOWN, 7n]], [[7n, SILENT, UNKNOWN]], [[SILENT, SILENT, SILENT]]])(
    'the answer of a single node does not count: %s',
    async (answers) => {
      const { endpoints, ask } = nodes(...answers);
      await expect(agree(endpoints, 'a test', ask)).rejects.toThrow(ChainUnreachable);
    },
  );
});

test('a node that does not answer rests for a while, unless that leaves fewer than two', async () => {
  const three = nodes(7n, SILENT, 7n);
  for (let i = 0; i < 3; i++) await askEach(three.endpoints, 'a test', three.ask);
  expect(three.asked.filter((i) => i === 1)).toHaveLength(1);
  const two = nodes(7n, SILENT);
  for (let i = 0; i < 3; i++) await expect(askEach(two.endpoints, 'a test', two.ask)).rejects.toThrow();
  expect(two.asked.filter((i) => i === 1)).toHaveLength(3);
});

test('a node that just does not know a block does not rest', async () => {
  const { endpoints, ask, asked } = nodes(7n, UNKNOWN, 7n);
  for (let i = 0; i < 3; i++) await askEach(endpoints, 'a test', ask);
  expect(asked.filter((i) => i === 1)).toHaveLength(3);
});
