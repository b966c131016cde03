import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerRequest, type FeedAnswer } from './answer-request.ts';
import { answerControl, openControl, type StandInControl } from './control.ts';
import { Failures } from './failures.ts';
import { openFeedSocket } from './feed-socket.ts';
import { type Season, StandInFeed } from './stand-in-feed.ts';

export interface StandInSettings {
  readonly season: Season;
  /** Seasons before it whose last games are still to be played. */
  readonly earlier?: readonly Season[];
  /** Whether whoever reaches it may change things over HTTP, see control.ts. */
  readonly control: boolean;
  /** Whether odds wander a little from minute to minute. */
  readonly drift?: boolean;
  /** Default: a free one. */
  readonly port?: number;
  /** Milliseconds, as of `Date.now`. */
  readonly now?: () => number;
}

export interface StandIn {
  /** The origin to take for Azuro's, such as `http://127.0.0.1:4000`. */
  readonly apiUrl: string;
  /** The base of its sockets; the feed's is at `/feed` below it. */
  readonly wsUrl: string;
  /** The controls, for those in the same process, whether or not they are open to others. */
  readonly control: StandInControl;
  close(): Promise<void>;
}

const API = '/api/v1/public';
const CONTROL = '/__control/';
const TICK_MS = 250;
const LARGEST_BODY = 1_000_000;
/** Control may say what a hostile feed answers. */
const LARGEST_CONTROL_BODY = 50_000_000;

/**
 * Plays Azuro on this machine: its read routes and its socket, with invented games.
 *
 * @throws Error where NODE_ENV is production, or when the port is taken
 * The shapes are Azuro's, as its own library reads them.
 */
export async function startStandIn({
  season,
  earlier,
  control: isControlOpen,
  drift = false,
  port = 0,
  now = Date.now,
}: StandInSettings): Promise<StandIn> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('the stand-in for Azuro is not for production: its games are invented');
  }
  const feed = new StandInFeed({ season, earlier, drift });
  feed.advance(now());
  const failures = new Failures();
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const socket = openFeedSocket(server, feed);
  const control = openControl({ feed, socket, failures, requests, now });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = parseUrl(request.url);
    if (url === null) return answer(response, notFound('The address makes no sense.'));
    if (url.pathname.startsWith(CONTROL) && isControlOpen) {
      const body = await readBody(request, LARGEST_CONTROL_BODY);
      if (request.method !== 'POST') return answer(response, refusal(405, 'Controls take POST.'));
      if (!body.ok) return answer(response, body.refusal);
      return answer(response, answerControl(control, url.pathname.slice(CONTROL.length), body.json));
    }
    if (!url.pathname.startsWith(`${API}/`))
      return answer(response, notFound(`There is no ${url.pathname}.`));
    const path = url.pathname.slice(API.length);
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const body = await readBody(request, LARGEST_BODY);
    if (await failures.meet(url, response)) return;
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
  // Whoever runs it decides how long; it holds nobody up.
  timer.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port to listen on');
  return {
    apiUrl: `http://127.0.0.1:${address.port}`,
    wsUrl: `ws://127.0.0.1:${address.port}/v1/streams`,
    control,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        socket.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Body = { ok: true; json: unknown } | { ok: false; refusal: FeedAnswer };

async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    // The rest is read and forgotten: an answer can be sent only to whoever is still there.
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

function answer(response: ServerResponse, { status, json }: FeedAnswer): void {
  const text = JSON.stringify(json);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function notFound(message: string): FeedAnswer {
  return refusal(404, message);
}

function refusal(statusCode: number, message: string): FeedAnswer {
  return { status: statusCode, json: { statusCode, message } };
}
