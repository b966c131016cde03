import type { WireMarket } from '@tallystone/core/http-api/markets';
import { isRecent } from '../http/is-recent.ts';
import type { DrawInTurn } from './draw-queue.ts';
import { keepLatest } from './keep-latest.ts';

/** A busy market is drawn at most this often; the picture shows its time. */
const KEPT_MS = 10_000;
const MOST_KEPT = 100;

export type MarketPictures = ReturnType<typeof createMarketPictures>;

/**
 * Draws pictures of markets and keeps each until the market's version or state changes; the state also changes with time.
 * The number of kept pictures is limited.
 */
export function createMarketPictures({
  getMarket,
  draw,
  inTurn,
  now,
}: {
  getMarket(id: string): Promise<WireMarket | null>;
  draw(market: WireMarket, at: Date): Promise<Uint8Array>;
  inTurn: DrawInTurn;
  now: () => Date;
}) {
  /** `drawn` is the version and state that the picture shows. */
  const kept = keepLatest<{ at: number; drawn: string; picture: Uint8Array }>(MOST_KEPT);
  const wanted = new Map<string, Promise<Uint8Array | null>>();

  async function make(id: string): Promise<Uint8Array | null> {
    const market = await getMarket(id);
    if (market === null) return null;
    const drawn = `${market.version} ${market.state}`;
    const last = kept.get(id);
    const at = now();
    const picture = last?.drawn === drawn ? last.picture : await draw(market, at);
    kept.set(id, { at: at.getTime(), drawn, picture });
    return picture;
  }

  return {
    /**
     * The picture of a market as a PNG; null if there is no such market.
     *
     * @throws HttpError `too-busy` while too many others wait
     */
    async get(id: string): Promise<Uint8Array | null> {
      const last = kept.get(id);
      if (last !== undefined && isRecent(last.at, KEPT_MS, now())) return last.picture;
      const waiting = wanted.get(id);
      if (waiting !== undefined) return waiting;
      const made = inTurn(() => make(id)).finally(() => wanted.delete(id));
      wanted.set(id, made);
      return made;
    },
  };
}
