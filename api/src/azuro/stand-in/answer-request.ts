import { isModernCondition } from '../is-modern-condition.ts';
import { FIXTURE } from './fixture.ts';
import type { ServedGame, StandInFeed } from './stand-in-feed.ts';

export interface FeedRequest {
  readonly method: string;
  /** Below `/api/v1/public`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parsed JSON of a POST. */
  readonly body: unknown;
}

export interface FeedAnswer {
  readonly status: number;
  readonly json: unknown;
}

const LARGEST_PAGE = 1_000;
const MOST_IDS = 1_000;

/** The nine routes of Azuro's interface that a reader of games needs, as it answers them. */
export function answerRequest(feed: StandInFeed, request: FeedRequest): FeedAnswer {
  const route = ROUTES[request.path];
  if (route === undefined) return refusal(404, `There is no ${request.path}.`);
  if (route.method !== request.method) return refusal(405, `${request.path} takes ${route.method}.`);
  try {
    return { status: 200, json: route.answer(feed, request) };
  } catch (error) {
    if (error instanceof BadRequest) return refusal(400, error.message);
    throw error;
  }
}

class BadRequest extends Error {}

function refusal(statusCode: number, message: string): FeedAnswer {
  return { status: statusCode, json: { statusCode, message } };
}

const ROUTES: Readonly<
  Record<string, { method: string; answer: (feed: StandInFeed, request: FeedRequest) => unknown }>
> = {
  '/market-manager/games-by-filters': { method: 'GET', answer: gamesByFilters },
  '/market-manager/search': { method: 'GET', answer: search },
  '/market-manager/games-by-ids': { method: 'POST', answer: gamesByIds },
  '/market-manager/conditions-by-game-ids': { method: 'POST', answer: conditionsByGameIds },
  '/market-manager/condition-batch': { method: 'POST', answer: conditionBatch },
  '/market-manager/navigation': { method: 'GET', answer: navigation },
  '/market-manager/sports': { method: 'GET', answer: sports },
  '/bet/calculation': { method: 'POST', answer: betCalculation },
  '/bet/gas-info': { method: 'GET', answer: gasInfo },
};

function gamesByFilters(feed: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  return page(filterGames(feed, query), query, 100);
}

function search(feed: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  const words = (query.get('request') ?? '').trim().toLowerCase();
  if (words.length < 3) throw new BadRequest('request must have at least 3 characters.');
  const found = [...feed.games.values()].filter(
    (game) =>
      isListed(game) &&
      [game.title, game.league.name, game.country.name].some((text) => text.toLowerCase().includes(words)),
  );
  return page(order(found, query), query, 10);
}

function gamesByIds(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = requireIds(body, 'gameIds');
  return { games: ids.flatMap((id) => feed.games.get(id) ?? []).map(wireGame) };
}

function conditionsByGameIds(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = new Set(requireIds(body, 'gameIds'));
  requireEnvironment(field(body, 'environment'));
  const extended = field(body, 'extended') === true;
  return {
    conditions: [...feed.conditions.values()]
      .filter(
        ({ conditionId, game }) => ids.has(game.gameId) && (extended || !isModernCondition(conditionId)),
      )
      .map((condition) => feed.wire(condition)),
  };
}

/** Never says who won. */
function conditionBatch(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = requireIds(body, 'conditionIds');
  requireEnvironment(field(body, 'environment'));
  return {
    conditions: ids
      .flatMap((id) => feed.conditions.get(id) ?? [])
      .map((condition) => feed.wire(condition))
      .map(({ conditionId, state, title, outcomes }) => ({
        conditionId,
        state,
        title,
        outcomes: outcomes.map((outcome) => ({
          id: `${conditionId}_${outcome.outcomeId}`,
          outcomeId: outcome.outcomeId,
          title: outcome.title,
          odds: outcome.odds,
          state: outcome.state,
        })),
      })),
  };
}

function navigation(feed: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  const sportIds = query.getAll('sportIds');
  const hub = query.get('sportHub');
  const games = [...feed.games.values()].filter(
    (game) =>
      isListed(game) &&
      (hub === null || game.sport.sporthub.slug === hub) &&
      (sportIds.length === 0 || sportIds.includes(game.sport.sportId)),
  );
  return {
    sports: groups(games, (game) => game.sport.slug).map(([{ sport }, inSport]) => ({
      id: Number(sport.sportId),
      slug: sport.slug,
      name: sport.name,
      sportId: sport.sportId,
      sportHub: sport.sporthub,
      ...counts(inSport),
      countries: groups(inSport, (game) => game.country.slug).map(([{ country }, inCountry]) => ({
        ...country,
        turnover: turnoverOf(inCountry),
        ...counts(inCountry),
        leagues: groups(inCountry, (game) => game.league.slug).map(([{ league }, inLeague]) => ({
          ...league,
          turnover: turnoverOf(inLeague),
          ...counts(inLeague),
        })),
      })),
    })),
  };
}

function sports(feed: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  const perLeague = Math.max(10, numberOf(query, 'numberOfGames', 10));
  const country = query.get('countrySlug');
  const leagues = query.get('topLeagueFilter') ?? 'All';
  if (!['All', 'TopOnly', 'NonTop'].includes(leagues)) throw new BadRequest('topLeagueFilter is unknown.');
  const games = filterGames(feed, query).filter(
    (game) =>
      (country === null || game.country.slug === country) &&
      (leagues === 'All' || game.league.isTopLeague === (leagues === 'TopOnly')),
  );
  return {
    sports: groups(games, (game) => game.sport.slug).map(([{ sport }, inSport]) => ({
      id: Number(sport.sportId),
      slug: sport.slug,
      name: sport.name,
      sportId: sport.sportId,
      turnover: turnoverOf(inSport),
      countries: groups(inSport, (game) => game.country.slug).map(([first, inCountry]) => ({
        slug: first.country.slug,
        name: first.country.name,
        turnover: turnoverOf(inCountry),
        leagues: groups(inCountry, (game) => game.league.slug).map(([{ league }, inLeague]) => ({
          slug: league.slug,
          name: league.name,
          turnover: turnoverOf(inLeague),
          isTopLeague: league.isTopLeague,
          topWeight: league.topWeight,
          games: inLeague.slice(0, perLeague).map(wireGame),
        })),
      })),
    })),
  };
}

function betCalculation(feed: StandInFeed, { body }: FeedRequest): unknown {
  requireEnvironment(field(body, 'environment'));
  const bets = field(body, 'bets');
  const isKnown = (bet: unknown) => feed.conditions.has(String(field(bet, 'conditionId')));
  if (!Array.isArray(bets) || bets.length === 0 || !bets.every(isKnown)) {
    throw new BadRequest('bets must name conditions.');
  }
  return { response: FIXTURE.bet.calculation };
}

function gasInfo(_: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  return FIXTURE.bet.gasInfo;
}

/** Lists hold games of the asked state alone: Prematch or Live. */
function filterGames(feed: StandInFeed, query: URLSearchParams): ServedGame[] {
  const state = query.get('gameState');
  if (state !== 'Prematch' && state !== 'Live') throw new BadRequest('gameState must be Prematch or Live.');
  const sportIds = query.getAll('sportId');
  const [sportSlug, leagueSlug, hub] = ['sportSlug', 'leagueSlug', 'sportHub'].map((name) => query.get(name));
  const games = [...feed.games.values()].filter(
    (game) =>
      game.state === state &&
      (sportIds.length === 0 || sportIds.includes(game.sport.sportId)) &&
      (sportSlug === null || game.sport.slug === sportSlug) &&
      (leagueSlug === null || game.league.slug === leagueSlug) &&
      (hub === null || game.sport.sporthub.slug === hub),
  );
  return order(games, query);
}

function order(games: ServedGame[], query: URLSearchParams): ServedGame[] {
  const by = query.get('orderBy') ?? 'startsAt';
  const direction = query.get('orderDirection') ?? 'asc';
  if (by !== 'startsAt' && by !== 'turnover') throw new BadRequest('orderBy must be startsAt or turnover.');
  if (direction !== 'asc' && direction !== 'desc')
    throw new BadRequest('orderDirection must be asc or desc.');
  const sign = direction === 'asc' ? 1 : -1;
  return games.sort((a, b) => sign * (Number(a[by]) - Number(b[by])));
}

function page(games: readonly ServedGame[], query: URLSearchParams, standard: number) {
  const number = numberOf(query, 'page', 1);
  const perPage = numberOf(query, 'perPage', standard);
  if (perPage > LARGEST_PAGE) throw new BadRequest(`perPage must not be above ${LARGEST_PAGE}.`);
  return {
    games: games.slice((number - 1) * perPage, number * perPage).map(wireGame),
    page: number,
    perPage,
    total: games.length,
    totalPages: Math.ceil(games.length / perPage),
  };
}

function wireGame(game: ServedGame) {
  return { ...game, startsAt: String(game.startsAt) };
}

/** Of the nine states and ends only these two are listed. */
function isListed(game: ServedGame): boolean {
  return game.state === 'Prematch' || game.state === 'Live';
}

/** In the order of their first game, which stands for what its group has in common. */
function groups(
  games: readonly ServedGame[],
  keyOf: (game: ServedGame) => string,
): [ServedGame, ServedGame[]][] {
  const found = new Map<string, [ServedGame, ServedGame[]]>();
  for (const game of games) {
    const group = found.get(keyOf(game));
    if (group === undefined) found.set(keyOf(game), [game, [game]]);
    else group[1].push(game);
  }
  return [...found.values()];
}

function counts(games: readonly ServedGame[]) {
  const live = games.filter((game) => game.state === 'Live').length;
  return {
    activeGamesCount: games.length,
    activeLiveGamesCount: live,
    activePrematchGamesCount: games.length - live,
  };
}

function turnoverOf(games: readonly ServedGame[]): string {
  return String(games.reduce((sum, game) => sum + Number(game.turnover), 0));
}

function requireEnvironment(environment: unknown): void {
  if (environment !== FIXTURE.environment) throw new BadRequest('environment is unknown.');
}

function requireIds(body: unknown, name: string): string[] {
  const ids = field(body, name);
  if (!Array.isArray(ids) || ids.length > MOST_IDS || !ids.every((id) => typeof id === 'string')) {
    throw new BadRequest(`${name} must be a list of at most ${MOST_IDS} ids.`);
  }
  return [...new Set(ids)];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function numberOf(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadRequest(`${name} must be a number from 1.`);
  return Number(text);
}
