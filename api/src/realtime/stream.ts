import type { Socket } from 'node:net';
import type { Session } from '../http/session.ts';
import { type AccountSource, followAccounts } from './follow-accounts.ts';
import { type Changes, createMarketBoard, type PublishedMarket } from './market-board.ts';
import type { Position } from './position.ts';
import { createReader, type Reader } from './reader.ts';
import { type EncodedEvent, encodeEvent } from './stream-event.ts';
import { createTicker } from './ticker.ts';

/** Markets that changed are told of at most so often. */
const PACE_MS = 100;
/** So often it is looked whether something changed that nobody announced. */
const IDLE_MS = 1000;
const BEAT_MS = 10_000;
/** A beat says that everything is as it was told: nobody says so who has not looked for so long. */
const LOOKED_MS = 5000;
/** What is the same for many readers is made anew after that. */
const KEPT_MS = 1000;
/** A connection that says nothing for so long is asked whether it is still there. */
const KEEP_ALIVE_MS = 30_000;

/** Where the markets come from. */
export interface MarketSource {
  /** What changed since a position, and the position of now; for null that alone. */
  changes(since: Position | null): Promise<Changes>;
  /** These markets in whatever state, or all listed ones for null. */
  load(ids: readonly string[] | null, at: Date): Promise<PublishedMarket[]>;
}

export interface StreamDeps {
  markets: MarketSource;
  accounts: AccountSource;
  now: () => Date;
  /** Another database server has taken over: what was read before is no longer so. */
  onTakeover?: () => void;
  onError: (error: unknown) => void;
  beatMs?: number;
}

/** Who opens a stream. */
export interface Listener {
  readonly session: Session | null;
  /** How far it has come; null: it wants what comes from now on. `unknown`: it says what is no position. */
  readonly after: Position | 'unknown' | null;
}

/** The stream of one process. It is marked as the market list is, by those who change markets. */
export interface Stream {
  /** Something changed, or may have. */
  markStale(marketId: string): void;
  markAllStale(): void;
  /** Sessions may have ended: their readers are told now. Otherwise they are with the next beat. */
  checkSessions(): void;
  /** Whether it takes no readers any more. */
  readonly isClosed: boolean;
  /** Tells a connection whose head is written of everything, until it closes. */
  open(socket: Socket, listener: Listener): void;
  /** Ends all streams at once. */
  close(): void;
}

/**
 * Tells all readers of this process of the markets, and signed-in ones of their own funds and bets. What changed is
 * read once for all of them, at the stream's own pace, and written out once; while nobody reads, nothing is asked.
 */
export function createStream({
  markets,
  accounts,
  now,
  onTakeover,
  onError,
  beatMs = BEAT_MS,
}: StreamDeps): Stream {
  const board = createMarketBoard();
  const readers = new Set<Reader>();
  const ticker = createTicker({ round, onError, paceMs: PACE_MS, idleMs: IDLE_MS });
  const own = followAccounts({ source: accounts, position: () => board.position ?? 0n, now, onError });
  const keep = keepShortly(() => `${board.position} ${board.revision}`);
  let beats: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function round(): Promise<void> {
    const since = board.position;
    const changes = await markets.changes(since);
    if (since === null || !changes.isContinued) {
      // Read after its position: what changed in between is found again by the next round.
      board.fill(await markets.load(null, now()), changes.position);
      if (since !== null) {
        onTakeover?.();
        own.startOver();
        sendAll(marketsEvent('snapshot', board.listed(now())));
      }
      ticker.wake();
      return;
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
    // First: who is owed own news does not come to this position by what is sent now.
    own.tell(ofUsers);
    if (news.length > 0) sendAll(marketsEvent('markets', news));
  }

  function sendAll(event: EncodedEvent): void {
    for (const reader of readers) reader.send(bytesFor(reader, event));
  }

  function bytesFor(reader: Reader, event: EncodedEvent): Buffer {
    return own.owes(reader) ? event.withoutId() : event.withId;
  }

  function marketsEvent(name: 'markets' | 'snapshot', told: readonly PublishedMarket[]): EncodedEvent {
    // The id alone would not do: it is left out while own news are owed.
    const place = name === 'snapshot' ? `"position":"${board.position}",` : '';
    const json = `{"at":"${now().toISOString()}",${place}"markets":[${told.map((market) => market.json).join(',')}]}`;
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

  /** What a reader has missed: nothing, some markets, or nobody knows. */
  function missedEvent(after: Listener['after']): EncodedEvent | null {
    if (after === null) return null;
    const missed = after === 'unknown' ? null : board.since(after);
    if (missed === null) return keep('snapshot', () => marketsEvent('snapshot', board.listed(now())));
    if (missed.length === 0) return null;
    return keep(`after ${after}`, () => marketsEvent('markets', missed));
  }

  async function welcome(reader: Reader, { session, after }: Listener): Promise<void> {
    // Who is ahead of this process may come from one that looked later. No round begins out of turn for anybody.
    const isAhead = typeof after === 'bigint' && (board.position ?? 0n) < after;
    if (board.position === null || ticker.lastRound === null || isAhead) await ticker.next();
    if (reader.isGone) return;
    const first: Buffer[] = [];
    if (session !== null) {
      own.join(reader, session);
      first.push(await own.welcome(reader, session, typeof after === 'bigint' ? after : null));
    }
    const missed = missedEvent(after);
    if (missed !== null) first.push(bytesFor(reader, missed));
    reader.welcome(first, bytesFor(reader, beatEvent()));
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
    ticker.start();
    beats = setInterval(() => void beat().catch(onError), beatMs);
  }

  function rest(): void {
    ticker.stop();
    clearInterval(beats);
  }

  return {
    checkSessions: () => void own.checkSessions().catch(onError),
    markStale: () => ticker.wake(),
    markAllStale: () => ticker.wake(),
    get isClosed() {
      return isClosed;
    },
    open(socket, listener) {
      if (isClosed || socket.destroyed) {
        socket.destroy();
        return;
      }
      const reader = createReader(socket);
      readers.add(reader);
      if (readers.size === 1) begin();
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      socket.once('close', () => forget(reader));
      welcome(reader, listener).catch((error) => {
        onError(error);
        reader.drop();
      });
    },
    close() {
      isClosed = true;
      rest();
      for (const reader of readers) reader.end();
    },
  };
}

/** Keeps what was made for one reader for the next ones: while a mark stays the same, and not for long. */
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
