import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { notifying } from './notifying.ts';

/** What a process does about the messages of one channel. */
export interface Listener {
  onMessage(payload: string): void;
  /** Messages may have been missed. A messenger that may lose some says so every second. */
  onGap(): void;
  /** No messages arrive, and connecting has failed. It is tried again and again. */
  onLost?(error: unknown): void;
}

/** Sends messages from one connection. */
export interface Publisher {
  /**
   * What a statement that changes something selects for each message, which is sent with its commit. Call `published` once it
   * has run.
   */
  publishing(channel: string, payload: SQL): SQL;
  /** Called with what such a statement published. If it has committed itself, only after that. */
  published(db: Db, channel: string, payloads: readonly string[]): void;
}

/**
 * Messages between the processes of one database, which say what to read again. Every process gets them, its own included.
 * A lost one is only a delay: who listens also looks when messages may be missing.
 */
export interface Messenger extends Publisher {
  /** Returns a function that stops listening. */
  subscribe(channel: string, listener: Listener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** How a connection sends messages, and what waits for the commit of its transaction; null: it has none. */
interface OfSession {
  readonly publisher: Publisher;
  readonly waiting: (() => void)[] | null;
}
/** Of what isn't here PostgreSQL itself sends the messages. */
const sessions = new WeakMap<object, OfSession>();

/** Sends the messages of a database with this publisher. */
export function usePublisher(db: Db, publisher: Publisher): void {
  sessions.set(db._.session, { publisher, waiting: null });
}

/**
 * The same for the connection of one transaction.
 *
 * @returns runs what waits for its commit
 */
export function usePublisherInTransaction(db: Db, publisher: Publisher): () => void {
  const waiting: (() => void)[] = [];
  sessions.set(db._.session, { publisher, waiting });
  return () => {
    for (const work of waiting) work();
  };
}

/** What sends the messages of a database, or of one of its transactions. */
export function publisherOf(db: Db): Publisher {
  return sessions.get(db._.session)?.publisher ?? notifying;
}

/** Runs work once the transaction has committed, or may have. Outside a transaction it runs at once. */
export function afterCommit(db: Db, work: () => void): void {
  const waiting = sessions.get(db._.session)?.waiting ?? null;
  if (waiting === null) work();
  else waiting.push(work);
}
