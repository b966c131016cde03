import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type {
  WireGameMarket,
  WireGamePage,
  WireListedMarket,
  WireMarket,
} from '@tallystone/core/http-api/markets';
import type { StreamEvent, StreamEventName } from '@tallystone/core/http-api/stream';
import { listedOf } from './listed-of.ts';
import { newsOf } from './news-of.ts';

/** The number of positions per database server. */
const SERVER = 2 ** 44;

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface Reader {
  readonly token: string | null;
  readonly game: string | undefined;
  readonly send: (event: StreamEventName, data: unknown, id?: number) => void;
  readonly sendRaw: (text: string) => void;
  readonly end: () => void;
  readonly breakOff: () => void;
}

/** A reader's request. */
export interface Opening {
  after: string | null;
  lastEventId: string | null;
  token: string | null;
  /** The followed game, if there is one. */
  game?: string | undefined;
}

/** A stored market; `side`: its place in its game, if it is a side market. */
interface Stored {
  market: WireMarket;
  isListed: boolean;
  changedIn: number;
  side?: Pick<WireGameMarket, 'group' | 'name' | 'line'>;
}

/**
 * A small server for stream tests. It stores markets and when each changed, returns the list with its position, and
 * streams over real responses: from a position on, or everything if it doesn't know what a reader missed. The server
 * behind it handles everything else.
 */
export function createStreamServer(markets: readonly WireMarket[], behind: Fetch = nothing) {
  const stored = new Map<string, Stored>(
    markets.map((market) => [market.id, { market, isListed: true, changedIn: 100 }]),
  );
  const games = new Map<string, Omit<WireGamePage, 'markets'>>();
  const bets: { bet: WireBet; changedIn: number }[] = [];
  const readers = new Set<Reader>();
  const openings: Opening[] = [];
  const asked: string[] = [];
  let server = 0;
  let position = 100;
  let knownFrom = 100;
  let limits: WireLimits | null = null;
  let refusal: { status: number; headers?: Record<string, string> } | null = null;
  let isAway = false;
  let isMute = false;
  let hold: Promise<void> | null = null;

  const listed = () => [...stored.values()].filter(({ isListed }) => isListed).map(({ market }) => market);

  const fetch: Fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'http://localhost');
    if (isAway) throw new TypeError('Failed to fetch');
    if (url.pathname === '/api/stream') return open(url, init);
    if (url.pathname === '/api/markets') {
      asked.push(url.pathname);
      // The response reflects the time of the request.
      const answer = JSON.stringify(listed().map(listedOf));
      const headers = { 'tallystone-position': String(position) };
      if (hold) await hold;
      return new Response(answer, { status: 200, headers });
    }
    const game = games.get(url.pathname.replace('/api/games/', ''));
    if (game) {
      asked.push(url.pathname);
      return Response.json({ ...game, markets: marketsOf(game.id) });
    }
    const found = stored.get(url.pathname.replace('/api/markets/', ''));
    if (found) {
      asked.push(url.pathname);
      return Response.json(found.market);
    }
    return behind(input, init);
  };

  function open(url: URL, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const opening = {
      after: url.searchParams.get('after'),
      lastEventId: headers.get('Last-Event-ID'),
      token: headers.get('Authorization')?.replace('Bearer ', '') ?? null,
      game: url.searchParams.get('game') ?? undefined,
    };
    openings.push(opening);
    if (refusal) return new Response('{}', refusal);
    const encoder = new TextEncoder();
    let reader: Reader | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        reader = {
          token: opening.token,
          game: opening.game,
          send(event, data, id) {
            const place = id === undefined ? '' : `id: ${id}\n`;
            controller.enqueue(encoder.encode(`event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`));
          },
          sendRaw: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
          breakOff: () => controller.error(new TypeError('network error')),
        };
        readers.add(reader);
        init.signal?.addEventListener('abort', () => {
          if (reader !== undefined && readers.delete(reader)) controller.error(init.signal?.reason);
        });
        if (!isMute) welcome(reader, opening);
      },
      cancel: () => {
        if (reader !== undefined) readers.delete(reader);
      },
    });
    return new Response(body, { status: 200, headers: { 'Content-Type': 'text/event-stream' } });
  }

  /** First the reader's own account, then what it missed, and last a beat, which marks the end. */
  function welcome(reader: Reader, { after, lastEventId, token }: Opening): void {
    const from = lastEventId ?? after;
    const since = from === null ? null : Number(from);
    if (token !== null && limits !== null) {
      const changed = since === null ? [] : bets.filter(({ changedIn }) => changedIn >= since);
      reader.send('account', { limits, bets: changed.map(({ bet }) => bet) });
    }
    if (since !== null && (since < knownFrom || since > position)) {
      reader.send('snapshot', snapshot(reader), position);
    } else if (since !== null) {
      const missed = [...stored.values()].filter((each) => each.changedIn >= since && reaches(each, reader));
      const news = missed.map(({ market, isListed }) => newsOf(market, isListed));
      if (news.length > 0) reader.send('markets', { at: now(), markets: news }, position);
    }
    reader.send('beat', beatNow(), position);
  }

  const follows = ({ game }: Reader, { market, side }: Stored) =>
    side === undefined || market.gameId === game;

  /** Whether a reader gets news of a market: of side markets of games that it doesn't follow only new states. */
  const reaches = (each: Stored, reader: Reader, was: WireMarket['state'] = 'open') =>
    follows(reader, each) || each.market.state !== was;

  const snapshot = (reader: Reader): StreamEvent<'snapshot'> => ({
    at: now(),
    position: String(position),
    markets: [...stored.values()]
      .filter((each) => each.isListed || (each.side !== undefined && follows(reader, each)))
      .map(({ market, isListed }) => newsOf(market, isListed)),
  });

  const marketsOf = (gameId: string): WireGameMarket[] =>
    [...stored.values()].flatMap(({ market, side }) =>
      side === undefined || market.gameId !== gameId
        ? []
        : [{ ...listedOf(market), ...side, ...wonOf(market) }],
    );

  const beatNow = (): StreamEvent<'beat'> => ({
    at: now(),
    position: String(position),
    listed: listed().filter(({ endsAt }) => Date.parse(endsAt) > Date.now()).length,
  });

  const send = (event: StreamEventName, data: unknown, id?: number) => {
    if (!isMute) for (const reader of readers) reader.send(event, data, id);
  };

  const put = (market: WireMarket, isListed: boolean) => {
    position += 1;
    const before = stored.get(market.id);
    const next: Stored = { ...before, market, isListed: isListed && !before?.side, changedIn: position };
    stored.set(market.id, next);
    if (isMute) return;
    const news = { at: now(), markets: [newsOf(market, next.isListed)] };
    for (const reader of readers)
      if (reaches(next, reader, before?.market.state)) reader.send('markets', news, position);
  };

  return {
    fetch,
    /** Readers' requests, in order. */
    openings,
    /** Requested market paths, in order. */
    asked,
    /** The current number of readers. */
    readers: () => readers.size,
    /** The market's current state. */
    market: (id: string) => {
      const found = stored.get(id);
      if (found === undefined) throw new Error(`there is no market ${id}`);
      return found.market;
    },
    /** Changes a market and its version; `isListed` false: it leaves the list. */
    change(id: string, changes: Partial<WireMarket>, { isListed = true }: { isListed?: boolean } = {}) {
      const before = this.market(id);
      put({ ...before, ...changes, version: before.version + 1 }, isListed);
    },
    /** Changes the odds of a market's outcomes, in order. */
    reprice(id: string, odds: readonly number[]) {
      const { outcomes } = this.market(id);
      this.change(id, {
        outcomes: outcomes.map((outcome, place) => ({ ...outcome, odds: odds[place] ?? outcome.odds })),
      });
    },
    /** Sends a market's current state; the market may be new. */
    publish: (market: WireMarket, { isListed = true }: { isListed?: boolean } = {}) => put(market, isListed),
    /** Removes a market without an event. */
    remove: (id: string) => stored.delete(id),
    /** Sets the signed-in user's current funds and limits, and their new or ended bets. */
    own(now: WireLimits, changed: readonly WireBet[] = []) {
      limits = now;
      position += 1;
      for (const bet of changed) bets.push({ bet, changedIn: position });
      if (isMute) return;
      for (const reader of readers) {
        if (reader.token !== null) reader.send('account', { limits, bets: changed });
      }
    },
    beat: () => send('beat', beatNow(), position),
    endSession: () => send('session-ended', { at: now() }),
    /** Sends one of our events with invalid data. */
    babble: (data: string) => {
      position += 1;
      for (const reader of readers) reader.sendRaw(`event: markets\nid: ${position}\ndata: ${data}\n\n`);
    },
    /** Ends all connections, like a closing server or a broken network. */
    end: (how: 'closed' | 'broken' = 'broken') => {
      for (const reader of readers) {
        if (how === 'closed') reader.end();
        else reader.breakOff();
      }
      readers.clear();
    },
    /** Stops responding and breaks every connection. */
    goAway() {
      isAway = true;
      this.end();
    },
    comeBack: () => {
      isAway = false;
    },
    /** Keeps connections open without events. */
    mute: (next: boolean) => {
      isMute = next;
    },
    /** Forgets what happened before now. */
    forgetPast: () => {
      position += 1;
      knownFrom = position;
    },
    /**
     * Another database server with these markets takes over. Readers get an event, unless `isNoticed` is false: then
     * the stream continues as before until `notice` is called.
     */
    replaceDatabase(with_: readonly WireMarket[], { isNoticed = true }: { isNoticed?: boolean } = {}) {
      stored.clear();
      server += 1;
      position = server * SERVER + 50;
      knownFrom = position;
      for (const market of with_) stored.set(market.id, { market, isListed: true, changedIn: position });
      if (isNoticed) this.notice();
    },
    notice: () => {
      if (!isMute) for (const reader of readers) reader.send('snapshot', snapshot(reader), position);
    },
    /** Adds a game with its markets, all of them side markets. Without an event. */
    addGame({ markets: own, ...game }: WireGamePage) {
      games.set(game.id, game);
      for (const { group, name, line, ...market } of own) {
        const side = { group, name, ...(line !== undefined && { line }) };
        stored.set(market.id, { market: sideMarketOf(market), isListed: false, changedIn: position, side });
      }
    },
    /** Refuses streams until reset with null. */
    refuse: (next: typeof refusal) => {
      refusal = next;
    },
    /** Delays list responses, which reflect the time of the request, until the returned function is called. */
    holdList: () => {
      let release = () => {};
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        hold = null;
        release();
      };
    },
  };
}

const now = () => new Date().toISOString();

const wonOf = ({ wonOutcomeId, alsoWonIds }: WireMarket) => ({
  ...(wonOutcomeId !== undefined && { wonOutcomeId }),
  ...(alsoWonIds !== undefined && { alsoWonIds }),
});

const sideMarketOf = (market: WireListedMarket): WireMarket => ({
  ...market,
  closesAt: market.closesAt ?? market.endsAt,
  isSide: true,
  draw: null,
});

const nothing: Fetch = async () =>
  Response.json({ error: 'There is nothing here.', code: 'not-found', requestId: 'r' }, { status: 404 });
