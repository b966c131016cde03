import type * as z from 'zod/mini';
import { accountEndpoints } from './http-api/account.ts';
import { adminEndpoints } from './http-api/admin.ts';
import { adminMarketsEndpoints } from './http-api/admin-markets.ts';
import { azuroEndpoints } from './http-api/azuro.ts';
import { bettingEndpoints } from './http-api/betting.ts';
import { changesEndpoints } from './http-api/changes.ts';
import { configEndpoints } from './http-api/config.ts';
import type { Endpoint } from './http-api/endpoint.ts';
import { healthEndpoints } from './http-api/health.ts';
import { identityEndpoints } from './http-api/identity.ts';
import { marketsEndpoints } from './http-api/markets.ts';
import { receiptsEndpoints } from './http-api/receipts.ts';
import { settlementEndpoints } from './http-api/settlement.ts';
import { solvencyEndpoints } from './http-api/solvency.ts';
import { streamEndpoints } from './http-api/stream.ts';

/**
 * Every endpoint of the product: method, path, who may call, request and response. Those of a domain are in its file of
 * http-api/, with what crosses the wire.
 *
 * The server mounts its routes from this list, the web client is typed by it, the OpenAPI document is
 * made from it and the authorisation tests are generated from it. A route that is not here does not exist.
 */
export const httpApi = {
  ...configEndpoints,
  ...identityEndpoints,
  ...marketsEndpoints,
  ...streamEndpoints,
  ...bettingEndpoints,
  ...accountEndpoints,
  ...receiptsEndpoints,
  ...solvencyEndpoints,
  ...settlementEndpoints,
  ...changesEndpoints,
  ...azuroEndpoints,
  ...adminEndpoints,
  ...adminMarketsEndpoints,
  ...healthEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof httpApi;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;
export type RequestBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'body'>;
export type RequestQuery<N extends EndpointName> = Part<(typeof httpApi)[N], 'query'>;
export type RequestParams<N extends EndpointName> = Part<(typeof httpApi)[N], 'params'>;
export type ResponseBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'response'>;
