import type { Socket } from 'node:net';
import type { Session } from '../http/session.ts';
import { type Meters, NO_METERS } from '../meters/meters.ts';
import { countEnding } from './ending-readers.ts';
import { type AccountSource, followAccounts } from './follow-accounts.ts';
import { type BoardNews, type Changes, createMarketBoard, type PublishedMarket } from './market-board.ts';
import type { Position } from './position.ts';
import { createReader, type Reader } from './reader.ts';
import { type EncodedEvent, encodeEvent } from './stream-event.ts';
import { createTicker } from './ticker.ts';

/** Shortest time between two readings of changed markets. */
const PACE_MS = 100;
/** Longest rest after a reading that took long. */
const MOST_REST_MS = 250;
/** Interval of readings for changes that weren't announced. */
const IDLE_MS = 1000;
const BEAT_MS = 10_000;
/** A beat says that readers are up to date. It is left out if the last successful reading is older than this. */
const LOOKED_MS = 5000;
/** How long an event that many readers share is reused. */
const KEPT_MS = 1000;
/** A connection that is silent for this long gets a TCP keep-alive probe. */
const KEEP_ALIVE_MS = 30_000;

/** The source of the markets. */
export interface MarketSource {
  /** The changes since a position, and the current position; for null only the position. */
  changes(since: Position | null): Promise<Changes>;
  /** These markets in any state, or all listed ones for null. */
  load(ids: readonly string[] | null, at: Date): Promise<PublishedMarket[]>;
}

/** A caller that opens a stream. */
export interface Listener {
  readonly session: Session | null;
  /** The position it has reached; null: it wants events from now on. `unknown`: what it sent is no position. */
  readonly after: Position | 'unknown' | null;
  /** The game whose markets it follows, besides the list's. */
  readonly game: string | null;
}

export type Stream = ReturnType<typeof createStream>;

/**
 * The stream of one process: publishes markets to all of its readers, and to signed-in ones their funds and bets. Changes
 * are read and serialised once for all readers, at the stream's own pace. Without readers, nothing is read. Code that
 * changes markets marks the stream stale, as it marks the market list.
 */
export function createStream({
  markets,
  accounts,
  now,
  onTakeover,
  onError,
  meters = NO_METERS,
  beatMs = BEAT_MS,
}: {
  markets: MarketSource;
  accounts: AccountSource;
  now: () => Date;
  /** Called when another database server has taken over, so that everything read before is invalid. */
  onTakeover?: () => void;
  onError: (error: unknown) => void;
  meters?: Pick<Meters, 'changesSent'>;
  beatMs?: number;
}) {
  const board = createMarketBoard();
  const readers = new Set<Reader>();
  const ticker = createTicker({
    round,
    onError,
    paceMs: PACE_MS,
    idleMs: IDLE_MS,
    mostRestMs: MOST_REST_MS,
  });
  const own = followAccounts({ source: accounts, position: () => board.position ?? 0n, now, onError });
  const keep = keepShortly(() => `${board.position} ${board.revision}`);
  let beats: NodeJS.Timeout | undefined;
  /** When the first of the readers came, in ms of `performance.now`. */
  let beganAt = 0;
  let ends: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Since when this process knows of a change that no round has read; in ms of `performance.now`. */
  let staleSince: number | null = null;

  function markStale(): void {
    if (readers.size > 0) staleSince ??= performance.now();
    ticker.wake();
  }

  async function round(): Promise<void> {
    const heardAt = staleSince;
    staleSince = null;
    try {
      const hasNews = await publishChanges();
      if (hasNews && heardAt !== null) meters.changesSent(performance.now() - heardAt);
    } catch (error) {
      staleSince = heardAt ?? staleSince;
      throw error;
    }
  }

  /** @returns whether readers were sent changes */
  async function publishChanges(): Promise<boolean> {
    const since = board.position;
    const changes = await markets.changes(since);
    if (since === null || !changes.isContinued) {
      // Loaded after the position was read, so the next round finds changes in between.
      board.fill(await markets.load(null, now()), changes.position);
      if (since !== null) {
        onTakeover?.();
        own.startOver();
        sendAll(marketsEvent('snapshot', board.listed(now())));
      }
      ticker.wake();
      return false;
    }
    const missing = board.missing(changes);
    const [found, ofUsers] = await Promise.all([
      missing.length === 0 ? [] : markets.load(missing, now()),
      own.changes(
        since,
        changes.markets.filter(({ isOver }) => isOver),
      ),
    ]);
    const news = board.take(found, changes.position);
    // First, so that a reader whose account event is due doesn't reach this position with the event below.
    own.publish(ofUsers);
    sendNews(news);
    return news.length > 0;
  }

  /** Sends each reader one event, because an event with this position says that nothing before it is missing. */
  function sendNews(news: readonly BoardNews[]): void {
    const made = new Map<string | null, EncodedEvent | null>();
    const games = new Set(news.flatMap(({ game, isForAll }) => (isForAll ? [] : [game])));
    for (const reader of readers) {
      const game = games.has(reader.game) ? reader.game : null;
      let event = made.get(game);
      if (event === undefined) {
        const due = news.filter((market) => market.isForAll || market.game === game);
        event = due.length === 0 ? null : marketsEvent('markets', due);
        made.set(game, event);
      }
      if (event !== null) reader.send(bytesFor(reader, event));
    }
  }

  function sendAll(event: EncodedEvent): void {
    for (const reader of readers) reader.send(bytesFor(reader, event));
  }

  function bytesFor(reader: Reader, event: EncodedEvent): Buffer {
    return own.owes(reader) ? event.withoutId() : event.withId;
  }

  function marketsEvent(name: 'markets' | 'snapshot', published: readonly PublishedMarket[]): EncodedEvent {
    // The event's id isn't enough: it is left out while an account event is due.
    const place = name === 'snapshot' ? `"position":"${board.position}",` : '';
    const list = published.map((market) => market.json).join(',');
    const json = `{"at":"${now().toISOString()}",${place}"markets":[${list}]}`;
    return encodeEvent(name, json, board.position);
  }

  function beatEvent(): EncodedEvent {
    return keep('beat', () => {
      const at = now();
      const listed = board.listed(at).length;
      const json = JSON.stringify({ at: at.toISOString(), position: String(board.position), listed });
      return encodeEvent('beat', json, board.position);
    });
  }

  /** An event with what a reader has missed; null if nothing, a snapshot if that isn't known. */
  function missedEvent({ after, game }: Listener): EncodedEvent | null {
    if (after === null) return null;
    const missed = after === 'unknown' ? null : board.since(after, game);
    if (missed === null) return keep('snapshot', () => marketsEvent('snapshot', board.listed(now())));
    if (missed.length === 0) return null;
    return keep(`after ${after} ${game ?? ''}`, () => marketsEvent('markets', missed));
  }

  async function welcome(reader: Reader, listener: Listener): Promise<void> {
    const { session, after } = listener;
    // A reader may be ahead because another process has read later changes. It waits for a regular round.
    const isAhead = typeof after === 'bigint' && (board.position ?? 0n) < after;
    if (board.position === null || ticker.lastRound === null || isAhead) await ticker.next();
    if (reader.isGone) return;
    const first: Buffer[] = [];
    if (session !== null) {
      own.join(reader, session);
      first.push(await own.welcome(reader, session, typeof after === 'bigint' ? after : null));
    }
    const missed = missedEvent(listener);
    if (missed !== null) first.push(bytesFor(reader, missed));
    reader.welcome(first, bytesFor(reader, beatEvent()));
  }

  function stuckSeconds(): number {
    if (readers.size === 0) return 0;
    const ms = performance.now() - Math.max(beganAt, ticker.lastRound ?? 0);
    return ms < LOOKED_MS ? 0 : ms / 1000;
  }

  function forget(reader: Reader): void {
    readers.delete(reader);
    own.leave(reader);
    if (readers.size === 0) rest();
  }

  async function beat(): Promise<void> {
    for (const reader of readers) reader.look();
    const { lastRound } = ticker;
    if (lastRound === null || performance.now() - lastRound > LOOKED_MS) return;
    await own.checkSessions();
    sendAll(beatEvent());
  }

  function begin(): void {
    beganAt = performance.now();
    staleSince = null;
    ticker.start();
    beats = setInterval(() => void beat().catch(onError), beatMs);
  }

  function rest(): void {
    ticker.stop();
    clearInterval(beats);
  }

  return {
    /** Called when sessions may have ended: their readers learn it now instead of with the next beat. */
    checkSessions: () => void own.checkSessions().catch(onError),
    markStale: (_marketId: string) => markStale(),
    markAllStale: markStale,
    /** How many streams are open, and for how long their readers have waited for a round that succeeds. */
    state: () => ({ readers: readers.size, stuckSeconds: stuckSeconds() }),
    /** Whether it accepts no more readers. */
    get isClosed() {
      return isClosed;
    },
    /** Publishes events to a connection whose head is sent, until it closes. */
    open(socket: Socket, listener: Listener): void {
      if (isClosed || socket.destroyed) {
        socket.destroy();
        return;
      }
      const reader = createReader(socket, listener.game);
      readers.add(reader);
      if (readers.size === 1) begin();
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      socket.once('close', () => forget(reader));
      welcome(reader, listener).catch((error) => {
        onError(error);
        reader.drop();
      });
    },
    /** Ends the streams one after another within a drain, so that their readers don't reconnect in one moment. */
    endWithin(wholeMs: number): void {
      const until = performance.now() + wholeMs;
      ends = setInterval(() => {
        const leftMs = until - performance.now();
        const due = countEnding({ open: readers.size, leftMs, wholeMs, paceMs: PACE_MS });
        for (const reader of [...readers].slice(0, due)) reader.end();
      }, PACE_MS);
    },
    /** Ends all streams now. */
    close(): void {
      isClosed = true;
      clearInterval(ends);
      rest();
      for (const reader of readers) reader.end();
    },
  };
}

/** Reuses an event for further readers while the mark stays the same, and only for a short time. */
function keepShortly(mark: () => string): (name: string, make: () => EncodedEvent) => EncodedEvent {
  let of = { mark: '', madeAt: Number.NEGATIVE_INFINITY };
  const kept = new Map<string, EncodedEvent>();
  return (name, make) => {
    const at = performance.now();
    if (of.mark !== mark() || at - of.madeAt > KEPT_MS) {
      kept.clear();
      of = { mark: mark(), madeAt: at };
    }
    const known = kept.get(name) ?? make();
    kept.set(name, known);
    return known;
  };
}
