import type { WireMarket } from '@tallystone/core/http-api/markets';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { keepLatest } from './keep-latest.ts';

export interface MarketPictures {
  /**
   * A picture of a market as it stands now, a PNG; null when there is none with that id.
   *
   * @throws HttpError `too-busy` while as many others are being drawn as may be
   */
  get(id: string): Promise<Uint8Array | null>;
}

/** A market that is bet on all the time is not drawn all the time: the picture says of when it is. */
const KEPT_MS = 10_000;
const MOST_KEPT = 100;
/** Drawn one after another, or waited for. */
const MOST_WAITING = 16;

interface Kept {
  readonly at: number;
  /** As drawn: what the market was then. */
  readonly standing: string;
  readonly picture: Uint8Array;
}

/**
 * Draws pictures of markets and keeps them while they are true: by the version, and by the state, which the clock
 * changes by itself. Whatever is asked, one is drawn at a time, few wait, and as many are kept.
 */
export function createMarketPictures({
  getMarket,
  draw,
  now,
}: {
  getMarket(id: string): Promise<WireMarket | null>;
  draw(market: WireMarket, at: Date): Promise<Uint8Array>;
  now: () => Date;
}): MarketPictures {
  const kept = keepLatest<Kept>(MOST_KEPT);
  const wanted = new Map<string, Promise<Uint8Array | null>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function make(id: string): Promise<Uint8Array | null> {
    const market = await getMarket(id);
    if (market === null) return null;
    const standing = `${market.version} ${market.state}`;
    const last = kept.get(id);
    const at = now();
    const picture = last?.standing === standing ? last.picture : await inTurn(() => draw(market, at));
    kept.set(id, { at: at.getTime(), standing, picture });
    return picture;
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    async get(id) {
      const last = kept.get(id);
      const age = last === undefined ? Infinity : now().getTime() - last.at;
      // A clock that was set back must not keep it for ever.
      if (last !== undefined && age >= 0 && age < KEPT_MS) return last.picture;
      const waiting = wanted.get(id);
      if (waiting !== undefined) return waiting;
      if (wanted.size >= MOST_WAITING) {
        throw new HttpError('too-busy', say('too-many-pictures'), {
          retryAfterSeconds: 1,
        });
      }
      const made = make(id).finally(() => wanted.delete(id));
      wanted.set(id, made);
      return made;
    },
  };
}
