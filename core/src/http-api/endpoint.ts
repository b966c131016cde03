import type * as z from 'zod/mini';

/**
 * Who may call. `public`: anyone, a session is used when one is sent. `session`: any signed-in user.
 * `signed`: a session signed by the wallet. `admin`: such a session of a user who holds an admin grant.
 * `guardian`: such a session of a user who is a guardian.
 */
export type Access = 'public' | 'session' | 'signed' | 'admin' | 'guardian';

/** Which limit of docs/limits.md a call counts towards. */
export type RateClass = 'read' | 'nonce' | 'verify' | 'demo' | 'bet' | 'admin' | 'refresh' | 'health';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  rate: RateClass;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The largest body in bytes, where it is not the usual 16 kB. */
  bodyLimit?: number;
  response: z.ZodMiniType;
  /** What it answers with, where that is not JSON. */
  media?: 'text/csv' | 'image/png';
  /** Of an answer that does not end by itself: what each of its server-sent events carries as JSON. */
  events?: Readonly<Record<string, z.ZodMiniType>>;
}
