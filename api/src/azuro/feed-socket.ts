import { WebSocket } from 'ws';
import { chunksOf } from '../rounds/chunks-of.ts';
import type { ConditionUpdate, FeedListener, FeedSubscription, GameUpdate } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { NotUnderstood, parseObject } from './feed-value.ts';
import { parseConditionUpdate, parseGameUpdate } from './parse-update.ts';

export interface SocketLimits {
  /** Before the first try to connect again; doubled after each that fails. */
  readonly reconnectMs: number;
  readonly longestReconnectMs: number;
  /** A silent connection is asked for a sign of life so often, and given up when none comes until the next time. */
  readonly pingMs: number;
  readonly handshakeMs: number;
  /** Changes of one condition or game within this time are told as one. */
  readonly gatherMs: number;
  /** Ids in one message. */
  readonly idsPerMessage: number;
}

const LIMITS: SocketLimits = {
  reconnectMs: 1000,
  longestReconnectMs: 30_000,
  pingMs: 20_000,
  handshakeMs: 8000,
  gatherMs: 200,
  idsPerMessage: 100,
};
const MOST_BYTES = 1024 * 1024;

/**
 * Follows games and conditions over one connection, which is opened again whenever it is lost, with all that is
 * wanted asked for anew. Messages that make no sense are noted and ignored; so are, without a note, events
 * that we have no use for and ids that are not followed.
 *
 * @see docs/design/feed.md#following
 */
export function openFeedSocket(
  listener: FeedListener,
  {
    url,
    environment,
    drops,
    now,
    ...given
  }: {
    /** Of the feed itself: the base address and `/feed`. Asked before every opening. */
    url: () => string;
    environment: string;
    drops: DropLog;
    now: () => Date;
  } & Partial<SocketLimits>,
): FeedSubscription {
  const limits = { ...LIMITS, ...given };
  let wanted: Wanted = { conditionIds: new Set(), gameIds: new Set() };
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let reconnecting: NodeJS.Timeout | null = null;

  // Asked again when it is told: it may not be followed any more by then.
  const conditions = gather<ConditionUpdate>(
    limits.gatherMs,
    (update) => wanted.conditionIds.has(update.id) && listener.onCondition(update),
    merge,
  );
  const games = gather<GameUpdate>(
    limits.gatherMs,
    (update) => wanted.gameIds.has(update.id) && listener.onGame(update),
    (_, later) => later,
  );

  function ask(event: string, ids: readonly string[]): void {
    const field = event.endsWith('Games') ? 'gameIds' : 'conditionIds';
    for (const some of chunksOf(ids, limits.idsPerMessage)) {
      const data = { [field]: some, environment };
      socket?.send(JSON.stringify({ event, data }));
    }
  }

  function read(message: string): void {
    try {
      const { event, data } = parseObject(parseJson(message), 'it');
      if (event === 'ConditionUpdated') {
        const update = parseConditionUpdate(data);
        if (wanted.conditionIds.has(update.id)) conditions.add(update);
      } else if (event === 'GameUpdated') {
        const update = parseGameUpdate(data, now());
        if (wanted.gameIds.has(update.id)) games.add(update);
      }
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      drops.note(`message of the socket: ${message.slice(0, 60)}`, error.message);
    }
  }

  function open(): void {
    reconnecting = null;
    const opening = new WebSocket(url(), {
      handshakeTimeout: limits.handshakeMs,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    });
    const stopWatching = watch(opening, limits.pingMs);
    opening.on('open', () => {
      socket = opening;
      failures = 0;
      ask('SubscribeConditions', [...wanted.conditionIds]);
      ask('SubscribeGames', [...wanted.gameIds]);
      listener.onOpen();
    });
    opening.on('message', (data, isBinary) => {
      if (isBinary) drops.note('message of the socket', 'it is not text');
      else read(String(data));
    });
    // What went wrong is followed by a close in any case.
    opening.on('error', () => undefined);
    opening.on('close', () => {
      stopWatching();
      socket = null;
      reconnect();
    });
    closing = () => opening.terminate();
  }

  function reconnect(): void {
    if (isClosed) return;
    const pause = Math.min(limits.reconnectMs * 2 ** failures, limits.longestReconnectMs);
    failures += 1;
    reconnecting = setTimeout(open, pause);
  }

  let closing = (): void => undefined;
  open();

  return {
    follow({ conditionIds, gameIds }) {
      const next: Wanted = { conditionIds: new Set(conditionIds), gameIds: new Set(gameIds) };
      const before = wanted;
      wanted = next;
      // While it is closed there is nobody to tell: at the next opening everything is asked for.
      ask('UnsubscribeConditions', without(before.conditionIds, next.conditionIds));
      ask('UnsubscribeGames', without(before.gameIds, next.gameIds));
      ask('SubscribeConditions', without(next.conditionIds, before.conditionIds));
      ask('SubscribeGames', without(next.gameIds, before.gameIds));
    },
    get isOpen() {
      return socket !== null;
    },
    close() {
      isClosed = true;
      if (reconnecting !== null) clearTimeout(reconnecting);
      conditions.stop();
      games.stop();
      closing();
    },
  };
}

interface Wanted {
  readonly conditionIds: ReadonlySet<string>;
  readonly gameIds: ReadonlySet<string>;
}

const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...ids].filter((id) => !others.has(id));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotUnderstood('it is not data');
  }
}

/** Ends a connection whose other side has gone without a word. @returns what ends the watching */
function watch(socket: WebSocket, pingMs: number): () => void {
  let isAlive = true;
  const seen = () => {
    isAlive = true;
  };
  socket.on('message', seen);
  socket.on('pong', seen);
  const timer = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isAlive) socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}

/** Holds each id's changes back for a moment, so that a burst of them is told once. */
function gather<T extends { readonly id: string }>(
  waitMs: number,
  tell: (update: T) => unknown,
  combine: (earlier: T, later: T) => T,
) {
  const held = new Map<string, { update: T; timer: NodeJS.Timeout }>();
  return {
    add(update: T) {
      const earlier = held.get(update.id);
      if (earlier !== undefined) {
        earlier.update = combine(earlier.update, update);
        return;
      }
      const timer = setTimeout(() => {
        const latest = held.get(update.id)?.update ?? update;
        held.delete(update.id);
        tell(latest);
      }, waitMs);
      held.set(update.id, { update, timer });
    },
    stop() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
    },
  };
}

/** The later of two, with what only the earlier one says of further outcomes. */
function merge(earlier: ConditionUpdate, later: ConditionUpdate): ConditionUpdate {
  const outcomes = new Map([...earlier.outcomes, ...later.outcomes].map((outcome) => [outcome.id, outcome]));
  return { ...later, outcomes: [...outcomes.values()] };
}
