import type { WireMarket } from '@tallystone/core/http-api/markets';
import { aWireMarket } from '@tallystone/testkit/server/wire-market.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrawQueue } from './draw-queue.ts';
import { createMarketPictures, type MarketPictures } from './market-pictures.ts';

let clock: Date;
let read: string[];
let drawn: string[];
let markets: Map<string, WireMarket>;
let drawing: (market: WireMarket) => Promise<void>;
let pictures: MarketPictures;
beforeEach(() => {
  clock = new Date('2026-11-22T12:00:00.000Z');
  read = [];
  drawn = [];
  markets = new Map([['m_rain', aWireMarket()]]);
  drawing = async () => undefined;
  pictures = createMarketPictures({
    getMarket: async (id) => {
      read.push(id);
      return markets.get(id) ?? null;
    },
    draw: async (market) => {
      drawn.push(market.id);
      await drawing(market);
      return Buffer.from(`${market.id} ${market.version} ${market.state}`);
    },
    inTurn: createDrawQueue(),
    now: () => clock,
  });
});

const pictureOf = async (id = 'm_rain') => {
  const picture = await pictures.get(id);
  return picture === null ? null : Buffer.from(picture).toString();
};
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

describe('pictures of markets', () => {
  test('are drawn once for concurrent requests', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 100 }, () => pictureOf())))).toEqual(
      new Set(['m_rain 7 open']),
    );
    expect([read.length, drawn.length]).toEqual([1, 1]);
  });

  test('are kept while the market is unchanged', async () => {
    await pictureOf();
    for (let times = 0; times < 5; times += 1) {
      later(10_000);
      expect(await pictureOf()).toBe('m_rain 7 open');
    }
    expect([read.length, drawn.length]).toEqual([6, 1]);
  });

  test('are drawn again for a new version, and for a state that changed with time', async () => {
    await pictureOf();
    later(10_000);
    markets.set('m_rain', aWireMarket({ version: 8 }));
    expect(await pictureOf()).toBe('m_rain 8 open');
    later(10_000);
    markets.set('m_rain', aWireMarket({ version: 8, state: 'closed' }));
    expect(await pictureOf()).toBe('m_rain 8 closed');
  });

  test('of a busy market are drawn every ten seconds', async () => {
    for (let version = 1; version <= 100; version += 1) {
      markets.set('m_rain', aWireMarket({ version }));
      await pictureOf();
      later(500);
    }
    expect(drawn).toHaveLength(5);
  });

  test('are null for an unknown market', async () => {
    expect(await pictureOf('m_none')).toBeNull();
    expect(drawn).toEqual([]);
  });

  test('are drawn one after another, a few wait, and the others are refused for now', async () => {
    for (let place = 0; place < 100; place += 1) markets.set(`m_${place}`, aWireMarket({ id: `m_${place}` }));
    let atOnce = 0;
    let most = 0;
    drawing = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    };
    const asked = await Promise.allSettled(
      Array.from({ length: 100 }, (_, place) => pictureOf(`m_${place}`)),
    );
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect([most, drawn.length, refused.length]).toEqual([1, 16, 84]);
    expect(refused[0]).toMatchObject({ reason: { code: 'too-busy', retryAfterSeconds: 1 } });
    expect(await pictureOf('m_99')).toBe('m_99 7 open');
  });

  test('that fail do not block others, and are tried again', async () => {
    markets.set('m_snow', aWireMarket({ id: 'm_snow' }));
    drawing = async ({ id }) => {
      if (id === 'm_rain' && drawn.length === 1) throw new Error('no ink');
    };
    const [rain, snow] = await Promise.allSettled([pictureOf(), pictureOf('m_snow')]);
    expect(rain).toMatchObject({ status: 'rejected', reason: new Error('no ink') });
    expect(snow).toMatchObject({ value: 'm_snow 7 open' });
    expect(await pictureOf()).toBe('m_rain 7 open');
  });

  test('are kept for a limited number of markets', async () => {
    for (let place = 0; place < 101; place += 1) {
      markets.set(`m_${place}`, aWireMarket({ id: `m_${place}` }));
      await pictureOf(`m_${place}`);
    }
    drawn.length = 0;
    await pictureOf('m_100');
    expect(drawn).toEqual([]);
    await pictureOf('m_0');
    expect(drawn).toEqual(['m_0']);
  });
});
