import type { StreamEvent } from '@tallystone/core/http-api/stream';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { type Session, tokenHashOf } from '../http/session.ts';
import type { ChangedMarket } from './market-board.ts';
import type { Position } from './position.ts';
import type { Reader } from './reader.ts';
import { encodeEvent } from './stream-event.ts';
import { takeTurns } from './take-turns.ts';

/** Users loaded at once, so that the database keeps capacity for bets. */
const AT_ONCE = 3;
/** Shortest time between two events for one user, however often the user bets. */
const PACE_MS = 500;

interface FollowedUser {
  readonly userId: string;
  readonly family: WalletFamily;
}

/** A change of a user's account. */
export interface AccountChange {
  readonly userId: string;
  /** The one row that changed, such as the account, the limits, a live bet, or a market that has ended. */
  readonly what: string;
  /** Distinguishes this change from the next one of the same thing. */
  readonly mark: string;
}

/** The source of account events for signed-in readers. */
export interface AccountSource {
  /** Changes of these users' funds, limits and bets since a position, given the markets that have ended since. */
  changes(
    since: Position,
    of: { userIds: readonly string[]; over: readonly ChangedMarket[] },
  ): Promise<AccountChange[]>;
  /** Funds and limits now, and the bets that are new or have ended since a position; no bets for null. */
  news(user: FollowedUser, since: Position | null): Promise<StreamEvent<'account'>>;
  /** Which of these sessions are valid now, as hashes of their tokens in hex. */
  liveSessions(tokenHashes: readonly string[]): Promise<ReadonlySet<string>>;
}

interface Followed extends FollowedUser {
  /** The user's readers, with the hashes of their session tokens. */
  readonly readers: Map<Reader, string>;
  /** The readers know everything up to this position. */
  since: Position;
  /** The mark of the last known change of each thing. Until its epoch ends, the same change is found repeatedly. */
  readonly known: Map<string, string>;
  /** Whether something changed that isn't being published yet. */
  isDue: boolean;
  isPublishing: boolean;
  publishedAt: number;
}

/** Publishes account events to signed-in readers. Each change is loaded once for all readers of a user. */
export function followAccounts({
  source,
  position,
  now,
  onError,
}: {
  source: AccountSource;
  /** The position up to which the markets have been read. */
  position: () => Position;
  now: () => Date;
  onError: (error: unknown) => void;
}) {
  const users = new Map<string, Followed>();
  const userOf = new Map<Reader, Followed>();
  const inTurn = takeTurns(AT_ONCE);

  function leave(reader: Reader): void {
    const user = userOf.get(reader);
    userOf.delete(reader);
    user?.readers.delete(reader);
    // A new entry of the same user may have replaced this one.
    if (user?.readers.size === 0 && users.get(user.userId) === user) users.delete(user.userId);
  }

  function endedEvent(): Buffer {
    return encodeEvent('session-ended', JSON.stringify({ at: now().toISOString() }), null).withId;
  }

  const load = async (user: FollowedUser, since: Position | null): Promise<Buffer> =>
    encodeEvent('account', JSON.stringify(await source.news(user, since)), null).withId;

  function plan(user: Followed): void {
    if (user.isPublishing) return;
    user.isPublishing = true;
    const wait = user.publishedAt + PACE_MS - performance.now();
    const begin = () => {
      inTurn(() => publishTo(user)).catch((error) => {
        onError(error);
        // They reconnect and get everything since their position.
        for (const reader of [...user.readers.keys()]) {
          leave(reader);
          reader.drop();
        }
      });
    };
    if (wait <= 0) begin();
    else setTimeout(begin, wait).unref();
  }

  async function publishTo(user: Followed): Promise<void> {
    const readers = new Map(user.readers);
    if (readers.size === 0) return;
    user.isDue = false;
    user.publishedAt = performance.now();
    const upTo = position();
    const { since } = user;
    const event = await load(user, since);
    const live = await source.liveSessions([...new Set(readers.values())]);
    // It differs if `startOver` was called since.
    if (user.since === since) user.since = upTo;
    for (const [reader, tokenHash] of readers) {
      if (!userOf.has(reader)) continue;
      if (!live.has(tokenHash)) leave(reader);
      reader.send(live.has(tokenHash) ? event : endedEvent());
    }
    // Readers that joined since got everything with their welcome, which began after this.
    user.isPublishing = false;
    if (user.isDue) plan(user);
  }

  return {
    /** Publishes events of the session's user to the reader until it leaves. */
    join(reader: Reader, session: Session): void {
      const { userId } = session;
      const user: Followed = users.get(userId) ?? {
        userId,
        family: session.wallet.family,
        readers: new Map(),
        since: position(),
        known: new Map(),
        isDue: false,
        isPublishing: false,
        publishedAt: Number.NEGATIVE_INFINITY,
      };
      users.set(userId, user);
      userOf.set(reader, user);
      user.readers.set(reader, tokenHashOf(session));
    },
    leave,
    /** The first event for a reader that has joined: its account since a position, or that the session has ended. */
    welcome(reader: Reader, session: Session, since: Position | null): Promise<Buffer> {
      return inTurn(async () => {
        const event = await load({ userId: session.userId, family: session.wallet.family }, since);
        const live = await source.liveSessions([tokenHashOf(session)]);
        if (live.has(tokenHashOf(session))) return event;
        leave(reader);
        return endedEvent();
      });
    },
    /** Changes of all followed users since a position, given the markets that have ended since. */
    async changes(since: Position, over: readonly ChangedMarket[]): Promise<AccountChange[]> {
      return users.size === 0 ? [] : source.changes(since, { userIds: [...users.keys()], over });
    },
    /** Plans events for the users whom the changes concern. */
    publish(changes: readonly AccountChange[]): void {
      const concerned = new Set<Followed>();
      for (const { userId, what, mark } of changes) {
        const user = users.get(userId);
        if (user === undefined || user.known.get(what) === mark) continue;
        user.known.set(what, mark);
        concerned.add(user);
      }
      for (const user of concerned) {
        user.isDue = true;
        plan(user);
      }
    },
    /** Called when another database server has taken over: publishes all accounts, from its position on. */
    startOver(): void {
      for (const user of users.values()) {
        user.since = position();
        // The new server may reuse the marks of the old one.
        user.known.clear();
        user.isDue = true;
        plan(user);
      }
    },
    /** Whether a change of the reader's account is known but not sent yet. */
    owes(reader: Reader): boolean {
      const user = userOf.get(reader);
      return user !== undefined && (user.isDue || user.isPublishing);
    },
    /** Sends `session-ended` to readers whose session has ended, and stops following them. */
    async checkSessions(): Promise<void> {
      const readers = [...users.values()].flatMap((user) => [...user.readers]);
      if (readers.length === 0) return;
      const live = await source.liveSessions([...new Set(readers.map(([, tokenHash]) => tokenHash))]);
      for (const [reader, tokenHash] of readers) {
        if (live.has(tokenHash) || !userOf.has(reader)) continue;
        leave(reader);
        reader.send(endedEvent());
      }
    },
  };
}
