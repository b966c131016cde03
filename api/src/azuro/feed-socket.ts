import { WebSocket } from 'ws';
import { chunksOf } from '../rounds/chunks-of.ts';
import type { ConditionUpdate, FeedListener, FeedSubscription, GameUpdate } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { NotUnderstood, parseObject, parseOr } from './feed-value.ts';
import { parseConditionUpdate, parseGameUpdate } from './parse-update.ts';

const LIMITS = {
  /** Before the first reconnect; doubles after each failure. */
  reconnectMs: 1000,
  longestReconnectMs: 30_000,
  /** Interval of pings. A connection that sends nothing between two pings is closed. */
  pingMs: 20_000,
  handshakeMs: 8000,
  /** Changes of one condition or game within this time reach the listener as one. */
  gatherMs: 200,
  /** Ids in one message. */
  idsPerMessage: 100,
};
export type SocketLimits = typeof LIMITS;
const MOST_BYTES = 1024 * 1024;

/**
 * Follows games and conditions over one connection. If the connection is lost, it reconnects and subscribes to
 * everything again. Messages that can't be parsed are noted and dropped. Unused events and ids that aren't followed are
 * dropped without a note.
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
    onHeard = () => undefined,
    ...given
  }: {
    /** The address with `/feed`. Called before every opening. */
    url: () => string;
    environment: string;
    drops: DropLog;
    now: () => Date;
    /** Called with everything that the other side sends, pongs included. */
    onHeard?: () => void;
  } & Partial<SocketLimits>,
): FeedSubscription {
  const limits = { ...LIMITS, ...given };
  let wanted: Wanted = { conditionIds: new Set(), gameIds: new Set() };
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let reconnecting: NodeJS.Timeout | null = null;

  // Checks `wanted` again on delivery: the id may not be followed any more by then.
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
    parseOr(
      () => {
        const { event, data } = parseObject(parseJson(message), 'it');
        if (event === 'ConditionUpdated') {
          const update = parseConditionUpdate(data);
          if (wanted.conditionIds.has(update.id)) conditions.add(update);
        } else if (event === 'GameUpdated') {
          const update = parseGameUpdate(data, now());
          if (wanted.gameIds.has(update.id)) games.add(update);
        }
      },
      (why) => drops.note(`message of the socket: ${message.slice(0, 60)}`, why),
    );
  }

  function open(): void {
    reconnecting = null;
    const opening = new WebSocket(url(), {
      handshakeTimeout: limits.handshakeMs,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    });
    const stopWatching = watch(opening, { pingMs: limits.pingMs, onHeard });
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
    // Every error is followed by a close.
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
      // While the socket is closed these do nothing: the next opening subscribes to everything.
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

/** Ends a connection whose other side has vanished. @returns stops watching */
function watch(socket: WebSocket, { pingMs, onHeard }: { pingMs: number; onHeard: () => void }): () => void {
  let isAlive = true;
  const seen = () => {
    isAlive = true;
    onHeard();
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

/** Delays each id's changes for a moment and delivers a burst as one. */
function gather<T extends { readonly id: string }>(
  waitMs: number,
  deliver: (update: T) => unknown,
  combine: (earlier: T, later: T) => T,
) {
  const waiting = new Map<string, { update: T; timer: NodeJS.Timeout }>();
  return {
    add(update: T) {
      const earlier = waiting.get(update.id);
      if (earlier !== undefined) {
        earlier.update = combine(earlier.update, update);
        return;
      }
      const entry = {
        update,
        timer: setTimeout(() => {
          waiting.delete(update.id);
          deliver(entry.update);
        }, waitMs),
      };
      waiting.set(update.id, entry);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** The later update, plus outcomes that only the earlier one has. */
function merge(earlier: ConditionUpdate, later: ConditionUpdate): ConditionUpdate {
  const outcomes = new Map([...earlier.outcomes, ...later.outcomes].map((outcome) => [outcome.id, outcome]));
  return { ...later, outcomes: [...outcomes.values()] };
}
