import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { FIXTURE } from './fixture.ts';
import type { FeedChange, StandInFeed } from './stand-in-feed.ts';

export interface FeedSocket {
  /** Tells those who asked for it. */
  push(changes: readonly FeedChange[]): void;
  /** Sends a text, of whatever sense, to all who are connected. */
  send(text: string): void;
  /** Breaks off every connection; those who come back are welcome. */
  drop(): void;
  /** Whether newcomers are let in. */
  refuse(refused: boolean): void;
  readonly connections: number;
  close(): void;
}

interface Subscriptions {
  conditions: Set<string>;
  games: Set<string>;
}

const PATH = '/v1/streams/feed';
const LARGEST_MESSAGE = 1_000_000;

/** Azuro's socket: it says nothing of how things stand, only what changes from now on. */
export function openFeedSocket(server: Server, feed: StandInFeed): FeedSocket {
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
      socket.on('message', (data) => hear(own, String(data)));
      socket.on('close', () => subscriptions.delete(socket));
      // A broken message ends the connection, and with it the subscriptions.
      socket.on('error', () => socket.terminate());
    });
  });
  return {
    push(changes) {
      for (const change of changes) {
        const text = JSON.stringify(message(change, feed));
        for (const [socket, own] of subscriptions) if (isWanted(own, change)) socket.send(text);
      }
    },
    send(text) {
      for (const socket of subscriptions.keys()) socket.send(text);
    },
    drop() {
      for (const socket of subscriptions.keys()) socket.terminate();
    },
    refuse(refused) {
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

/** What is not understood is passed over, as by the real one. */
function hear(own: Subscriptions, text: string): void {
  const told = parse(text);
  const data = field(told, 'data');
  if (field(data, 'environment') !== FIXTURE.environment) return;
  const conditionIds = texts(field(data, 'conditionIds'));
  const gameIds = texts(field(data, 'gameIds'));
  switch (field(told, 'event')) {
    case 'SubscribeConditions':
      for (const id of conditionIds) own.conditions.add(id);
      break;
    case 'UnsubscribeConditions':
      for (const id of conditionIds) own.conditions.delete(id);
      break;
    case 'SubscribeGames':
      for (const id of gameIds) own.games.add(id);
      break;
    case 'UnsubscribeGames':
      for (const id of gameIds) own.games.delete(id);
      break;
  }
}

function isWanted(own: Subscriptions, change: FeedChange): boolean {
  return change.kind === 'game'
    ? own.games.has(change.game.gameId)
    : own.conditions.has(change.condition.conditionId);
}

/** Unlike in answers, ids of outcomes and sports and times are numbers here, and odds have another name. */
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
    // Not for us.
    return null;
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
