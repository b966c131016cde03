import type { StreamEvent } from '@tallystone/core/http-api/stream';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Session } from '../http/session.ts';
import type { ChangedMarket } from './market-board.ts';
import type { Position } from './position.ts';
import type { Reader } from './reader.ts';
import { encodeEvent } from './stream-event.ts';
import { takeTurns } from './take-turns.ts';

/** So many users are asked for at once: the database has bets to take. */
const AT_ONCE = 3;
/** One user is told at most so often, however often the user bets. */
const PACE_MS = 500;

interface FollowedUser {
  readonly userId: string;
  readonly family: WalletFamily;
}

/** Something of a user's own that changed, and what tells this change from the next one of the same. */
export interface AccountChange {
  readonly userId: string;
  /** Such as the account, the limits, or a market that has ended. */
  readonly what: string;
  readonly mark: string;
}

/** Where the own news of signed-in readers come from. */
export interface AccountSource {
  /** What changed since a position of these users' funds, limits and bets, given the markets that are over since. */
  changes(
    since: Position,
    asked: { userIds: readonly string[]; over: readonly ChangedMarket[] },
  ): Promise<AccountChange[]>;
  /** Funds and limits now, and the bets that are new or have ended since a position; none for null. */
  news(user: FollowedUser, since: Position | null): Promise<StreamEvent<'account'>>;
  /** Which of these sessions hold now. Hashes of tokens, in hex. */
  liveSessions(tokenHashes: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface AccountFollower {
  /** From now on the reader hears of the session's user, until it leaves. */
  join(reader: Reader, session: Session): void;
  leave(reader: Reader): void;
  /** What a reader who has joined is told first: the own news since a position, or that the session is over. */
  welcome(reader: Reader, session: Session, since: Position | null): Promise<Buffer>;
  /** What changed since a position of all who are followed, given the markets that are over since. */
  changes(since: Position, over: readonly ChangedMarket[]): Promise<AccountChange[]>;
  /** Sees to it that the readers whom the changes concern are told. */
  tell(changes: readonly AccountChange[]): void;
  /** Another database server has taken over: tells all of them their own news from its position on. */
  startOver(): void;
  /** Whether own news of the reader are known of that it was not told yet. */
  owes(reader: Reader): boolean;
  /** Tells readers whose session is over, and follows them no longer. */
  checkSessions(): Promise<void>;
}

interface Followed extends FollowedUser {
  /** Its readers, and the sessions they came with. */
  readonly readers: Map<Reader, string>;
  /** Up to here the readers know everything. */
  since: Position;
  /** The changes that were heard of, by what changed: while an old transaction runs they are found again and again. */
  readonly heard: Map<string, string>;
  /** Something changed that is not being told yet. */
  isDue: boolean;
  isTelling: boolean;
  toldAt: number;
}

/** Follows the users of signed-in readers. What changed is loaded once for all readers of a user. */
export function followAccounts({
  source,
  position,
  now,
  onError,
}: {
  source: AccountSource;
  /** How far the markets have been read. */
  position: () => Position;
  now: () => Date;
  onError: (error: unknown) => void;
}): AccountFollower {
  const users = new Map<string, Followed>();
  const userOf = new Map<Reader, Followed>();
  const inTurn = takeTurns(AT_ONCE);

  function leave(reader: Reader): void {
    const user = userOf.get(reader);
    userOf.delete(reader);
    user?.readers.delete(reader);
    // Another one may have come in its place.
    if (user?.readers.size === 0 && users.get(user.userId) === user) users.delete(user.userId);
  }

  function endedEvent(): Buffer {
    return encodeEvent('session-ended', JSON.stringify({ at: now().toISOString() }), null).withId;
  }

  const load = async (user: FollowedUser, since: Position | null): Promise<Buffer> =>
    encodeEvent('account', JSON.stringify(await source.news(user, since)), null).withId;

  function plan(user: Followed): void {
    if (user.isTelling) return;
    user.isTelling = true;
    const wait = user.toldAt + PACE_MS - performance.now();
    const begin = () => {
      inTurn(() => tellUser(user)).catch((error) => {
        onError(error);
        // They come back, and are told everything since where they were.
        for (const reader of [...user.readers.keys()]) {
          leave(reader);
          reader.drop();
        }
      });
    };
    if (wait <= 0) begin();
    else setTimeout(begin, wait).unref();
  }

  async function tellUser(user: Followed): Promise<void> {
    const readers = new Map(user.readers);
    if (readers.size === 0) return;
    user.isDue = false;
    user.toldAt = performance.now();
    const upTo = position();
    const { since } = user;
    const event = await load(user, since);
    const live = await source.liveSessions([...new Set(readers.values())]);
    // It is another one where all began again meanwhile.
    if (user.since === since) user.since = upTo;
    for (const [reader, tokenHash] of readers) {
      if (!userOf.has(reader)) continue;
      if (!live.has(tokenHash)) leave(reader);
      reader.send(live.has(tokenHash) ? event : endedEvent());
    }
    // Those who have joined meanwhile were told by their welcome, which began after this.
    user.isTelling = false;
    if (user.isDue) plan(user);
  }

  return {
    join(reader, session) {
      const { userId } = session;
      const user: Followed = users.get(userId) ?? {
        userId,
        family: session.wallet.family,
        readers: new Map(),
        since: position(),
        heard: new Map(),
        isDue: false,
        isTelling: false,
        toldAt: Number.NEGATIVE_INFINITY,
      };
      users.set(userId, user);
      userOf.set(reader, user);
      user.readers.set(reader, hexOf(session));
    },
    leave,
    welcome(reader, session, since) {
      return inTurn(async () => {
        const event = await load({ userId: session.userId, family: session.wallet.family }, since);
        const live = await source.liveSessions([hexOf(session)]);
        if (live.has(hexOf(session))) return event;
        leave(reader);
        return endedEvent();
      });
    },
    async changes(since, over) {
      return users.size === 0 ? [] : source.changes(since, { userIds: [...users.keys()], over });
    },
    tell(changes) {
      const concerned = new Set<Followed>();
      for (const { userId, what, mark } of changes) {
        const user = users.get(userId);
        if (user === undefined || user.heard.get(what) === mark) continue;
        user.heard.set(what, mark);
        concerned.add(user);
      }
      for (const user of concerned) {
        user.isDue = true;
        plan(user);
      }
    },
    startOver() {
      for (const user of users.values()) {
        user.since = position();
        // Another change may have the number that one of the other server had.
        user.heard.clear();
        user.isDue = true;
        plan(user);
      }
    },
    owes(reader) {
      const user = userOf.get(reader);
      return user !== undefined && (user.isDue || user.isTelling);
    },
    async checkSessions() {
      const asked = [...users.values()].flatMap((user) => [...user.readers]);
      if (asked.length === 0) return;
      const live = await source.liveSessions([...new Set(asked.map(([, tokenHash]) => tokenHash))]);
      for (const [reader, tokenHash] of asked) {
        if (live.has(tokenHash) || !userOf.has(reader)) continue;
        leave(reader);
        reader.send(endedEvent());
      }
    },
  };
}

const hexOf = ({ tokenHash }: Session): string => Buffer.from(tokenHash).toString('hex');
