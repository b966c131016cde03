import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

interface Span {
  readonly endsAt: number;
  calls: number;
}

/**
 * So much of all is forgotten together: on its way to the first one a map passes by what was taken out before it, up to
 * tens of thousands, which each call of somebody new would have to wait for.
 */
const FORGOTTEN = 0.01;

/**
 * Where calls are counted: by caller, in spans that begin with a caller's first call.
 *
 * The plugin's own store hands out its record of the caller, which the plugin reads a moment later. Calls that go on
 * together, as those do whose session was found by one query, would then all read what the last of them counted: a
 * burst above the limit would be refused as a whole. Here each call is told its own number.
 *
 * @param mostCallers remembered; the ones who called longest ago are forgotten first
 */
export function countCalls(mostCallers: number): FastifyRateLimitStoreCtor {
  return class CallCounts implements FastifyRateLimitStore {
    readonly #spans = new Map<string, Span>();

    incr(...[caller, tell, spanMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      const now = Date.now();
      const known = this.#spans.get(caller);
      const span = known !== undefined && now < known.endsAt ? known : { endsAt: now + spanMs, calls: 0 };
      span.calls += 1;
      this.#remember(caller, span);
      tell(null, { current: span.calls, ttl: span.endsAt - now });
    }

    /** As the last one: a map keeps the order in which its keys were set. */
    #remember(caller: string, span: Span): void {
      this.#spans.delete(caller);
      this.#spans.set(caller, span);
      if (this.#spans.size <= mostCallers) return;
      let left = Math.ceil(mostCallers * FORGOTTEN);
      for (const first of this.#spans.keys()) {
        this.#spans.delete(first);
        left -= 1;
        if (left === 0) return;
      }
    }

    /** One for each limit: their budgets are apart. */
    child(): CallCounts {
      return new CallCounts();
    }
  };
}
