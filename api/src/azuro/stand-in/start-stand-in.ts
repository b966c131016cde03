import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerRequest, type FeedAnswer, refusal } from './answer-request.ts';
import { openFeedSocket } from './feed-socket.ts';
import { type Season, StandInFeed } from './stand-in-feed.ts';

export interface StandInSettings {
  readonly season: Season;
  /** Earlier seasons whose last games are yet to be played. */
  readonly earlier?: readonly Season[];
  /** Whether odds drift a little from minute to minute. */
  readonly drift?: boolean;
  /** Whether games are played fast and take bets in play, see rolling-games.ts. */
  readonly rolling?: boolean;
  /** Default: any free port. */
  readonly port?: number;
  /** Milliseconds, like `Date.now`. */
  readonly now?: () => number;
  /** Sees each request first. @returns whether it has answered the request */
  readonly intercept?: (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

export const API = '/api/v1/public';
const TICK_MS = 250;
const LARGEST_BODY = 1_000_000;

/**
 * Plays Azuro on this machine: its read routes and its socket, in Azuro's shapes, with invented games.
 *
 * @throws Error if NODE_ENV is production or the port is taken
 */
export async function startStandIn({
  season,
  earlier,
  drift = false,
  rolling = false,
  port = 0,
  now = Date.now,
  intercept = async () => false,
}: StandInSettings) {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('the stand-in for Azuro is not for production: its games are invented');
  }
  const feed = new StandInFeed({ season, earlier, drift, rolling });
  feed.advance(now());
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const socket = openFeedSocket(server, feed);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = parseUrl(request.url);
    if (url === null) return answer(response, refusal(404, 'The address makes no sense.'));
    if (await intercept(url, request, response)) return;
    if (!url.pathname.startsWith(`${API}/`))
      return answer(response, refusal(404, `There is no ${url.pathname}.`));
    const path = url.pathname.slice(API.length);
    const body = await readBody(request, LARGEST_BODY);
    if (!body.ok) return answer(response, body.refusal);
    socket.push(feed.advance(now()));
    const { method = 'GET' } = request;
    answer(response, answerRequest(feed, { method, path, query: url.searchParams, body: body.json }));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const timer = setInterval(() => socket.push(feed.advance(now())), TICK_MS);
  // The timer must not keep the process alive.
  timer.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port to listen on');
  return {
    /** The origin to use instead of Azuro's, such as `http://127.0.0.1:4000`. */
    apiUrl: `http://127.0.0.1:${address.port}`,
    /** The base of its sockets: the feed's is at `/feed` below it, that of scores at `/statistics/games`. */
    wsUrl: `ws://127.0.0.1:${address.port}/v1/streams`,
    feed,
    socket,
    close: () =>
      new Promise<void>((resolve) => {
        clearInterval(timer);
        socket.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Body = { ok: true; json: unknown } | { ok: false; refusal: FeedAnswer };

export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    // Reads the rest and drops it, so that the client is still there for the answer.
    if (length <= limit) chunks.push(chunk);
  }
  if (length > limit) return { ok: false, refusal: refusal(413, 'The body is too large.') };
  if (length === 0) return { ok: true, json: undefined };
  try {
    return { ok: true, json: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return { ok: false, refusal: refusal(400, 'The body is no JSON.') };
  }
}

function parseUrl(text: string | undefined): URL | null {
  const address = `http://127.0.0.1${text}`;
  return text?.startsWith('/') && URL.canParse(address) ? new URL(address) : null;
}

export function answer(response: ServerResponse, { status, json }: FeedAnswer): void {
  const text = JSON.stringify(json);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
