import { type EndpointName, httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';

/** What sending a call needs to know of its endpoint. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Sent again, it does nothing more and gets the first answer. */
  readonly isRepeatable: boolean;
  /** It takes an idempotency key. */
  readonly takesKey: boolean;
  /** How its answer is read. */
  readonly answer: 'json' | 'text' | 'blob' | 'events';
}

function callOf({ method, path, repeatable, headers, media, events }: Endpoint): Call {
  const answer =
    events !== undefined ? 'events' : media === 'text/csv' ? 'text' : media === undefined ? 'json' : 'blob';
  const takesKey = Object.keys((headers as { shape?: object } | undefined)?.shape ?? {}).includes(
    'idempotency-key',
  );
  return { method, path, isRepeatable: method === 'GET' || repeatable === true, takesKey, answer };
}

const calls = Object.entries<Endpoint>(httpApi).map(([name, endpoint]) => [name, callOf(endpoint)]);

/** Every call of the API. The build puts its value here, so that the package has no schemas. */
export const CALLS: Readonly<Record<EndpointName, Call>> = Object.fromEntries(calls);
