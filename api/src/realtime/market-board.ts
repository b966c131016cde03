import type { Position } from './position.ts';

/** A market as the stream publishes it. */
export interface PublishedMarket {
  readonly id: string;
  readonly version: number;
  /** The position of its last change. */
  readonly changedAt: Position;
  /** Whether the market list contained it when it was read. */
  readonly isListed: boolean;
  /** Whether it was in the list or on its game's page. */
  readonly isShown: boolean;
  /** The game on whose page it is, if the list never contains it. */
  readonly game: string | null;
  readonly state: string;
  /** Until when the list contains it if it doesn't change, in ms since 1970. */
  readonly endsAt: number;
  /** The serialised market. */
  readonly json: string;
}

/** A market that is new on the board or in another version. */
export interface BoardNews extends PublishedMarket {
  /** False: only for readers of its game. */
  readonly isForAll: boolean;
}

/** A market as the board keeps it. */
interface BoardMarket extends PublishedMarket {
  /** The position of the change that made its state, or of the first one that the board knows. */
  readonly stateAt: Position;
}

/** The changes since a position, and the position from which to ask next time. */
export interface Changes {
  readonly position: Position;
  /** False: another database server has taken over, so the changes are unknown and everything must be read again. */
  readonly isContinued: boolean;
  readonly markets: readonly ChangedMarket[];
}

export interface ChangedMarket {
  readonly id: string;
  readonly version: number;
  /** Whether the list may contain it. */
  readonly isMain: boolean;
  /** Whether it is settled or void, so that it has no open bets. */
  readonly isOver: boolean;
}

/** Markets remembered that people no longer find, so that readers who reconnect learn what became of them. */
const MOST_GONE = 2000;

/** The markets that one process knows, as of its position. Its readers get their events from here. */
export function createMarketBoard(mostGone = MOST_GONE) {
  const markets = new Map<string, BoardMarket>();
  /** The ids of those that people no longer find, oldest first. */
  const gone = new Set<string>();
  let position: Position | null = null;
  /** The board knows every change from this position on. */
  let from: Position = 0n;
  let revision = 0;

  const isNew = ({ id, version }: { id: string; version: number }) => markets.get(id)?.version !== version;

  /**
   * Prices of a market that only its game's page has are for the readers of that page, because a game may have forty of
   * them. A new state is for all: anyone may have a bet on it.
   */
  const isForAll = ({ id, game, state }: PublishedMarket): boolean =>
    game === null || markets.get(id)?.state !== state;

  function put(market: PublishedMarket): void {
    const before = markets.get(market.id);
    const stateAt = before?.state === market.state ? before.stateAt : market.changedAt;
    markets.set(market.id, { ...market, stateAt });
    gone.delete(market.id);
    if (!market.isShown) gone.add(market.id);
  }

  function forgetOldest(): void {
    for (const id of gone) {
      if (gone.size <= mostGone) return;
      const changedAt = markets.get(id)?.changedAt ?? 0n;
      if (changedAt >= from) from = changedAt + 1n;
      gone.delete(id);
      markets.delete(id);
    }
  }

  return {
    /** The position up to which it knows all changes; null before it is filled. */
    get position() {
      return position;
    },
    /** Counts the changes of its content. */
    get revision() {
      return revision;
    },
    /** Replaces its content by all listed markets, read at a position. */
    fill(listed: readonly PublishedMarket[], at: Position): void {
      markets.clear();
      gone.clear();
      for (const market of listed) put(market);
      position = at;
      from = at;
      revision += 1;
    },
    /** The ids of changed markets that it has in another version or not at all. */
    missing(changes: Pick<Changes, 'markets'>): string[] {
      return changes.markets.filter(isNew).map(({ id }) => id);
    },
    /** Adds changed markets and moves on to a position. @returns those that are new or in another version */
    take(changed: readonly PublishedMarket[], at: Position): BoardNews[] {
      const news = changed.filter(isNew).map((market) => ({ ...market, isForAll: isForAll(market) }));
      for (const market of changed) put(market);
      forgetOldest();
      position = at;
      if (news.length > 0) revision += 1;
      return news;
    },
    /** The markets that changed since a position, as far as a reader of this game gets them; null if that isn't known. */
    since(start: Position, game: string | null = null): PublishedMarket[] | null {
      if (position === null || start < from || start > position) return null;
      return [...markets.values()].filter(
        (market) =>
          market.changedAt >= start &&
          (market.game === null || market.game === game || market.stateAt >= start),
      );
    },
    /** The markets that the list contains at a moment. */
    listed(at: Date): PublishedMarket[] {
      return [...markets.values()].filter(({ isListed, endsAt }) => isListed && endsAt > at.getTime());
    },
  };
}
