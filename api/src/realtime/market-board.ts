import type { Position } from './position.ts';

/** A market as the stream tells of it. */
export interface PublishedMarket {
  readonly id: string;
  readonly version: number;
  /** The transaction that changed it last. */
  readonly changedIn: Position;
  /** Whether the market list held it when it was read, and until when it does without being changed, in ms since 1970. */
  readonly isListed: boolean;
  readonly endsAt: number;
  /** Written out. */
  readonly json: string;
}

/** What changed since a position, and the position to ask from the next time. */
export interface Changes {
  readonly position: Position;
  /** False: another database server has taken over, and what changed is not known. All is to be read again. */
  readonly isContinued: boolean;
  readonly markets: readonly ChangedMarket[];
}

export interface ChangedMarket {
  readonly id: string;
  readonly version: number;
  /** Whether it is settled or void: nobody has a bet on it any more. */
  readonly isOver: boolean;
}

/** Of markets that have left the list so many are remembered, so that readers who come back hear of them. */
const MOST_GONE = 2000;

export interface MarketBoard {
  /** How far it has come; null before it has been filled. */
  readonly position: Position | null;
  /** Counts what changed on it. */
  readonly revision: number;
  /** Begins with all listed markets, read at a position, and forgets what it knew. */
  fill(markets: readonly PublishedMarket[], position: Position): void;
  /** Those of the changed markets that it has in another version, or not at all. */
  missing(changes: Pick<Changes, 'markets'>): string[];
  /** Takes over markets and goes on to a position. @returns those that are new or in another version */
  take(markets: readonly PublishedMarket[], position: Position): PublishedMarket[];
  /** What somebody has missed since a position; null when that is not known. */
  since(position: Position): PublishedMarket[] | null;
  /** The markets that the list holds at a moment. */
  listed(at: Date): PublishedMarket[];
}

/** All that one process knows of the markets, as of its position: what its readers are told is read from here. */
export function createMarketBoard(mostGone = MOST_GONE): MarketBoard {
  const markets = new Map<string, PublishedMarket>();
  /** Those of them that have left the list, the ones that left first coming first. */
  const gone = new Set<string>();
  let position: Position | null = null;
  /** From here on it knows of every change. */
  let from: Position = 0n;
  let revision = 0;

  const isNew = ({ id, version }: { id: string; version: number }) => markets.get(id)?.version !== version;

  function put(market: PublishedMarket): void {
    markets.set(market.id, market);
    gone.delete(market.id);
    if (!market.isListed) gone.add(market.id);
  }

  function forgetOldest(): void {
    for (const id of gone) {
      if (gone.size <= mostGone) return;
      const changedIn = markets.get(id)?.changedIn ?? 0n;
      if (changedIn >= from) from = changedIn + 1n;
      gone.delete(id);
      markets.delete(id);
    }
  }

  return {
    get position() {
      return position;
    },
    get revision() {
      return revision;
    },
    fill(listed, at) {
      markets.clear();
      gone.clear();
      for (const market of listed) put(market);
      position = at;
      from = at;
      revision += 1;
    },
    missing(changes) {
      return changes.markets.filter(isNew).map(({ id }) => id);
    },
    take(changed, at) {
      const news = changed.filter(isNew);
      for (const market of changed) put(market);
      forgetOldest();
      position = at;
      if (news.length > 0) revision += 1;
      return news;
    },
    since(asked) {
      if (position === null || asked < from || asked > position) return null;
      return [...markets.values()].filter(({ changedIn }) => changedIn >= asked);
    },
    listed(at) {
      return [...markets.values()].filter(({ isListed, endsAt }) => isListed && endsAt > at.getTime());
    },
  };
}
