import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { listedOf } from '@tallystone/testkit/mock-api/listed-of.ts';
import { newsOf } from '@tallystone/testkit/mock-api/news-of.ts';
import { describe, expect, test } from 'vitest';
import {
  betsWithNews,
  listWithMarket,
  listWithNews,
  type MarketNews,
  marketWithNews,
  newestNews,
  wholeWithNews,
} from './market-news.ts';

const read = aMarket({ version: 3, suspension: 'feed-stopped', state: 'suspended', margin: 4.2 });
const market = listedOf(read);
const newsFrom = (changes: Partial<MarketNews> = {}): MarketNews => ({
  ...newsOf({ ...read, version: 4 }, true),
  ...changes,
});
const byId = (...news: MarketNews[]) => new Map(news.map((each) => [each.id, each]));

describe('a market with news of it', () => {
  test('takes every field of the news, and keeps the others', () => {
    const now = marketWithNews(
      market,
      newsFrom({
        volume: 99,
        outcomes: [
          [1.5, 66, 10],
          [2.9, 34, 20],
        ],
      }),
    );
    expect(now).toEqual({
      ...market,
      version: 4,
      volume: 99,
      outcomes: [
        anOutcome({ id: 'o_yes', name: 'Yes', odds: 1.5, probability: 66, maxAtOdds: 10 }),
        anOutcome({ id: 'o_no', name: 'No', odds: 2.9, probability: 34, maxAtOdds: 20 }),
      ],
    });
  });

  test("loses an optional field that the news don't have", () => {
    const { suspension: _, margin: __, ...news } = newsFrom({ state: 'open' });
    const now = marketWithNews(market, news);
    expect(now.state).toBe('open');
    expect('suspension' in now).toBe(false);
    expect('margin' in now).toBe(false);
  });

  test('keeps unchanged outcomes as the same objects', () => {
    const now = marketWithNews(
      market,
      newsFrom({
        outcomes: [
          [1.5, 66, 10],
          [1.83, 54.2, 310],
        ],
      }),
    );
    expect(now.outcomes[0]).not.toBe(market.outcomes[0]);
    expect(now.outcomes[1]).toBe(market.outcomes[1]);
  });

  test.each([[3], [2]])('stays the same object at version 3 if the news have version %i', (version) => {
    expect(marketWithNews(market, newsFrom({ version, volume: 99 }))).toBe(market);
  });

  test("stays unchanged if its outcomes don't match the news", () => {
    expect(marketWithNews(market, newsFrom({ outcomes: [[1.5, 66, 10]] }))).toBe(market);
  });
});

describe('a whole market with news of it', () => {
  const draw = { commitment: 'ab'.repeat(32) };
  const whole = aMarket({ version: 3, draw, azuroMarketId: '12', turnover: 5, state: 'closed' });
  const won = newsOf({ ...whole, version: 4, state: 'settled', wonOutcomeId: 'o_no' }, false);

  test('keeps what the list does not have, and gets its winner', () => {
    const now = wholeWithNews(whole, won);
    expect(now).toEqual({ ...whole, version: 4, state: 'settled', wonOutcomeId: 'o_no' });
    expect(wholeWithNews(whole, { ...won, version: 3 })).toBe(whole);
  });

  test('gets all winners', () => {
    const both = { ...won, alsoWonIds: ['o_yes'] };
    expect(wholeWithNews(whole, both)).toMatchObject({ wonOutcomeId: 'o_no', alsoWonIds: ['o_yes'] });
  });

  test('has no winner any more if the news have none', () => {
    const { wonOutcomeId: _, ...undone } = { ...won, version: 5, state: 'resolving' as const };
    const now = wholeWithNews(wholeWithNews(whole, { ...won, alsoWonIds: ['o_yes'] }), undone);
    expect(now.wonOutcomeId).toBeUndefined();
    expect(now.alsoWonIds).toBeUndefined();
  });

  test('has only what it had before and what the news have', () => {
    expect(wholeWithNews(read, newsFrom())).toEqual({ ...read, version: 4 });
  });

  test('has the end of betting, which the list only has if it is another one', () => {
    const early = newsFrom({ closesAt: '2026-11-27T12:00:00.000Z' });
    expect(wholeWithNews(read, early).closesAt).toBe(early.closesAt);
    expect(marketWithNews(market, early).closesAt).toBe(early.closesAt);
    const { endsAt } = read;
    expect(marketWithNews({ ...market, closesAt: 'earlier' }, newsFrom())).not.toHaveProperty('closesAt');
    expect(wholeWithNews({ ...read, closesAt: 'earlier' }, newsFrom()).closesAt).toBe(endsAt);
  });

  test('never gives the list a winner', () => {
    const listed = marketWithNews(market, newsFrom({ wonOutcomeId: 'o_no', alsoWonIds: ['o_yes'] }));
    expect(listed.version).toBe(4);
    expect('wonOutcomeId' in listed).toBe(false);
    expect('alsoWonIds' in listed).toBe(false);
  });
});

describe('a list with news', () => {
  const other = aMarket({ id: 'm_two', version: 7 });
  const list = [market, other];

  test('changes only the markets in the news', () => {
    const next = listWithNews(list, { news: byId(newsFrom({ volume: 99 })) });
    expect(next[0]?.volume).toBe(99);
    expect(next[1]).toBe(other);
  });

  test('stays the same array if the news are old', () => {
    expect(listWithNews(list, { news: byId(newsFrom({ version: 3 })) })).toBe(list);
    expect(listWithNews(list, { news: byId({ ...newsFrom(), id: 'm_unknown' }) })).toBe(list);
  });

  test('loses a market that has left it, even at the known version', () => {
    const left = newsFrom({ version: 3, listed: false });
    expect(listWithNews(list, { news: byId(left) })).toEqual([other]);
  });

  test('keeps a market that left it before the known version', () => {
    expect(listWithNews(list, { news: byId(newsFrom({ version: 2, listed: false })) })).toBe(list);
  });

  test("loses every market that isn't in whole news", () => {
    expect(listWithNews(list, { news: byId(newsOf(other, true)), isWhole: true })).toEqual([other]);
    expect(listWithNews(list, { news: new Map(), isWhole: true })).toEqual([]);
  });

  test('inserts one more market in order: by end, then by id', () => {
    const at = (id: string, endsInMinutes: number) => aMarket({ id, endsInMinutes });
    const [a, c] = [at('m_a', 10), at('m_c', 30)];
    const ids = (market_: ReturnType<typeof aMarket>) => listWithMarket([a, c], market_).map(({ id }) => id);
    expect(ids(at('m_b', 20))).toEqual(['m_a', 'm_b', 'm_c']);
    expect(ids(at('m_d', 40))).toEqual(['m_a', 'm_c', 'm_d']);
    expect(ids({ ...at('m_b', 30), endsAt: c.endsAt })).toEqual(['m_a', 'm_b', 'm_c']);
    expect(ids({ ...a, version: 9 })).toEqual(['m_a', 'm_c']);
  });
});

describe('bets with news of their markets', () => {
  const bets = [aBet({ id: 'b_1', marketId: market.id }), aBet({ id: 'b_2', marketId: 'm_other' })];

  test("have the market's state", () => {
    const next = betsWithNews(bets, byId(newsFrom({ state: 'closed' })));
    expect(next[0]?.market.state).toBe('closed');
    expect(next[1]).toBe(bets[1]);
  });

  test('stay the same array if nothing changed', () => {
    expect(betsWithNews(bets, byId(newsFrom({ state: 'open', volume: 12 })))).toBe(bets);
  });

  test('know when the result is due', () => {
    const known = bets.map((bet) => ({ ...bet, market: { ...bet.market, settlesBy: 'old' } }));
    const same = newsFrom({ state: 'open', settlesBy: 'old' });
    expect(betsWithNews(known, byId(same))).toBe(known);
    expect(betsWithNews(known, byId({ ...same, settlesBy: 'new' }))[0]?.market.settlesBy).toBe('new');
  });
});

test('the newest of several news of a market counts, or the later one if versions are equal', () => {
  const [old, first, last] = [newsFrom({ version: 4 }), newsFrom({ version: 6 }), newsFrom({ version: 6 })];
  expect(newestNews([[first], [old, last]]).get(market.id)).toBe(last);
});
