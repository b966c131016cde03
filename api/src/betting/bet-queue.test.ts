import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { expect, test, vi } from 'vitest';
import type { BatchedAnswer } from './answer-batch.ts';
import { type BetQueue, createBetQueue } from './bet-queue.ts';
import type { BetRequest } from './bet-request.ts';

function aRequest(number: number, marketId = 'm_one'): BetRequest {
  return {
    betId: `b_${number}`,
    uncheckedSession: null,
    family: 'evm',
    chain: null,
    marketId,
    terms: {
      outcomeId: 'o_one',
      stake: microUsdc(10_000n),
      odds: microOdds(2_000_000n),
      quoteExpiresAt: null,
    },
    identity: {
      userId: 'someone',
      quoteId: null,
      idempotencyKey: `${number}`,
      bodyHash: `${number}`,
      signedHash: `${number}`,
    },
    signedText: '',
    signature: '',
  };
}

/** A queue whose batches wait until they are released; all are answered as refused. */
function aHeldQueue(): { queue: BetQueue; batches: string[][]; letGo(): void } {
  const batches: string[][] = [];
  const held: (() => void)[] = [];
  const queue = createBetQueue({
    answerBatch: ({ bets }) => {
      batches.push(bets.map(({ betId }) => betId));
      return new Promise((resolve) => held.push(() => resolve(bets.map(() => aRefusal))));
    },
    onPlaced: () => undefined,
  });
  const letGo = () => {
    for (const go of held.splice(0)) go();
  };
  return { queue, batches, letGo };
}

const aRefusal: BatchedAnswer = {
  kind: 'refused',
  refusal: { kind: 'rejected', reason: 'market-closed' },
  market: null,
  funds: null,
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('it counts how long bets wait and what a batch takes, and says how many wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const counted: unknown[] = [];
    let release = (): void => undefined;
    const queue = createBetQueue({
      meters: { betWaited: (ms) => counted.push(ms), batchEnded: (batch) => counted.push(batch) },
      answerBatch: ({ bets }) =>
        new Promise((resolve) => {
          release = () => resolve(bets.map(() => aRefusal));
        }),
      onPlaced: () => undefined,
    });
    const first = queue.submit(aRequest(1));
    vi.advanceTimersByTime(3);
    const second = queue.submit(aRequest(2));
    expect(queue.waiting()).toBe(2);
    vi.advanceTimersByTime(1);
    expect([counted, queue.waiting()]).toEqual([[4, 1], 0]);
    vi.advanceTimersByTime(20);
    release();
    await Promise.all([first, second]);
    expect(counted).toEqual([4, 1, { bets: 2, ms: 20 }]);
  } finally {
    vi.useRealTimers();
  }
});

test('bets that arrive together leave together, and the hundredth does not wait', () => {
  const { queue, batches } = aHeldQueue();
  for (const number of numbers(99)) void queue.submit(aRequest(number));
  expect(batches).toEqual([]);
  void queue.submit(aRequest(99));
  expect(batches).toEqual([numbers(100).map((number) => `b_${number}`)]);
});

test('a single bet waits a few milliseconds for others', async () => {
  const { queue, batches } = aHeldQueue();
  void queue.submit(aRequest(1));
  await expect.poll(() => batches).toEqual([['b_1']]);
});

test('one batch of a market is placed at a time, and other markets do not wait for it', async () => {
  const { queue, batches, letGo } = aHeldQueue();
  for (const number of numbers(250)) void queue.submit(aRequest(number));
  for (const number of numbers(100)) void queue.submit(aRequest(number, 'm_two'));
  expect(batches.map((batch) => batch.length)).toEqual([100, 100]);
  letGo();
  await expect.poll(() => batches.map((batch) => batch.length)).toEqual([100, 100, 100]);
  letGo();
  await expect.poll(() => batches.map((batch) => batch.length)).toEqual([100, 100, 100, 50]);
});

test('with two thousand bets waiting, the next one is refused at once', async () => {
  const { queue } = aHeldQueue();
  for (const number of numbers(2100)) void queue.submit(aRequest(number));
  await expect(queue.submit(aRequest(2100))).rejects.toMatchObject({
    code: 'too-busy',
    retryAfterSeconds: 1,
  });
  const other = queue.submit(aRequest(1, 'm_two'));
  await expect(Promise.race([other, Promise.resolve('waiting')])).resolves.toBe('waiting');
});

test('draining answers every bet that was taken and takes no more', async () => {
  const { queue, letGo } = aHeldQueue();
  const answers = numbers(150).map((number) => queue.submit(aRequest(number)));
  let isDrained = false;
  const drained = queue.drain().then(() => {
    isDrained = true;
  });
  await expect(queue.submit(aRequest(150))).rejects.toMatchObject({ code: 'not-ready' });
  letGo();
  await expect(answers[0]).resolves.toMatchObject({ kind: 'refused' });
  expect(isDrained).toBe(false);
  letGo();
  await drained;
  await expect(Promise.all(answers)).resolves.toHaveLength(150);
  expect(queue.isIdle()).toBe(true);
});

test('a batch that throws fails its own bets and the queue goes on', async () => {
  let isBroken = true;
  const queue = createBetQueue({
    answerBatch: async ({ bets }) => {
      if (isBroken) throw new Error('broken');
      return bets.map(() => aRefusal);
    },
    onPlaced: () => undefined,
  });
  await expect(queue.submit(aRequest(1))).rejects.toThrow('broken');
  isBroken = false;
  await expect(queue.submit(aRequest(2))).resolves.toMatchObject({ kind: 'refused' });
});
