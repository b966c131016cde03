import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, afterEach, expect, test } from 'vitest';
import { inSpan } from '../tracing/in-span.ts';
import { createBetQueue } from './bet-queue.ts';
import type { BetRequest } from './bet-request.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
afterEach(() => exporter.reset());
afterAll(async () => {
  await provider.shutdown();
  for (const api of [trace, context, propagation]) api.disable();
});

test('a batch is one span, linked to the requests of its bets', async () => {
  const queue = createBetQueue({
    answerBatch: async ({ bets }) => bets.map(() => ({ kind: 'failed', error: new Error('no') })),
    onPlaced: () => undefined,
  });
  const bet = { marketId: 'm_one' } as BetRequest;
  const requests = ['first', 'second'].map((name) =>
    inSpan(name, {}, () => queue.submit(bet)).catch(() => undefined),
  );
  await Promise.all(requests);
  const spans = exporter.getFinishedSpans();
  const idOf = (name: string) => spans.find((span) => span.name === name)?.spanContext().spanId;
  const batch = spans.find(({ name }) => name === 'bet batch');
  expect(batch?.attributes).toEqual({ 'tallystone.market': 'm_one', 'tallystone.bets': 2 });
  expect(batch?.links.map(({ context }) => context.spanId)).toEqual([idOf('first'), idOf('second')]);
});

test('a span of failed work names the kind of error, not its message', async () => {
  const work = () => Promise.reject(new TypeError('a wallet could be here'));
  await expect(inSpan('work', {}, work)).rejects.toThrow('a wallet could be here');
  const [span] = exporter.getFinishedSpans();
  expect(span?.attributes).toEqual({ 'error.type': 'TypeError' });
  expect(JSON.stringify([span?.status, span?.events])).not.toContain('wallet');
});
