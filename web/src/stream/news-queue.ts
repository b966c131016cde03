import type { StreamEvent } from '@tallystone/core/http-api/stream';
import type { MarketNews } from '@tallystone/core/markets/market-news';

/** An event that waits for its frame. */
export type News =
  | { name: 'markets'; data: StreamEvent<'markets'> }
  | { name: 'snapshot'; data: StreamEvent<'snapshot'> }
  | { name: 'account'; data: StreamEvent<'account'> };

interface NewsTakers {
  markets(news: readonly MarketNews[]): void;
  /** Includes everything that came before it. */
  snapshot(data: StreamEvent<'snapshot'>): void;
  account(data: StreamEvent<'account'>): void;
  /** The news could not be applied. */
  failed(error: unknown): void;
}

/** Passes events on once per frame, with all markets of a frame together. */
export function newsQueue(takers: NewsTakers) {
  const waiting: News[] = [];
  const takeOver = () => {
    try {
      const news: MarketNews[] = [];
      for (const { name, data } of waiting.splice(0)) {
        if (name === 'account') takers.account(data);
        else if (name === 'markets') news.push(...data.markets);
        else {
          news.length = 0;
          takers.snapshot(data);
        }
      }
      if (news.length > 0) takers.markets(news);
    } catch (error) {
      takers.failed(error);
    }
  };
  const frame = perFrame(takeOver);
  return {
    add: (news: News) => waiting.push(news),
    /** Passes on everything that is waiting in the next frame. */
    ask: () => {
      if (waiting.length > 0) frame.ask();
    },
    takeOverNow() {
      frame.stop();
      takeOver();
    },
    forgetAccount() {
      waiting.splice(0, waiting.length, ...waiting.filter(({ name }) => name !== 'account'));
    },
    stop: frame.stop,
  };
}

/** A hidden page has no frames, so run after this long anyway, in ms. */
const AT_LATEST_MS = 250;

/** Runs something at most once per frame. */
function perFrame(run: () => void) {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const go = () => {
    stop();
    run();
  };
  return {
    ask() {
      if (timer !== undefined) return;
      frame = requestAnimationFrame(go);
      timer = setTimeout(go, AT_LATEST_MS);
    },
    /** Cancels a pending run. */
    stop,
  };
}
