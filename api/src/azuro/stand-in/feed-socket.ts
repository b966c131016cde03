import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { field } from './answer-request.ts';
import { FIXTURE } from './fixture.ts';
import { wireScore } from './live-score.ts';
import type { FeedChange, StandInFeed } from './stand-in-feed.ts';

export type FeedSocket = ReturnType<typeof openFeedSocket>;

/** What one connection follows. */
interface Subscriptions {
  readonly path: string;
  readonly conditions: Set<string>;
  readonly games: Set<string>;
  readonly scores: Set<string>;
}

const FEED_PATH = '/v1/streams/feed';
/** How a message at each address is applied. */
const SUBSCRIBE: Readonly<Record<string, (own: Subscriptions, message: unknown) => void>> = {
  [FEED_PATH]: subscribe,
  '/v1/streams/statistics/games': subscribeToScores,
};
const LARGEST_MESSAGE = 1_000_000;

/** Azuro's sockets, of the feed and of scores: they send changes only, no first state. */
export function openFeedSocket(server: Server, feed: StandInFeed) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const subscriptions = new Map<WebSocket, Subscriptions>();
  let isRefusing = false;
  const ofFeed = () => [...subscriptions].flatMap(([socket, { path }]) => (path === FEED_PATH ? socket : []));
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const apply = Object.hasOwn(SUBSCRIBE, pathname) ? SUBSCRIBE[pathname] : undefined;
    if (apply === undefined || isRefusing) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const own: Subscriptions = {
        path: pathname,
        conditions: new Set(),
        games: new Set(),
        scores: new Set(),
      };
      subscriptions.set(socket, own);
      socket.on('message', (data) => apply(own, parse(String(data))));
      socket.on('close', () => subscriptions.delete(socket));
      // A broken message ends the connection and its subscriptions.
      socket.on('error', () => socket.terminate());
    });
  });
  return {
    /** Sends changes to their subscribers. */
    push(changes: readonly FeedChange[]) {
      for (const change of changes) {
        const wanting = [...subscriptions].filter(([, own]) => isWanted(own, change));
        if (wanting.length === 0) continue;
        const text = JSON.stringify(message(change, feed));
        for (const [socket] of wanting) socket.send(text);
      }
    },
    /** Sends any text to every connection of the feed. */
    send(text: string) {
      for (const socket of ofFeed()) socket.send(text);
    },
    /** Ends every connection; clients may reconnect. */
    drop() {
      for (const socket of subscriptions.keys()) socket.terminate();
    },
    /** Refuses new connections, or accepts them again. */
    refuse(refused: boolean) {
      isRefusing = refused;
    },
    /** Connections of the feed. */
    get connections() {
      return ofFeed().length;
    },
    close() {
      for (const socket of subscriptions.keys()) socket.terminate();
      sockets.close();
    },
  };
}

/** Applies a message. Ignores what it doesn't understand, as Azuro's socket does. */
function subscribe(own: Subscriptions, request: unknown): void {
  const data = field(request, 'data');
  if (field(data, 'environment') !== FIXTURE.environment) return;
  const event = field(request, 'event');
  for (const id of texts(field(data, 'conditionIds'))) {
    if (event === 'SubscribeConditions') own.conditions.add(id);
    if (event === 'UnsubscribeConditions') own.conditions.delete(id);
  }
  for (const id of texts(field(data, 'gameIds'))) {
    if (event === 'SubscribeGames') own.games.add(id);
    if (event === 'UnsubscribeGames') own.games.delete(id);
  }
}

/** The same for scores, whose messages have another form and no environment. */
function subscribeToScores(own: Subscriptions, request: unknown): void {
  const action = field(request, 'action');
  for (const id of texts(field(request, 'gameIds'))) {
    if (action === 'subscribe') own.scores.add(id);
    if (action === 'unsubscribe') own.scores.delete(id);
  }
}

function isWanted(own: Subscriptions, change: FeedChange): boolean {
  switch (change.kind) {
    case 'game':
      return own.games.has(change.game.gameId);
    case 'condition':
      return own.conditions.has(change.condition.conditionId);
    case 'score':
      return own.scores.has(change.score.gameId);
  }
}

/** Unlike in REST answers, outcome ids, sport ids and times are numbers here, and odds have another name. */
function message(change: FeedChange, feed: StandInFeed): unknown {
  if (change.kind === 'game') {
    const { game } = change;
    return {
      event: 'GameUpdated',
      data: {
        id: game.gameId,
        sportId: Number(game.sport.sportId),
        country: game.country.name,
        league: game.league.name,
        state: game.state,
        startsAt: game.startsAt,
        participants: game.participants.map((each) => each.name),
        title: game.title,
      },
    };
  }
  if (change.kind === 'score') return [wireScore(change.score)];
  const condition = feed.wire(change.condition);
  return {
    event: 'ConditionUpdated',
    data: {
      id: condition.conditionId,
      gameId: condition.game.gameId,
      state: condition.state,
      isPrematchEnabled: condition.isPrematchEnabled,
      isLiveEnabled: condition.isLiveEnabled,
      isCashoutEnabled: true,
      maxConditionPotentialLoss: '10000',
      maxOutcomePotentialLoss: '10000',
      outcomes: condition.outcomes.map((outcome) => ({
        outcomeId: Number(outcome.outcomeId),
        title: outcome.title,
        currentOdds: outcome.odds,
        state: outcome.state,
        turnover: feed.game(condition.game.gameId)?.turnover ?? '0',
      })),
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
