import type { CallParts, EndpointName, httpApi, ResponseBody } from '@tallystone/core/http-api';
import { CALLS } from './calls.ts';

type Table = typeof httpApi;

/** The calls whose answer ends; `stream` reads the others. */
export type CallName = {
  [N in EndpointName]: Table[N] extends { events: object } ? never : N;
}[EndpointName];

/** What the caller may add to any call. */
interface CallTerms {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** For bets: what makes a retry the same bet. Default: a new one for every call. */
  key?: string;
}

export type CallOptions<N extends CallName> = CallParts<N> & CallTerms;

/** A file for calls that answer with a picture, text for those that answer with a CSV, else the parsed JSON. */
export type Answer<N extends CallName> = Table[N] extends { media: 'image/png' } ? Blob : ResponseBody<N>;

/** One method for every call of the API, with the parts of its request: `params`, `query` and `body`. */
export type Api = {
  readonly [N in CallName]: Record<never, never> extends CallOptions<N>
    ? (options?: CallOptions<N>) => Promise<Answer<N>>
    : (options: CallOptions<N>) => Promise<Answer<N>>;
};

/** The options of any call, without the types of its endpoint. */
export interface LooseOptions extends CallTerms {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** @param call sends one call and reads its answer */
export function apiOf(call: (name: CallName, options: LooseOptions) => Promise<unknown>): Api {
  const methods = Object.entries(CALLS).flatMap(([name, { answer }]) =>
    answer === 'events'
      ? []
      : [[name, (options: LooseOptions = {}) => call(name as CallName, options)] as const],
  );
  // The table has a method for each name, and the server's answers have the table's types.
  return Object.freeze(Object.fromEntries(methods)) as unknown as Api;
}
