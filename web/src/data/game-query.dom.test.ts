import type { WireGamePage } from '@tallystone/core/http-api/markets';
import type { MarketNews } from '@tallystone/core/markets/market-news';
import { aGame, aGameMarket } from '@tallystone/testkit/mock-api/a-game.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gameQuery, gameWithNews, isOutdatedBy } from './game-query.ts';
import { marketNewsSignal } from './market-news-signal.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const market = aGameMarket({ line: 2.5, version: 4 });
const game = aGame({ markets: [aGameMarket({ id: 'm_other', version: 4 }), market] });
const newsOf = (given: Partial<MarketNews> = {}): ReadonlyMap<string, MarketNews> => {
  const { id, state, volume, endsAt, settlesBy } = market;
  const outcomes: MarketNews['outcomes'] = [
    [2.1, 47, 300],
    [1.7, 53, 300],
  ];
  const fixed = { id, state, volume, endsAt, closesAt: endsAt, settlesBy, outcomes, listed: false };
  return new Map([[id, { version: 5, ...fixed, ...given }]]);
};
const oddsIn = (page: WireGamePage | undefined) => page?.markets[1]?.outcomes.map(({ odds }) => odds);

describe('news of a market of a game', () => {
  test('change it, and keep its place in the game and the other markets', () => {
    const next = gameWithNews(game, newsOf());
    expect(oddsIn(next)).toEqual([2.1, 1.7]);
    expect(next.markets[1]).toMatchObject({ group: 'total', name: 'Total goals', line: 2.5, version: 5 });
    expect(next.markets[0]).toBe(game.markets[0]);
  });

  test('say the winner', () => {
    const next = gameWithNews(game, newsOf({ state: 'settled', wonOutcomeId: 'm_total_over' }));
    expect(next.markets[1]).toMatchObject({ state: 'settled', wonOutcomeId: 'm_total_over' });
  });

  test('say all winners of a market in which several outcomes win, and keep their number', () => {
    const double = aGame({ markets: [aGameMarket(), { ...market, winners: 2 }] });
    const ids = ['m_total_over', 'm_total_under'];
    const next = gameWithNews(
      double,
      newsOf({ state: 'settled', wonOutcomeId: 'm_total_over', alsoWonIds: ['m_total_under'] }),
    );
    const { winners, wonOutcomeId, alsoWonIds = [] } = next.markets[1] ?? {};
    expect([winners, wonOutcomeId, ...alsoWonIds]).toEqual([2, ...ids]);
  });

  test('change nothing if they are older or about another market', () => {
    expect(gameWithNews(game, newsOf({ version: 4 }))).toBe(game);
    expect(
      gameWithNews(game, new Map([...newsOf()].map(([, news]) => ['m_else', { ...news, id: 'm_else' }]))),
    ).toBe(game);
  });

  test.each<[string, Partial<MarketNews>, boolean]>([
    ['other odds', {}, false],
    ['a pause of the feed', { state: 'open', suspension: 'feed-stale' }, false],
    ['the start of the game', { suspension: 'game-started' }, true],
    ['the end of the market', { state: 'settled' }, true],
    ['other outcomes', { outcomes: [] }, true],
    ['something known', { version: 4, state: 'settled' }, false],
  ])('that say %s ask for the game again: %#', (_, given, isOutdated) => {
    expect(isOutdatedBy(game, newsOf(given))).toBe(isOutdated);
  });
});

describe('reading a game', () => {
  /** A client whose requests are answered one by one. */
  function aClient() {
    const answers: ((page: WireGamePage) => void)[] = [];
    vi.stubGlobal(
      'fetch',
      () => new Promise((resolve) => answers.push((page) => resolve(Response.json(page)))),
    );
    const client = createQueryClient();
    const read = () => client.fetchQuery({ ...gameQuery('g_1'), staleTime: 0 });
    return { client, answers, read };
  }

  test('takes over news that came while the answer was on its way', async () => {
    const { answers, read } = aClient();
    const reading = read();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    marketNewsSignal.emit(newsOf());
    answers[0]?.(game);
    expect(oddsIn(await reading)).toEqual([2.1, 1.7]);
  });

  test('never takes a market back to an older version', async () => {
    const { client, answers, read } = aClient();
    client.setQueryData(gameQuery('g_1').queryKey, gameWithNews(game, newsOf()));
    const reading = read();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(game);
    await reading;
    expect(oddsIn(client.getQueryData(gameQuery('g_1').queryKey))).toEqual([2.1, 1.7]);
  });
});
