import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTicker, type Ticker } from './ticker.ts';

let rounds: number[];
let errors: unknown[];
/** The work of the next rounds, in order; later rounds do nothing. */
let work: (() => Promise<void>)[];
let ticker: Ticker;

beforeEach(() => {
  vi.useFakeTimers();
  rounds = [];
  errors = [];
  work = [];
  const begin = performance.now();
  ticker = createTicker({
    round: async () => {
      rounds.push(performance.now() - begin);
      await work.shift()?.();
    },
    onError: (error) => errors.push(error),
    paceMs: 100,
    idleMs: 1000,
    mostRestMs: 300,
  });
});
afterEach(() => {
  ticker.stop();
  vi.useRealTimers();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a ticker', () => {
  test('begins with a round, and keeps its pace however often it is woken', async () => {
    ticker.start();
    await after(0);
    for (let ms = 0; ms < 1000; ms += 10) {
      ticker.wake();
      ticker.wake();
      await after(10);
    }
    expect(rounds).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  });

  test('runs at once when it is woken after a pause', async () => {
    ticker.start();
    await after(450);
    ticker.wake();
    await after(0);
    expect(rounds).toEqual([0, 450]);
  });

  test('runs now and then without being woken', async () => {
    ticker.start();
    await after(3500);
    expect(rounds).toEqual([0, 1000, 2000, 3000]);
  });

  test('runs one round at a time, and another one if it was woken during it', async () => {
    let finish: () => void = () => undefined;
    work = [
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    ];
    ticker.start();
    await after(500);
    ticker.wake();
    await after(500);
    expect(rounds).toEqual([0]);
    finish();
    await after(299);
    expect(rounds).toEqual([0]);
    await after(1);
    expect(rounds).toEqual([0, 1300]);
  });

  test('rests after a round for as long as it took, so that it takes at most half of the time', async () => {
    const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
    work = [lasting(40), lasting(60), lasting(150), lasting(400)];
    ticker.start();
    for (let ms = 0; ms < 1500; ms += 10) {
      ticker.wake();
      await after(10);
    }
    expect(rounds).toEqual([0, 100, 220, 520, 1220, 1320, 1420]);
  });

  test('makes callers wait for a round that begins after the call', async () => {
    let finish: () => void = () => undefined;
    work = [
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    ];
    ticker.start();
    await after(50);
    let isServed = false;
    void ticker.next().then(() => {
      isServed = true;
    });
    finish();
    await after(0);
    expect([rounds, isServed]).toEqual([[0], false]);
    await after(50);
    expect([rounds, isServed]).toEqual([[0, 100], true]);
  });

  test('tries again after a failed round, and then resolves waiting callers', async () => {
    work = [
      async () => {
        throw new Error('the database went away');
      },
    ];
    const served = ticker.next();
    ticker.start();
    await after(999);
    expect([rounds, errors.length, ticker.lastRound]).toEqual([[0], 1, null]);
    await after(1);
    await served;
    expect(rounds).toEqual([0, 1000]);
    expect(ticker.lastRound).not.toBeNull();
  });

  test('does nothing before its start and after its stop', async () => {
    ticker.wake();
    await after(5000);
    expect(rounds).toEqual([]);
    ticker.start();
    await after(0);
    ticker.stop();
    ticker.wake();
    await after(5000);
    expect([rounds, ticker.lastRound]).toEqual([[5000], null]);
    ticker.start();
    await after(0);
    expect(rounds).toEqual([5000, 10_000]);
  });
});
