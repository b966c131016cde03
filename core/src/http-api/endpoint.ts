import type * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from './error-status.ts';

/**
 * Who may call. `public`: anyone; a session is used if one is sent. `session`: any signed-in user. `signed`: a
 * session that the wallet signed for. `admin`: such a session of a user with an admin grant. `guardian`: such a
 * session of a guardian.
 */
export type Access = 'public' | 'session' | 'signed' | 'admin' | 'guardian';

/** Which rate limit of docs/limits.md a call counts towards. */
export type RateClass = 'read' | 'nonce' | 'verify' | 'demo' | 'bet' | 'admin' | 'refresh' | 'health';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** With `:name` parameters. */
  path: string;
  access: Access;
  /** Default: see `rateOf`. */
  rate?: RateClass;
  /** Public, but the answer has more for a caller who sends a session. */
  usesSession?: true;
  /** A request that is sent again does nothing more, and gets the first answer; with its idempotency key, if it takes one. */
  repeatable?: true;
  summary: string;
  params?: z.ZodMiniType;
  /** Default: no parameters. */
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The largest body in bytes, unless the usual 16 kB. */
  bodyLimit?: number;
  response: z.ZodMiniType;
  /** The response's media type, unless JSON. */
  media?: 'text/csv' | 'image/png';
  /** For an endless response: the JSON data of each of its server-sent events. */
  events?: Readonly<Record<string, z.ZodMiniType>>;
  /** What it may answer besides `commonErrors`. */
  errors?: readonly ErrorCode[];
}

/** An endpoint's rate class. Admins' and guardians' calls count as `admin` and all others as `read`, unless they say. */
export const rateOf = ({ access, rate }: Endpoint): RateClass =>
  rate ?? (access === 'admin' || access === 'guardian' ? 'admin' : 'read');

/** Every error code that an endpoint may answer, by status and name. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set([...commonErrors(endpoint), ...(endpoint.errors ?? [])]);
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b] || (a < b ? -1 : 1));
}

/** What endpoints of its kind may answer, before or without their own work. */
function commonErrors({ method, access }: Endpoint): ErrorCode[] {
  return [
    'invalid-request',
    ...(access === 'public' ? [] : (['unauthenticated'] as const)),
    // Any change may be refused because a page of another site asks for it.
    ...(access === 'public' && method === 'GET' ? [] : (['forbidden'] as const)),
    ...(method === 'GET' ? [] : (['too-large', 'unsupported-media-type'] as const)),
    'rate-limited',
    'internal',
    'too-busy',
    'not-ready',
  ];
}
