import type { IncomingMessage } from 'node:http';
import { say } from '@tallystone/core/sentences/say';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { guardAdmin } from './admin-guard.ts';
import { networkOf, openCallerNetworks } from './caller-network.ts';
import { closeInStages } from './close-in-stages.ts';
import { guardConnections, mostConnections, restAfter } from './connections.ts';
import { mountDocs } from './docs.ts';
import { toHttpError } from './error-answer.ts';
import { ERROR_STATUS } from './error-status.ts';
import type { FailureLog } from './failure-log.ts';
import { errorBody, HttpError } from './http-error.ts';
import { mountRoutes, readAsked } from './mount-routes.ts';
import { type Limiting, proxySignOf } from './notice-proxy.ts';
import type { PageHead } from './page-head.ts';
import { JsonRefused, parseJson } from './parse-json.ts';
import { createPlaces } from './places.ts';
import { openRateLimits } from './rate-limits.ts';
import { refuseConnection } from './refuse-connection.ts';
import { limitRequestsUnderWay } from './requests-under-way.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import type { Session } from './session.ts';
import { isForScreen, mountWebApp, sendPage, type WebApp } from './web-app.ts';

const BODY_BYTES = 16 * 1024;
const HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const TIMEOUT_CHECK_MS = 1000;
const LONGEST_PARAM = 256;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface HttpDeps {
  config: {
    publicOrigin: string | null;
    solanaRpcUrl: string;
    /** Nodes of the chain of live bets that the app may ask by itself; absent: none. */
    chainNodeUrls?: readonly string[];
    /** How many proxies stand before the server, whose word on the caller's address is taken. */
    trustedProxies: number;
    /** Connections at a time; null: as many as the system allows. */
    maxConnections: number | null;
    /** Of one address, or behind trusted proxies requests of one address. */
    maxConnectionsPerAddress: number;
    /** An answer that is not read for so long is cut off. */
    unreadTimeoutMs: number;
  };
  /** Whether callers are limited. */
  limiting: Limiting;
  log: Logger;
  /** Hears of every answer of 500 and above. */
  failures: FailureLog;
  webApp: WebApp | null;
  routes: readonly Route[];
  /** What a screen says of itself to whoever shows links to it; null: what the app says. It never fails. */
  headOf?(request: IncomingMessage): Promise<PageHead | null> | null;
  findSession(token: string): Promise<Session | null>;
  newRequestId(): string;
  now?: () => Date;
}

/** The HTTP server with everything mounted on it, not listening yet. */
export async function openHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { config, limiting, log, failures, webApp, now = () => new Date() } = deps;
  const headers = securityHeaders({
    publicOrigin: config.publicOrigin,
    nodeOrigins: [config.solanaRpcUrl, ...(config.chainNodeUrls ?? [])].map((url) => new URL(url).origin),
    scriptHashes: webApp?.scriptHashes ?? [],
  });
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toHttpError(error);
    const { code } = refusal;
    const status = ERROR_STATUS[code];
    if (status >= 500) {
      failures.tell({
        what: 'a request failed',
        error,
        // What we refuse without a cause is meant so: the server is stopping, or has too much to do. A feed that fails is
        // not our fault.
        level:
          error === refusal && (refusal.cause === undefined || code === 'feed-unavailable')
            ? 'warn'
            : 'error',
        of: { route: request.routeOptions?.url ?? null, status, code },
        facts: { requestId: request.id },
      });
    }
    return sendError(refusal, request, reply, headers.api);
  };

  // As config.ts has it for a public name: only a proxy on this machine can bring others here, and it brings all of them.
  const awaitsProxy = limiting.setting === 'once-proxied';
  const trustedProxies = awaitsProxy ? 1 : config.trustedProxies;
  const networks = openCallerNetworks({
    trustedProxies,
    // Who asks this machine by its own name beside that proxy must not have the proxy doubted.
    ...(awaitsProxy && { isDirect: (request) => proxySignOf(request) === null }),
    now,
    onDistrust: (peer) =>
      log.error(
        { proxy: peer },
        "a proxy sent a request without X-Forwarded-For, so what it sends there may be its callers' own word: all of its callers are limited together for a minute; have it append the address that it sees",
      ),
  });
  const counted = openRateLimits();
  const limitsNow = () => (limiting.isOn ? counted : null);
  const isOfOneCaller = trustedProxies === 0;
  const underWay = isOfOneCaller ? null : limitRequestsUnderWay(config.maxConnectionsPerAddress);
  /** What the address of a request may ask, before anything else is looked at. */
  const admitAddress = (request: FastifyRequest, reply: FastifyReply) => {
    limiting.look(request.raw);
    request.network = networks.of(request.raw);
    const limits = limitsNow();
    if (limits === null) return;
    limits.countRequest(request.network, (waitMs) => {
      // A trusted proxy's is that of many.
      if (isOfOneCaller) restAfter(reply.raw, request.raw.socket, waitMs);
    });
    // Screens and what leads nowhere are reads. Files cost less: they have no other limit.
    const { endpoint } = request.routeOptions.config;
    const rate = endpoint?.rate ?? (request.is404 ? 'read' : null);
    if (rate !== null) limits.countAddress(request.network, rate);
    underWay?.take(request.network, request.raw, reply.raw);
  };

  const app: FastifyInstance = fastify({
    // The framework's own log stays off: it would make a logger and listeners for every request.
    logger: false,
    genReqId: deps.newRequestId,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES,
      // How often both timeouts are looked at.
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Refused below instead, in the shape that every refusal has.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAM },
    // Requests that come in on open connections while the server stops are answered; new connections are not taken.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Query keys such as __proto__ are refused by the schemas.
    frameworkErrors: (error, request, reply) => {
      // Fires before hooks and content type are set up, for addresses that cannot be decoded.
      void refuse(refusalOf(() => admitAddress(request, reply)) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, deps.newRequestId()),
  });

  // Expectations we do not know are passed over, as RFC 9110 allows; Node would refuse them in its own words.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  // Several connections of one browser, and one of a trusted proxy for many: of the latter, requests are counted below.
  guardConnections(app.server, {
    places: createPlaces({
      mostOfOne: limiting.isOn && isOfOneCaller ? config.maxConnectionsPerAddress : null,
      mostOfAll: mostConnections(config.maxConnections),
    }),
    callerOf: (socket) => networkOf(socket.remoteAddress ?? ''),
    unreadMs: config.unreadTimeoutMs,
    newRequestId: deps.newRequestId,
    onFull: (error) => failures.tell({ what: 'a connection found no place', error }),
  });

  app.decorateRequest('session', null);
  app.decorateRequest('network', '');
  app.decorateRequest('asked', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJson(body),
  );
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => {
    if (webApp === null || !isForScreen(request))
      return refuse(new HttpError('not-found', say('nothing-here')), request, reply);
    // Only some screens have a head of their own; all others are not waited for.
    const asked = deps.headOf?.(request.raw) ?? null;
    if (asked === null) return sendPage(webApp, headers, reply, null);
    return asked.then((head) => sendPage(webApp, headers, reply, head));
  });

  // In the order of what they cost. Without promises for callers without a token: most requests are theirs.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(() => {
      admitAddress(request, reply);
      refuseWithoutHost(request);
      refuseCrossSite(request);
      readAsked(request);
    });
    const token = bearerToken(request);
    if (refusal !== undefined || token === null) {
      done(refusal ?? refusalOf(() => guardAdmin(request)));
      return;
    }
    deps.findSession(token).then((session) => {
      request.session = session;
      done(refusalOf(() => guardAdmin(request)));
    }, done);
  });
  // Only where it is written: waiting for the end of each response has its price.
  if (log.isLevelEnabled('info')) app.addHook('onResponse', logAnswers(log));

  mountRoutes(app, deps.routes, {
    apiHeaders: headers.api,
    limits: limitsNow,
    onBrokenOff: (error, request) =>
      failures.tell({
        what: 'an answer broke off',
        error,
        of: { route: request.routeOptions.url ?? null },
        facts: { requestId: request.id },
      }),
  });
  await mountDocs(app, headers);
  if (webApp) await mountWebApp(app, webApp, headers);
  await app.ready();
  return app;
}

function logAnswers(log: Logger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        // The template: addresses themselves hold wallets and ids.
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  };
}

function sendError(
  error: HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
  apiHeaders: Readonly<Record<string, string>>,
): FastifyReply {
  const { code, retryAfterSeconds } = error;
  // Of a body that is refused before its end, the rest is on its way.
  if (reply.getHeader('connection') === 'close' && !request.raw.complete) closeInStages(request.raw.socket);
  reply.code(ERROR_STATUS[code]).headers(apiHeaders).type('application/json; charset=utf-8');
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  if (code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return reply.send(JSON.stringify(errorBody(error, request.id)));
}

/** The error a check throws, as the framework's hooks want it. */
function refusalOf(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function refuseWithoutHost({ headers }: FastifyRequest): void {
  if (headers.host === undefined) throw new HttpError('invalid-request', 'The request has no Host header.');
}

/** Changes asked for by a page of another site are refused; browsers say of themselves when it is so. */
function refuseCrossSite(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method) || request.headers['sec-fetch-site'] !== 'cross-site') return;
  throw new HttpError('forbidden', say('cross-site'));
}

function bearerToken({ headers: { authorization } }: FastifyRequest): string | null {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

function readJson(body: Buffer): unknown {
  // Calls without a body may still name a content type.
  if (body.length === 0) return undefined;
  try {
    return parseJson(body);
  } catch (error) {
    throw error instanceof JsonRefused ? new HttpError('invalid-request', error.message) : error;
  }
}
