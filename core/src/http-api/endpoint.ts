import type * as z from 'zod/mini';

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
}

/** An endpoint's rate class. Admins' and guardians' calls count as `admin` and all others as `read`, unless they say. */
export const rateOf = ({ access, rate }: Endpoint): RateClass =>
  rate ?? (access === 'admin' || access === 'guardian' ? 'admin' : 'read');
