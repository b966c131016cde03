import type { IncomingMessage } from 'node:http';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { aWireMarket } from '@tallystone/testkit/server/wire-market.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMarketHeads } from './market-heads.ts';
import { createMarketReader } from './market-reader.ts';

let asked: string[];
let errors: unknown[];
let clock: Date;
let answer: (id: string) => Promise<WireMarket | null>;
let heads: ReturnType<typeof createMarketHeads>;
beforeEach(() => {
  asked = [];
  errors = [];
  clock = new Date('2026-11-22T12:00:00.000Z');
  answer = async (id) => aWireMarket({ id });
  heads = createMarketHeads({
    readMarket: createMarketReader({
      getMarket: (id) => {
        asked.push(id);
        return answer(id);
      },
      onError: (error) => errors.push(error),
      now: () => clock,
    }),
    siteOf: () => ({ domain: 'app.example', uri: 'https://app.example' }),
  });
});

// Only the URL is read.
const headOf = (url: string) => heads({ url } as IncomingMessage);

describe('the head of a market page', () => {
  test('has the market, its state, its address and its picture', async () => {
    expect(await headOf('/market/m_rain')).toEqual({
      title: 'Will it rain in Bergen tomorrow? · Tallystone',
      description:
        'Yes 54.2% at 1.83, No 45.8% at 2.17. Betting closes 2026-11-24 16:30 UTC. Volume 1.23K USDT.',
      address: 'https://app.example/market/m_rain',
      picture: {
        address: 'https://app.example/api/markets/m_rain/picture?v=7',
        width: 1200,
        height: 630,
        text: expect.stringMatching(/^Will it rain in Bergen tomorrow\?: Yes 54\.2%/),
      },
    });
  });

  test.each(['/market/m_rain/', '/market/m_rain?outcome=o_Yes', '/market/m_rain/?x'])(
    'is that of %s too',
    async (url) => {
      expect((await headOf(url))?.address).toBe('https://app.example/market/m_rain');
    },
  );

  test.each([
    '/',
    '/market',
    '/market/',
    '/market/m_rain/more',
    '/market/%00',
    '/market/a-b',
    `/market/${'a'.repeat(65)}`,
    '/profile?next=/market/m_rain',
  ])('%s has none, and no market is read for it', (url) => {
    expect(headOf(url)).toBeNull();
    expect(asked).toEqual([]);
  });

  test("of an unknown market is the app's", async () => {
    answer = async () => null;
    expect(await headOf('/market/m_none')).toBeNull();
  });

  test('is read once for concurrent requests, and again a while later', async () => {
    await Promise.all(Array.from({ length: 50 }, () => headOf('/market/m_rain')));
    clock = new Date(clock.getTime() + 1999);
    await headOf('/market/m_rain');
    expect(asked).toEqual(['m_rain']);
    clock = new Date(clock.getTime() + 1);
    await headOf('/market/m_rain');
    expect(asked).toHaveLength(2);
  });

  test("that cannot be read is the app's, and the error is reported", async () => {
    answer = () => Promise.reject(new Error('no database'));
    expect(await headOf('/market/m_rain')).toBeNull();
    expect(errors).toEqual([new Error('no database')]);
  });

  test("is the app's if reading takes too long", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      answer = () => new Promise(() => undefined);
      const heads: unknown[] = [];
      void headOf('/market/m_rain')?.then((head) => heads.push(head));
      await vi.advanceTimersByTimeAsync(999);
      expect(heads).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(heads).toEqual([null]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of very many markets at once is read for only a few', async () => {
    const waiting: (() => void)[] = [];
    answer = (id) => new Promise((resolve) => waiting.push(() => resolve(aWireMarket({ id }))));
    const all = Array.from({ length: 1000 }, (_, place) => headOf(`/market/m_${place}`));
    expect(asked).toHaveLength(8);
    for (const resolve of waiting) resolve();
    const found = (await Promise.all(all)).filter((head) => head !== null);
    expect(found).toHaveLength(8);
    answer = async (id) => aWireMarket({ id });
    expect(await headOf('/market/m_later')).not.toBeNull();
  });
});
