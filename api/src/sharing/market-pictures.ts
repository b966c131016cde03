import type { WireMarket } from '@tallystone/core/http-api/markets';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { isRecent } from '../http/is-recent.ts';
import { keepLatest } from './keep-latest.ts';

/** A busy market is drawn at most this often; the picture shows its time. */
const KEPT_MS = 10_000;
const MOST_KEPT = 100;
/** Pictures being drawn or waiting to be drawn. */
const MOST_WAITING = 16;

export type MarketPictures = ReturnType<typeof createMarketPictures>;

/**
 * Draws pictures of markets and keeps each until the market's version or state changes; the state also changes with time.
 * One picture is drawn at a time, and the numbers of waiting and kept pictures are limited.
 */
export function createMarketPictures({
  getMarket,
  draw,
  now,
}: {
  getMarket(id: string): Promise<WireMarket | null>;
  draw(market: WireMarket, at: Date): Promise<Uint8Array>;
  now: () => Date;
}) {
  /** `drawn` is the version and state that the picture shows. */
  const kept = keepLatest<{ at: number; drawn: string; picture: Uint8Array }>(MOST_KEPT);
  const wanted = new Map<string, Promise<Uint8Array | null>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function make(id: string): Promise<Uint8Array | null> {
    const market = await getMarket(id);
    if (market === null) return null;
    const drawn = `${market.version} ${market.state}`;
    const last = kept.get(id);
    const at = now();
    const picture = last?.drawn === drawn ? last.picture : await inTurn(() => draw(market, at));
    kept.set(id, { at: at.getTime(), drawn, picture });
    return picture;
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    /**
     * The picture of a market as a PNG; null if there is no such market.
     *
     * @throws HttpError `too-busy` while too many others are being drawn
     */
    async get(id: string): Promise<Uint8Array | null> {
      const last = kept.get(id);
      if (last !== undefined && isRecent(last.at, KEPT_MS, now())) return last.picture;
      const waiting = wanted.get(id);
      if (waiting !== undefined) return waiting;
      if (wanted.size >= MOST_WAITING) {
        throw new HttpError('too-busy', say('too-many-pictures'), { retryAfterSeconds: 1 });
      }
      const made = make(id).finally(() => wanted.delete(id));
      wanted.set(id, made);
      return made;
    },
  };
}
