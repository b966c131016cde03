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

/** Answers the routes that our client calls, as Azuro does. */
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

export function refusal(statusCode: number, message: string): FeedAnswer {
  return { status: statusCode, json: { statusCode, message } };
}

const ROUTES: Readonly<
  Record<string, { method: string; answer: (feed: StandInFeed, request: FeedRequest) => unknown }>
> = {
  '/market-manager/games-by-filters': { method: 'GET', answer: gamesByFilters },
  '/market-manager/games-by-ids': { method: 'POST', answer: gamesByIds },
  '/market-manager/conditions-by-game-ids': { method: 'POST', answer: conditionsByGameIds },
  '/market-manager/condition-batch': { method: 'POST', answer: conditionBatch },
};

/** Lists games in the given state, Prematch or Live, by start. */
function gamesByFilters(feed: StandInFeed, { query }: FeedRequest): unknown {
  requireEnvironment(query.get('environment'));
  const state = query.get('gameState');
  if (state !== 'Prematch' && state !== 'Live') throw new BadRequest('gameState must be Prematch or Live.');
  const page = numberOf(query, 'page', 1);
  const perPage = numberOf(query, 'perPage', 100);
  if (perPage > LARGEST_PAGE) throw new BadRequest(`perPage must not be above ${LARGEST_PAGE}.`);
  const games = feed
    .listGames()
    .filter((game) => game.state === state)
    .sort((a, b) => a.startsAt - b.startsAt);
  return {
    games: games.slice((page - 1) * perPage, page * perPage).map(wireGame),
    page,
    perPage,
    total: games.length,
    totalPages: Math.ceil(games.length / perPage),
  };
}

function gamesByIds(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = requireIds(body, 'gameIds');
  return { games: ids.flatMap((id) => feed.game(id) ?? []).map(wireGame) };
}

function conditionsByGameIds(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = requireIds(body, 'gameIds');
  requireEnvironment(field(body, 'environment'));
  const extended = field(body, 'extended') === true;
  return {
    conditions: ids
      .flatMap((id) => feed.conditionsOf(id))
      .filter(({ conditionId }) => extended || !isModernCondition(conditionId))
      .map((condition) => feed.wire(condition)),
  };
}

/** Never says who won. */
function conditionBatch(feed: StandInFeed, { body }: FeedRequest): unknown {
  const ids = requireIds(body, 'conditionIds');
  requireEnvironment(field(body, 'environment'));
  return {
    conditions: ids
      .flatMap((id) => feed.condition(id) ?? [])
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

function wireGame(game: ServedGame) {
  return { ...game, startsAt: String(game.startsAt) };
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

/** A field of parsed JSON; undefined if the value is no object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function numberOf(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadRequest(`${name} must be a number from 1.`);
  return Number(text);
}
