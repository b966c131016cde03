import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { httpApi } from '@tallystone/core/http-api';
import { type Access, type Endpoint, rateOf } from '@tallystone/core/http-api/endpoint';
import { noFields } from '@tallystone/core/http-api/fields';
import { say } from '@tallystone/core/sentences/say';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { HttpError } from './http-error.ts';
import type { RateLimits } from './rate-limits.ts';
import { type Call, OpenAnswer, RawAnswer, type Route, type StreamedBody } from './route.ts';
import type { Session } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** The part of the caller's address that one customer has, from trusted proxies if there are any. */
    network: string;
    /** The parsed URL and headers; null until they are read. */
    parts: Parts | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    checksSession?: Route['checksSession'];
  }
}

/**
 * Mounts a handler for every endpoint of core/http-api.ts.
 *
 * @throws Error if an endpoint has no handler or two, if a handler has no endpoint, or if an endpoint doesn't say who
 *   may call it
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  {
    apiHeaders,
    limits,
    onBrokenOff = () => undefined,
  }: {
    apiHeaders: Readonly<Record<string, string>>;
    /** Null while rate limits are off. */
    limits(): RateLimits | null;
    /** Called if an answer fails after its head was sent, when it's too late to tell the caller. */
    onBrokenOff?: (error: unknown, request: FastifyRequest) => void;
  },
): void {
  for (const route of routes) requirePolicy(route);
  requireCompleteness(routes);
  for (const { endpoint, checksSession, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      config: { endpoint, checksSession },
      onRequest: (request, _reply, done) => {
        admit(endpoint, request.session);
        if (request.session !== null) limits()?.countUser(request.session.userId, rateOf(endpoint));
        done();
      },
      handler: async (request, reply) => {
        const call = readCall(endpoint, request);
        // Sign-ins are also counted by the wallet in the body.
        if (endpoint.rate === 'verify') {
          // The endpoint's schema guarantees it.
          const { wallet } = call.body as unknown as { wallet: string };
          limits()?.countSignIn(request.network, wallet);
        }
        return answer(await handle(call), reply, { apiHeaders, onBrokenOff: (e) => onBrokenOff(e, request) });
      },
    });
  }
}

const POLICIES: ReadonlySet<unknown> = new Set<Access>(['public', 'session', 'signed', 'admin', 'guardian']);

/** The compiler checks this too; this catches what gets past it. */
function requirePolicy({ endpoint: { method, path, access }, checksSession }: Route): void {
  if (!POLICIES.has(access)) throw new Error(`${method} ${path} does not say who may call it`);
  // Grants of a recalled session may be gone.
  if (checksSession && access !== 'session')
    throw new Error(`${method} ${path} depends on more of a session than that it has not ended`);
}

function requireCompleteness(routes: readonly Route[]): void {
  const declared = new Map(Object.entries<Endpoint>(httpApi).map(([name, endpoint]) => [endpoint, name]));
  for (const { endpoint } of routes) {
    if (!declared.delete(endpoint)) {
      throw new Error(`${endpoint.method} ${endpoint.path} is handled twice or is not in core/http-api.ts`);
    }
  }
  const missing = [...declared.values()];
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')} of core/http-api.ts`);
}

/** Checks access before the request's content is parsed. @throws HttpError if the caller has no access */
function admit(endpoint: Endpoint, session: Session | null): void {
  if (endpoint.access !== 'public') requireSession(session);
  if (endpoint.access === 'signed') requireSigned(session);
  if (endpoint.access === 'admin') requireAdmin(session);
  if (endpoint.access === 'guardian') requireGuardian(session);
}

function requireSession(session: Session | null): asserts session is Session {
  if (session === null) throw new HttpError('unauthenticated', say('sign-in'));
}

function requireAdmin(session: Session | null): void {
  requireSession(session);
  if (!session.isAdmin) throw new HttpError('forbidden', say('level-needed'));
  requireSigned(session);
}

function requireGuardian(session: Session | null): void {
  requireSession(session);
  if (!session.isGuardian) throw new HttpError('forbidden', say('only-guardian'));
  requireSigned(session);
}

/** A demo sign-in doesn't prove who owns the wallet. */
function requireSigned(session: Session | null): asserts session is Session {
  requireSession(session);
  if (!session.verified) throw new HttpError('forbidden', say('sign-with-wallet'));
}

type Parts = Pick<Call, 'params' | 'query' | 'headers'>;

/**
 * Parses a request's URL and headers before the session is known. For admin and guardian endpoints they are parsed after
 * the access check, so that callers without access learn nothing about them.
 */
export function readParts(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config;
  if (endpoint === undefined || endpoint.access === 'admin' || endpoint.access === 'guardian') return;
  request.parts = partsOf(endpoint, request);
}

function partsOf(endpoint: Endpoint, request: FastifyRequest): Parts {
  const parts = {
    params: read(endpoint.params, request.params, 'address'),
    query: readContent(
      endpoint.query ?? (endpoint.method === 'GET' ? noFields : undefined),
      request.query,
      'query',
    ),
    headers: read(endpoint.headers, request.headers, 'headers'),
  };
  // Each part was just parsed with the endpoint's own schema, which gives it the call's type.
  return parts as unknown as Parts;
}

function readCall(endpoint: Endpoint, request: FastifyRequest): Call {
  const parts = request.parts ?? partsOf(endpoint, request);
  // No spread: properties after a spread take Node 20 several microseconds, on every request.
  const call = {
    params: parts.params,
    query: parts.query,
    headers: parts.headers,
    body: readContent(endpoint.body, request.body, 'body'),
    session: request.session,
    requestId: request.id,
    rawHeaders: request.headers,
    request: request.raw,
    network: request.network,
  };
  // As above.
  return call as unknown as Call;
}

/** Parses a part, or checks that it is empty if the endpoint takes none. */
function readContent(schema: z.ZodMiniType | undefined, content: unknown, part: 'query' | 'body'): unknown {
  if (schema) return read(schema, content, part);
  const isEmpty =
    content === undefined ||
    content === null ||
    (typeof content === 'object' && Object.keys(content).length === 0);
  if (!isEmpty) throw new HttpError('invalid-request', `This address doesn't accept a ${part}.`);
  return undefined;
}

function read(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  // Known field names are ours, and unknown ones aren't repeated: the answer never contains what the caller sent.
  const where = field === '' ? `The ${part}` : `\`${field}\` in the ${part}`;
  throw new HttpError(
    'invalid-request',
    issue?.code === 'unrecognized_keys'
      ? `${where} has a field that does not belong there.`
      : `${where} is missing or not of the expected form.`,
  );
}

function answer(
  result: unknown,
  reply: FastifyReply,
  {
    apiHeaders,
    onBrokenOff,
  }: { apiHeaders: Readonly<Record<string, string>>; onBrokenOff: (error: unknown) => void },
): unknown {
  if (result instanceof OpenAnswer) return holdOpen(result, reply, apiHeaders);
  if (!(result instanceof RawAnswer)) {
    reply.headers(apiHeaders);
    return result;
  }
  const { status, headers, body } = result;
  const all = Object.assign({}, apiHeaders, headers);
  if (body === null || body instanceof Uint8Array) return sendReady(status, all, body, reply);
  return reply
    .code(status)
    .headers(all)
    .send(streamOf(body, reply, onBrokenOff));
}

/** Bypasses the framework, which would process each of a dozen headers again. */
function sendReady(
  status: number,
  headers: OutgoingHttpHeaders,
  body: Uint8Array | null,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = reply.hijack();
  if (body !== null) headers['content-length'] = body.byteLength;
  raw.writeHead(status, headers);
  raw.end(body ?? undefined);
  return reply;
}

function streamOf(body: StreamedBody, reply: FastifyReply, onBrokenOff: (error: unknown) => void): Readable {
  // A failure before the head is sent is answered and logged like any other.
  return Readable.from(body, { objectMode: false }).on('error', (error) => {
    if (reply.raw.headersSent) onBrokenOff(error);
  });
}

function holdOpen(
  { headers, hold }: OpenAnswer,
  reply: FastifyReply,
  apiHeaders: Readonly<Record<string, string>>,
): FastifyReply {
  const { raw } = reply.hijack();
  // No chunk lengths, so the same bytes can be written to every connection.
  raw.useChunkedEncodingByDefault = false;
  raw.writeHead(200, { ...apiHeaders, ...headers, connection: 'close' });
  raw.flushHeaders();
  // Pipelined before an earlier request was answered: no client waits for it.
  if (raw.socket === null) raw.req.socket.destroy();
  else hold(raw.socket);
  return reply;
}

/** The one call under the prefix that isn't for admins only: its own access rule applies. */
const { path: OPEN_PATH, method: OPEN_METHOD } = httpApi.refreshMarkets;

/** Every raw URL under the prefix contains the word, or an escape that may hide it. */
const MAY_BE_ADMIN = /admin|%/i;

/**
 * Guards everything under /api/admin, whether it exists or not, before routing and before the body is read, so that
 * callers without access learn nothing about what exists there.
 */
export function guardAdmin(request: FastifyRequest): void {
  // Most requests go elsewhere, and decoding their paths takes time.
  if (!MAY_BE_ADMIN.test(request.url)) return;
  const path = decodedPath(request.url);
  if (path !== '/api/admin' && !path.startsWith('/api/admin/')) return;
  if (path === OPEN_PATH && request.method === OPEN_METHOD) return;
  requireAdmin(request.session);
}

/** The path as the router sees it: `%61dmin` is `admin`, and the URL may be absolute, as in requests to proxies. */
function decodedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?;#]/)[0] ?? '';
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}
