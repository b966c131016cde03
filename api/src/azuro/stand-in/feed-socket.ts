import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { field } from './answer-request.ts';
import { FIXTURE } from './fixture.ts';
import type { FeedChange, StandInFeed } from './stand-in-feed.ts';

export type FeedSocket = ReturnType<typeof openFeedSocket>;

interface Subscriptions {
  conditions: Set<string>;
  games: Set<string>;
}

const PATH = '/v1/streams/feed';
const LARGEST_MESSAGE = 1_000_000;

/** Azuro's socket: it sends changes only, no first state. */
export function openFeedSocket(server: Server, feed: StandInFeed) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const subscriptions = new Map<WebSocket, Subscriptions>();
  let isRefusing = false;
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== PATH || isRefusing) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const own: Subscriptions = { conditions: new Set(), games: new Set() };
      subscriptions.set(socket, own);
      socket.on('message', (data) => subscribe(own, String(data)));
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
    /** Sends any text to every connection. */
    send(text: string) {
      for (const socket of subscriptions.keys()) socket.send(text);
    },
    /** Ends every connection; clients may reconnect. */
    drop() {
      for (const socket of subscriptions.keys()) socket.terminate();
    },
    /** Refuses new connections, or accepts them again. */
    refuse(refused: boolean) {
      isRefusing = refused;
    },
    get connections() {
      return subscriptions.size;
    },
    close() {
      for (const socket of subscriptions.keys()) socket.terminate();
      sockets.close();
    },
  };
}

/** Applies a message. Ignores what it doesn't understand, as Azuro's socket does. */
function subscribe(own: Subscriptions, text: string): void {
  const request = parse(text);
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

function isWanted(own: Subscriptions, change: FeedChange): boolean {
  return change.kind === 'game'
    ? own.games.has(change.game.gameId)
    : own.conditions.has(change.condition.conditionId);
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
        turnover: feed.games.get(condition.game.gameId)?.turnover ?? '0',
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
