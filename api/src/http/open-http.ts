import type { IncomingMessage } from 'node:http';
import { rateOf } from '@tallystone/core/http-api/endpoint';
import { ERROR_STATUS } from '@tallystone/core/http-api/error-status';
import { say } from '@tallystone/core/sentences/say';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { networkOf, openCallerNetworks } from './caller-network.ts';
import { closeInStages } from './close-in-stages.ts';
import { guardConnections, mostConnections, restAfter } from './connections.ts';
import { mountDocs } from './docs.ts';
import { toHttpError } from './error-answer.ts';
import type { FailureLog } from './failure-log.ts';
import { errorBody, HttpError } from './http-error.ts';
import { guardAdmin, mountRoutes, readParts } from './mount-routes.ts';
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
import { traceRequests } from './trace-requests.ts';
import {
  type EmbedPage,
  isForScreen,
  isRead,
  mountWebApp,
  sendEmbed,
  sendPage,
  type WebApp,
} from './web-app.ts';

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
    /** Nodes of the chain of live bets that the app may call directly; absent: none. */
    chainNodeUrls?: readonly string[];
    /** How many proxies in front of the server are trusted to report the caller's address. */
    trustedProxies: number;
    /** Connections at a time; null: as many as the system allows. */
    maxConnections: number | null;
    /** Connections of one address or, behind trusted proxies, its requests in progress. */
    maxConnectionsPerAddress: number;
    /** An answer that isn't read for this long is cut off. */
    unreadTimeoutMs: number;
    /** Whether each request is a span. Absent: it isn't. */
    isTraced?: boolean;
  };
  limiting: Limiting;
  log: Logger;
  /** Gets every answer with status 500 or above. */
  failures: FailureLog;
  webApp: WebApp | null;
  routes: readonly Route[];
  /** The head that link previews of a screen show; null: the app's own head. Never fails. */
  headOf?(request: IncomingMessage): Promise<PageHead | null> | null;
  /** The page of an address that other sites may show in a frame; null for any other. Never fails. */
  embedOf?(request: IncomingMessage): Promise<EmbedPage> | null;
  /** @param of whether the session may have ended, because the call checks it */
  findSession(token: string, of: { isChecked: boolean }): Promise<Session | null>;
  /** Whether the server is stopping but still serves. */
  isDraining?(): boolean;
  newRequestId(): string;
  now?: () => Date;
}

/** Opens the HTTP server with everything mounted. It isn't listening yet. */
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
      failures.report({
        what: 'a request failed',
        error,
        // A refusal of ours without a cause is intended: the server is stopping or overloaded. A failing feed isn't our
        // fault.
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

  // As in config.ts for a public name: others can reach this server only through a proxy on this machine.
  const awaitsProxy = limiting.setting === 'once-proxied';
  const trustedProxies = awaitsProxy ? 1 : config.trustedProxies;
  const networks = openCallerNetworks({
    trustedProxies,
    // A direct request from this machine must not make the proxy distrusted.
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
  /** Counts a request against the limits of its address, before anything else is checked. */
  const admitAddress = (request: FastifyRequest, reply: FastifyReply) => {
    limiting.look(request.raw);
    request.network = networks.of(request.raw);
    const limits = limitsNow();
    if (limits === null) return;
    limits.countRequest(request.network, (waitMs) => {
      // A trusted proxy's connection serves many callers.
      if (isOfOneCaller) restAfter(reply.raw, request.raw.socket, waitMs);
    });
    // Screens and unknown addresses count as reads. Files are cheap and have no other limit.
    const { endpoint } = request.routeOptions.config;
    const rate = endpoint ? rateOf(endpoint) : request.is404 ? 'read' : null;
    if (rate !== null) limits.countAddress(request.network, rate);
    underWay?.(request.network, request.raw, reply.raw);
  };

  const app: FastifyInstance = fastify({
    // The framework's own log would create a logger and listeners for every request.
    logger: false,
    genReqId: deps.newRequestId,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES,
      // How often both timeouts are checked.
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Checked below instead, so that the refusal has our usual shape.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAM },
    // While the server stops, it answers requests on open connections but accepts no new ones.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The schemas refuse query keys such as __proto__.
    frameworkErrors: (error, request, reply) => {
      // Called for URLs that can't be decoded, before hooks and content type are set up.
      void refuse(refusalOf(() => admitAddress(request, reply)) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, deps.newRequestId()),
  });

  // Before the framework's listener: while the server drains, each answer is the last of its connection, so that clients and
  // proxies open the next one elsewhere instead of being cut off at the end.
  app.server.prependListener('request', (_request, response) => {
    if (deps.isDraining?.()) response.shouldKeepAlive = false;
  });

  // Ignores unknown Expect headers, as RFC 9110 allows; Node would refuse them with its own message.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  // A browser opens several connections; a trusted proxy uses one for many callers, whose requests are counted instead.
  guardConnections(app.server, {
    places: createPlaces({
      mostOfOne: limiting.isOn && isOfOneCaller ? config.maxConnectionsPerAddress : null,
      mostOfAll: mostConnections(config.maxConnections),
    }),
    callerOf: (socket) => networkOf(socket.remoteAddress ?? ''),
    unreadMs: config.unreadTimeoutMs,
    newRequestId: deps.newRequestId,
    onFull: (error) => failures.report({ what: 'a connection found no place', error }),
  });

  app.decorateRequest('session', null);
  app.decorateRequest('network', '');
  app.decorateRequest('parts', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJson(body),
  );
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => {
    const embed = webApp === null || !isRead(request) ? null : (deps.embedOf?.(request.raw) ?? null);
    if (embed !== null) return embed.then((page) => sendEmbed(page, headers, reply));
    if (webApp === null || !isForScreen(request))
      return refuse(new HttpError('not-found', say('nothing-here')), request, reply);
    // Few screens have their own head, and only those wait for it.
    const pending = deps.headOf?.(request.raw) ?? null;
    if (pending === null) return sendPage(webApp, headers, reply, null);
    return pending.then((head) => sendPage(webApp, headers, reply, head));
  });

  // First, so that everything else is part of the request's span.
  if (config.isTraced === true) traceRequests(app);
  // Cheapest checks first. Most requests have no token; those create no promises here.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(() => {
      admitAddress(request, reply);
      refuseWithoutHost(request);
      refuseCrossSite(request);
      readParts(request);
    });
    const token = bearerToken(request);
    if (refusal !== undefined || token === null) {
      done(refusal ?? refusalOf(() => guardAdmin(request)));
      return;
    }
    const isChecked = request.routeOptions.config.checksSession === true;
    deps.findSession(token, { isChecked }).then((session) => {
      request.session = session;
      done(refusalOf(() => guardAdmin(request)));
    }, done);
  });
  // Only if the level is on, because waiting for the end of each response takes time.
  if (log.isLevelEnabled('info')) app.addHook('onResponse', logAnswers(log));

  mountRoutes(app, deps.routes, {
    apiHeaders: headers.api,
    limits: limitsNow,
    onBrokenOff: (error, request) =>
      failures.report({
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
        // The route's template, because URLs contain wallets and ids.
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
  // If a body is refused before its end, the caller is still sending.
  if (reply.getHeader('connection') === 'close' && !request.raw.complete) closeInStages(request.raw.socket);
  reply.code(ERROR_STATUS[code]).headers(apiHeaders).type('application/json; charset=utf-8');
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  if (code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return reply.send(JSON.stringify(errorBody(error, request.id)));
}

/** The error that a check throws, for the `done` of the framework's hooks. */
function refusalOf(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** HTTP/1.0 has no Host header, and some load balancers use it for their checks. */
function refuseWithoutHost({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    throw new HttpError('invalid-request', 'The request has no Host header.');
}

/** Refuses changes requested by pages of other sites, which browsers mark as cross-site. */
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
