import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { httpApi } from '@tallystone/core/http-api';
import type { Access, Endpoint } from '@tallystone/core/http-api/endpoint';
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
    /** Of the caller's address the part that one customer has, as far as trusted proxies tell it. */
    network: string;
    /** What the address of the request says, once it was read. */
    asked: Asked | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/**
 * Mounts a handler for every endpoint of core/http-api.ts.
 *
 * @throws Error when an endpoint has no handler, two of them, or a handler has no endpoint: nothing is
 *   served that is not declared, and nothing is declared that is not served. And when an endpoint does not
 *   say who may call it
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
    /** Null while callers are not limited. */
    limits(): RateLimits | null;
    /** Hears of answers that failed after their head was sent, when the caller can be told nothing any more. */
    onBrokenOff?: (error: unknown, request: FastifyRequest) => void;
  },
): void {
  for (const { endpoint } of routes) requirePolicy(endpoint);
  requireCompleteness(routes);
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      config: { endpoint },
      onRequest: (request, _reply, done) => {
        admit(endpoint, request.session);
        if (request.session !== null) limits()?.countUser(request.session.userId, endpoint.rate);
        done();
      },
      handler: async (request, reply) => {
        const call = readCall(endpoint, request);
        // The one class that is also counted by what is in the body.
        if (endpoint.rate === 'verify') {
          // As the endpoint's schema has it.
          const { wallet } = call.body as unknown as { wallet: string };
          limits()?.countSignIn(request.network, wallet);
        }
        return answer(await handle(call), reply, { apiHeaders, onBrokenOff: (e) => onBrokenOff(e, request) });
      },
    });
  }
}

const POLICIES: ReadonlySet<unknown> = new Set<Access>(['public', 'session', 'signed', 'admin', 'guardian']);

/** The compiler asks for a policy too; this holds whatever got past it. */
function requirePolicy({ method, path, access }: Endpoint): void {
  if (!POLICIES.has(access)) throw new Error(`${method} ${path} does not say who may call it`);
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

/** Whether the caller may call at all, before anything of the request's content is looked at. */
function admit(endpoint: Endpoint, session: Session | null): void {
  if (endpoint.access !== 'public') requireSession(session);
  if (endpoint.access === 'signed') requireSigned(session);
  if (endpoint.access === 'admin') requireAdmin(session);
  if (endpoint.access === 'guardian') requireGuardian(session);
}

function requireSession(session: Session | null): asserts session is Session {
  if (session === null) throw new HttpError('unauthenticated', say('sign-in'));
}

export function requireAdmin(session: Session | null): void {
  requireSession(session);
  if (!session.isAdmin) throw new HttpError('forbidden', say('level-needed'));
  requireSigned(session);
}

function requireGuardian(session: Session | null): void {
  requireSession(session);
  if (!session.isGuardian) throw new HttpError('forbidden', say('only-guardian'));
  requireSigned(session);
}

/** A demo sign-in proves nothing about who holds the wallet. */
function requireSigned(session: Session | null): asserts session is Session {
  requireSession(session);
  if (!session.verified) throw new HttpError('forbidden', say('sign-with-wallet'));
}

type Asked = Pick<Call, 'params' | 'query' | 'headers'>;

/**
 * Reads what the address of a request says, and its headers, before it is known who asks. Behind a guard it is read after
 * that: who may not enter learns nothing of what is there.
 */
export function readAsked(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config;
  if (endpoint === undefined || endpoint.access === 'admin' || endpoint.access === 'guardian') return;
  request.asked = askedOf(endpoint, request);
}

function askedOf(endpoint: Endpoint, request: FastifyRequest): Asked {
  const asked = {
    params: read(endpoint.params, request.params, 'address'),
    query: readQuery(endpoint, request),
    headers: read(endpoint.headers, request.headers, 'headers'),
  };
  // Each part was just parsed with the endpoint's own schema, which is what the type of a call says.
  return asked as unknown as Asked;
}

function readCall(endpoint: Endpoint, request: FastifyRequest): Call {
  const asked = request.asked ?? askedOf(endpoint, request);
  // Named one by one: properties after a spread take Node 20 several microseconds, and every request comes here.
  const call = {
    params: asked.params,
    query: asked.query,
    headers: asked.headers,
    body: readBody(endpoint, request),
    session: request.session,
    requestId: request.id,
    rawHeaders: request.headers,
    request: request.raw,
    network: request.network,
  };
  // As above.
  return call as unknown as Call;
}

function readQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.query) return read(endpoint.query, request.query, 'query');
  refuseContent(request.query, 'query');
  return undefined;
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.body) return read(endpoint.body, request.body, 'body');
  refuseContent(request.body, 'body');
  return undefined;
}

function refuseContent(content: unknown, part: string): void {
  const isEmpty =
    content === undefined ||
    content === null ||
    (typeof content === 'object' && Object.keys(content).length === 0);
  if (!isEmpty) throw new HttpError('invalid-request', `This address doesn't accept a ${part}.`);
}

function read(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  // Names of fields are ours or, for unknown ones, not repeated: what the caller sent is never sent back.
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

/** Past the framework, which goes through each of a dozen headers once more. */
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
  // What fails before the head is sent is answered, and told, like any other failure.
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
  // Without lengths of pieces: what is written then is the same for every connection.
  raw.useChunkedEncodingByDefault = false;
  raw.writeHead(200, { ...apiHeaders, ...headers, connection: 'close' });
  raw.flushHeaders();
  // Sent before an earlier request of the connection was answered: nobody waits for it.
  if (raw.socket === null) raw.req.socket.destroy();
  else hold(raw.socket);
  return reply;
}
