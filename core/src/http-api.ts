import type * as z from 'zod/mini';
import { accountEndpoints } from './http-api/account.ts';
import { adminEndpoints } from './http-api/admin.ts';
import { adminMarketsEndpoints } from './http-api/admin-markets.ts';
import { riskEndpoints } from './http-api/admin-risk.ts';
import { azuroEndpoints } from './http-api/azuro.ts';
import { bettingEndpoints } from './http-api/betting.ts';
import { changesEndpoints } from './http-api/changes.ts';
import { combosEndpoints } from './http-api/combos.ts';
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
 * Every endpoint of the product: method, path, access, request and response. Each domain's endpoints are in its file
 * in http-api/, with their schemas.
 *
 * The server mounts its routes from this list. The web client's types, the OpenAPI document and the generated
 * authorisation tests come from it too. A route that isn't listed here doesn't exist.
 */
export const httpApi = {
  ...configEndpoints,
  ...identityEndpoints,
  ...marketsEndpoints,
  ...streamEndpoints,
  ...bettingEndpoints,
  ...combosEndpoints,
  ...accountEndpoints,
  ...receiptsEndpoints,
  ...solvencyEndpoints,
  ...settlementEndpoints,
  ...changesEndpoints,
  ...azuroEndpoints,
  ...adminEndpoints,
  ...adminMarketsEndpoints,
  ...riskEndpoints,
  ...healthEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof httpApi;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;
export type RequestBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'body'>;
export type RequestQuery<N extends EndpointName> = Part<(typeof httpApi)[N], 'query'>;
type RequestParams<N extends EndpointName> = Part<(typeof httpApi)[N], 'params'>;
export type ResponseBody<N extends EndpointName> = Part<(typeof httpApi)[N], 'response'>;

/** A part of a call: forbidden if the endpoint has none, optional if all its fields are, else required. */
type CallPart<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** What a caller of an endpoint sends, besides headers. */
export type CallParts<N extends EndpointName> = CallPart<'params', RequestParams<N>> &
  CallPart<'query', RequestQuery<N>> &
  CallPart<'body', RequestBody<N>>;
